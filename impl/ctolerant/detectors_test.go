package ctolerant

import (
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// above returns process 2 of Base among four with c = 1 and f = 1, perhaps above a failure detector.
func above(t *testing.T, detectors bool) *Node {
	t.Helper()
	cfg := words.Config{
		Nodes: 4, C: 1, F: 1, Initiator: 2, Detectors: detectors, CollectTimeoutMS: 70, AwaitTimeoutMS: 90,
		TakeoverTimeoutMS: 200,
	}.WithDefaults()
	if err := cfg.Check(); err != nil {
		t.Fatal(err)
	}
	return New(2, cfg)
}

// A process above a failure detector begins an election if it forgets its leader, with a number beyond the number of
// the leader's election, unless it takes part in one.
func TestLosesLeader(t *testing.T) {
	forget := func(id spec.NodeID, want ...impl.Effect) handled {
		return handled{"forget " + id.String(), told(words.Forget{Node: id}), want}
	}
	follow := handled{"follow 0", leaderOf(el(3, 1), 0), nil}
	elect := func(known ...spec.NodeID) (effects []impl.Effect) {
		for _, id := range known {
			effects = append(effects, query(id, 1))
		}
		return numbered(4, append(effects, set(words.TimerCollect, 70)))
	}
	begin := handled{"begin", start, elect(0, 2, 3)}
	for name, c := range map[string]struct {
		without bool // a detector
		events  []handled
		elects  bool
	}{
		"its leader":            {events: []handled{follow, forget(0, elect(1, 2, 3)...)}, elects: true},
		"another process":       {events: []handled{follow, forget(1)}},
		"before it follows any": {events: []handled{forget(0)}},
		"its leader, without":   {without: true, events: []handled{follow, forget(0)}},
		"its leader, again": {
			events: []handled{follow, forget(0, elect(1, 2, 3)...), forget(0)}, elects: true,
		},
		"its leader, in its election": {events: []handled{follow, forget(1), begin, forget(0)}, elects: true},
		"its leader, having yielded": {events: []handled{
			follow, forget(0, elect(1, 2, 3)...),
			{"yield", queryOf(el(5, 3)), yields(words.TimerCollect, respondsOne(3))},
			forget(0),
		}},
	} {
		t.Run(name, func(t *testing.T) {
			n := above(t, !c.without)
			handle(t, n, c.events...)
			if elects := n.state.Election != nil; elects != c.elects {
				t.Errorf("has an election under way: %t, want %t", elects, c.elects)
			}
		})
	}
}

// respondsOne is the RESPONSE of a process whose lowest member is 1.
func respondsOne(to spec.NodeID) impl.Effect {
	return impl.Effect{Kind: impl.Send, To: to, Body: words.Response{Run: 1, Candidates: spec.Set{1}}}
}

// Each Missed is one suspicion more of the process that has not answered. The lists stay as they are.
func TestMissed(t *testing.T) {
	n := above(t, true)
	for range 2 {
		handle(t, n, handled{"missed", told(words.Missed{Node: 3}), nil})
	}
	handle(t, n, handled{"missed", told(words.Missed{Node: 0}), nil})
	if want := []int{1, 0, 0, 2}; !slices.Equal(n.state.Suspicions, want) || slices.Contains(n.state.List, false) {
		t.Errorf("suspicions %v, want %v; list %v, want all", n.state.Suspicions, want, n.state.List)
	}
	if other := above(t, true); slices.Max(other.state.Suspicions) != 0 {
		t.Errorf("another process begins with the suspicions %v", other.state.Suspicions)
	}
}
