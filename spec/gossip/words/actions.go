package words

import "github.com/scrutineer-go/scrutineer/spec"

// Lines are the lines of a budget. None counts a tick.
func Lines() []spec.Line {
	return append(spec.FaultLines("crash", "crashIn", "duplicate", "loss", "premature"),
		spec.Line{Name: "alarm", Counts: []string{KindAlarm, spec.CrashIn(KindAlarm)}},
		spec.Line{Name: "measure", Counts: []string{KindMeasure}},
	)
}
