package checkout

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// Build386 builds the tests of the package in the working folder for a 32-bit machine, and returns the program. On a
// machine that runs no such programs, and in short mode, the test is skipped.
func Build386(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("builds the tests for another architecture; the quick gate leaves that to make test")
	}
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("needs linux/amd64, which runs 386 programs as well")
	}
	return build(t, []string{"GOARCH=386", "CGO_ENABLED=0"})
}

// BuildRace builds the tests of the package in the working folder with the race detector,
// and returns the program. Without a C compiler, and in short mode, the test is skipped.
func BuildRace(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("builds the tests with the race detector; the quick gate leaves that to make test")
	}
	out, err := exec.CommandContext(t.Context(), "go", "env", "CGO_ENABLED", "CC").Output()
	if err != nil {
		t.Fatal(err)
	}
	enabled, compiler, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	words := strings.Fields(compiler)
	if enabled != "1" || len(words) == 0 {
		t.Skip("the race detector needs cgo: install a C compiler and set CGO_ENABLED=1")
	}
	if _, err := exec.LookPath(words[0]); err != nil {
		t.Skipf("the race detector needs the C compiler %s: install it", words[0])
	}
	return build(t, []string{"CGO_ENABLED=1"}, "-race")
}

// build builds the tests of the package in the working folder.
func build(t *testing.T, env []string, flags ...string) string {
	t.Helper()
	root, err := Root()
	if err != nil {
		t.Fatal(err)
	}
	if err := Watch(root); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(t.TempDir(), "tests.test")
	args := slices.Concat([]string{"test", "-c", "-vet=off", "-ldflags=-s -w", "-o", program}, flags, []string{"."})
	cmd := exec.CommandContext(t.Context(), "go", args...)
	cmd.Env = slices.Concat(os.Environ(), env)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return program
}
