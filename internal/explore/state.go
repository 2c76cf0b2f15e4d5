package explore

import (
	"slices"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Global is the global state of a cluster of implementation processes: what each
// of them holds, what is at hand for it, and what its disk says.
type Global struct {
	Procs []Process
}

// Process is all that is at one process.
type Process struct {
	Up bool
	// Unbooted tells that it is up and has not had its first event.
	Unbooted bool
	// Memory is the encoded State of the process, empty while it is down.
	Memory string
	// Disk is the encoded record that was saved last, empty if none was.
	Disk string
	// Armed are the timers that are set. Left has, in discrete time, the number of ticks after which each timer is due,
	// by the process's own clock; a late timer has a negative number.
	Armed spec.SetOf[spec.Timer]
	Left  []int
	// Reading is what the process's own clock reads in discrete time, else 0.
	Reading time.Duration
	// Steady is the number of ticks that must pass before the clock may go wrong.
	Steady int
	// Inbox holds the copies in flight to the process.
	Inbox []Copies
}

// Copies is a message in flight, and how many copies of it are.
type Copies struct {
	Msg   spec.Message
	Count int
}

// Living returns the processes that are up.
func (s Global) Living() spec.Set {
	var up spec.Set
	for i, p := range s.Procs {
		if p.Up {
			up = append(up, spec.NodeID(i))
		}
	}
	return up
}

// Down returns the processes that are not up.
func (s Global) Down() spec.Set { return spec.AllNodes(len(s.Procs)).Minus(s.Living()) }

// Load fills the pointer with the memory of the process.
func (p Process) Load(state any) { mustDecode(p.Memory, state) }

// Saved returns what is on the process's disk, nil if nothing.
func (p Process) Saved() any {
	if p.Disk == "" {
		return nil
	}
	saved, err := codec.Unbox([]byte(p.Disk))
	if err != nil {
		panic(spec.Breach{Contract: "Codec", Why: err.Error()})
	}
	return saved
}

// mustDecode reads what this package encoded; an error would be its own.
func mustDecode(data string, into any) {
	if err := codec.Decode([]byte(data), into); err != nil {
		panic(spec.Breach{Contract: "Codec", Why: err.Error()})
	}
}

// with returns the state with one process replaced.
func (s Global) with(id spec.NodeID, p Process) Global {
	s.Procs = slices.Clone(s.Procs)
	s.Procs[id] = p
	return s
}

// take returns the process without the oldest copy in flight that is like a message.
func (p Process) take(m spec.Message) Process {
	for _, c := range p.Inbox {
		if c.Msg.Age > 0 && c.Msg.Alike(m) {
			m.Age = c.Msg.Age // the later ones are older
		}
	}
	return p.add(m, -1)
}

// double returns the process with a duplicate of the youngest copy in flight that is like a message.
func (p Process) double(m spec.Message) Process {
	i, _ := p.find(m)
	return p.add(p.Inbox[i].Msg, 1)
}

// oldest reports whether an inbox has no older copy that is like the i-th.
func oldest(inbox []Copies, i int) bool {
	return i+1 == len(inbox) || inbox[i+1].Msg.Age == 0 || !inbox[i].Msg.Alike(inbox[i+1].Msg)
}

// find returns the index of a message in the inbox, or the index at which to insert it.
func (p Process) find(m spec.Message) (int, bool) {
	return slices.BinarySearchFunc(p.Inbox, m, func(c Copies, m spec.Message) int {
		return spec.CompareMessages(c.Msg, m)
	})
}

// add returns the process with n more copies of the message in flight to it; n
// may be negative, and a message without copies is not in flight.
func (p Process) add(m spec.Message, n int) Process {
	i, found := p.find(m)
	p.Inbox = slices.Clone(p.Inbox)
	if !found {
		p.Inbox = slices.Insert(p.Inbox, i, Copies{Msg: m})
	}
	p.Inbox[i].Count += n
	if p.Inbox[i].Count <= 0 {
		p.Inbox = movedUp(slices.Delete(p.Inbox, i, i+1), m)
	}
	return p
}

// next is the place that a copy gets which enters behind those of an inbox.
func next(inbox []Copies, m *spec.Message) int {
	place := 1
	for i := range inbox {
		if c := &inbox[i].Msg; c.Beside(m) {
			place = max(place, c.Place+1)
		}
	}
	return place
}

// movedUp is an inbox in which no copy is in the place of the message any more.
func movedUp(inbox []Copies, m spec.Message) []Copies {
	for i := range inbox {
		if c := &inbox[i].Msg; c.Beside(&m) && c.Place > m.Place && m.Place > 0 {
			c.Place--
		}
	}
	return inbox
}

// set returns the process with a timer armed for a length, in discrete time rounded up to whole ticks.
func (p Process) set(timer spec.Timer, length time.Duration, t *spec.DiscreteTime) Process {
	p = p.stop(timer)
	p.Armed = p.Armed.With(timer)
	if t != nil {
		p.Left = slices.Insert(slices.Clone(p.Left), slices.Index(p.Armed, timer), int((length+t.Unit-1)/t.Unit))
	}
	return p
}

// stop returns the process without an armed timer.
func (p Process) stop(timer spec.Timer) Process {
	if i := slices.Index(p.Armed, timer); i >= 0 && p.Left != nil {
		p.Left = slices.Delete(slices.Clone(p.Left), i, i+1)
	}
	p.Armed = p.Armed.Without(timer)
	return p
}
