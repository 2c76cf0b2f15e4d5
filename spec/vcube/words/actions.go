package words

import "github.com/scrutineer-go/scrutineer/spec"

// Actions names every action, faults included. A test holds it against the TLA+ module. The
// interval is a clock, which ticks, or where it is long a timer, which times out.
func Actions() spec.SetOf[string] {
	names := spec.NewSet(spec.Crash)
	names = names.Union(spec.AndCrashIn(
		spec.Boot, spec.Recover,
		spec.Tick(TimerInterval), spec.Timeout(TimerInterval), spec.Premature(TimerInterval),
		spec.Timeout(TimerTest), spec.Premature(TimerTest),
		spec.Deliver(KindRequest), spec.Deliver(KindReply),
	))
	return names.Union(spec.DropOrDuplicate(KindRequest, KindReply))
}

// Lines are the lines of a budget. None counts a tick.
func Lines() []spec.Line {
	return spec.FaultLines("crash", "crashIn", "duplicate", "loss", "premature")
}
