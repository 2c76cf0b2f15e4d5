package words

import "github.com/scrutineer-go/scrutineer/spec"

// Lines are the lines of a budget. None counts a tick, and none an input: how many there may be is
// the configuration's to say.
func Lines() []spec.Line {
	return spec.FaultLines("crash", "crashIn", "duplicate", "loss", "premature")
}

// Routine is what goes on for ever where sessions are repeated by a clock.
func Routine() spec.Routine {
	return spec.Routine{Timers: spec.NewSet(TimerSync.Name())}
}
