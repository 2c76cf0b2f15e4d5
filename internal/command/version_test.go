package command

import (
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/tlc"
)

// version says which program this is and what of it decides over results.
func TestVersion(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	status, out, errs := w.call(t, nil, "version")
	for _, says := range []string{
		"program     scrutineer, " + ownModule + "/cmd/scrutineer\n", "module      " + ownModule + " ",
		"Go          " + runtime.Version() + " ", "plans       version 1\n", tlc.JarSHA256 + "\n",
		"which is not there: " + program + " fetch brings it\n",
	} {
		if !strings.Contains(out, says) {
			t.Errorf("%q is not in\n%s", says, out)
		}
	}
	if status != exitOK || errs != "" {
		t.Errorf("status %d, %q", status, errs)
	}
}

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
