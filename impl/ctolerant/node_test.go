package ctolerant

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// step runs one handler whose picks are the first k, and returns its effects.
func step(n *Node, ev impl.Event) []impl.Effect {
	out := impl.NewEffects(func(_ string, from spec.Set, k int) spec.Set { return from[:k] })
	n.Step(ev, out)
	return out.List
}

func response(from spec.NodeID, run int, candidate spec.NodeID) impl.Event {
	return impl.Event{
		Kind: impl.Delivered, From: from,
		Body: words.Response{Run: run, Candidates: spec.NewSet(candidate)},
	}
}

// The exploration is untimed and forgets how long timers run; that every batch of
// QUERYs and every new RESPONSE sets TIMEOUT anew (D5) is seen here.
func TestTimersOfARun(t *testing.T) {
	cfg := words.Config{Nodes: 4, C: 1, F: 1, Initiator: 3, CollectTimeoutMS: 70, AwaitTimeoutMS: 90}.WithDefaults()
	if err := cfg.Check(); err != nil {
		t.Fatal(err)
	}
	n := New(3, cfg)
	collect := impl.Effect{Kind: impl.SetTimer, To: spec.None, Timer: words.TimerCollect, After: 70 * time.Millisecond}
	query := func(to spec.NodeID) impl.Effect {
		return impl.Effect{Kind: impl.Send, To: to, Body: words.Query{Run: 1}}
	}
	start := impl.Event{Kind: impl.Told, Body: words.Start{}}
	timeout := impl.Event{Kind: impl.Fired, Timer: words.TimerCollect}
	for _, s := range []struct {
		name string
		ev   impl.Event
		want []impl.Effect
	}{
		{"start", start, []impl.Effect{query(0), query(1), query(2), collect}},
		{"timeout", timeout, []impl.Effect{query(0), query(1), query(2), collect}},
		{"a RESPONSE of another run", response(0, 0, 0), nil},
		{"the first RESPONSE", response(1, 1, 1), []impl.Effect{collect}},
		{"the same again", response(1, 1, 1), nil},
		{"timeout", timeout, []impl.Effect{query(0), query(2), collect}},
		{"the last RESPONSE", response(2, 1, 0), []impl.Effect{
			{Kind: impl.Send, To: 0, Body: words.Notify{Run: 1}},
			{Kind: impl.StopTimer, To: spec.None, Timer: words.TimerCollect},
			{Kind: impl.SetTimer, To: spec.None, Timer: words.TimerAwait, After: 90 * time.Millisecond},
		}},
		{"a RESPONSE too late", response(0, 1, 0), nil},
		{"LEADER", impl.Event{Kind: impl.Delivered, From: 0, Body: words.Leader{Run: 1}}, []impl.Effect{
			{Kind: impl.StopTimer, To: spec.None, Timer: words.TimerAwait},
		}},
	} {
		if d := cmp.Diff(s.want, step(n, s.ev)); d != "" {
			t.Errorf("%s (-want +got):\n%s", s.name, d)
		}
	}
	if n.state.Leader != 0 {
		t.Errorf("follows %s, want 0", n.state.Leader)
	}
}

// The paper's figure 1: N = 4, c = 2, f = 0, initiator 3 asks three and notifies
// one, which multicasts (CT-19).
func TestFigure1(t *testing.T) {
	cfg := words.Config{Nodes: 4, C: 2, F: 0, Initiator: 3}.WithDefaults()
	n := New(3, cfg)
	sent := len(step(n, impl.Event{Kind: impl.Told, Body: words.Start{}})) - 1 // but for the timer
	for from := range 3 {
		for _, e := range step(n, response(spec.NodeID(from), 1, 0)) {
			if e.Kind == impl.Send {
				sent++
			}
		}
	}
	if sent != 4 {
		t.Errorf("%d messages sent by the initiator, want three QUERYs and one NOTIFY", sent)
	}
	leader := New(0, cfg)
	got := step(leader, impl.Event{Kind: impl.Delivered, From: 3, Body: words.Notify{Run: 1}})
	want := []impl.Effect{{Kind: impl.Multicast, To: spec.None, Body: words.Leader{Run: 1}}}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("the leader's effects (-want +got):\n%s", d)
	}
}
