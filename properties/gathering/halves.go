package gathering

import (
	"github.com/scrutineer-go/scrutineer"
	engine "github.com/scrutineer-go/scrutineer/impl/rsdp"
	"github.com/scrutineer-go/scrutineer/properties/coordination"
	"github.com/scrutineer-go/scrutineer/properties/polling"
	properties "github.com/scrutineer-go/scrutineer/properties/rsdp"
	"github.com/scrutineer-go/scrutineer/spec"
	division "github.com/scrutineer-go/scrutineer/spec/coordination/words"
	"github.com/scrutineer-go/scrutineer/spec/gathering/words"
	specification "github.com/scrutineer-go/scrutineer/spec/polling"
	request "github.com/scrutineer-go/scrutineer/spec/polling/words"
	"github.com/scrutineer-go/scrutineer/spec/rsdp"
)

// lower is the engine with its specification.
func lower(cfg words.Config) scrutineer.HalfSpec[state, rsdp.Local] {
	half := properties.Half(cfg.Engine(), func(s *state) *engine.State { return &s.Lower },
		coordination.Timeframes(cfg.Division()))
	half.Kinds, half.Timers, half.Tells = words.EngineKinds(), words.EngineTimers(), tells
	return half
}

// tells returns the timeframe that the engine tells the poller: that of its client, when it changes.
func tells(_ spec.Action, before, after rsdp.Local) (told []spec.Body) {
	is := after.Told[0].(division.Frame)
	if before.Told[0].(division.Frame) != is {
		told = append(told, request.Adopt{
			Offset: spec.Milliseconds(is.Offset), Period: spec.Milliseconds(is.Period),
		})
	}
	return told
}

// poller is the upper machine with its specification.
func poller(cfg words.Config) scrutineer.HalfSpec[state, specification.Adopting] {
	return scrutineer.HalfSpec[state, specification.Adopting]{
		Name: "poller", Handlers: specification.HandlersAdopting(cfg.Polling()),
		Kinds: words.PollingKinds(), Timers: words.PollingTimers(),
		Abstraction: func(id spec.NodeID, s *state) specification.Adopting {
			return specification.Adopting{
				Local: polling.Abstraction(id, &s.Upper), Offset: s.Upper.Frame.Offset, Period: s.Upper.Frame.Period,
			}
		},
	}
}
