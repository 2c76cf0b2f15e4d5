package tlc

import (
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/scrutineer-go/scrutineer/internal/cases"
)

// logOf returns a recorded log.
func logOf(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("testdata/logs/" + name + ".log")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// What cannot be read to its end is not read, also where all that counts has come by then.
func TestReadersThatFail(t *testing.T) {
	broken := errors.New("the disk is gone")
	for name, read := range map[string]func(r io.Reader) error{
		"dump": func(r io.Reader) error { _, err := ReadDump(r); return err },
		"log":  func(r io.Reader) error { _, err := ParseOutput(r, nil); return err },
	} {
		text := smallDump
		if name == "log" {
			text = logOf(t, "graph")
		}
		if err := read(strings.NewReader(text)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := read(io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken))); !errors.Is(err, broken) {
			t.Errorf("%s: got %v of a reader that fails at the end", name, err)
		}
	}
}

// A case whose graph is not compared needs no dump, and one whose counts another column judges no coverage;
// all else is judged as ever.
func TestJudgeWithoutDump(t *testing.T) {
	c, r := goodJudged(), goodRun()
	c.Kind, c.Edges, r.Dump = cases.Safety, 0, nil
	if err := Judge(c, r); err != nil {
		t.Errorf("a safety case: %v", err)
	}
	r.Actions = nil
	if err := Judge(c, r); err == nil || !strings.Contains(err.Error(), "no action is known") {
		t.Errorf("no coverage: %v", err)
	}
	r.Counted = true
	if err := Judge(c, r); err != nil {
		t.Errorf("counted elsewhere: %v", err)
	}
	r.Queue = 1
	if err := Judge(c, r); err == nil {
		t.Error("counted elsewhere, and a state was left on the queue")
	}
	r.Queue, r.States = 0, 3
	if err := Judge(c, r); err == nil {
		t.Error("counted elsewhere, and the pin is another")
	}
}

// A dump with an action that is none of the model's is refused, and one that lacks an action says so.
func TestActionsOfTheDump(t *testing.T) {
	log, dot, c := recorded(t)
	r, err := ParseOutput(strings.NewReader(string(log)), nil)
	if err == nil {
		r.Dump, err = ReadDump(strings.NewReader(string(dot)))
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		actions []string
		want    string
	}{
		{actionsOfLog, ""},
		{actionsOfLog[:3], "the action Up is none of those"},
		{append([]string{"Else"}, actionsOfLog...), "never enabled: [Dead Else], want [Dead]"},
	} {
		again := r
		err := again.happened(row.actions)
		if err == nil {
			err = Judge(c, again)
		}
		if (err == nil) != (row.want == "") || err != nil && !strings.Contains(err.Error(), row.want) {
			t.Errorf("%q: got %v, want %q", row.actions, err, row.want)
		}
	}
}

// A counterexample of which a state is missing, stands twice or cannot be read is refused, and so is one
// that goes back to where it was not.
func TestDamagedCounterexamples(t *testing.T) {
	invariant, lasso := logOf(t, "invariant"), logOf(t, "lasso")
	without := func(log, start string) string {
		var kept []string
		for _, part := range frames([]byte(log)) {
			if !strings.Contains(part, "\n"+start) {
				kept = append(kept, part)
			}
		}
		return strings.Join(kept, "")
	}
	for _, row := range []struct{ name, log, old, new string }{
		{"as it is", invariant, "", ""},
		{"the first state is missing", without(invariant, "1: <"), "", ""},
		{"the second state is missing", without(invariant, "2: <"), "", ""},
		{"another number", invariant, "\n2: <", "\n3: <"},
		{"no number", invariant, "\n2: <", "\ntwo: <"},
		{"no action", invariant, "\n2: <MCUp", "\n2: <MCNext"},
		{"no state", invariant, "/\\ ", "/\\ ?"},
		{"the lasso as it is", lasso, "", ""},
		{"back to where it was not", lasso, ": Back to state", "9: Back to state"},
		{"back to nowhere", lasso, ": Back to state", "0: Back to state"},
		{"back", lasso, ": Back to state", ": Back"},
	} {
		log := row.log
		if row.new == "0: Back to state" {
			log = replacedNumber(log)
		} else if row.old != "" {
			log = strings.ReplaceAll(log, row.old, row.new)
		}
		changed := log != invariant && log != lasso
		if _, err := ParseOutput(strings.NewReader(log), nil); (err != nil) != changed {
			t.Errorf("%s: %v", row.name, err)
		}
	}
}

// replacedNumber has a lasso go back to state 0.
func replacedNumber(log string) string {
	at := strings.Index(log, ": Back to state")
	from := strings.LastIndexByte(log[:at], '\n') + 1
	return log[:from] + "0" + log[at:]
}

// An error that comes behind a violation stands beside it, and a bug of TLC's is an error too; a later
// coverage takes the place of the one before.
func TestMessagesBesideOthers(t *testing.T) {
	frame := func(code, body string) string {
		return "@!@!@STARTMSG " + code + " @!@!@\n" + body + "\n@!@!@ENDMSG " + strings.Split(code, ":")[0] + " @!@!@\n"
	}
	read := func(log string) Result {
		r, err := ParseOutput(strings.NewReader(log), nil)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	violation := frame("2110:1", "Invariant P is violated.")
	r := read(violation + frame("1000:1", "out of memory"))
	if r.Failed != FailInvariant || r.Violated != "P" || len(r.Errors) != 1 {
		t.Errorf("an error behind a violation: %+v", r)
	}
	if r = read(violation + frame("2112:1", "Action property Q is violated.")); r.Failed != FailInvariant {
		t.Errorf("two violations: %+v", r)
	}
	if r = read(frame("1000:2", "TLC Bug")); r.Failed != FailError || len(r.Errors) != 1 {
		t.Errorf("a bug of TLC's: %+v", r)
	}
	if r = read(frame("1000:3", "beware")); r.Failed != "" || len(r.Errors) != 0 || len(r.Warnings) != 1 {
		t.Errorf("a warning: %+v", r)
	}
	if r = read(frame("1000:0", "by the way")); r.Failed != "" || len(r.Errors)+len(r.Warnings) != 0 {
		t.Errorf("a remark: %+v", r)
	}
	part := func(name, counts string) string {
		return frame("2772:0", "<"+name+" line 1, col 1 to line 1, col 2 of module M>: "+counts)
	}
	start := frame("2201:0", "The coverage statistics")
	r = read(start + part("MCUp", "0:0") + part("MCOld", "1:1") + start + part("MCUp", "0:3") + part("MCDown", "0:0"))
	if got := strings.Join(r.Actions, " ") + "; " + strings.Join(r.Never, " "); got != "Down Up; Down" {
		t.Errorf("coverage: %s", got)
	}
	r = read(start + part("MCUp", "0:3") + part("MCUp", "0:0"))
	if len(r.Never) != 0 {
		t.Errorf("an action of two parts, one of which is never enabled: never %q", r.Never)
	}
}
