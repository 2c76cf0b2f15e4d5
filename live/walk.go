package live

import (
	"slices"
	"time"

	"github.com/scrutineer-go/scrutineer/spec"
)

// walk follows the network along the ordered events, and adds the losses of messages, which no log has.
func (m *merging) walk(ordered []*event) (Run, error) {
	w := walking{
		merging: m, flight: make([][]*travel, m.cluster.Nodes), up: make([]bool, m.cluster.Nodes),
		life: make([]int, m.cluster.Nodes), latest: map[way]int{}, bound: slices.Clone(m.bound),
		taken: make([]int, m.cluster.Nodes), run: Run{Began: m.began},
	}
	for id := range w.up {
		w.up[id], w.life[id] = true, 1 // before its first step too
	}
	for _, t := range m.copies {
		for _, e := range t.delivered {
			on := way{t.id.From, t.id.Life, e.Where.ID, e.Where.Life}
			w.latest[on] = max(w.latest[on], t.id.Number)
		}
	}
	for _, e := range ordered {
		if err := w.take(e); err != nil {
			return Run{}, err
		}
		if w.run.Lost != nil {
			break
		}
	}
	return w.run, nil
}

type walking struct {
	*merging
	run    Run
	up     []bool
	life   []int                // the number of each process's life
	flight [][]*travel          // to each process, in the order of sending
	latest map[way]int          // the number of the last copy on each way that is delivered
	bound  []spec.SetOf[string] // the topics that each process is bound to
	taken  []int                // how many events of each process are taken
}

// way is from one life of a process to one of another.
type way struct {
	from     spec.NodeID
	fromLife int
	to       spec.NodeID
	toLife   int
}

// take takes one event.
func (w *walking) take(e *event) error {
	at := e.Where.ID
	w.taken[at]++
	if e.raises {
		w.up[at], w.life[at] = true, e.Where.Life
	}
	if e.copy != nil {
		w.doubleLate(*e.copy)
		place := slices.IndexFunc(w.flight[at], func(t *travel) bool { return t.id == *e.copy })
		if place < 0 {
			return refusal(e.Where, "%s is delivered and is not in flight: it was delivered before, or its receiver "+
				"was down when it was sent", e.copy)
		}
		e.Action.Msg.Place = w.place(at, place)
		w.flight[at] = slices.Delete(w.flight[at], place, place+1)
	}
	w.run.Steps = append(w.run.Steps, e.Step)
	w.bound[at] = e.bound
	if e.crash {
		w.bound[at] = spec.SetOf[string]{}
		w.goDown(e)
	}
	for n := range e.sent {
		w.send(w.copies[e.sent[n].id])
	}
	return nil
}

// goDown takes a process down. Messages on their way to a real process are lost with it, even if the model keeps them.
func (w *walking) goDown(e *event) {
	at := e.Where.ID
	w.up[at] = false
	if !w.rules.KeepsInbox() {
		w.flight[at] = nil
		return
	}
	for n := 0; n < len(w.flight[at]); {
		if len(w.flight[at][n].delivered) > 0 {
			n++
			continue
		}
		w.lose(at, n, spec.Lose, e.Where)
	}
}

// send puts a copy into flight, if its receiver is there to hear it.
func (w *walking) send(t *travel) {
	to := t.msg.To
	if !w.rules.Enters(w.up[to]) || t.topic != "" && !w.bound[to].Has(t.topic) {
		return
	}
	w.flight[to] = append(w.flight[to], t)
	if t.second == nil || !w.up[to] {
		w.miss(t)
		return
	}
	w.double(t)
	w.miss(t)
	w.miss(t.second)
}

// doubleLate doubles a copy that waited for its receiver to come up, before one of the two is delivered: a copy to a
// process that is down cannot be doubled.
func (w *walking) doubleLate(id MessageID) {
	id.Again = 0
	t := w.copies[id]
	if t == nil || t.second == nil || t.twice || len(t.second.delivered) == 0 {
		return
	}
	if slices.Contains(w.flight[t.msg.To], t) {
		w.double(t)
	}
}

// double puts the second copy of one into flight, behind it.
func (w *walking) double(t *travel) {
	t.twice = true
	msg := t.msg
	n := slices.Index(w.flight[msg.To], t)
	msg.Place = w.place(msg.To, n)
	w.run.Steps = append(w.run.Steps, Step{
		Action: spec.Action{Name: spec.Duplicate(msg.Body.Kind()), At: msg.To, Msg: msg}, Where: t.from.Where,
	})
	w.flight[msg.To] = slices.Insert(w.flight[msg.To], n+1, t.second)
}

// miss removes a lost copy from flight: one that a fault dropped, or one that is never delivered although a later one
// is, or although its receiver lived on for longer than [unread].
func (w *walking) miss(t *travel) {
	to := t.msg.To
	if len(t.delivered) > 0 || w.held[t.id] && !t.lost {
		return
	}
	last := slices.Index(w.flight[to], t)
	switch {
	case !w.up[to]:
		w.lose(to, last, spec.Lose, t.from.Where)
	case !t.lost && !w.overtaken(t) && !w.outlived(t):
		// it is on its way when the receiver ends
	case t.msg.Multicast && w.unsent(t):
		// it may have left, or not
	case t.msg.Multicast:
		if w.run.Lost == nil {
			w.run.Lost = refusal(t.from.Where, "%s is of a multicast, and process %s has never received it", t.id, to)
		}
	default:
		w.lose(to, last, spec.Drop, t.from.Where)
	}
}

// unread is how long a copy may stay in the socket of a process that will receive it.
const unread = int64(time.Second)

// outlived reports whether the receiver of a copy lived on for longer than [unread] after its next step, or if it took
// no more steps, the sender after the sending.
func (w *walking) outlived(t *travel) bool {
	to := t.msg.To
	events, n := w.processes[to], w.taken[to]
	if n == len(events) {
		return w.lives[t.sender()].ended-t.from.At > unread
	}
	return w.lives[Place{ID: to, Life: w.life[to]}].ended-events[n].At > unread
}

// sender returns the life that has sent a copy.
func (t *travel) sender() Place { return Place{ID: t.id.From, Life: t.id.Life} }

// unsent reports whether a copy's sender was killed right after it logged the sending.
func (w *walking) unsent(t *travel) bool {
	life := w.lives[t.sender()]
	return !life.Stopped && life.ended-t.from.At < atOnce
}

// atOnce is how long a copy may take to leave its process.
const atOnce = int64(100 * time.Millisecond)

// overtaken reports whether a later copy is delivered to the same life of the receiver.
func (w *walking) overtaken(t *travel) bool {
	return w.latest[way{t.id.From, t.id.Life, t.msg.To, w.life[t.msg.To]}] > t.id.Number
}

// lose takes the n-th copy to a process out of flight, by an action that the name makes of the copy's kind.
func (w *walking) lose(to spec.NodeID, n int, name func(kind string) string, where Place) {
	lost := w.flight[to][n].msg
	lost.Place = w.place(to, n)
	w.flight[to] = slices.Delete(w.flight[to], n, n+1)
	w.run.Steps = append(w.run.Steps, Step{
		Action: spec.Action{Name: name(lost.Body.Kind()), At: to, Msg: lost}, Where: where,
	})
}

// place returns the place of the n-th copy in flight to a process among the copies of its sender, 0 if the network
// keeps no order.
func (w *walking) place(to spec.NodeID, n int) int {
	if !w.cluster.Ordered {
		return 0
	}
	place, of := 1, w.flight[to][n]
	before := MessageID{}
	for _, t := range w.flight[to][:n] {
		same := t.id.Number == before.Number && t.id.Life == before.Life // a second copy, which has the same place
		if before = t.id; t.msg.From == of.msg.From && !same && t.id.Number != of.id.Number {
			place++
		}
	}
	return place
}
