package watchdog

import (
	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/impl/pair"
	detecting "github.com/scrutineer-go/scrutineer/impl/vcube"
	"github.com/scrutineer-go/scrutineer/properties/bully"
	"github.com/scrutineer-go/scrutineer/properties/vcube"
	"github.com/scrutineer-go/scrutineer/spec"
	elections "github.com/scrutineer-go/scrutineer/spec/bully"
	election "github.com/scrutineer-go/scrutineer/spec/bully/words"
	detectors "github.com/scrutineer-go/scrutineer/spec/vcube"
	"github.com/scrutineer-go/scrutineer/spec/watchdog/words"
)

// lower is vCube with its specification.
func lower(cfg words.Config) scrutineer.HalfSpec[state, detectors.Local] {
	half := vcube.Half(cfg.Detector(), func(s *state) *detecting.State { return &s.Lower })
	half.Kinds, half.Timers, half.Tells = words.DetectorKinds(), words.DetectorTimers(), tells
	half.Saved = func(record any) any { return record.(pair.Record).Lower }
	return half
}

// upper is the election with its specification.
func upper(cfg words.Config) scrutineer.HalfSpec[state, elections.Local] {
	handlers := elections.Handlers(cfg.Election())
	handlers.Inputs = nil // the environment tells the election nothing
	return scrutineer.HalfSpec[state, elections.Local]{
		Name: "election", Handlers: handlers, Kinds: words.ElectionKinds(), Timers: words.ElectionTimers(),
		Abstraction: func(id spec.NodeID, s *state) elections.Local { return bully.Image(id, &s.Upper) },
		Saved:       func(record any) any { return record.(pair.Record).Upper },
	}
}

// tells returns whom vCube does not hold for correct any more.
func tells(_ spec.Action, before, after detectors.Local) (told []spec.Body) {
	for _, lost := range before.Correct.Minus(after.Correct) {
		told = append(told, election.Suspect{Whom: lost})
	}
	return told
}
