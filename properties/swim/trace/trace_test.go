package trace

import (
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl/swim"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// lossy is a scene in which much is lost.
func lossy() Scene {
	return Scene{
		Nodes: 12, Layout: faults.UniformLayout, Loss: 450, Skew: 1000, Period: 1000 * millisecond, Warm: 5,
		Lasts: 40_000 * millisecond, Seed: 3,
	}
}

// probes counts by hand: the target of a probe that ends without an ACK is suspected once more, if it was not
// suspected then.
type probes struct {
	target []spec.NodeID
	alive  [][]bool
	counts [][]int
	final  [][]words.Entry
}

func (o *probes) Observe(w *world.World, e *world.Event) {
	at := e.Action.At
	if at == spec.None || e.At >= lossy().End() {
		return
	}
	if e.Action.Timer == words.TimerEnd && o.alive[at][o.target[at]] {
		o.counts[at][o.target[at]]++
	}
	s := w.State(at).(*swim.State)
	o.target[at], o.final[at] = s.Probe.Target, s.Known
	for id, entry := range s.Known {
		o.alive[at][id] = entry.Status == words.Alive
	}
}

// At the end a trace has what the processes have, and counts the suspicions of each process alone: no rumour (N17).
func TestTraceIsWhatHappened(t *testing.T) {
	s := lossy()
	o := &probes{target: make([]spec.NodeID, s.Nodes), final: make([][]words.Entry, s.Nodes)}
	for range s.Nodes {
		o.alive = append(o.alive, slices.Repeat([]bool{true}, s.Nodes))
		o.counts = append(o.counts, make([]int, s.Nodes))
	}
	trace, err := Record(t.Context(), s, o)
	if err != nil {
		t.Fatal(err)
	}
	rumours, own := 0, 0
	err = trace.Visit([]faults.Time{s.End()}, func(_ int, m *Moment, later []Change) error {
		if len(later) > 0 {
			t.Errorf("%d changes come after the end", len(later))
		}
		for i, counts := range m.Suspicions() {
			if !slices.Equal(counts, o.counts[i]) {
				t.Errorf("%d has suspected %v, by hand %v", i, counts, o.counts[i])
			}
			for id, n := range counts {
				own, rumours = own+n, rumours+m.Heard()[i][id]-n
				if entry := o.final[i][id]; m.status(i, id) != statusOf(entry.Status) {
					t.Errorf("%d has %d of %d, and %s", i, m.status(i, id), id, entry.Status)
				}
			}
		}
		return nil
	})
	removes := slices.ContainsFunc(trace.changes, func(c Change) bool { return c.Status == Removed })
	if err != nil || own == 0 || rumours <= own || !removes {
		t.Errorf("%d suspicions, %d more by rumours, some are removed: %t: %v", own, rumours, removes, err)
	}
}

// The lists of 49 processes stand on 15 m, those of others as dense; places are dealt.
func TestMaps(t *testing.T) {
	for nodes, side := range map[int]int{49: 15_000, 32: 12_060, 256: 34_112} {
		if got := (Scene{Nodes: nodes}).side(); got != side {
			t.Errorf("%d processes: a side of %d mm, want %d", nodes, got, side)
		}
	}
	s := Scene{Nodes: 49, Layout: faults.GridLayout, Seed: 1}
	m, err := s.Topology()
	if err != nil || len(m.Links) != 156 {
		t.Fatalf("%d links: %v", len(m.Links), err)
	}
	inOrder := true
	for i, p := range m.Positions {
		inOrder = inOrder && p[0] == 15_000*(2*(i%7)+1)/14
	}
	if inOrder {
		t.Error("ids go along the rows")
	}
	for _, l := range m.Links {
		if m.Positions[l[0]].Distance(m.Positions[l[1]]) > Reach {
			t.Errorf("%v are linked, at %v and %v", l, m.Positions[l[0]], m.Positions[l[1]])
		}
	}
}

// Members are suspected for the logarithm of N+1, rounded up.
func TestPatience(t *testing.T) {
	for nodes, want := range map[int]int{1: 1, 2: 2, 19: 3, 20: 4, 49: 4, 53: 4, 54: 5, 256: 6} {
		if got := patience(nodes); got != want {
			t.Errorf("%d processes: %d periods, want %d", nodes, got, want)
		}
	}
}
