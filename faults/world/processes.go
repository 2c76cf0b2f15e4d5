package world

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
)

// processes are the processes of a world: their nodes, disks, timers and inputs, and who is up.
type processes struct {
	agenda   *agenda
	list     []process
	up, down spec.Set // up is nil where it was not asked for since it changed
	unstable spec.Set
	armed    int    // timers that are armed
	unbooted int    // processes that have not had their first event
	last     uint32 // tells timers and offers apart: the number of the last one
}

// process is one process in a world.
type process struct {
	node     impl.Node   // nil while it is down
	paused   faults.Time // until when
	unbooted bool        // it is up and has not had its first event
	timers   []timer
	sets     faults.Ordinals // how often each timer was set
	offers   []offer
	told     faults.Ordinals // how often each kind of input was offered
	disk     any
	bootsBy  string // the pin that says when it has its first event; "" for none
}

// timer is one that is armed.
type timer struct {
	name   spec.Timer
	gen    uint32
	length faults.Time // after which it was to fire
	// early tells that a fault has set the time: it does not wait for what it awaits.
	early   bool
	ticks   bool        // it is a clock
	due     faults.Time // when its alarm was put off first; 0 for never
	by      []string    // the fields of the plan by which it fires when it does
	expires faults.Time // when it fires; in a driven world by the clock of its process
}

// offer is an input that a process will be told, if it may still be told it then.
type offer struct {
	body spec.Body
	gen  uint32
	by   string // the pin that says when; "" for none
}

// Nodes is the number of processes.
func (p *processes) Nodes() int { return len(p.list) }

// Up reports whether a process is up.
func (p *processes) Up(id spec.NodeID) bool { return p.list[id].node != nil }

// Booted reports whether a process is up and has had its first event, if it has one.
func (p *processes) Booted(id spec.NodeID) bool { return p.Up(id) && !p.list[id].unbooted }

// save writes the disk of a process.
func (p *processes) save(at spec.NodeID, record any) { p.list[at].disk = record }

// setsAgain counts that a timer is set, and returns how often it was.
func (p *processes) setsAgain(at spec.NodeID, name spec.Timer) int {
	return p.list[at].sets.Next(string(name))
}

// toldAgain counts that a kind of input is offered, and returns how often it was.
func (p *processes) toldAgain(at spec.NodeID, kind string) int { return p.list[at].told.Next(kind) }

// neverSettles notes that a process goes on to crash and to come up when the faults have stopped.
func (p *processes) neverSettles(at spec.NodeID) { p.unstable = p.unstable.With(at) }

// Living returns the processes that are up.
func (p *processes) Living() spec.Set {
	if p.up == nil {
		p.up = make(spec.Set, 0, len(p.list)-len(p.down))
		for id := range p.list {
			if p.Up(spec.NodeID(id)) {
				p.up = append(p.up, spec.NodeID(id))
			}
		}
	}
	return p.up
}

// Down returns the processes that are not up.
func (p *processes) Down() spec.Set { return p.down }

// State returns what the process's State method returns, nil while it is down.
func (p *processes) State(id spec.NodeID) any {
	if p.list[id].node == nil {
		return nil
	}
	return p.list[id].node.State()
}

// Armed appends the names of the timers that are armed at a process.
func (p *processes) Armed(dst []spec.Timer, id spec.NodeID) []spec.Timer {
	for _, t := range p.list[id].timers {
		dst = append(dst, t.name)
	}
	return dst
}

// Resting reports whether nobody is still to boot, and no timer is armed but those of the routine.
func (p *processes) Resting(r spec.Routine) bool {
	if p.unbooted > 0 {
		return false
	}
	for i := range p.list {
		for _, t := range p.list[i].timers {
			if !r.Timers.Has(t.name.Name()) {
				return false
			}
		}
	}
	return true
}

// isPaused reports whether a process is in a pause.
func (p *processes) isPaused(at spec.NodeID) bool { return p.list[at].paused > p.agenda.now }

// putsOff notes when the alarm of a timer is put off first.
func (p *processes) putsOff(t *timer) {
	if t.due == 0 {
		t.due = p.agenda.now
	}
}

// pause keeps a process from doing anything until a time.
func (p *processes) pause(at spec.NodeID, until faults.Time) {
	p.list[at].paused = max(until, p.list[at].paused)
}

// number returns a number for what is new: a timer or an offer.
func (p *processes) number() uint32 {
	p.last++
	return p.last
}

// goesDown takes away what a process loses in a crash: its memory, its timers, and what it would be told.
func (p *processes) goesDown(at spec.NodeID) {
	it := &p.list[at]
	p.armed -= len(it.timers)
	p.boots(at)
	it.node, it.timers, it.offers = nil, it.timers[:0], it.offers[:0]
	p.up, p.down = nil, p.down.With(at)
}

// begins gives a process its first node.
func (p *processes) begins(at spec.NodeID, node impl.Node) { p.list[at].node = node }

// comesUp gives a process that was down a new node.
func (p *processes) comesUp(at spec.NodeID, node impl.Node) {
	p.list[at].node = node
	p.up, p.down = nil, p.down.Without(at)
}

// starts notes that a process is to have a first event, and plans that for a time; by is the pin that
// says so.
func (p *processes) starts(at spec.NodeID, when faults.Time, number uint32, by string) {
	p.list[at].unbooted, p.list[at].bootsBy = true, by
	p.unbooted++
	p.agenda.put(when, item{what: booting, ref: int32(at), gen: number})
}

// boots notes that a process has its first event, or will never have it.
func (p *processes) boots(at spec.NodeID) {
	if p.list[at].unbooted {
		p.list[at].unbooted = false
		p.unbooted--
	}
}

// arm arms a timer, which fires at a time.
func (p *processes) arm(at spec.NodeID, t timer, fires faults.Time) {
	t.gen, t.expires = p.number(), fires
	p.list[at].timers = append(p.list[at].timers, t)
	p.armed++
	p.rings(at, &t)
}

// rings plans the alarm of a timer.
func (p *processes) rings(at spec.NodeID, t *timer) {
	p.agenda.put(max(t.expires, p.agenda.now), item{what: alarm, ref: int32(at), gen: t.gen})
}

// resume schedules the first event and the alarms of a process after recorded steps.
func (p *processes) resume(at spec.NodeID) {
	it := &p.list[at]
	if it.unbooted {
		p.agenda.put(p.agenda.now, item{what: booting, ref: int32(at)})
	}
	for i := range it.timers {
		p.rings(at, &it.timers[i])
	}
}

// disarm disarms a timer. Its alarm stays in the queue, as a stale one.
func (p *processes) disarm(at spec.NodeID, name spec.Timer) {
	timers := p.list[at].timers
	if i := slices.IndexFunc(timers, func(t timer) bool { return t.name == name }); i >= 0 {
		p.fire(at, i)
	}
}

// fire takes away the ith timer of a process.
func (p *processes) fire(at spec.NodeID, i int) {
	p.list[at].timers = slices.Delete(p.list[at].timers, i, i+1)
	p.armed--
}

// timer returns which timer of a process an alarm is for, -1 if that was stopped or set anew.
func (p *processes) timer(alarm item) int {
	return slices.IndexFunc(p.list[alarm.ref].timers, func(t timer) bool { return t.gen == alarm.gen })
}

// isOffered reports whether a process will be told an input anyway.
func (p *processes) isOffered(at spec.NodeID, body spec.Body) bool {
	return slices.ContainsFunc(p.list[at].offers, func(o offer) bool { return spec.SameBody(o.body, body) })
}

// offer plans to tell a process an input.
func (p *processes) offer(at spec.NodeID, o offer, takes faults.Time) {
	p.list[at].offers = append(p.list[at].offers, o)
	p.agenda.put(p.agenda.now+takes, item{what: telling, ref: int32(at), gen: o.gen})
}

// offered returns which offer to a process an item is about, -1 if that is gone.
func (p *processes) offered(it item) int {
	return slices.IndexFunc(p.list[it.ref].offers, func(o offer) bool { return o.gen == it.gen })
}

// take takes away the ith offer to a process.
func (p *processes) take(at spec.NodeID, i int) offer {
	o := p.list[at].offers[i]
	p.list[at].offers = slices.Delete(p.list[at].offers, i, i+1)
	return o
}
