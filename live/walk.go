package live

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
)

// walk follows the network along the ordered events, and adds what no log has: messages that were lost.
func (m *merging) walk(ordered []*event) (Run, error) {
	w := walking{
		merging: m, flight: make([][]*travel, m.cluster.Nodes), up: make([]bool, m.cluster.Nodes),
		life: make([]int, m.cluster.Nodes), latest: map[way]int{},
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
	}
	return w.run, nil
}

type walking struct {
	*merging
	run    Run
	up     []bool
	life   []int       // which life of each process it is
	flight [][]*travel // to each process, in the order of sending
	latest map[way]int // the number of the last copy on each way that is delivered
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
	if e.raises {
		w.up[at], w.life[at] = true, e.Where.Life
	}
	if e.copy != nil {
		place := slices.IndexFunc(w.flight[at], func(t *travel) bool { return t.id == *e.copy })
		if place < 0 {
			return refusal(e.Where, "%s is delivered and is not in flight: it was delivered before, or its receiver "+
				"was down when it was sent", e.copy)
		}
		e.Action.Msg.Place = w.place(at, place)
		w.flight[at] = slices.Delete(w.flight[at], place, place+1)
	}
	w.run.Steps = append(w.run.Steps, e.Step)
	if e.crash {
		w.goDown(e)
	}
	for n := range e.sent {
		if err := w.send(w.copies[e.sent[n].id]); err != nil {
			return err
		}
	}
	return nil
}

// goDown takes a process down. A real process takes along what is on its way to it, where the model keeps that too.
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

// send puts a copy into flight. One that is never delivered, although a later one is, was lost.
func (w *walking) send(t *travel) error {
	to := t.msg.To
	if !w.rules.Enters(w.up[to]) {
		return nil
	}
	w.flight[to] = append(w.flight[to], t)
	if len(t.delivered) > 0 {
		return nil
	}
	last := len(w.flight[to]) - 1
	if !w.up[to] {
		w.lose(to, last, spec.Lose, t.from.Where)
		return nil
	}
	if w.latest[way{t.id.From, t.id.Life, to, w.life[to]}] < t.id.Number {
		return nil // it is on its way when the receiver ends
	}
	if t.msg.Multicast {
		return refusal(t.from.Where, "%s is of a multicast, and process %s has never received it", t.id, to)
	}
	w.lose(to, last, spec.Drop, t.from.Where)
	return nil
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

// place returns the place of the n-th copy in flight to a process among those of the same sender, 0 where copies are in
// no order.
func (w *walking) place(to spec.NodeID, n int) int {
	if !w.cluster.Ordered {
		return 0
	}
	place := 1
	for _, t := range w.flight[to][:n] {
		if t.msg.From == w.flight[to][n].msg.From {
			place++
		}
	}
	return place
}
