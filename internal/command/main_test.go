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
	"regexp"
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

// refuses calls the program and demands status 2, nothing but one line on stderr
// that says all of this, and nothing written anywhere: neither in the world nor
// in the folders given.
func (w sandbox) refuses(t *testing.T, says, env []string, folders []string, args ...string) {
	t.Helper()
	before := w.hash(t, folders)
	status, out, errs := w.call(t, env, args...)
	if status != exitBadInput || out != "" || strings.Count(errs, "\n") != 1 {
		t.Errorf("status %d, stdout %q, stderr %q; want 2, nothing, one line", status, out, errs)
	}
	for _, text := range says {
		if !strings.Contains(errs, text) {
			t.Errorf("%q is not in %q", text, errs)
		}
	}
	if w.hash(t, folders) != before {
		t.Error("something was written")
	}
}

// hash sums up the world and more folders: every name of a file or a folder, and
// every byte.
func (w sandbox) hash(t *testing.T, folders []string) string {
	t.Helper()
	sum := sha256.New()
	for _, dir := range append([]string{filepath.Dir(w.cwd)}, folders...) {
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
		if err != nil {
			t.Fatal(err)
		}
	}
	return fmt.Sprintf("%x", sum.Sum(nil))
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

func TestCommands(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	status, out, errs := w.call(t, nil, "verify", "-no-tlc", "-only", "base-never-awaited", "-paths")
	if status != exitOK || !strings.Contains(out, "NeverAwaited fails (2 awaits a LEADER) after\n   1. Start at 2") {
		t.Errorf("status %d, stderr %q, stdout\n%s", status, errs, out)
	}
	status, out, _ = w.call(t, nil, "cases")
	if status != exitOK || !strings.Contains(out, "ctolerant/base-x1") {
		t.Errorf("cases: status %d\n%s", status, out)
	}
	for _, args := range [][]string{{"help"}, {"verify", "-h"}} {
		if status, _, _ := w.call(t, nil, args...); status != exitOK {
			t.Errorf("%v: status %d", args, status)
		}
	}
	if status, _, errs := w.call(t, nil); status != exitBadInput || !strings.Contains(errs, "usage:") {
		t.Errorf("no command: status %d, %q", status, errs)
	}
}

// The source tree's own folder of modules is as good as the one built in.
func TestModulesOfTheTree(t *testing.T) {
	t.Parallel()
	dir, err := filepath.Abs("../../tla")
	if err != nil {
		t.Fatal(err)
	}
	if status, _, errs := newWorld(t).call(t, nil, "cases", "-tla", dir); status != exitOK {
		t.Errorf("status %d, %q", status, errs)
	}
}

// Counts that differ from the pins fail a case, except where they are measured.
func TestMeasure(t *testing.T) {
	callsOften(t)
	t.Parallel()
	w, dir := newWorld(t), modulesCopy(t)
	file := filepath.Join(dir, "vote", "cases.json")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text = regexp.MustCompile(`"(states|length|edges)": [0-9]+`).ReplaceAll(text, []byte(`"$1": 4`))
	write(t, dir, "vote/cases.json", string(text), 0o644)
	args := []string{"verify", "-no-tlc", "-tla", dir, "-only", "vote-never-recovered-vote|vote-crash-loss-duplicate"}
	if status, out, _ := w.call(t, nil, args...); status != exitFailed || strings.Count(out, "pinned are 4") != 3 {
		t.Errorf("status %d, want 1 and three counts that differ\n%s", status, out)
	}
	if status, out, _ := w.call(t, nil, append(args, "-measure")...); status != exitOK {
		t.Errorf("-measure: status %d, want 0\n%s", status, out)
	}
}
