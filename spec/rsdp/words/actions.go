package words

import "github.com/scrutineer-go/scrutineer/spec"

// Actions names every action of the engine, faults included. A test holds it against the TLA+ module.
func Actions() spec.SetOf[string] {
	names := spec.NewSet(
		spec.Crash, spec.Timeout(TimerShare), spec.Premature(TimerShare),
		spec.Deliver(KindStatus), spec.Deliver(KindShare), spec.Deliver(KindClose),
	)
	names = names.Union(spec.AndCrashIn( // those with an effect before which a replica may crash
		spec.Boot, spec.Recover, KindStart, KindLeave, KindResync, spec.Tick(TimerSync),
		spec.Timeout(TimerStatus), spec.Premature(TimerStatus), spec.Deliver(KindHello),
	))
	return names.Union(spec.DropOrDuplicate(KindHello, KindStatus, KindShare, KindClose))
}

// Lines are the lines of a budget. None counts a tick, and none an input: how many there may be is
// the configuration's to say.
func Lines() []spec.Line {
	return spec.FaultLines("crash", "crashIn", "duplicate", "loss", "premature")
}

// Routine is what goes on for ever where sessions are repeated by a clock.
func Routine() spec.Routine {
	return spec.Routine{Timers: spec.NewSet(TimerSync.Name())}
}
