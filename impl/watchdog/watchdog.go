// Package watchdog implements an election over a failure detector: in each process vCube tests the others, and tells a
// bully election whom it suspects. A suspected leader is replaced.
//
// The package puts impl/vcube and impl/bully into one process and has no other logic. It must not import their
// specifications. Start reading at [New].
package watchdog

import (
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/impl/bully"
	"github.com/scrutineer-go/scrutineer/impl/pair"
	"github.com/scrutineer-go/scrutineer/impl/vcube"
	"github.com/scrutineer-go/scrutineer/spec"
	election "github.com/scrutineer-go/scrutineer/spec/bully/words"
	"github.com/scrutineer-go/scrutineer/spec/watchdog/words"
)

// State is the state of a process: Lower is vCube's, and Upper that of the election.
type State = pair.State[vcube.State, bully.State]

// New returns process id of a configuration.
func New(id spec.NodeID, cfg words.Config) *pair.Node[vcube.State, bully.State] {
	return pair.New[vcube.State, bully.State](
		pair.Machine{
			Node:  vcube.New(id, cfg.Detector()),
			Kinds: spec.NewSet(words.DetectorKinds()...), Timers: spec.NewSet(words.DetectorTimers()...), Saves: true,
		},
		pair.Machine{
			Node:  bully.New(id, cfg.Election()),
			Kinds: spec.NewSet(words.ElectionKinds()...), Timers: spec.NewSet(words.ElectionTimers()...), Saves: true,
		}, tells(id))
}

// tells returns a function that returns whom an event has made suspected, in their order. vCube replaces its
// timestamps; the odd ones are those of processes that it suspects, but for its own.
func tells(self spec.NodeID) func(ev *impl.Event, before, after *vcube.State) []spec.Body {
	return func(_ *impl.Event, before, after *vcube.State) (told []spec.Body) {
		for i, was := range before.Timestamps {
			if id := spec.NodeID(i); id != self && was%2 == 0 && after.Timestamps[i]%2 == 1 {
				told = append(told, election.Suspect{Whom: id})
			}
		}
		return told
	}
}
