// Package words has what the statements of the bully election share: its messages, the names of
// its timers, and its configuration. It has no logic of the election, and must not import any
// statement of it. Start reading at [Config].
package words

import (
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Election asks a process of a higher number whether it is there. Epoch is the highest that the
// sender knows of.
type Election struct{ Epoch int }

// Answer says so: its sender takes over.
type Answer struct{}

// Coordinator says that its sender leads, in an epoch of its own.
type Coordinator struct{ Epoch int }

// Beat says that its sender still leads.
type Beat struct{ Epoch int }

// Suspect is the input that tells a process that its leader is down, which it is.
type Suspect struct{ Whom spec.NodeID }

// Alarm is the input that tells it so where the leader is up: a false alarm.
type Alarm struct{ Whom spec.NodeID }

// Record is what a process saves before it says that it leads: its epoch.
type Record struct{ Epoch int }

// Saved is the epoch of a Record, NoEpoch if the disk has none.
func Saved(disk any) int {
	if record, ok := disk.(Record); ok {
		return record.Epoch
	}
	return NoEpoch
}

// The kinds, the clock, and the timers.
const (
	KindElection                = "Election"
	KindAnswer                  = "Answer"
	KindCoordinator             = "Coordinator"
	KindBeat                    = "Beat"
	KindSuspect                 = "Suspect"
	KindAlarm                   = "Alarm"
	ClockBeat        spec.Timer = "Beat"
	TimerAnswer      spec.Timer = "Answer"      // how long one waits for an Answer
	TimerCoordinator spec.Timer = "Coordinator" // … and after it for a Coordinator
	TimerFail        spec.Timer = "Fail"        // … and for the leader's next Beat
)

// NoEpoch is what is known where no epoch is.
const NoEpoch = -1

// Kind returns "Election".
func (Election) Kind() string { return KindElection }

// Kind returns "Answer".
func (Answer) Kind() string { return KindAnswer }

// Kind returns "Coordinator".
func (Coordinator) Kind() string { return KindCoordinator }

// Kind returns "Beat".
func (Beat) Kind() string { return KindBeat }

// Kind returns "Suspect".
func (Suspect) Kind() string { return KindSuspect }

// Kind returns "Alarm".
func (Alarm) Kind() string { return KindAlarm }

func init() {
	codec.Register(Election{}, Answer{}, Coordinator{}, Beat{}, Suspect{}, Alarm{}, Record{})
}

// Clocks are the names of the timers that are clocks.
func Clocks() spec.SetOf[string] { return spec.NewSet(ClockBeat.Name()) }

// Lines are the lines of a budget: "alarm" bounds false alarms, "silence" how often a leader's Beat
// is missed.
func Lines() []spec.Line {
	return append(spec.FaultLines("crash", "crashIn", "duplicate", "loss", "premature"),
		spec.Line{Name: "alarm", Counts: []string{KindAlarm, spec.CrashIn(KindAlarm)}},
		spec.Line{Name: "silence", Counts: spec.Firings(TimerFail)})
}
