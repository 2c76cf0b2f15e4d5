package live

import (
	"slices"
	"time"

	"github.com/scrutineer-go/scrutineer/spec"
)

// patience is how much longer than a message a receiver must live before the message counts as lost.
const patience = int64(time.Second)

// walk follows the network along the ordered events, and adds what no log has: messages that were lost.
func (m *merging) walk(ordered []*event) (Run, error) {
	w := walking{merging: m, flight: make([][]*travel, m.cluster.Nodes), up: make([]bool, m.cluster.Nodes)}
	w.read()
	for id := range w.up {
		w.up[id] = true // before its first step too
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
	flight [][]*travel // to each process, in the order of sending
	ends   []int64     // when each process's last step began
	kills  [][]int64   // when each process was killed
	latest map[way]CopyID
}

// way is from one life of a process to another process.
type way struct {
	from spec.NodeID
	life int
	to   spec.NodeID
}

// read notes how long each process lives, when it was killed, and the latest copy on each way that is delivered.
func (w *walking) read() {
	w.ends, w.kills, w.latest = make([]int64, w.cluster.Nodes), make([][]int64, w.cluster.Nodes), map[way]CopyID{}
	for id, events := range w.processes {
		for _, e := range events {
			w.ends[id] = max(w.ends[id], e.At)
			if e.crash {
				w.kills[id] = append(w.kills[id], e.At)
			}
		}
	}
	for id, t := range w.copies {
		on := way{id.From, id.Life, t.msg.To}
		if len(t.delivered) > 0 && id.Number > w.latest[on].Number {
			w.latest[on] = id
		}
	}
}

// take takes one event.
func (w *walking) take(e *event) error {
	at := e.Where.ID
	if e.raises {
		w.up[at] = true
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
		w.up[at] = false
		if !w.rules.KeepsInbox() {
			w.flight[at] = nil
		}
	}
	for n := range e.sent {
		if err := w.send(w.copies[e.sent[n].id]); err != nil {
			return err
		}
	}
	return nil
}

// send puts a copy into flight. One that is never delivered may be lost.
func (w *walking) send(t *travel) error {
	to := t.msg.To
	if !w.rules.Enters(w.up[to]) {
		return nil
	}
	w.flight[to] = append(w.flight[to], t)
	if len(t.delivered) > 0 || w.dies(t) {
		return nil
	}
	passed := w.latest[way{t.id.From, t.id.Life, to}].Number > t.id.Number
	switch {
	case !passed && w.ends[to] < t.from.At+patience: // it may still be on its way
		return nil
	case t.msg.Multicast && t.torn:
		w.run.CutShort = append(w.run.CutShort, t.id)
		return nil
	case t.msg.Multicast:
		return refusal(t.from.Where, "%s is of a multicast, and process %s has never received it", t.id, to)
	}
	last := len(w.flight[to]) - 1
	lost := t.msg
	lost.Place = w.place(to, last)
	w.flight[to] = w.flight[to][:last]
	w.run.Steps = append(w.run.Steps, Step{
		Action: spec.Action{Name: spec.Drop(lost.Body.Kind()), At: to, Msg: lost}, Where: t.from.Where,
	})
	return nil
}

// dies reports whether the receiver of a copy is killed while the copy may be on its way.
func (w *walking) dies(t *travel) bool {
	return slices.ContainsFunc(w.kills[t.msg.To], func(at int64) bool {
		return at >= t.from.At && at < t.from.At+patience
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
