package scrutineer_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/internal/cases"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Ball goes to and fro between two processes for ever.
type Ball struct{}

func (Ball) Kind() string { return "Ball" }

// player plays, and has played when its timer has fired.
type player struct {
	Played bool
	Fired  int // how often the timer has fired before
}

type playing struct {
	id    scrutineer.NodeID
	anew  bool // it sets the timer anew whenever the ball comes
	idle  bool // it does nothing when the timer fires
	again bool // it only sets the timer again then
	later int  // it has played when the timer has fired so often before
	state player
}

func (p *playing) State() any { return &p.state }

func (p *playing) Step(ev scrutineer.Event, out *scrutineer.Effects) {
	switch {
	case ev.Kind == scrutineer.Fired && p.again:
		out.SetTimer("T", 100*time.Millisecond)
	case ev.Kind == scrutineer.Fired && p.idle:
	case ev.Kind == scrutineer.Fired && p.state.Fired < p.later:
		p.state.Fired++
		out.SetTimer("T", 100*time.Millisecond)
	case ev.Kind == scrutineer.Fired:
		p.state.Played = true
	case ev.Kind == scrutineer.Delivered:
		if p.id == 0 && p.anew && !p.state.Played {
			out.SetTimer("T", 100*time.Millisecond)
		}
		out.Send(ev.From, Ball{})
	case p.id == 0:
		out.SetTimer("T", 100*time.Millisecond)
		out.Send(1, Ball{})
	}
}

// A timer that stays set while a message is always in flight fires at last: that it does not is no counterexample. If
// the message sets it anew each time, it is one. So it is if nothing comes of it that the timer has fired.
func TestTimersInLoops(t *testing.T) {
	flagged(t, "scrutineer.n", "20") // the players never rest
	const stays = "  all the while: timer T of 0 is set"
	for name, test := range map[string]struct {
		playing playing
		want    spec.Verdict
		path    string // how it ends
	}{
		"fires":        {playing{}, spec.Holds, ""},
		"set anew":     {playing{anew: true}, spec.Violated, stays + "\n"},
		"does nothing": {playing{idle: true}, spec.Violated, ""},
		"set again": {
			playing{again: true},
			spec.Violated,
			stays + " again whenever it fires, and nothing else changes\n",
		},
	} {
		p := players(test.playing)
		r := explored(t, p, "Plays")
		found := r.Results[0]
		if found.Verdict != test.want {
			t.Errorf("%s: %s, want %s (%s)\n%s", name, found.Verdict, test.want, found.Why, found.Path)
		}
		if !strings.HasSuffix(found.Path, test.path) {
			t.Errorf("%s: it says %s, want %q at its end", name, found.Path, test.path)
		}
		if said := checked(t, p); (test.want == spec.Holds) != (len(said.errors) == 0) {
			t.Errorf("%s: runs say %q", name, said.errors)
		}
	}
}

// players is a protocol of two processes like this one.
func players(like playing) scrutineer.Protocol[player] {
	return scrutineer.Protocol[player]{
		Name: "players", Nodes: 2, Wire: []any{Ball{}}, Without: []string{"duplicate"},
		New: func(id scrutineer.NodeID, _ int) scrutineer.Node {
			node := like
			node.id = id
			return &node
		},
		Eventually: scrutineer.Properties[player]{"Plays": func(v scrutineer.View[player]) error {
			if s := v.State(0); s != nil && !s.Played {
				return errors.New("it has not played")
			}
			return nil
		}},
	}
}

// explored explores a protocol without faults, and judges one property.
func explored(t *testing.T, p scrutineer.Registration, property string) verify.Reach {
	t.Helper()
	subject, err := p.Registered().Open(cases.Case{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := subject.Reach([]string{property}, "MCFairSpec", verify.ReachOptions{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Explorations find one late timer after another, up to a bound. Beyond it they say why they do not judge.
func TestTimersThatAreLateInTurn(t *testing.T) {
	for later, want := range map[int]spec.Verdict{2: spec.Holds, 14: spec.Holds, 20: spec.Undecided} {
		r := explored(t, players(playing{later: later}), "Plays")
		found := r.Results[0]
		if found.Verdict != want || r.Due <= later || r.Due > r.States {
			t.Errorf("%d firings before: %s (%s), %d of %d states", later, found.Verdict, found.Why, r.Due, r.States)
		}
		if why := "after 16 explorations there are still more states"; want == spec.Undecided &&
			!strings.HasPrefix(found.Why, why) {
			t.Errorf("it says %q, want %q", found.Why, why)
		}
	}
	flagged(t, "scrutineer.n", "1")
	p := players(playing{later: 20})
	if said := strings.Join(checked(t, p).logs, "\n"); !strings.Contains(said, "Plays is not judged: after 16 ") {
		t.Errorf("it says %s", said)
	}
}

// seldom is a process whose timer is set only if messages come in an order that is seldom drawn. Then the two play for
// ever.
type seldom struct {
	id    scrutineer.NodeID
	state player
}

// Numbered is a message with a number.
type Numbered struct{ N int }

func (Numbered) Kind() string { return "Numbered" }

func (r *seldom) State() any { return &r.state }

func (r *seldom) Step(ev scrutineer.Event, out *scrutineer.Effects) {
	const all = 7
	switch body, numbered := ev.Body.(Numbered); {
	case ev.Kind == scrutineer.Booted && r.id == 0:
		for n := range all {
			out.Send(1, Numbered{n})
		}
	case numbered && body.N == all-1-r.state.Fired:
		if r.state.Fired++; r.state.Fired == all {
			out.SetTimer("T", 100*time.Millisecond)
			out.Send(0, Ball{})
		}
	case numbered:
		r.state.Fired = all + 1 // it is over
	case ev.Kind == scrutineer.Fired:
		r.state.Played = true
	case ev.Kind == scrutineer.Delivered:
		out.Send(ev.From, Ball{})
	}
}

// What happens after a late timer is judged by every property, also by one that no loop breaks.
func TestAlwaysAfterLateTimer(t *testing.T) {
	p := players(playing{})
	p.New = func(id scrutineer.NodeID, _ int) scrutineer.Node { return &seldom{id: id} }
	p.Wire, p.Without = append(p.Wire, Numbered{}), []string{"crash", "crashIn", "loss", "duplicate", "premature"}
	p.Eventually, p.Always = nil, scrutineer.Properties[player]{"Silent": func(v scrutineer.View[player]) error {
		if s := v.State(1); s != nil && s.Played {
			return errors.New("it has played")
		}
		return nil
	}}
	if found := explored(t, p, "Silent").Results[0]; found.Verdict != spec.Violated || found.Length != 11 {
		t.Errorf("%s after %d states, want a violation after 11", found.Verdict, found.Length)
	}
	flagged(t, "scrutineer.n", "1")
	said := strings.Join(checked(t, p).errors, "\n")
	if !strings.Contains(said, "T of process 1 fires ") || !strings.Contains(said, "replay it:") {
		t.Errorf("there is no plan: %s", said)
	}
}

// A property that holds as long as a timer stays set is undecided if what happens after the timer was not explored:
// the search was stopped, or ended with another property that fails.
func TestUnfiredTimer(t *testing.T) {
	p := players(playing{})
	p.Nodes = 3 // of which one may be down
	p.Eventually["Never"] = func(scrutineer.View[player]) error { return errors.New("it is never so") }
	crash := cases.Case{Budget: map[string]int{"crash": 1}, MayCrash: []int{0, 1}} // then nothing stays set
	subject, err := p.Registered().Open(crash)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		names []string
		at    string // the stage that is stopped
	}{
		{[]string{"Never", "Plays"}, ""},
		{[]string{"Plays"}, "looking for timers that stay set"},
		{[]string{"Plays"}, "exploring again, with timers that fire late"},
	} {
		stage := func(at string) error {
			if at == c.at {
				return errors.New("stopped")
			}
			return nil
		}
		r, err := subject.Reach(c.names, "MCFairSpec", verify.ReachOptions{Workers: 1, Stage: stage})
		if err != nil {
			t.Fatal(err)
		}
		plays := r.Results[len(r.Results)-1]
		if plays.Name != "Plays" || plays.Verdict != spec.Undecided || r.Unfired == "" {
			t.Errorf("%q, stopped at %q: %s %s, %q", c.names, c.at, plays.Name, plays.Verdict, r.Unfired)
		}
	}
}

// In a run many timers may wait in vain, one after the other: a run is prolonged by as long as they have waited.
func TestRunIsProlonged(t *testing.T) {
	flagged(t, "scrutineer.n", "20")
	flagged(t, "scrutineer.states", "-1")
	for later, settle := range map[int]time.Duration{18: 0, 1: 400 * time.Millisecond} {
		p := players(playing{later: later})
		p.Settle = settle
		if said := checked(t, p); len(said.errors) > 0 {
			t.Errorf("%d in %s: %q", later, settle, said.errors)
		}
		// A property that is excused does not keep the run from waiting for another one.
		p.Eventually["AllUp"] = func(scrutineer.View[player]) error { return errors.New("it is excused") }
		p.Assumptions = []scrutineer.Assumption[player]{
			{Name: "Peace", Kept: func(scrutineer.View[player]) bool { return false }},
		}
		p.Needs = map[string][]string{"AllUp": {"Peace"}}
		if said := checked(t, p); len(said.errors) > 0 {
			t.Errorf("%d in %s, beside an excused property: %q", later, settle, said.errors)
		}
	}
}

// retrying is a process with a timer for each of two peers, of one name. One is set again and again, the other fires
// once.
type retrying struct {
	id    scrutineer.NodeID
	state player
}

func (r *retrying) State() any { return &r.state }

func (r *retrying) Step(ev scrutineer.Event, out *scrutineer.Effects) {
	switch {
	case r.id != 0:
	case ev.Kind == scrutineer.Booted:
		out.SetTimer("Retry(1)", 100*time.Millisecond)
		out.SetTimer("Retry(2)", 100*time.Millisecond)
	case ev.Timer == "Retry(1)":
		out.Send(1, Ball{})
		out.SetTimer("Retry(1)", 100*time.Millisecond)
	case ev.Timer == "Retry(2)":
		r.state.Played = true
	}
}

// A timer that is fair together with others of its name does not stay set for ever.
func TestTimersOfOneName(t *testing.T) {
	p := players(playing{})
	p.Nodes = 3
	p.New = func(id scrutineer.NodeID, _ int) scrutineer.Node { return &retrying{id: id} }
	if found := explored(t, p, "Plays").Results[0]; found.Verdict != spec.Holds {
		t.Errorf("%s (%s)\n%s", found.Verdict, found.Why, found.Path)
	}
}
