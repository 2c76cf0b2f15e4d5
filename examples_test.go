package scrutineer_test

import (
	"path/filepath"
	"testing"
)

// Each example is a module of its own, and so is what draws plots: go test ./... does not look into them.
func TestExamples(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds and runs the tests of modules of their own")
	}
	modules, err := filepath.Glob("examples/*/go.mod")
	if err != nil || len(modules) == 0 {
		t.Fatalf("%v, no examples", err)
	}
	for _, module := range append(modules, "plots/go.mod") {
		t.Run(filepath.Base(filepath.Dir(module)), func(t *testing.T) {
			shell(t, filepath.Dir(module), true, "go vet ./... && go test ./...")
		})
	}
}
