package scrutineer_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer"
)

// A pass says how often what must be seen was, what the runs are called, when the last new state came, and what
// changed nothing or never happened.
func TestSeen(t *testing.T) {
	flagged(t, "scrutineer.n", "1000")
	p := forgetting("")
	p.Wire = []any{Lead{}}
	p.Sometimes = scrutineer.Properties[forgetful]{"AnybodyUp": func(v scrutineer.View[forgetful]) error {
		if !v.Up(0) {
			v.Label("0 is down")
		}
		return scrutineer.Seen(v.Up(0) || v.Up(1))
	}}
	p.Always = scrutineer.Properties[forgetful]{"Fine": func(v scrutineer.View[forgetful]) error {
		v.Logf("nobody reads this")
		if v.Highest() == 0 {
			v.Label("1 is down")
		}
		return nil
	}}
	logs := strings.Join(checked(t, p).logs, "\n")
	for _, want := range []string{
		"seen in so many runs: AnybodyUp ", "labels: ", "1 is down ", " %",
		"states of single processes in every eighth run", "changed nothing in any run: ", "never happened: Lead",
	} {
		if !strings.Contains(logs, want) {
			t.Errorf("%q is not in it: %s", want, logs)
		}
	}
	if strings.Contains(logs, "nobody reads this") {
		t.Error("a run that does not fail is logged")
	}
}

// What properties log stands in the report of a failure, its last lines, and all of it beside the diagram.
func TestLogf(t *testing.T) {
	t.Chdir(t.TempDir())
	p := forgetting("")
	events := 0
	p.Always["Fine"] = func(v scrutineer.View[forgetful]) error {
		events++
		v.Logf("%d are up", v.Nodes())
		if v.Now() > 0 && !v.Up(0) {
			return os.ErrInvalid
		}
		return nil
	}
	p.Without = []string{"crashIn"}
	r := &recorded{TB: t}
	scrutineer.Check(r, p)
	said := strings.Join(r.errors, "\n")
	if !strings.Contains(said, "  logged:     event ") || !strings.Contains(said, ": 2 are up") {
		t.Errorf("it says %s", said)
	}
	files, err := filepath.Glob("testdata/failures/*/Fine/log.txt")
	if err != nil || len(files) != 1 {
		t.Fatalf("there are %v, %v", files, err)
	}
	if text, err := os.ReadFile(files[0]); err != nil || !strings.Contains(string(text), "event 1: 2 are up\n") {
		t.Errorf("%s, %v", text, err)
	}
}
