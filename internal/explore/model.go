package explore

import (
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
)

type model struct {
	network.Cluster
	rules network.Rules
	seen  map[string]bool // the local steps whose processes were looked through
	first []newborn       // for each process, the first that was constructed

	readings *readings // where times are relative

	newest   []byte // used again for each process that is constructed
	executed int    // how many handler runs there were
	looked   int    // about how many bytes seen takes
}

func newModel(c network.Cluster) *model {
	m := &model{Cluster: c, rules: network.RulesOf(c), seen: map[string]bool{}}
	if c.Discrete != nil && c.Discrete.Relative() {
		m.readings = newReadings(c.Discrete.Reading)
	}
	return m
}

// newborn is the first process that a constructor gave, as it was then: its bytes tell
// quickly whether another one is like it, its parts say what is not.
type newborn struct {
	bytes []byte
	parts []string
}

// wake constructs a process and gives it back its memory.
func (m *model) wake(at spec.NodeID, p Process) impl.Node {
	node := m.New(at)
	if p.Up {
		mustDecode(p.Memory, node.State())
	}
	return node
}

// State returns the state of a process that is up. It must not be changed.
func (m *model) State(at spec.NodeID, p Process) any { return m.wake(at, p).State() }

// run is what one run of a handler did.
type run struct {
	memory  string
	effects []impl.Effect
	refused bool // the action picks what this handler cannot pick
}

// EventOf translates the action into what the process sees of it.
func EventOf(a spec.Action, p Process) impl.Event {
	ev := impl.Event{Kind: impl.Delivered, From: spec.None, Now: p.Reading}
	switch {
	case a.Name == spec.Boot:
		ev.Kind = impl.Booted
	case a.Name == spec.Recover:
		ev.Kind, ev.Disk = impl.Recovered, p.Saved()
	case a.Timer != "":
		ev.Kind, ev.Timer = impl.Fired, a.Timer
	case a.Msg.From == spec.Environment:
		ev.Kind, ev.Body = impl.Input, a.Msg.Body
	default:
		ev.From, ev.Body = a.Msg.From, a.Msg.Body
	}
	return ev
}
