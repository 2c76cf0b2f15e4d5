package succession

import (
	"github.com/scrutineer-go/scrutineer"
	electing "github.com/scrutineer-go/scrutineer/impl/ctolerant"
	detecting "github.com/scrutineer-go/scrutineer/impl/swim"
	"github.com/scrutineer-go/scrutineer/properties/ctolerant"
	"github.com/scrutineer-go/scrutineer/properties/swim"
	"github.com/scrutineer-go/scrutineer/spec"
	elections "github.com/scrutineer-go/scrutineer/spec/ctolerant"
	election "github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
	"github.com/scrutineer-go/scrutineer/spec/succession/words"
	detectors "github.com/scrutineer-go/scrutineer/spec/swim"
	detector "github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// lower is SWIM with its specification.
func lower(cfg words.Config) scrutineer.HalfSpec[state, detectors.Local] {
	half := swim.Half(cfg.Detector(), func(s *state) *detecting.State { return &s.Lower })
	half.Timers, half.Tells = words.DetectorTimers(), tells
	return half
}

// upper is the election with its specification.
func upper(cfg words.Config) scrutineer.HalfSpec[state, elections.Local] {
	half := ctolerant.Half(cfg.Election(), func(s *state) *electing.State { return &s.Upper })
	half.Kinds, half.Timers = words.ElectionKinds(), words.ElectionTimers()
	return half
}

// tells returns what SWIM tells the election, for one member after the other: that a probe of the process has made the
// member suspected, that it has left the list or is in it again.
func tells(step spec.Action, before, after detectors.Local) (told []spec.Body) {
	for id := range before.Table {
		member, was, is := spec.NodeID(id), before.Table[id].Status, after.Table[id].Status
		if step.Timer == detector.TimerEnd && before.Target == member && was == detector.Alive {
			told = append(told, election.Missed{Node: member})
		}
		if was != is && was == detector.Dead {
			told = append(told, election.Learn{Node: member})
		}
		if was != is && is == detector.Dead {
			told = append(told, election.Forget{Node: member})
		}
	}
	return told
}
