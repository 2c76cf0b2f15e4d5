package tlc

import (
	"testing"
	"testing/fstest"

	"github.com/scrutineer-go/scrutineer/internal/input/inputtest"
	"github.com/scrutineer-go/scrutineer/tla"
)

func TestCheckLayout(t *testing.T) {
	files, err := tla.Modules.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	var folders []string
	for _, f := range files {
		if f.IsDir() {
			folders = append(folders, f.Name())
		}
	}
	if err := CheckLayout(tla.Modules, folders); err != nil || len(folders) == 0 {
		t.Errorf("folders %v: %v", folders, err)
	}
	err = CheckLayout(fstest.MapFS{"p/Net.tla": {}}, []string{"p"})
	inputtest.Want(t, err, "Net.tla", "", "is missing")
	for file, stray := range map[string]string{
		"p/a.tla": "", "Other.tla": "", "q/notes.md": "", "testdata/q/a.cfg": "", "p/testdata/cases.json": "",
		"q/a.tla": "q", "q/a.cfg": "q", "q/cases.json": "q", "p/old/a.cfg": "p/old", "q/r/a.tla": "q/r",
	} {
		err := CheckLayout(fstest.MapFS{"Net.tla": {}, file: {}}, []string{"p"})
		if stray != "" {
			inputtest.Want(t, err, stray, "", "is no protocol's folder (those are p)")
		} else if err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
}
