package world

import (
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
)

// ticker sets a timer whenever one fires: it never rests.
type ticker struct{ state struct{ Ticks int } }

func (n *ticker) State() any { return &n.state }

func (n *ticker) Step(_ impl.Event, out *impl.Effects) {
	n.state.Ticks++
	out.SetTimer("T", 10*time.Millisecond)
}

// finisher ends a run at one event, at which something else is due too.
type finisher struct {
	at   int
	seen []string
}

func (f *finisher) Observe(w *World, e *Event) {
	f.seen = append(f.seen, e.Action.String())
	if e.N == f.at {
		w.injector.due = append(w.injector.due, consequence{what: toCrash, node: 0})
		w.Finish()
	}
}

// A run is finished after the event at which an observer says so, and before what that
// entails; while faults may still happen it goes on.
func TestFinish(t *testing.T) {
	ms := faults.Time(time.Millisecond)
	plan := faults.Plan{Version: faults.PlanVersion, Stop: 35 * ms, Settle: 100 * ms}
	c := network.Cluster{
		Nodes: 1, Boots: true, New: func(spec.NodeID) impl.Node { return new(ticker) },
		Inputs: func(spec.NodeID, any, spec.Set) []spec.Body { return nil },
	}
	for _, row := range []struct {
		at, events int
		end        faults.Time
		ended      bool
	}{
		{0, 15, 131 * ms, false}, // a boot, 13 timers and that the faults stop
		{3, 5, 35 * ms, false},   // too early: then it crashes, and nothing is left but that the faults stop
		{5, 5, 35 * ms, true},    // that they stop
		{7, 7, 51 * ms, true},
	} {
		f := &finisher{at: row.at}
		w, err := New(c, plan, f)
		if err != nil {
			t.Fatal(err)
		}
		r := w.Run()
		if r.Events != row.events || len(f.seen) != row.events || r.End != row.end || r.Ended != row.ended ||
			r.Breach != nil || r.Quiescent && r.Ended {
			t.Errorf("at %d: %d events until %s, ended %t: %q", row.at, r.Events, r.End, r.Ended, f.seen)
		}
	}
}
