package checkout

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// childFile tells a test that runs in a child process which file to write into.
const childFile = "SCRUTINEER_CHILD_FILE"

// Written runs the test that calls it once more, in a child process, and returns what [Write] has written there. The
// program is one of the package's tests, env are variables for the child such as GOMAXPROCS=1. On a machine that does
// not run the program the test is skipped.
func Written(t *testing.T, program string, env ...string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "written")
	name, _, _ := strings.Cut(t.Name(), "/")
	cmd := exec.CommandContext(t.Context(), program, "-test.run=^"+name+"$", "-test.count=1",
		fmt.Sprintf("-test.short=%t", testing.Short()))
	cmd.Env = slices.Concat(os.Environ(), env, []string{childFile + "=" + file})
	said, err := cmd.CombinedOutput()
	if errors.Is(err, syscall.ENOEXEC) {
		t.Skip("this machine does not run 32-bit programs: use a kernel that runs them")
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	return string(text)
}

// Write reports whether the test runs in a child of [Written], and there hands over what write returns.
func Write(t *testing.T, write func() string) (child bool) {
	t.Helper()
	file := os.Getenv(childFile)
	if file == "" {
		return false
	}
	if err := os.WriteFile(file, []byte(write()), 0o600); err != nil {
		t.Fatal(err)
	}
	return true
}
