package scrutineer_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

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
		"states of single processes in every eighth run", "changed nothing in any run: TimeoutT",
		"never happened: Lead",
	} {
		if !strings.Contains(logs, want) {
			t.Errorf("%q is not in it: %s", want, logs)
		}
	}
	if strings.Contains(logs, "nobody reads this") {
		t.Error("a run that does not fail is logged")
	}
}

// rarely is a protocol whose process handles Go without effects. It changes its state in one of so many configurations.
func rarely(configs int) scrutineer.Protocol[forgetful] {
	type config struct {
		Changes bool `json:"changes"`
	}
	p := forgetting("")
	p.Wire = []any{Go{}}
	p.Inputs = func(_ scrutineer.NodeID, s *forgetful) []scrutineer.Body { return []scrutineer.Body{Go{}} }
	p.Config = scrutineer.Configs[config, forgetful]{
		Draw: func(c scrutineer.Chooser) config {
			return config{c.Choose("changes", configs) == configs-1 && configs > 1}
		},
		Apply: func(c config, p *scrutineer.Protocol[forgetful]) error {
			p.New = func(scrutineer.NodeID, int) scrutineer.Node {
				if c.Changes {
					return &counts{}
				}
				return &forgetfulNode{}
			}
			return nil
		},
	}
	return p
}

// counts counts what it is told.
type counts struct{ forgetfulNode }

func (c *counts) Step(ev scrutineer.Event, out *scrutineer.Effects) {
	if ev.Kind == scrutineer.Input && c.state.N < 3 {
		c.state.N++
	}
	c.forgetfulNode.Step(ev, out)
}

// What changes a state in a single run is not said to change nothing, and what changes none is, also if time ends the
// runs.
func TestChangedNothing(t *testing.T) {
	for _, c := range []struct {
		configs   int
		name, val string
		idle      bool
	}{
		{100, "scrutineer.n", "1000", false},
		{1, "scrutineer.n", "1000", true},
		{1, "scrutineer.for", "500ms", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			flagged(t, c.name, c.val)
			flagged(t, "scrutineer.states", "-1")
			said := strings.Join(checked(t, rarely(c.configs)).logs, "\n")
			want := "changed nothing in any run: Go"
			if got := strings.Contains(said, want); got != c.idle {
				t.Errorf("one of %d configurations: it says %s", c.configs, said)
			}
		})
	}
}

// If events end the runs, the line about them says so.
func TestEventsEndTheRuns(t *testing.T) {
	flagged(t, "test.short", "false") // which has numbers of its own
	flagged(t, "scrutineer.n", "0")
	flagged(t, "scrutineer.states", "-1")
	p := sleeping(false)
	p.New = func(id scrutineer.NodeID, n int) scrutineer.Node { return &busy{sleeper: sleeper{id: id, nodes: n}} }
	said := strings.Join(checked(t, p).logs, "\n")
	if !strings.Contains(said, " runs of seed 1, of 20000, as all runs together may have 3000000 events: ") {
		t.Errorf("it says %s", said)
	}
	flagged(t, "scrutineer.n", "1000")
	if said := strings.Join(checked(t, p).logs, "\n"); !strings.Contains(said, "1000 runs of seed 1: 1000 passed") {
		t.Errorf("with so many runs it says %s", said)
	}
}

// busy has a timer that fires often.
type busy struct{ sleeper }

func (b *busy) Step(ev scrutineer.Event, out *scrutineer.Effects) {
	b.sleeper.Step(ev, out)
	if ev.Kind == scrutineer.Booted || ev.Kind == scrutineer.Fired {
		out.SetTimer("Busy", time.Millisecond)
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
	if text, err := os.ReadFile(files[0]); err != nil || !strings.HasPrefix(string(text), "event 1: 2 are up\n") {
		t.Errorf("%s, %v", text, err)
	}
}

// The first line of log.txt says how many lines were left out before it.
func TestLogfLeavesOut(t *testing.T) {
	t.Chdir(t.TempDir())
	p := forgetting("")
	p.Always["Fine"] = func(v scrutineer.View[forgetful]) error {
		for n := range 1400 {
			v.Logf("line %d", n)
		}
		if v.Now() > 0 {
			return os.ErrInvalid
		}
		return nil
	}
	r := &recorded{TB: t}
	scrutineer.Check(r, p)
	files, err := filepath.Glob("testdata/failures/*/Fine/log.txt")
	if err != nil || len(files) != 1 {
		t.Fatalf("there are %v, %v", files, err)
	}
	text, err := os.ReadFile(files[0])
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	if err != nil || len(lines) != 1001 || !strings.HasSuffix(lines[0], " lines before these are left out") {
		t.Errorf("%d lines, the first is %s, %v", len(lines), lines[0], err)
	}
	if said := strings.Join(r.errors, "\n"); !strings.Contains(said, " lines before these, see log.txt\n") {
		t.Errorf("it says %s", said)
	}
}
