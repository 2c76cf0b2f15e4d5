package verify_test

import (
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
)

// A module has the actions of the one that it extends, and those of its own.
func TestActionsOfExtended(t *testing.T) {
	module := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	fsys := fstest.MapFS{
		"q/MCB.tla":    module("EXTENDS B\nMCNext ==\n    \\/ MCUp \\/ MCDown\n\n===="),
		"p/MCA.tla":    module("EXTENDS MCB, Budget\nMCNextMore ==\n    \\/ MCNext \\/ MCAside\n\n===="),
		"p/MCSame.tla": module("EXTENDS MCB\n===="),
		"p/MCNone.tla": module("EXTENDS B\n===="),
	}
	for file, want := range map[string]spec.SetOf[string]{
		"q/MCB.tla": {"Down", "Up"}, "p/MCA.tla": {"Aside", "Down", "Up"}, "p/MCSame.tla": {"Down", "Up"},
	} {
		names, err := verify.ActionsOf(fsys, file, "q")
		if d := cmp.Diff(want, names); d != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", file, err, d)
		}
	}
	if _, err := verify.ActionsOf(fsys, "p/MCNone.tla", "q"); err == nil {
		t.Error("a module without MCNext has actions")
	}
}
