package pair

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Machine is one of the two machines of a process, with what belongs to it.
type Machine struct {
	impl.Node
	// Kinds are the kinds of the machine's messages and inputs, and Timers the names of its timers.
	Kinds, Timers spec.SetOf[string]
	// Saves reports whether the machine saves records to the disk.
	Saves bool
}

// owns reports whether an event belongs to the machine. The first event of a process belongs to both machines.
func (m *Machine) owns(ev *impl.Event) bool {
	if ev.Kind == impl.Fired {
		return m.Timers.Has(ev.Timer.Name())
	}
	return ev.Body != nil && m.Kinds.Has(ev.Body.Kind())
}

// stray is the breach of the contract that each event, and each effect, belongs to a machine.
func stray(what string) spec.Breach {
	return spec.Breach{Contract: "PairOwnsAll", Why: fmt.Sprintf("%s does not belong to the machine that has it", what)}
}
