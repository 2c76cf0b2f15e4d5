package trace

import (
	"context"
	"fmt"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/impl/swim"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// Record runs a scene, and returns what it has recorded. Observers look on as well. It gives up when ctx ends.
func Record(ctx context.Context, s Scene, observers ...world.Observer) (*Trace, error) {
	topology, err := s.Topology()
	if err != nil {
		return nil, err
	}
	cfg := s.detector(topology)
	r := &recorder{trace: &Trace{Scene: s, Map: topology}, now: newMoment(s.Nodes)}
	delay := Delay()
	plan := faults.Plan{
		Version: faults.PlanVersion, Protocol: "swim", Config: campaign.JSON(cfg), Seed: s.Seed, Topology: topology,
		Delay: delay, DelayAfterStop: &delay, Inputs: faults.Delay{Min: millisecond, Max: s.Period},
		Rates: s.Rates(), Faults: s.faults(), Stop: s.End(), Settle: s.Period,
	}
	if _, _, err = campaign.Measure(ctx, group(cfg), plan, append(observers, r)...); err != nil {
		return nil, err
	}
	if r.trace.first == nil {
		return nil, fmt.Errorf("nothing has happened after %s", s.Begin())
	}
	return r.trace, nil
}

// group are the processes of the detector, to which nobody says anything but they to each other.
func group(cfg words.Config) network.Cluster {
	return network.Cluster{
		Nodes: cfg.Nodes, Failures: spec.CrashStop, Boots: true, Clocks: spec.NewSet(words.ClockPeriod.Name()),
		New:    func(id spec.NodeID) impl.Node { return swim.New(id, cfg) },
		Inputs: func(spec.NodeID, any, spec.Set) []spec.Body { return nil }, InputsIgnoreDown: true,
		Awaits: func(spec.Timer, spec.NodeID, any, *spec.Message) bool { return false },
	}
}

// recorder looks on at a run of the detector.
type recorder struct {
	trace *Trace
	now   *Moment
}

// Observe records what the process of an event has changed.
func (r *recorder) Observe(w *world.World, e *world.Event) {
	at := e.Action.At
	if at == spec.None || e.At >= r.trace.End() {
		return
	}
	if r.trace.first == nil && e.At >= r.trace.Begin() {
		r.trace.first = r.now.clone()
	}
	state, up := w.State(at).(*swim.State)
	if !up {
		return
	}
	for id, entry := range state.Known {
		is := statusOf(entry.Status)
		if is == r.now.status(int(at), id) {
			continue
		}
		c := Change{
			At: e.At, Process: int32(at), Of: int32(id), Status: is,
			ByItself: is == Suspected && e.Action.Timer == words.TimerEnd,
		}
		r.now.apply(&c)
		if r.trace.first != nil {
			r.trace.changes = append(r.trace.changes, c)
		}
	}
}

func statusOf(status string) Status {
	switch status {
	case words.Suspect:
		return Suspected
	case words.Dead:
		return Removed
	}
	return Alive
}
