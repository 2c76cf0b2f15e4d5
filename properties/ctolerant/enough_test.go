package ctolerant

import (
	"io/fs"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/tla"
)

// A specification that has far more states than are pinned is refused without looking at all of them; where they are
// measured all are counted.
func TestEnoughStates(t *testing.T) {
	if testing.Short() {
		t.Skip("explores 20,000 states twice; make test does")
	}
	const file, all, pinned = "ctolerant/cases.json", 21_097, 7
	modules := fstest.MapFS{}
	if err := fs.WalkDir(tla.Modules, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(tla.Modules, name)
		modules[name] = &fstest.MapFile{Data: text}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	text := string(modules[file].Data)
	if strings.Count(text, `"states": 21097,`) != 1 {
		t.Fatalf("%s has not one case of %d states", file, all)
	}
	modules[file].Data = []byte(strings.Replace(text, `"states": 21097,`, `"states": 7,`, 1))
	p := Protocol().Registered().FromModules(modules)
	for _, pins := range []bool{true, false} {
		rows, err := verify.Run(t.Context(), []verify.Protocol{p}, verify.Options{
			Pinned: pins, Workers: runtime.NumCPU(), Only: regexp.MustCompile("^base-printed$"),
		})
		if err != nil || len(rows) != 1 {
			t.Fatalf("%d rows, %v", len(rows), err)
		}
		looked, failed := rows[0].Spec.States, len(rows[0].Failures) > 0
		if pins && looked != 20_000+4*pinned+1 || !pins && looked != all || failed != pins {
			t.Errorf("pinned %t: %d states, %q", pins, looked, rows[0].Failures)
		}
	}
}
