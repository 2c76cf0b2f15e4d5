package scrutineer_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/gowork"
)

// The README of the reducer says how short it is: it has at most 80 lines with its specification and
// its test.
func TestReducerIsShort(t *testing.T) {
	lines := 0
	for _, name := range []string{"limits.go", "specification.go", "limits_test.go"} {
		text, err := os.ReadFile(filepath.Join("examples", "reducer", name))
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if strings.TrimSpace(line) != "" {
				lines++
			}
		}
	}
	text, err := os.ReadFile(filepath.Join("examples", "reducer", "README.md"))
	if says := strconv.Itoa(lines) + " that are not blank"; err != nil || !strings.Contains(string(text), says) {
		t.Errorf("%v, its README does not say that it has %s", err, says)
	}
	if lines > 80 {
		t.Errorf("%d lines are not blank, it must be at most 80", lines)
	}
}

// The lease is copied into an empty folder outside of the repository, with its test. With a bug planted the test fails
// and prints a command, which shows the same failure, and passes when the bug is mended. A drawn run finds the first
// bug. The second needs the exploration if there are few runs.
func TestLeaseElsewhere(t *testing.T) {
	dir := leaseElsewhere(t)
	if testing.Short() {
		t.Skip("it builds a module of its own, several times")
	}
	for _, bug := range []struct{ right, wrong, check, fails string }{
		{"body.At+length-margin", "ev.Now+length-margin", "go test .", "OneHolder fails in run "},
		{
			"p.Until = ev.Now + length //", "//", "go test . -scrutineer.n 20",
			"OneHolder fails in an exploration with crash=1",
		},
	} {
		file := filepath.Join(dir, "lease.go")
		whole, err := os.ReadFile(file)
		if err != nil || bytes.Count(whole, []byte(bug.right)) != 1 {
			t.Fatalf("%v: %q must stand once in the example", err, bug.right)
		}
		put(t, file, strings.Replace(string(whole), bug.right, bug.wrong, 1))
		said := shell(t, dir, false, bug.check)
		command := regexp.MustCompile(`(?m)^ *replay it: +(.*)$`).FindStringSubmatch(said)
		if command == nil || !strings.Contains(said, bug.fails) {
			t.Fatalf("it says\n%s", said)
		}
		if again := shell(t, t.TempDir(), false, command[1]); !strings.Contains(again, "OneHolder fails after event ") {
			t.Errorf("%s says\n%s", command[1], again)
		}
		page := regexp.MustCompile(`(?m)^ *look at it: +(.*)$`).FindStringSubmatch(said)
		if text, err := os.ReadFile(filepath.Join(dir, page[1])); err != nil || !bytes.Contains(text, []byte("<svg")) {
			t.Errorf("%v: no diagram in %s", err, page[1])
		}
		put(t, file, string(whole))
		shell(t, dir, true, command[1]) // mended, the same command passes
	}
}

// leaseElsewhere copies the lease, which is short, and returns the folder.
func leaseElsewhere(t *testing.T) (dir string) {
	t.Helper()
	root, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	dir, lines := t.TempDir(), 0
	for _, name := range []string{"go.mod", "go.sum", "lease.go", "lease_test.go"} {
		text, err := os.ReadFile(filepath.Join("examples", "lease", name))
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, ".go") {
			for line := range strings.Lines(string(text)) {
				if strings.TrimSpace(line) != "" {
					lines++
				}
			}
		}
		put(t, filepath.Join(dir, name), string(text))
	}
	if lines > 61 {
		t.Errorf("the example and its test have %d lines that are not blank, it must be at most 61", lines)
	}
	shell(t, dir, true, "go mod edit -replace github.com/scrutineer-go/scrutineer="+root)
	shell(t, dir, true, "go list -deps -test ./...") // it has all that it imports
	file, err := gowork.Write(t.TempDir(), dir, root)
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("GOWORK", file)
	return dir
}

// shell runs a command as it was typed and returns what it prints.
func shell(t *testing.T, dir string, passes bool, command string) string {
	t.Helper()
	cmd := exec.Command("sh", "-c", command)
	cmd.Dir = dir
	text, err := cmd.CombinedOutput()
	if (err == nil) != passes {
		t.Fatalf("%s: %v, it must pass: %t\n%s", command, err, passes, text)
	}
	return string(text)
}

func put(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
