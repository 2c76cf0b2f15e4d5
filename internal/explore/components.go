package explore

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Components are the interned components of a cluster under a budget, with a ghost variable
// beside it: its local states, inboxes, messages and actions, each with a number. What a
// message, a timer, an input or a crash does to a local state is worked out by running the
// real code once, and looked up from then on. States, steps and actions are those of the
// Model under Bounded and Watch, which the tests hold it against.
//
// Components are written by one goroutine alone.
type Components struct {
	model     *model
	met       Meets
	processes []process
	messages  table[spec.Message]
	contents  []uint32           // by message, the one of age 0
	faults    [][2]networkFaults // by message, for a receiver that is down and one that is up
	actions   table[spec.Action]
	awaiters  []awaiter
	repeaters []repeater
	repeated  pairs // (awaiter, local state of its peer): 1 where the peer repeats what it awaits, else 0
	topics    table[string]
	timers    timers
	due       map[InternedState]uint64 // the timers that are due in a state, as bits
	passing   []passing                // the actions by which a tick passes
	downs     map[uint32]uint32        // numbers of the sets of processes that are down, as bits
	downList  []uint32
	panics    []any
	bytes     int64
	ghost     Ghost
	ghosts    pairs // (ghost, what is seen) and who is up: the ghost then
	shown     table[any]
	sights    pairs // (action, what its process shows then): the number of that
	allowed   pairs // (ghost, input) and who is up: 1 where the ghost does not forbid it
	spending  spending
}

// Meets is told of what an exploration meets, in the order of the numbers that it gets.
type Meets struct {
	Local func(at spec.NodeID, p Process) // p has no inbox
	Inbox func(at spec.NodeID, inbox []Copies)
}

// networkFaults are the actions by which the network may do other than deliver a message,
// notKnown for none.
type networkFaults struct{ duplicate, drop, lose uint32 }

// awaiter is a timer that is armed at a process in a local state.
type awaiter struct {
	at    spec.NodeID
	local uint32
	timer spec.Timer
}

// repeater is the question whether the peer of an awaiter, in a local state, repeats what it awaits.
type repeater struct{ awaiter, local uint32 }

// NewComponents returns the components of a cluster, of which none is known yet. ghost is
// nil for none. met is told of local states and inboxes when they are first met.
func NewComponents(c network.Cluster, ghost Ghost, b spec.Budget, met Meets) (*Components, error) {
	if c.Nodes > MostProcesses {
		return nil, fmt.Errorf("%d processes are too many to be explored, it must be at most %d",
			c.Nodes, MostProcesses)
	}
	if !c.Explorable() {
		return nil, errors.New(readsClocks.Why)
	}
	of := &Components{
		model: newModel(c), met: met, processes: make([]process, c.Nodes), downs: map[uint32]uint32{},
		ghost: ghost, spending: newSpending(b), timers: timers{repeated: c.Repeats != nil},
	}
	of.numberPassing()
	return of, nil
}

// numberPassing numbers the actions by which a tick passes, if time is discrete.
func (c *Components) numberPassing() {
	if c.model.Discrete == nil {
		return
	}
	for _, a := range c.model.ways() {
		c.passing = append(c.passing, passing{c.actionNumber(a), int(a.At), ticksAt(a.At, a)})
	}
}

// SetDue makes timers, as bits, due in a state: there they fire although messages that they await are in flight, and
// that is a fair Timeout, which the budget of premature ones does not count. SetDue reports whether one of the timers
// was not due there before. The numbers of states and of their components stay the same.
func (c *Components) SetDue(s InternedState, timers uint64) bool {
	was, known := c.due[s]
	if timers&^was == 0 {
		return false
	}
	if c.due == nil {
		c.due = map[InternedState]uint64{}
	}
	if c.due[s] = was | timers; !known {
		c.bytes += dueBytes
	}
	return true
}

// dueBytes is about how much memory a state takes in which timers are due.
const dueBytes = 200

// AnyDue reports whether SetDue has made a timer due in any state.
func (c *Components) AnyDue() bool { return c.due != nil }

// IsDue reports whether SetDue has made a timer due in a state.
func (c *Components) IsDue(s InternedState) bool { return c.due[s] != 0 }

// Executed is how many handler runs it took to work out what is known.
func (c *Components) Executed() int { return c.model.executed }

// Locals is how many local states were met at all processes together, Inboxes how many
// inboxes.
func (c *Components) Locals() int { return c.count(func(p *process) int { return len(p.locals.list) }) }

// Inboxes is how many inboxes were met.
func (c *Components) Inboxes() int {
	return c.count(func(p *process) int { return len(p.inboxes.list) })
}

func (c *Components) count(of func(*process) int) int {
	n := 0
	for i := range c.processes {
		n += of(&c.processes[i])
	}
	return n
}

// Spent returns what is spent of the budget's lines, by its number.
func (c *Components) Spent(n uint32) []int { return c.spending.amounts.list[n] }

// State returns the whole state of an interned one.
func (c *Components) State(s InternedState) Global {
	procs := make([]Process, len(c.processes))
	for i := range procs {
		p := &c.processes[i]
		procs[i] = p.locals.list[s.Locals[i]]
		procs[i].Inbox = c.copies(p.inboxes.list[s.Inboxes[i]])
	}
	return Global{Procs: procs}
}

// Action returns the action of that number.
func (c *Components) Action(number uint32) spec.Action { return c.actions.list[number] }

// actionNumber numbers an action, and finds the class that the budget takes it for.
func (c *Components) actionNumber(a spec.Action) uint32 {
	n, isNew := c.actions.number(a.Key(), a)
	if isNew {
		c.bytes += 400
		c.spending.classify(a)
	}
	return n
}

// messageNumber numbers a message, and its network faults.
func (c *Components) messageNumber(msg spec.Message) uint32 {
	content := notKnown
	if msg.Age > 0 {
		young := msg
		young.Age = 0
		content = c.messageNumber(young)
	}
	n, isNew := c.messages.number(codec.Key(msg), msg)
	if isNew {
		c.contents = append(c.contents, min(n, content))
		c.faults = append(c.faults, [2]networkFaults{c.networkFaults(msg, false), c.networkFaults(msg, true)})
		c.bytes += 300
	}
	return n
}

// networkFaults numbers the actions by which the network may drop, lose or duplicate a
// message.
func (c *Components) networkFaults(msg spec.Message, up bool) networkFaults {
	msg.Age = 0 // actions do not tell it
	number := func(may bool, name func(string) string) uint32 {
		if !may {
			return notKnown
		}
		return c.actionNumber(spec.Action{Name: name(msg.Body.Kind()), At: msg.To, Msg: msg})
	}
	may := c.model.rules.Faults(&msg, up)
	return networkFaults{
		number(may.Duplicate, spec.Duplicate), number(may.Drop, spec.Drop), number(may.Lose, spec.Lose),
	}
}

// localNumber returns the number of a local state.
func (c *Components) localNumber(at spec.NodeID, p Process) uint32 {
	p.Inbox = nil
	pl := &c.processes[at]
	n, isNew := pl.locals.number(codec.Key(p), p)
	if isNew {
		pl.up, pl.unbooted = append(pl.up, p.Up), append(pl.unbooted, p.Unbooted)
		pl.internal = append(pl.internal, nil)
		pl.armed = append(pl.armed, c.timers.bits(at, p.Armed))
		if c.model.Discrete != nil {
			pl.holds = append(pl.holds, c.model.holds(p))
			for ticks := range pl.later {
				pl.later[ticks] = append(pl.later[ticks], notKnown)
			}
		}
		c.bytes += 4*int64(len(p.Memory)+len(p.Disk)) + 600 // with its image
		if c.met.Local != nil {
			c.met.Local(at, p)
		}
	}
	return n
}

// inboxNumber returns the number of an inbox, whose messages are in the order of their
// numbers.
func (c *Components) inboxNumber(at spec.NodeID, list []inboxed) uint32 {
	key := make([]byte, 0, 64)
	for _, in := range list {
		key = binary.AppendUvarint(binary.AppendUvarint(key, uint64(in.message)), uint64(in.count))
	}
	n, isNew := c.processes[at].inboxes.number(string(key), list)
	if isNew {
		if c.model.Discrete != nil {
			p := &c.processes[at]
			p.older, p.overdue = append(p.older, notKnown), append(p.overdue, c.model.overdue(c.copies(list)))
		}
		c.bytes += int64(len(key)) + int64(64*len(list)) + 150 // with its image
		if c.met.Inbox != nil {
			c.met.Inbox(at, c.copies(list))
		}
	}
	return n
}

// copies lists what is in an inbox as a Proc has it.
func (c *Components) copies(list []inboxed) []Copies {
	var inbox []Copies
	for _, in := range list {
		inbox = append(inbox, Copies{c.messages.list[in.message], int(in.count)})
	}
	slices.SortFunc(inbox, func(a, b Copies) int { return spec.CompareMessages(a.Msg, b.Msg) })
	return inbox
}

// panicked keeps the cause of a panic and returns one more than its number.
func (c *Components) panicked(cause any) uint32 {
	c.panics = append(c.panics, cause)
	return uint32(len(c.panics))
}

// size is about how much memory all this takes.
func (c *Components) size() int64 {
	size := c.bytes + int64(c.model.looked) + c.ghosts.bytes() + c.sights.bytes() +
		c.allowed.bytes()
	if c.ghost != nil {
		size += c.ghost.Bytes()
	}
	for i := range c.processes {
		p := &c.processes[i]
		for _, table := range [...]*pairs{&p.deliveries, &p.more, &p.less, &p.awaited, &p.bound} {
			size += table.bytes()
		}
		size += int64(len(p.keys)) * 32
		for _, inputs := range p.inputs {
			size += int64(len(inputs)) * 24
		}
	}
	return size
}
