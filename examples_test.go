package scrutineer_test

import (
	"path/filepath"
	"slices"
	"testing"
)

// Each example is a module of its own, and so is what draws plots, and what an implementation has of which one need
// not want the dependencies: go test ./... does not look into them.
func TestExamples(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds and runs the tests of modules of their own")
	}
	modules, err := filepath.Glob("examples/*/go.mod")
	if err != nil || len(modules) == 0 {
		t.Fatalf("%v, no examples", err)
	}
	apart, err := filepath.Glob("impl/*/*/*/go.mod")
	if err != nil {
		t.Fatal(err)
	}
	for _, module := range slices.Concat(modules, []string{"plots/go.mod"}, apart) {
		t.Run(filepath.Base(filepath.Dir(module)), func(t *testing.T) {
			shell(t, filepath.Dir(module), true, "go vet ./... && go test ./...")
		})
	}
}
