// Package succession implements elections over a failure detector: in each process SWIM keeps the list of members that
// an election of Wang and Gupta works on. What SWIM changes in its list is told to the election in the same step, and
// the loss of the leader begins an election.
//
// The package puts impl/swim and impl/ctolerant into one process and has no other logic. It must not import their
// specifications. Start reading at [New].
package succession

import (
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/impl/ctolerant"
	"github.com/scrutineer-go/scrutineer/impl/pair"
	"github.com/scrutineer-go/scrutineer/impl/swim"
	"github.com/scrutineer-go/scrutineer/spec"
	election "github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
	"github.com/scrutineer-go/scrutineer/spec/succession/words"
	detector "github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// State is the state of a process: Lower is SWIM's, and Upper that of the election.
type State = pair.State[swim.State, ctolerant.State]

// New returns process id of a configuration.
func New(id spec.NodeID, cfg words.Config) *pair.Node[swim.State, ctolerant.State] {
	return pair.New[swim.State, ctolerant.State](
		pair.Machine{
			Node:  swim.New(id, cfg.Detector()),
			Kinds: spec.NewSet(detector.Kinds()...), Timers: spec.NewSet(words.DetectorTimers()...), Saves: true,
		},
		pair.Machine{
			Node:  ctolerant.New(id, cfg.Election()),
			Kinds: spec.NewSet(words.ElectionKinds()...), Timers: spec.NewSet(words.ElectionTimers()...),
		}, tells)
}

// tells returns what an event has changed in SWIM's list, by the members' order: whom a probe of the process itself
// makes suspected, who was removed, and who has returned. Suspects stay in the list.
func tells(ev *impl.Event, before, after *swim.State) (told []spec.Body) {
	for i, is := range after.Known {
		was, id := before.Known[i], spec.NodeID(i)
		if was.Status == is.Status {
			continue
		}
		if was.Status == detector.Alive && probed(ev, &before.Probe, id) {
			told = append(told, election.Missed{Node: id})
		}
		switch {
		case is.Status == detector.Dead:
			told = append(told, election.Forget{Node: id})
		case was.Status == detector.Dead:
			told = append(told, election.Learn{Node: id})
		}
	}
	return told
}

// probed reports whether an event ends a probe of a member without an ACK.
func probed(ev *impl.Event, p *swim.Probe, id spec.NodeID) bool {
	return ev.Kind == impl.Fired && ev.Timer == detector.TimerEnd && p.Going && p.Target == id
}
