package scrutineer_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Sleepy is what a process shows whose first event has no effect: how often it was told to go, and heard of it.
type Sleepy struct{ Told, Heard int }

// sleeper is such a process. It says that it hides something if hides is set, and then its first event changes that.
type sleeper struct {
	id     scrutineer.NodeID
	nodes  int
	state  Sleepy
	hides  bool
	hidden int
}

// Go has a process begin, and Gone is what it sends.
type (
	Go   struct{}
	Gone struct{}
)

func (Go) Kind() string   { return "Go" }
func (Gone) Kind() string { return "Gone" }

func (s *sleeper) State() any { return &s.state }

func (s *sleeper) Step(ev scrutineer.Event, out *scrutineer.Effects) {
	switch ev.Kind {
	case scrutineer.Booted:
		if s.hides {
			s.hidden = 1
		}
	case scrutineer.Input:
		s.state.Told++
		for to := range s.nodes {
			if to := scrutineer.NodeID(to); to != s.id {
				out.Send(to, Gone{})
			}
		}
	case scrutineer.Delivered:
		s.state.Heard++
	}
}

// sleeping is a protocol of two such processes. Each may be told once.
func sleeping(hides bool) scrutineer.Protocol[Sleepy] {
	return scrutineer.Protocol[Sleepy]{
		Name: "sleeping", Nodes: 2, Wire: []any{Go{}, Gone{}, Lead{}}, Timeout: 10 * time.Millisecond,
		New: func(id scrutineer.NodeID, n int) scrutineer.Node { return &sleeper{id: id, nodes: n, hides: hides} },
		Inputs: func(_ scrutineer.NodeID, s *Sleepy) []scrutineer.Body {
			if s.Told > 0 {
				return nil
			}
			return []scrutineer.Body{Go{}}
		},
		Always: scrutineer.Properties[Sleepy]{"Fine": func(scrutineer.View[Sleepy]) error { return nil }},
	}
}

// explores is what Check says that only explores.
func explores(t *testing.T, p scrutineer.Registration) *recorded {
	t.Helper()
	flagged(t, "scrutineer.n", "1")
	flagged(t, "scrutineer.states", "20000")
	return checked(t, p)
}

// An exploration sees that the first event changes what State does not show.
func TestFirstEventHides(t *testing.T) {
	r := explores(t, sleeping(true))
	if said := strings.Join(r.errors, "\n"); !strings.Contains(said, "StateShowsAll") ||
		!strings.Contains(said, "Boot changes the field hidden") {
		t.Errorf("it says %q", said)
	}
	if r := explores(t, sleeping(false)); len(r.errors) > 0 {
		t.Errorf("without the field it says %q", r.errors)
	}
}

// What a process announces from its beginning on stands in the history of explorations.
func TestFirstEventAnnounces(t *testing.T) {
	p := sleeping(false)
	p.Announces = func(at scrutineer.NodeID, s *Sleepy) any {
		if s.Heard > 0 {
			return nil
		}
		return Lead{int(at)}
	}
	p.Always["Alone"] = func(v scrutineer.View[Sleepy]) error {
		if len(v.Announced()) == v.Nodes() && v.Now() == 0 { // in explorations
			for _, s := range v.All() {
				if s.Told > 0 {
					return nil
				}
			}
			return errors.New("both have announced")
		}
		return nil
	}
	r := explores(t, p)
	if said := strings.Join(r.errors, "\n"); !strings.Contains(said, "Alone fails") {
		t.Errorf("it says %q, %q", said, r.logs)
	}
}

// Answered may count from any number on: what it says in the beginning is no answer, in explorations either.
func TestFirstEventAnswers(t *testing.T) {
	p := register(false)
	first := p.Client.Answered
	p.Client.Answered = func(at scrutineer.NodeID, r *Register) (int, any) {
		n, answer := first(at, r)
		return n + 7, answer
	}
	if r := explores(t, p); len(r.errors) > 0 {
		t.Errorf("it says %q", r.errors)
	}
	r := explores(t, register(true))
	if !strings.Contains(strings.Join(r.errors, ""), "Linearizable fails in an exploration") {
		t.Errorf("a stale register: it says %q", r.errors)
	}
}

// An exploration reaches the same verdict whether or not it skips first events that change nothing.
func TestFirstEventsChangeNoVerdict(t *testing.T) {
	for most, want := range map[int]spec.Verdict{0: spec.Violated, 1: spec.Violated, 3: spec.Violated, 4: spec.Holds} {
		p := sleeping(false)
		p.Without = []string{"duplicate"}
		p.Always["Few"] = func(v scrutineer.View[Sleepy]) error {
			told := 0
			for _, s := range v.All() {
				told += s.Told + s.Heard
			}
			if told > most {
				return fmt.Errorf("%d are told or have heard", told)
			}
			return nil
		}
		all := explored(t, p, "Few")
		r := explores(t, p)
		if fails := len(r.errors) > 0; all.Results[0].Verdict != want || fails != (want == spec.Violated) {
			t.Errorf("at most %d: %s, and Check says %q; want %s", most, all.Results[0].Verdict, r.errors, want)
		}
	}
}
