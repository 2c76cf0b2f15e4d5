// Package words has what the statements of the ring election share: its messages, the names of its
// timers, and its configuration. It has no logic of the election, and must not import any statement of
// it. Start reading at [Config].
package words

import (
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Token goes round for its candidate, in a round of elections.
type Token struct {
	Round     int
	Candidate spec.NodeID
}

// Elected goes round for who leads since that round.
type Elected struct {
	Round  int
	Leader spec.NodeID
}

// Probe asks a successor whether it is there, and says who leads, None where nobody is known to.
type Probe struct {
	Round  int
	Leader spec.NodeID
}

// Beat says so.
type Beat struct{}

// Suspect is the input that tells a process that its successor is down, which it is.
type Suspect struct{ Whom spec.NodeID }

// Alarm is the input that tells it so where the successor is up: a false alarm.
type Alarm struct{ Whom spec.NodeID }

// Found is the input that tells a process that one that it has skipped is up.
type Found struct{ Whom spec.NodeID }

// The kinds, the clock, and the timers.
const (
	KindToken              = "Token"
	KindElected            = "Elected"
	KindProbe              = "Probe"
	KindBeat               = "Beat"
	KindSuspect            = "Suspect"
	KindAlarm              = "Alarm"
	KindFound              = "Found"
	ClockProbe  spec.Timer = "Probe"
	TimerFail   spec.Timer = "Fail"  // how long one waits for a Beat
	TimerRetry  spec.Timer = "Retry" // … and in an election for its end
)

// Kind returns "Token".
func (Token) Kind() string { return KindToken }

// Kind returns "Elected".
func (Elected) Kind() string { return KindElected }

// Kind returns "Probe".
func (Probe) Kind() string { return KindProbe }

// Kind returns "Beat".
func (Beat) Kind() string { return KindBeat }

// Kind returns "Suspect".
func (Suspect) Kind() string { return KindSuspect }

// Kind returns "Alarm".
func (Alarm) Kind() string { return KindAlarm }

// Kind returns "Found".
func (Found) Kind() string { return KindFound }

func init() {
	codec.Register(Token{}, Elected{}, Probe{}, Beat{}, Suspect{}, Alarm{}, Found{})
}

// Clocks are the names of the timers that are clocks.
func Clocks() spec.SetOf[string] { return spec.NewSet(ClockProbe.Name()) }

// Lines are the lines of a budget: "alarm" bounds false alarms, "silence" how often a successor's Beat is
// missed, and "retry" how often an election takes too long.
func Lines() []spec.Line {
	return append(spec.FaultLines("crash", "crashIn", "duplicate", "loss", "premature"),
		spec.Line{Name: "alarm", Counts: []string{KindAlarm, spec.CrashIn(KindAlarm)}},
		spec.Line{Name: "silence", Counts: spec.Firings(TimerFail)},
		spec.Line{Name: "retry", Counts: spec.Firings(TimerRetry)})
}
