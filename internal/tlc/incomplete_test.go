package tlc

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/scrutineer-go/scrutineer/internal/cases"
)

// recorded returns the recorded run of a whole graph, its case, and its dump.
func recorded(t *testing.T) (log, dot []byte, c cases.Case) {
	t.Helper()
	log, err := os.ReadFile("testdata/logs/graph.log")
	if err == nil {
		dot, err = os.ReadFile("testdata/logs/graph.dot")
	}
	if err != nil {
		t.Fatal(err)
	}
	c = cases.Case{
		ID: "a", Kind: cases.Graph, Module: "MCA", Specification: "S", Invariants: []string{"TypeOK"},
		States: 54, Generated: 164, Edges: 162, Never: []string{"Dead"},
	}
	return log, dot, c
}

// read judges a recorded run as if TLC had just ended so.
func read(log, dot []byte, exit int, c cases.Case) error {
	r, err := ParseOutput(bytes.NewReader(log), nil)
	if err != nil {
		return err
	}
	r.Exit = exit
	if r.Dump, err = ReadDump(bytes.NewReader(dot)); err != nil {
		return err
	}
	if err := r.happened(actionsOfLog); err != nil {
		return err
	}
	return Judge(c, r)
}

// frames splits a log into its messages and the lines between them.
func frames(log []byte) []string {
	var all []string
	open := false
	for line := range strings.Lines(string(log)) {
		if open {
			all[len(all)-1] += line
		} else {
			all = append(all, line)
		}
		open = strings.Contains(line, "STARTMSG") || open && !strings.Contains(line, "ENDMSG")
	}
	return all
}

// A run of which anything is missing is refused: its log cut after any message, or within one,
// or without one of the messages that say that all was seen.
func TestIncompleteLogIsRefused(t *testing.T) {
	log, dot, c := recorded(t)
	if err := read(log, dot, 0, c); err != nil {
		t.Fatal(err)
	}
	parts := frames(log)
	for n := range parts {
		if err := read([]byte(strings.Join(parts[:n], "")), dot, 0, c); err == nil {
			t.Errorf("the log is cut before message %d of %d, %.40q, and is accepted", n, len(parts), parts[n])
		}
	}
	text := string(log)
	for at := 0; at < len(text); at += 97 { // within lines, too
		if err := read(log[:at], dot, 0, c); err == nil {
			t.Errorf("the log is cut after %d bytes of %d and is accepted", at, len(log))
		}
	}
	for _, code := range []int{codeVersion, codeMode, codeInits, codeCompleted, codeStats, codeFinished} {
		start := fmt.Sprintf("@!@!@STARTMSG %d:", code)
		without := slices.DeleteFunc(slices.Clone(parts), func(p string) bool { return strings.HasPrefix(p, start) })
		if len(without) == len(parts) {
			t.Errorf("the log has no message %d", code)
		}
		if err := read([]byte(strings.Join(without, "")), dot, 0, c); err == nil {
			t.Errorf("the log lacks message %d and is accepted", code)
		}
	}
	left := strings.ReplaceAll(text, "found, 0 states left", "found, 3 states left")
	if err := read([]byte(left), dot, 0, c); err == nil || !strings.Contains(err.Error(), "3 states were left") {
		t.Errorf("three states were left on the queue: %v", err)
	}
}

// An exit code that is not 0 refuses a run of which all else is well, whichever it is.
func TestExitCodeIsLookedAt(t *testing.T) {
	log, dot, c := recorded(t)
	for _, exit := range []int{-1, 1, 10, 11, 12, 13, 75, 137, 143, 150, 255} {
		err := read(log, dot, exit, c)
		if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("exit code %d", exit)) {
			t.Errorf("exit code %d: %v", exit, err)
		}
	}
}

// A dump that is cut is refused wherever that is, and so is one that lacks any state or step.
func TestIncompleteDumpIsRefused(t *testing.T) {
	log, dot, c := recorded(t)
	lines := slices.Collect(strings.Lines(string(dot)))
	for n, line := range lines {
		if err := read(log, []byte(strings.Join(lines[:n], "")), 0, c); err == nil {
			t.Errorf("the dump is cut before line %d of %d and is accepted", n+1, len(lines))
		}
		if !strings.Contains(line, "label=") {
			continue
		}
		without := strings.Join(slices.Delete(slices.Clone(lines), n, n+1), "")
		if err := read(log, []byte(without), 0, c); err == nil {
			t.Errorf("the dump lacks line %d, %.40q, and is accepted", n+1, line)
		}
	}
}

// What TLC leaves behind as a process, its exit code, its dump, what it says beside its log, is
// looked at: each row's TLC is a script that prints a recorded log and does one thing more or less.
func TestBrokenRunsAreRefused(t *testing.T) {
	log, dot, c := recorded(t)
	folder := t.TempDir()
	for name, text := range map[string][]byte{"graph.log": log, "graph.dot": dot, "cut.dot": dot[:len(dot)-4]} {
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const says = "cat $F/graph.log; echo '<<\"constants of the case\", <<>>>>'; "
	for _, row := range []struct{ name, does, want string }{
		{"nothing", says + "cp $F/graph.dot .", ""},
		{"exit code", says + "cp $F/graph.dot .; exit 1", "exit code 1"},
		{"a word on it", says + "cp $F/graph.dot .; echo 'no heap' >&2; exit 1", "no heap (exit code 1)"},
		{"a warning beside the log", says + "cp $F/graph.dot .; echo beware >&2", "TLC warned: beware"},
		{"the JVM's remark", says + "cp $F/graph.dot .; echo 'Picked up JAVA_OPTIONS: -Xmx1g' >&2", ""},
		{"killed", says + "cp $F/graph.dot .; kill -9 $$", "exit code -1"},
		{"no dump", says, "wrote no dump"},
		{"a cut dump", says + "cp $F/cut.dot graph.dot", "cut off"},
		{"an empty dump", says + "touch graph.dot", "cut off, or empty"},
		{"nothing said", "cp $F/graph.dot .", "did not say"},
		{"no constants", "cat $F/graph.log; cp $F/graph.dot .", "did not say with which constants"},
		{"a cut log", "head -c 3000 $F/graph.log; cp $F/graph.dot .", "cut off"},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := Runner{Java: Java{Path: script(t, "java", "F='"+folder+"'; "+row.does)}, Jar: Jar{Path: "jar"}}
			fsys := fstest.MapFS{"MCA.tla": {Data: []byte("safe")}}
			res, err := r.Run(t.Context(), fsys, []string{"."}, c, Options{Actions: actionsOfLog})
			if err == nil {
				err = Judge(c, res)
			}
			if (err == nil) != (row.want == "") || err != nil && !strings.Contains(err.Error(), row.want) {
				t.Errorf("got %v, want %q", err, row.want)
			}
		})
	}
	r := Runner{Java: Java{Path: script(t, "java", "F='"+folder+"'; "+says+"cp $F/graph.dot .")}, Jar: Jar{Path: "jar"}}
	r.Workers = 2
	_, err := r.Run(t.Context(), fstest.MapFS{"MCA.tla": {}}, []string{"."}, c, Options{Actions: actionsOfLog})
	if err == nil || !strings.Contains(err.Error(), "ran with 1 workers, asked for 2") {
		t.Errorf("one worker of two: %v", err)
	}
}
