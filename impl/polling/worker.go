package polling

import (
	"time"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec/polling/words"
)

// adopt takes a division, at once or at the agreed instant.
func (n *Node) adopt(division int) {
	w, d := &n.state.Worker, n.cfg.Divisions[division]
	if n.cfg.Agreed && division > 0 {
		w.Before, w.Adopt = w.Frame, time.Duration(d.Adopt)*time.Millisecond
	}
	w.Frame = Divide(n.cfg, n.id, n.cfg.View(n.id, division), d.Slot)
}

// change has a worker adopt a timeframe that it is told.
func (n *Node) change(now time.Duration, frame words.Adopt, out *impl.Effects) {
	n.state.Frame = Timeframe(frame)
	n.hush(now)
	n.plan(now, out)
}

// hush has a worker make no request for a while after a reading at which it hears of a division: others may not have
// heard of it yet.
func (n *Node) hush(heard time.Duration) {
	if n.cfg.Silence > 0 && n.cfg.IsWorker(n.id) {
		n.state.Quiet = heard + time.Duration(n.cfg.Silence)*time.Millisecond
	}
}

// plan has a worker wait for its next slot after now.
func (n *Node) plan(now time.Duration, out *impl.Effects) {
	if !n.cfg.IsWorker(n.id) {
		return
	}
	w := &n.state.Worker
	w.Due = w.next(max(1, now+1, w.Quiet)) // none begins with the epoch, or before
	if w.Due == 0 {
		out.StopTimer(words.ClockSlot)
		return
	}
	out.SetTimer(words.ClockSlot, w.Due-now)
}

// next returns when the worker's next slot begins that is not before t, 0 if it has none.
func (w *Worker) next(t time.Duration) time.Duration {
	if w.Before.Period > 0 {
		if begins := w.Before.first(w.Origin, t); begins < w.Adopt {
			return begins
		}
	}
	if w.Frame.Period == 0 {
		return 0
	}
	return w.Frame.first(w.Origin, max(t, w.Adopt))
}

// slot: the worker makes its request, unless its clock has been moved back or it is too late.
func (n *Node) slot(now time.Duration, out *impl.Effects) {
	w := &n.state.Worker
	tooLate := n.cfg.Safe && now > w.Due+time.Duration(n.cfg.Jitter)*time.Millisecond
	if now >= w.Due && !tooLate {
		w.Used, w.Slot = true, w.Due
		out.Send(n.cfg.Provider(), words.Request{Slot: w.Slot})
	}
	n.plan(now, out)
}
