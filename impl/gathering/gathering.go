// Package gathering implements the worked example of Kotov, "Cluster state coordination reducers based on RSDP" (2025):
// workers run RSDP's engine with the reducer of timeframes, and poll a provider in the slots that it gives them. One
// process is the provider, and one the store of what workers get; they are no replicas.
//
// The package puts impl/rsdp and impl/polling into one process and has no other logic. It must not import their
// specifications. Start reading at [New].
package gathering

import (
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/impl/coordination"
	"github.com/scrutineer-go/scrutineer/impl/pair"
	"github.com/scrutineer-go/scrutineer/impl/polling"
	"github.com/scrutineer-go/scrutineer/impl/rsdp"
	"github.com/scrutineer-go/scrutineer/spec"
	division "github.com/scrutineer-go/scrutineer/spec/coordination/words"
	"github.com/scrutineer-go/scrutineer/spec/gathering/words"
	poller "github.com/scrutineer-go/scrutineer/spec/polling/words"
)

// State is the state of a process: Lower is the engine's, and Upper that of polling.
type State = pair.State[rsdp.State, polling.State]

// New returns process id of a configuration.
func New(id spec.NodeID, cfg words.Config) *pair.Node[rsdp.State, polling.State] {
	return pair.New[rsdp.State, polling.State](
		pair.Machine{
			Node:  rsdp.New(id, cfg.Engine(), coordination.Timeframes{Config: cfg.Division()}),
			Kinds: spec.NewSet(words.EngineKinds()...), Timers: spec.NewSet(words.EngineTimers()...), Saves: true,
		},
		pair.Machine{
			Node:  polling.New(id, cfg.Polling()),
			Kinds: spec.NewSet(words.PollingKinds()...), Timers: spec.NewSet(words.PollingTimers()...),
		}, frames)
}

// frames returns the timeframe that the engine has told its client in a step, if it is another than before.
func frames(_ *impl.Event, before, after *rsdp.State) []spec.Body {
	if before.Told[0] == after.Told[0] {
		return nil
	}
	frame := after.Told[0].(division.Frame)
	return []spec.Body{poller.Adopt{
		Offset: spec.Milliseconds(frame.Offset), Period: spec.Milliseconds(frame.Period),
	}}
}
