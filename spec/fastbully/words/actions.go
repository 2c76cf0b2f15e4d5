package words

import "github.com/scrutineer-go/scrutineer/spec"

// Cannot names the actions that a configuration rules out.
func (c Config) Cannot() spec.SetOf[string] {
	var names spec.SetOf[string]
	no := func(handlers ...string) {
		names = names.Union(spec.AndCrashIn(handlers...))
	}
	noMessage := func(kind string) {
		no(spec.Deliver(kind))
		names = names.Union(spec.DropOrDuplicate(kind))
	}
	if c.Detector == Told {
		noMessage(KindBeat)
		no(spec.Timeout(TimerBeat))
		no(spec.Timeout(TimerWait), spec.Premature(TimerWait))
	} else {
		no(KindSuspect, KindAlarm)
	}
	if c.Detector != Calm {
		no(spec.Premature(TimerBeat))
	}
	if !c.Interprets(Regathers) {
		noMessage(KindCollect)
	}
	if c.Start == Warm && !c.Interprets(Regathers) {
		names = names.With(spec.Deliver(KindScore)).With(spec.Drop(KindScore)).With(spec.Duplicate(KindScore))
		no(spec.Timeout(TimerGather), spec.Premature(TimerGather))
	}
	if c.Start == Warm {
		names = names.With(spec.CrashIn(spec.Boot)) // nothing is sent
	}
	if c.Interprets(NoEpochs) || c.Detector != Told {
		noMessage(KindNewer)
	}
	if c.Interprets(AcceptsWorse) { // nobody claims against it
		names = names.With(spec.CrashIn(spec.Deliver(KindBeat)))
		if c.Interprets(NoEpochs) {
			names = names.With(spec.CrashIn(spec.Deliver(KindCoordinator)))
		}
	}
	return names
}

// Lines are the lines of a budget. Takeover counts the firings of Wait: untimed, nobody can tell who
// is silent from who will beat soon. None counts a beat.
func Lines() []spec.Line {
	return append(spec.FaultLines("crash", "crashIn", "duplicate", "loss", "premature"),
		spec.Line{Name: "alarm", Counts: []string{KindAlarm, spec.CrashIn(KindAlarm)}},
		spec.Line{Name: "takeover", Counts: spec.Firings(TimerWait)},
	)
}
