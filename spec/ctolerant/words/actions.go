package words

import "github.com/scrutineer-go/scrutineer/spec"

// Cannot names the actions that a configuration rules out: of members that come and go
// where none do, of initiators that yield where there is one.
func (c Config) Cannot() spec.SetOf[string] {
	var names spec.SetOf[string]
	does := map[Verb]bool{}
	for _, change := range c.Churn {
		does[change.Does] = true
	}
	for _, of := range []struct {
		verb  Verb
		kinds []string
	}{
		{Forgets, []string{KindForget}},
		{Learns, []string{KindLearn}},
		{Joins, []string{KindJoin, spec.Deliver(KindJoined), spec.Duplicate(KindJoined)}},
		{Leaves, []string{KindLeave, spec.Deliver(KindLeft), spec.Duplicate(KindLeft)}},
	} {
		if !does[of.verb] {
			names = names.Union(spec.NewSet(of.kinds...))
		}
	}
	if len(c.Rivals) == 0 || c.Interprets(NobodyYields) || c.Interprets(NoTakeover) {
		names = names.Union(spec.NewSet(spec.Timeout(TimerTakeover), spec.Premature(TimerTakeover)))
	}
	if len(c.Rises) == 0 {
		names = names.With(KindSuspect)
	}
	return names
}

// Lines are the lines of a budget for these protocols. "restart" bounds the runs
// of an election, which may be repeated for ever: it counts the firings of the
// timers that begin an election again. A run that is begun again because its answers
// leave nobody is free: the protocol bounds those itself, by y.
func Lines() []spec.Line {
	return []spec.Line{
		{Name: "crash", Counts: []string{spec.Crash}},
		{Name: "duplicate", Counts: []string{spec.Duplicate("*")}},
		{Name: "loss", Counts: []string{spec.Drop("*")}},
		{Name: "premature", Counts: []string{spec.Premature("*")}},
		{Name: "restart", Counts: []string{
			spec.Timeout(TimerAwait), spec.Premature(TimerAwait),
			spec.Timeout(TimerTakeover), spec.Premature(TimerTakeover),
		}},
	}
}
