package command

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/tla"
)

// sandbox is where a test runs the program: an empty working folder, and temporary
// and cache folders of its own, so that whatever the program writes is seen.
type sandbox struct{ cwd, tmp, cache string }

func newWorld(t *testing.T) sandbox {
	t.Helper()
	// What else the program is made of this test is made of too: the go command need not be told.
	if _, err := os.Stat("../../cmd/scrutineer/main.go"); err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	w := sandbox{filepath.Join(root, "cwd"), filepath.Join(root, "tmp"), filepath.Join(root, "cache")}
	for _, dir := range []string{w.cwd, w.tmp, w.cache} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return w
}

// command is a call of the program that is yet to begin.
func (w sandbox) command(out, errs io.Writer, args ...string) *exec.Cmd {
	cmd := exec.Command(program, args...)
	cmd.Dir = w.cwd
	cmd.Env = append(os.Environ(), "TLC_REQUIRED=", "TLC_JAR=", "GITHUB_ACTIONS=",
		"TMPDIR="+w.tmp, "SCRUTINEER_CACHE="+w.cache)
	cmd.Stdout, cmd.Stderr = out, errs
	return cmd
}

// call runs the program and returns its exit status and what it printed. There
// is no jar, unless env names one.
func (w sandbox) call(t *testing.T, env []string, args ...string) (status int, out, errs string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd := w.command(&stdout, &stderr, args...)
	cmd.Env = append(cmd.Env, env...)
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()
}

// refuses calls the program and demands status 2, nothing but one line on stderr that holds a text, and that no file
// has changed.
func (w sandbox) refuses(t *testing.T, says string, args ...string) {
	t.Helper()
	before := w.hash(t)
	status, out, errs := w.call(t, nil, args...)
	if status != exitBadInput || out != "" || strings.Count(errs, "\n") != 1 || !strings.Contains(errs, says) {
		t.Errorf("status %d, stdout %q, stderr %q; want 2, nothing, one line with %q", status, out, errs, says)
	}
	if w.hash(t) != before {
		t.Error("something was written")
	}
}

// hash sums up the sandbox: every name of a file or a folder, and every byte.
func (w sandbox) hash(t *testing.T) string {
	t.Helper()
	sum, err := sumOf(filepath.Dir(w.cwd))
	if err != nil {
		t.Fatal(err)
	}
	return sum
}

// sumOf returns a hash over the names of all files and folders below a folder, and over the bytes of the files.
func sumOf(dir string) (string, error) {
	sum := sha256.New()
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		fmt.Fprintf(sum, "%q %v ", path, d.Type())
		if !d.Type().IsRegular() {
			return nil
		}
		data, err := os.ReadFile(filepath.Join(dir, path))
		fmt.Fprintf(sum, "%d ", len(data))
		sum.Write(data)
		return err
	})
	return fmt.Sprintf("%x", sum.Sum(nil)), err
}

// callsOften keeps a test out of the quick gate.
func callsOften(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("calls the program many times: a second or more, and of these tests there are many")
	}
}

// write puts a file into a folder, which is made if need be, and returns its path.
func write(t *testing.T, dir, name, text string, mode fs.FileMode) string {
	t.Helper()
	file := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
	return file
}

// modulesCopy puts a copy of the built-in modules into a new folder.
func modulesCopy(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, tla.Modules); err != nil {
		t.Fatal(err)
	}
	return dir
}
