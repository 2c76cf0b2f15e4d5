// Package coordination brings the statements of the coordination reducers of Kotov (2025) together. They run in the
// engine of RSDP as a user's reducers do: see rsdp.With. The protocol coordination is a cluster that runs some of them,
// with a side channel for the rate limit.
//
// Start reading at [Protocol].
package coordination

import (
	implementation "github.com/scrutineer-go/scrutineer/impl/coordination"
	machine "github.com/scrutineer-go/scrutineer/impl/rsdp"
	"github.com/scrutineer-go/scrutineer/properties/rsdp"
	specification "github.com/scrutineer-go/scrutineer/spec/coordination"
	"github.com/scrutineer-go/scrutineer/spec/coordination/words"
	engine "github.com/scrutineer-go/scrutineer/spec/rsdp"
)

// Usual has replicas of two groups, of which some have observed another rate limit than others.
func Usual() words.Config {
	return words.Config{
		Metas: []words.Meta{{Capacity: 4}, {Capacity: 2, Group: 1}, {Capacity: 1}},
		Limits: []words.Limit{
			{Slot: 2000, SetAt: 1}, {Slot: 2000, SetAt: 1}, {Slot: 1000, SetAt: 2}, {Slot: 750, SetAt: 2},
		},
		Slot: 500,
	}
}

// Directory is the reducer of the members with their metadata.
func Directory(cfg words.Config) rsdp.Custom {
	return custom(implementation.Directory{Config: cfg}, specification.Directory(cfg), words.Members{}, words.Meta{})
}

// Timeframes is the reducer of timeframe division.
func Timeframes(cfg words.Config) rsdp.Custom {
	return custom(implementation.Timeframes{Config: cfg}, specification.Timeframes(cfg),
		words.Division{}, words.Group{}, words.Frame{})
}

// Newest is the reducer of the rate limit that takes the newest value.
func Newest(cfg words.Config) rsdp.Custom {
	return limit(cfg, implementation.NewNewest(cfg), specification.Newest(cfg))
}

// Voted is the reducer of the rate limit that takes the most frequent value.
func Voted(cfg words.Config) rsdp.Custom {
	c := limit(cfg, implementation.NewVoted(cfg), specification.Voted(cfg))
	c.MayDiffer = true // batches of SHAREs differ, and so do votes on them
	return c
}

// limit is a reducer of the rate limit, with what the side channel hands to it.
func limit(cfg words.Config, reducer machine.Reducer, specification engine.Reducer) rsdp.Custom {
	c := custom(reducer, specification, words.Limit{})
	for _, value := range cfg.Injected {
		c.Injected = append(c.Injected, value)
	}
	return c
}

func custom(reducer machine.Reducer, specification engine.Reducer, wire ...any) rsdp.Custom {
	return rsdp.Custom{Reducer: reducer, Specification: &specification, Wire: wire}
}
