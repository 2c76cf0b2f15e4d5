package words

import "github.com/scrutineer-go/scrutineer/spec"

// Actions names every action, faults included. A test holds it against the TLA+ module.
func Actions() spec.SetOf[string] {
	names := spec.NewSet(spec.Crash, KindMeasure) // a Measure has no effects
	handlers := []string{spec.Boot, spec.Tick(ClockBeat), KindSuspect, KindAlarm, KindTrust}
	for _, timer := range []spec.Timer{TimerGossip, TimerSettle, TimerWait} {
		handlers = append(handlers, spec.Timeout(timer), spec.Premature(timer))
	}
	for _, name := range []string{spec.Timeout(TimerRefresh), spec.Premature(TimerRefresh)} {
		names = names.With(name) // who ranks anew claims never by that: it would be the first already
	}
	for _, kind := range Kinds() {
		handlers = append(handlers, spec.Deliver(kind))
		names = names.Union(spec.DropOrDuplicate(kind))
	}
	return names.Union(spec.AndCrashIn(handlers...))
}

// Kinds are the kinds of messages.
func Kinds() []string {
	return []string{KindGossip, KindBeat, KindClaim, KindDigest, KindMissing, KindView}
}

// Lines are the lines of a budget. None counts a tick.
func Lines() []spec.Line {
	return append(spec.FaultLines("crash", "crashIn", "duplicate", "loss", "premature"),
		spec.Line{Name: "alarm", Counts: []string{KindAlarm, spec.CrashIn(KindAlarm)}},
		spec.Line{Name: "measure", Counts: []string{KindMeasure}},
	)
}
