package verify_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
)

// failures runs a chain whose only property is that one and returns what fails, with the event.
func failures(t *testing.T, does doesToy, p spec.Property[verify.Judged[toyState, int]], plain bool) string {
	t.Helper()
	s := chainSystem(4, toys(4, spec.CrashStop, does))
	s.Properties = []spec.Property[verify.Judged[toyState, int]]{p}
	judge := s.Subject().Refined(&unworried{}, nil)
	if plain {
		judge = verify.Plain(judge)
	}
	w, err := world.New(s.Cluster, chainPlan(4), judge)
	if err != nil {
		t.Fatal(err)
	}
	w.Run()
	var failed []string
	for _, v := range judge.End(w).Violations {
		failed = append(failed, fmt.Sprintf("%s at %d: %s", v.Property, v.Event, v.Why))
	}
	return strings.Join(failed, "; ")
}

// A property of each process is judged where something happens, and of all processes at first: it fails at
// the same event, in the same words, as one that is asked of whole states.
func TestOfEachIsJudgedWhereItHappens(t *testing.T) {
	type state = verify.Judged[toyState, int]
	for at := range spec.NodeID(4) {
		p := verify.OfEach("Deaf", func(st state, id spec.NodeID) error {
			if s := st.State.State; id == at && s.Alive.Has(id) && s.Nodes[id].Steps > 0 {
				return fmt.Errorf("%s has heard", id)
			}
			return nil
		})
		want := failures(t, link(4), p, true)
		if !strings.Contains(want, "Deaf at") {
			t.Errorf("process %d: no property fails, but %q", at, want)
		}
		if got := failures(t, link(4), p, false); got != want {
			t.Errorf("process %d: failed %q, want %q", at, got, want)
		}
	}
	never := verify.OfEach("Never", func(_ state, id spec.NodeID) error {
		if id == 3 { // where nothing has happened so far
			return fmt.Errorf("never right")
		}
		return nil
	})
	if got := failures(t, link(4), never, false); !strings.Contains(got, "Never at 1:") {
		t.Errorf("what is wrong from the beginning fails as %q", got)
	}
}

// Of a state such a property sees what is one process's own, and nothing else: what it said cannot change then
// with something that happens elsewhere.
func TestOfEachSeesOneProcess(t *testing.T) {
	type state = verify.Judged[toyState, int]
	asked := 0
	p := verify.OfEach("Alone", func(st state, at spec.NodeID) error {
		s := st.State.State
		if asked++; asked <= 4 { // all processes, of the whole state
			return nil
		}
		for id := range s.Nodes {
			other := s.Nodes[id] != toyState{} || s.Disk[id] != nil || len(s.Timers[id]) > 0
			if spec.NodeID(id) != at && other {
				return fmt.Errorf("it sees %d", id)
			}
		}
		if s.Nodes[at].Heard != int(at) || !s.Alive.Equal(spec.Set{at}) || len(s.Flight) > 0 || st.State.Ghost != 0 {
			return fmt.Errorf("%+v is not what is its own", s)
		}
		return nil
	})
	does := func(n *toy, ev impl.Event, out *impl.Effects) { link(4)(n, ev, out) }
	if got := failures(t, does, p, false); got != "" || asked < 7 {
		t.Errorf("asked %d times, failed %q", asked, got)
	}
}

// The shortcuts are taken away from a judge that has some.
func TestPlain(t *testing.T) {
	var monitor campaign.Judge = &unworried{}
	if verify.Plain(monitor) != monitor {
		t.Error("another judge is changed")
	}
}
