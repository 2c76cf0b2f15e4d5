package workshop

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/mut"
)

// What others build has no switch in it: no command but those in internal, and not the root package. The program has
// no such environment variable.
func TestNoReleaseHasTheSwitch(t *testing.T) {
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := keyOf(root); err != nil { // the go command sees that the test depends on all sources
		t.Fatal(err)
	}
	command := func(args ...string) string {
		child := exec.Command("go", args...)
		child.Dir = root
		out, err := child.Output()
		if err != nil {
			t.Fatalf("go %s: %v", strings.Join(args, " "), err)
		}
		return string(out)
	}
	released := []string{"."}
	const commands = `{{if eq .Name "main"}}{{.ImportPath}}{{end}}`
	for _, name := range strings.Fields(command("list", "-f", commands, "./...")) {
		if !strings.Contains(name, "/internal/") {
			released = append(released, name)
		}
	}
	if len(released) < 2 {
		t.Errorf("%v are released, want a command too", released)
	}
	for _, name := range strings.Fields(command(append([]string{"list", "-deps"}, released...)...)) {
		if strings.HasSuffix(name, "/internal/mut") || strings.Contains(name, "/internal/planted") {
			t.Errorf("%s is in what is released", name)
		}
	}
	if testing.Short() {
		t.Skip("builds the command line; make test does")
	}
	file := filepath.Join(t.TempDir(), programName)
	command("build", "-trimpath", "-o", file, "./"+Command)
	program, err := os.ReadFile(file)
	if err != nil || bytes.Contains(program, []byte(mut.On)) || !bytes.Contains(program, []byte("TLC_REQUIRED")) {
		t.Errorf("%v, %d bytes: %s is in the program, or nothing is", err, len(program), mut.On)
	}
}
