package main

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/tla"
)

// program is the command line, built once for all tests of this package.
var program string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "scrutineer-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	program = filepath.Join(dir, "scrutineer")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "%s\n%v\n", out, err)
		os.Exit(1)
	}
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// call runs the program and returns its exit status and what it printed.
func call(t *testing.T, env []string, args ...string) (status int, out, errs string) {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Env = append(append(os.Environ(), "TLC_REQUIRED="), env...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()
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

// hash sums up every name and every byte below a folder.
func hash(t *testing.T, dir string) string {
	t.Helper()
	sum := sha256.New()
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(filepath.Join(dir, path))
		fmt.Fprintf(sum, "%s %d ", path, len(data))
		sum.Write(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%x", sum.Sum(nil))
}

// replace changes the first place in a file; the place must be there.
func replace(file, old, new string) func(t *testing.T, dir string) {
	return func(t *testing.T, dir string) {
		t.Helper()
		path := filepath.Join(dir, file)
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(data, []byte(old)) {
			t.Fatalf("%q is not in %s", old, file)
		}
		if err := os.WriteFile(path, bytes.Replace(data, []byte(old), []byte(new), 1), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

const table = "ctolerant/cases.json"

// broken are folders of modules that somebody got wrong, and what the one line
// on stderr must name.
var broken = []struct {
	name  string
	spoil func(t *testing.T, dir string)
	says  []string
}{
	{
		"unknown rule", replace(table, `"rule": "tagged"`, `"rule": "newest"`),
		[]string{table, "cases[0].config.rule", `"newest"`, `"tagged"`},
	},
	{
		"unknown field of a configuration", replace(table, `"initiator": 2}`, `"initiator": 2, "x": 5}`),
		[]string{table, "cases[0].config.x", "no such field"},
	},
	{
		"unknown field of a case", replace(table, `"why":`, `"reason":`),
		[]string{table, "cases[0].reason"},
	},
	{
		"mistyped", replace(table, `"nodes": 3`, `"nodes": "three"`),
		[]string{table, "cases[0].config.nodes", "whole number"},
	},
	{
		"too few nodes", replace(table, `"f": 1`, `"f": 3`),
		[]string{table, "cases[0].config.nodes", "c+f+1 = 4"},
	},
	{
		"a list without its owner", replace(table, `[[0, 1, 2], [1, 2], [0, 1, 2]]`, `[[0, 1, 2], [2], [0, 1, 2]]`),
		[]string{table, ".config.lists", "list 1 lacks its owner"},
	},
	{
		"lists beyond c", replace(table, `[[0, 1, 2], [1, 2], [0, 1, 2]]`, `[[0, 1, 2], [1, 2], [1, 2]]`),
		[]string{table, ".config.lists", "2 lists lack node 0", "c = 1"},
	},
	{
		"unknown line of the budget", replace(table, `"crash": 1,`, `"crashes": 1,`),
		[]string{table, "cases[0].budget.crashes", "crash, duplicate, loss, premature, restart"},
	},
	{
		"a negative budget", replace(table, `"crash": 1,`, `"crash": -1,`),
		[]string{table, "cases[0].budget.crash", "-1"},
	},
	{
		"a process that does not exist may crash", replace(table, `"mayCrash": [0, 1]`, `"mayCrash": [0, 3]`),
		[]string{table, "cases[0].mayCrash", "3"},
	},
	{
		"a truncated table",
		func(t *testing.T, dir string) {
			if err := os.Truncate(filepath.Join(dir, table), 1000); err != nil {
				t.Fatal(err)
			}
		},
		[]string{table, "cut off"},
	},
	{
		"a missing cfg",
		func(t *testing.T, dir string) {
			if err := os.Remove(filepath.Join(dir, "ctolerant/MCBase_x1.cfg")); err != nil {
				t.Fatal(err)
			}
		},
		[]string{table, ".cfg", "MCBase_x1.cfg"},
	},
	{
		"a case without a property", replace(table, `"violates": "Agreement",`, ``),
		[]string{table, ".violates"},
	},
	{
		"a graph without an invariant",
		replace(table, `"invariants": ["TypeOK", "Agreement", "LowestLately", "CT1"],`, ``),
		[]string{table, "cases[0].invariants"},
	},
	{
		"an unknown kind", replace(table, `"kind": "graph"`, `"kind": "picture"`),
		[]string{table, "cases[0].kind", "picture"},
	},
	{
		"two cases of one id", replace(table, `"id": "base-x2"`, `"id": "base-x1"`),
		[]string{table, ".id", "base-x1"},
	},
	{
		"an INVARIANT line deleted", replace("ctolerant/MCBase_tagged_crash_premature.cfg", "    Agreement\n", ""),
		[]string{"MCBase_tagged_crash_premature.cfg", "INVARIANT", "Agreement"},
	},
	{
		"another constant in the cfg", replace("ctolerant/MCBase_x1.cfg", "MaxCrash = 1", "MaxCrash = 0"),
		[]string{"MCBase_x1.cfg", "MaxCrash"},
	},
	{
		"a cfg that no case names",
		func(t *testing.T, dir string) {
			if err := os.WriteFile(filepath.Join(dir, "vote/MCVote_other.cfg"), nil, 0o644); err != nil {
				t.Fatal(err)
			}
		},
		[]string{"MCVote_other.cfg"},
	},
	{
		"an action that has no word", replace("ctolerant/MCBase.tla", `    \/ MCStart`, `    \/ MCStart \/ MCStop`),
		[]string{"ctolerant/MCBase.tla", "MCNext", "Stop"},
	},
	{
		"an action left out", replace("ctolerant/MCBase.tla", "    \\/ MCPurge\n", ""),
		[]string{"ctolerant/MCBase.tla", "MCNext", "lacks", "Purge"},
	},
}

func TestBrokenInput(t *testing.T) {
	for _, b := range broken {
		t.Run(b.name, func(t *testing.T) {
			dir := modulesCopy(t)
			b.spoil(t, dir)
			before := hash(t, dir)
			status, out, errs := call(t, nil, "verify", "-no-tlc", "-tla", dir)
			wantBadInput(t, status, out, errs, b.says)
			if hash(t, dir) != before {
				t.Error("the folder was changed")
			}
		})
	}
}

// wantBadInput demands status 2 and nothing but one line on stderr.
func wantBadInput(t *testing.T, status int, out, errs string, says []string) {
	t.Helper()
	if status != exitBadInput || out != "" || strings.Count(errs, "\n") != 1 {
		t.Fatalf("status %d, stdout %q, stderr %q; want 2, nothing, one line", status, out, errs)
	}
	for _, text := range says {
		if !strings.Contains(errs, text) {
			t.Errorf("%q is not in %q", text, errs)
		}
	}
}

func TestBrokenCommandLine(t *testing.T) {
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"verfy"}, `"verfy" is no command`},
		{[]string{"verify", "-fast"}, "-fast"},
		{[]string{"verify", "everything"}, `"everything" is too much`},
		{[]string{"verify", "-only", "("}, "-only"},
		{[]string{"verify", "-only", "paxos"}, "-only: no case matches"},
		{[]string{"verify", "-tla", "nowhere"}, "nowhere: -tla"},
		{[]string{"cases", "-tla", "nowhere"}, "nowhere: -tla"},
		{[]string{"fetch", "now"}, `"now" is too much`},
	} {
		t.Run(strings.Join(c.args, " "), func(t *testing.T) {
			status, out, errs := call(t, nil, c.args...)
			wantBadInput(t, status, out, errs, []string{c.says})
		})
	}
}

// A jar that is not what it should be is never run and never replaced.
func TestBrokenJars(t *testing.T) {
	cache := t.TempDir()
	if err := os.WriteFile(filepath.Join(cache, tla.JarName), []byte("half a jar"), 0o644); err != nil {
		t.Fatal(err)
	}
	before := hash(t, cache)
	for _, c := range []struct {
		name, command string
		env, says     []string
	}{
		{
			"wrong hash, verify", "verify",
			[]string{"TLC_JAR=", "SCRUTINEER_CACHE=" + cache},
			[]string{tla.JarName, "SHA-256", tla.JarSHA256},
		},
		{
			"wrong hash, fetch", "fetch",
			[]string{"TLC_JAR=", "SCRUTINEER_CACHE=" + cache},
			[]string{tla.JarName, "SHA-256", tla.JarSHA256},
		},
		{"no such jar", "verify", []string{"TLC_JAR=" + cache + "/none.jar"}, []string{"TLC_JAR", "none.jar"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			status, out, errs := call(t, c.env, c.command)
			wantBadInput(t, status, out, errs, c.says)
		})
	}
	if hash(t, cache) != before {
		t.Error("the cache was changed")
	}
}

// Without a jar the Go columns run and the table says what did not; where TLC is
// required that is status 3.
func TestTLCNotThere(t *testing.T) {
	env := []string{"TLC_JAR=", "TLC_REQUIRED=", "SCRUTINEER_CACHE=" + t.TempDir()}
	status, out, _ := call(t, env, "verify", "-only", "base-tagged-blocked|base-run-ends$")
	for _, text := range []string{
		"spec = impl, 4 properties hold (TLC not run)", "not run (temporal", "TLC not run: ",
	} {
		if !strings.Contains(out, text) {
			t.Errorf("%q is not in\n%s", text, out)
		}
	}
	if status != exitOK {
		t.Errorf("status %d, want 0", status)
	}
	status, _, errs := call(t, append(env, "TLC_REQUIRED=1"), "verify", "-only", "base-tagged-blocked")
	if status != exitNotRun || !strings.Contains(errs, "scrutineer: TLC not run: ") {
		t.Errorf("status %d, stderr %q; want 3 and what to type", status, errs)
	}
}

func TestCommands(t *testing.T) {
	file := filepath.Join(t.TempDir(), "build", "verify.json")
	status, out, errs := call(t, nil, "verify", "-no-tlc", "-only", "never-awaited", "-paths", "-json", file)
	if status != exitOK || !strings.Contains(out, "NeverAwaited fails (2 awaits a LEADER) after\n   1. Start at 2") {
		t.Errorf("status %d, stderr %q, stdout\n%s", status, errs, out)
	}
	report, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(report), `"specLength": 4`) {
		t.Errorf("report %s, %v", report, err)
	}
	status, out, _ = call(t, nil, "cases")
	if status != exitOK || !strings.Contains(out, "ctolerant/base-x1") {
		t.Errorf("cases: status %d\n%s", status, out)
	}
	for _, args := range [][]string{{"help"}, {"verify", "-h"}} {
		if status, _, _ := call(t, nil, args...); status != exitOK {
			t.Errorf("%v: status %d", args, status)
		}
	}
	if status, _, errs := call(t, nil); status != exitBadInput || !strings.Contains(errs, "usage:") {
		t.Errorf("no command: status %d, %q", status, errs)
	}
}
