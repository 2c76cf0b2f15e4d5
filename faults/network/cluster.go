package network

import (
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Cluster is a group of implementation processes and their environment.
type Cluster struct {
	// Nodes is the number of processes.
	Nodes int
	// Failures is the failure model, crash-stop where it is not set.
	Failures spec.Failures
	// Boots gives each process that is there at the beginning a first event, impl.Booted.
	// Before it nothing else happens to the process but a crash.
	Boots bool
	// Awake are the processes that have had that event when an exploration begins, because it changes nothing.
	Awake spec.Set
	// Ordered has what one process sends to another arrive in the order of its sending.
	Ordered bool
	// New constructs a process. It must return a new one each time, with nothing
	// shared that changes.
	New func(spec.NodeID) impl.Node
	// Inputs are what the environment may tell a process now. state is what the
	// process's State method returns; it must not be changed. down are the
	// processes that are not up.
	Inputs func(at spec.NodeID, state any, down spec.Set) []spec.Body
	// InputsIgnoreDown says that Inputs do not depend on who is down: they are given the empty
	// set, and nobody is asked anew because another goes down or comes up.
	InputsIgnoreDown bool
	// Client says which inputs are calls of a process's client. It is nil if the processes have no clients.
	Client *Client
	// Bound tells whether a process that is up hears what is broadcast to a topic; state as for
	// Inputs. It is nil where nothing is broadcast, and must be a function of its arguments.
	Bound func(at spec.NodeID, state any, topic string) bool
	// Clocks are the names of the timers that are clocks: they fire as Tick…, whatever is in
	// flight.
	Clocks spec.SetOf[string]
	// Reads says that handlers use impl.Event.Now for more than the lengths of timers. Such a
	// cluster runs in worlds, and is explored only in discrete time.
	Reads bool
	// Discrete is the time of explorations, nil if they are untimed.
	Discrete *spec.DiscreteTime
	// Awaits tells whether a copy in flight would still answer what an armed timer of a
	// process waits for; state as for Inputs. Where it is nil, every copy would. It must be a
	// function of its arguments.
	Awaits func(timer spec.Timer, at spec.NodeID, state any, copy *spec.Message) bool
	// Repeats, if set, reports whether a timer's peer, up and in this state, sends again and again
	// what the timer of process at awaits. Handlers leave these copies out, and the timer awaits
	// them as if one were in flight. It is asked only if Awaits is set, and must be a function of its
	// arguments.
	Repeats func(timer spec.Timer, at spec.NodeID, peer any) bool
}

// Explorable reports whether an exploration knows all that handlers depend on. If they read their clocks, it must know
// time.
func (c Cluster) Explorable() bool { return !c.Reads || c.Discrete != nil }

// Repeated reports whether the peer of a timer repeats what the timer awaits; state returns the
// state of a process, nil if that is down.
func (c Cluster) Repeated(timer spec.Timer, at spec.NodeID, state func(spec.NodeID) any) bool {
	peer := timer.Of()
	if c.Awaits == nil || c.Repeats == nil || peer < 0 || int(peer) >= c.Nodes {
		return false
	}
	is := state(peer)
	return is != nil && c.Repeats(timer, at, is)
}

// Told is what the environment may tell a process: see Inputs.
func (c Cluster) Told(at spec.NodeID, state any, down spec.Set) []spec.Body {
	if c.InputsIgnoreDown {
		down = nil
	}
	return c.Inputs(at, state, down)
}

// Allows tells whether actions of that name may happen at all in the cluster: under stop
// nobody recovers, copies are lost at a process that is down where they wait for it, and
// processes boot where they are to.
func (c Cluster) Allows(name string) bool {
	switch class := spec.ClassOf(name); {
	case class == spec.ClassRecovery || name == spec.CrashIn(spec.Recover):
		return c.Failures.Recovers()
	case class == spec.ClassLoss:
		return c.Failures == spec.MessagesWait
	case class == spec.ClassBoot || name == spec.CrashIn(spec.Boot):
		return c.Boots
	}
	return true
}
