package polling

import (
	"time"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec/polling/words"
)

// Step handles one event.
func (n *Node) Step(ev impl.Event, out *impl.Effects) {
	switch ev.Kind {
	case impl.Booted, impl.Recovered:
		n.begin(ev.Now, out)
	case impl.Fired:
		if ev.Timer == words.ClockHear {
			n.hear(ev.Now, out)
		} else {
			n.slot(ev.Now, out)
		}
	case impl.Input:
		if frame, is := ev.Body.(words.Adopt); is && n.cfg.IsWorker(n.id) {
			n.change(ev.Now, frame, out)
		}
	case impl.Delivered:
		n.delivered(ev, out)
	}
}

func (n *Node) delivered(ev impl.Event, out *impl.Effects) {
	switch body := ev.Body.(type) {
	case words.Request:
		n.serve(ev.Now, ev.From, body, out)
	case words.Data:
		out.Send(n.cfg.StoreID(), words.Lookup(body))
	case words.Lookup:
		out.Send(ev.From, words.Answer{Interval: body.Interval, Found: n.state.Has(body.Interval)})
	case words.Answer:
		if !body.Found {
			out.Send(n.cfg.StoreID(), words.Insert{Interval: body.Interval})
		}
	case words.Insert:
		n.state.insert(body.Interval, n.cfg.Store == words.StoreUnique)
	}
}

// begin has a process take the division that is in force, and wait for the next.
func (n *Node) begin(now time.Duration, out *impl.Effects) {
	if n.cfg.Adopts {
		return // it has no slots before it is told of some
	}
	switch {
	case n.id > n.cfg.Provider():
		return
	case n.cfg.IsWorker(n.id):
		if n.cfg.OwnOrigin {
			n.state.Origin = now
		}
		n.adopt(0)
	}
	for n.isOver(now) {
		n.learn()
		n.hush(n.hearsAt(n.state.Heard))
	}
	n.plan(now, out)
	n.listen(now, out)
}

// isOver reports whether the process hears of the next division by now.
func (n *Node) isOver(now time.Duration) bool {
	next := n.state.Heard + 1
	return next < len(n.cfg.Divisions) && n.hearsAt(next) <= now
}

func (n *Node) hearsAt(division int) time.Duration {
	return time.Duration(n.cfg.Divisions[division].At[n.id]) * time.Millisecond
}

// learn takes the next division.
func (n *Node) learn() {
	n.state.Heard++
	if n.cfg.IsWorker(n.id) {
		n.adopt(n.state.Heard)
	}
}

// hear: the process hears of one or more divisions.
func (n *Node) hear(now time.Duration, out *impl.Effects) {
	for n.isOver(now) {
		n.learn()
		n.hush(now)
	}
	n.plan(now, out)
	n.listen(now, out)
}

// listen sets the timer for the next division, if there is one.
func (n *Node) listen(now time.Duration, out *impl.Effects) {
	if next := n.state.Heard + 1; next < len(n.cfg.Divisions) {
		out.SetTimer(words.ClockHear, n.hearsAt(next)-now)
	}
}
