package command

import (
	"runtime/debug"
	"strings"
	"testing"
)

// Of a user's own program it says which module that is, and the version of this one.
func TestVersionsOf(t *testing.T) {
	var out strings.Builder
	versionsOf(&debug.BuildInfo{
		Path: "example.org/mine/cmd/mine", Main: debug.Module{Path: "example.org/mine", Version: "v0.3.0"},
		Deps: []*debug.Module{{Path: "other", Version: "v9"}, {Path: ownModule, Version: "v1.2.3"}},
		Settings: []debug.BuildSetting{
			{Key: "vcs.revision", Value: "abcdef"},
			{Key: "vcs.time", Value: "2026-01-02"},
			{Key: "vcs.modified", Value: "true"},
		},
	}).print(&out)
	for _, says := range []string{
		"module      example.org/mine v0.3.0\n", "scrutineer  " + ownModule + " v1.2.3\n",
		"revision    abcdef of 2026-01-02, and files that differ from it\n",
	} {
		if !strings.Contains(out.String(), says) {
			t.Errorf("%q is not in\n%s", says, &out)
		}
	}
	if v := versionsOf(nil); v.Go == "" || v.Plans == 0 || v.Program != "" {
		t.Errorf("%+v", v)
	}
}
