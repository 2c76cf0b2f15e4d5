package world

import (
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Event is one step of a run as its observers see it, directly after it happened.
// It is theirs during the call only.
type Event struct {
	// N numbers the events of a run from 1.
	N  int
	At faults.Time
	// Now is what the clock of the process reads at which it happened; At where it happened
	// at none.
	Now faults.Time
	// Action is the step, named as in the specification, or a stutter.
	Action spec.Action
	// Copy is the number of the copy that was delivered, dropped, duplicated or
	// lost, 0 where there is none. Copies are numbered from 1 as they are sent.
	Copy int
	// Effects are those that were carried out, in order.
	Effects []impl.Effect
	// Sent are the copies that entered the network, in order.
	Sent []Sent
	// Whole tells that the event is a handler run that went to its end.
	Whole bool
}

// Sent is a copy that entered the network.
type Sent struct {
	Number int
	Msg    spec.Message
}

// Act is where something that the plan names has acted in a run.
type Act struct {
	// Field is the fault or the pin, as faults.FaultField and faults.PinField name it.
	Field string
	// Event is the number of the event in which it acted, Copy that of the copy that it
	// acted on when the event sent that; 0 where it acted on the event itself.
	Event, Copy int
}

// Lives tells what a step means for the life of its process: whether it came up with it, and
// whether it went down. In a crash inside its recovery it did both: it was up for that one
// step, and what the step had sent and saved until then stays.
func Lives(a *spec.Action) (cameUp, wentDown bool) {
	switch a.Name {
	case spec.Recover:
		return true, false
	case spec.Crash:
		return false, true
	}
	handler, cut := strings.CutPrefix(a.Name, cutShort)
	return cut && handler == spec.Recover, cut
}

// cutShort is how the names begin of steps that a crash cuts short.
var cutShort = spec.CrashIn("")

// FaultsStop is an event that is a stutter, like those by which faults mark where they
// begin and end: the specification, which knows no time, does not see it.
const FaultsStop = "FaultsStop"

// marks are the stutters of faults.
var marks = faults.Marks()

// IsStutter reports whether an event of that name is none of the specification's.
func IsStutter(name string) bool {
	return name == FaultsStop || slices.Contains(marks, name)
}
