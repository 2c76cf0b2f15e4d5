package paper

import (
	"context"
	"fmt"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/spec"
)

// onPaper is a scene in the paper's network: each message takes 0.1 time units and an exponential
// time of mean 0.2 (its Lambda), and what a process sends at once departs 0.1 apart (Figure 3). Its
// time unit is a second here. Of 10^21 messages one would take longer than the longest.
func (s scene) onPaper(seed uint64) scene {
	s.delay = faults.Delay{
		Shape: faults.Exponential, Min: 100 * millisecond, Mean: 300 * millisecond, Max: 10 * second,
	}
	s.gap, s.seed = 100*millisecond, seed
	return s
}

// times are when something first was so at each process, counted from the beginning of the first
// round.
type times struct {
	at   []faults.Time // -1 where it has not come
	left int           // where it has not come
	last faults.Time   // when it came last
}

func newTimes(nodes, wanted int) times {
	t := times{at: make([]faults.Time, nodes), left: wanted}
	for i := range t.at {
		t.at[i] = -1
	}
	return t
}

func (t *times) note(id spec.NodeID, now faults.Time) {
	if t.at[id] < 0 {
		t.last = now - begins
		t.at[id] = t.last
		t.left--
	}
}

// watch notes when each process ends its first round; and where process 0 crashes, when each other
// suspects it, and when each elects somebody else then.
type watch struct {
	crashes                    bool
	ended, suspected, followed times
	given                      int // tests that were given up too early
}

// Observe notes what the process knows at which something has happened.
func (o *watch) Observe(w *world.World, e *world.Event) {
	at := e.Action.At
	if interrupts(e) {
		o.given++
	}
	if at == spec.None || at == 0 && o.crashes {
		return
	}
	v := viewOf(w.State(at))
	if v == nil {
		return
	}
	elected := elects(e)
	if elected {
		o.ended.note(at, e.At)
	}
	if o.crashes && !v.Correct[0] {
		o.suspected.note(at, e.At)
		if elected && v.Leader != 0 {
			o.followed.note(at, e.At)
		}
	}
}

// ends ends a run when there is nothing more to be seen.
type ends struct{ seen *times }

// Observe ends it.
func (o ends) Observe(w *world.World, _ *world.Event) {
	if o.seen.left == 0 {
		w.Finish()
	}
}

// What a run is watched for.
func roundsEnded(o *watch) *times { return &o.ended }
func detected(o *watch) *times    { return &o.suspected }
func elected(o *watch) *times     { return &o.followed }

// watched runs a scene until something was so at all processes that stay up.
func (s scene) watched(ctx context.Context, what func(*watch) *times) (*watch, error) {
	n, up := s.cfg.Nodes, s.cfg.Nodes-len(s.faults)
	o := &watch{
		crashes: len(s.faults) > 0, ended: newTimes(n, up), suspected: newTimes(n, up), followed: newTimes(n, up),
	}
	if err := s.run(ctx, o, ends{what(o)}); err != nil {
		return nil, err
	}
	if left := what(o).left; left > 0 {
		return nil, fmt.Errorf("%s, %d processes: after %d intervals %d of them have not got there",
			s.of.name, n, s.rounds, left)
	}
	return o, nil
}
