package gathering

import (
	"github.com/scrutineer-go/scrutineer"
	engine "github.com/scrutineer-go/scrutineer/impl/rsdp"
	"github.com/scrutineer-go/scrutineer/properties/coordination"
	properties "github.com/scrutineer-go/scrutineer/properties/rsdp"
	"github.com/scrutineer-go/scrutineer/spec"
	division "github.com/scrutineer-go/scrutineer/spec/coordination/words"
	"github.com/scrutineer-go/scrutineer/spec/gathering/words"
	"github.com/scrutineer-go/scrutineer/spec/polling"
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
func tells(_ spec.NodeID, before, after rsdp.Local) (told []spec.Body) {
	is := after.Told[0].(division.Frame)
	if before.Told[0].(division.Frame) != is {
		told = append(told, request.Adopt{
			Offset: spec.Milliseconds(is.Offset), Period: spec.Milliseconds(is.Period),
		})
	}
	return told
}

// poller is the upper machine with its specification.
func poller(cfg words.Config) scrutineer.HalfSpec[state, polling.Outside] {
	return scrutineer.HalfSpec[state, polling.Outside]{
		Name: "poller", Handlers: polling.HandlersOutside(cfg.Polling()),
		Kinds: words.PollingKinds(), Timers: words.PollingTimers(),
		Abstraction: func(_ spec.NodeID, s *state) polling.Outside {
			u := &s.Upper
			return polling.Outside{
				Offset: u.Frame.Offset, Period: u.Frame.Period,
				Local: polling.Local{
					Heard: u.Heard, Origin: u.Origin, Quiet: u.Quiet, Due: u.Due, Used: u.Used, Slot: u.Worker.Slot,
					Arrivals: request.NewArrivals(u.Window...), Banned: u.Banned, Rows: u.Rows, Twice: u.Twice,
				},
			}
		},
	}
}
