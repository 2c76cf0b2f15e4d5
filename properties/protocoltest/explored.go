package protocoltest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/planted/workshop"
)

// findsByExploring explores with the program that has the bug in it. It must end with status 1 and with every text
// that the row names, and write the file that the row names beside the plan.
func findsByExploring(t *testing.T, program workshop.Program, bug caught) {
	t.Helper()
	out := filepath.Join(t.TempDir(), "explored")
	endsWithOne(t, program.Command(bug.Args("", "", out)...), bug)
	if bug.Writes == "" {
		return
	}
	written, err := os.ReadFile(filepath.Join(out, filepath.FromSlash(bug.Writes)))
	if err != nil || !strings.HasPrefix(string(written), bug.Begins) {
		t.Errorf("%v, %s must begin with %q: %q", err, bug.Writes, bug.Begins, written)
	}
}
