package rsdp

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// receiveShare keeps what somebody has aggregated. The first SHARE of a batch opens the window, and
// no later one prolongs it.
func (e *engine) receiveShare(from spec.NodeID, body words.Share, out *impl.Effects) {
	e.heard(from, body.Life)
	for _, other := range body.Lives {
		e.heard(other.Of, other.Life)
	}
	share := Share{from, body.Life, body.Data}
	if e.Due && e.cfg.Interprets(words.ClosedBatch) {
		e.Next = e.withShare(e.Next, share)
		return
	}
	if len(e.Shares) == 0 {
		out.SetTimer(words.TimerShare, e.cfg.ShareTime())
	}
	e.Shares = e.withShare(e.Shares, share)
}

// withShare adds a SHARE to a buffer, in place of an earlier one of its sender.
func (e *engine) withShare(buffer []Share, share Share) []Share {
	if !e.cfg.Interprets(words.KeepsRepeats) {
		buffer = slices.DeleteFunc(buffer, func(s Share) bool { return s.From == share.From })
	}
	return append(buffer, share)
}

// endWindow processes the batch, now or when the mutex is released.
func (e *engine) endWindow() {
	if e.Debating {
		e.Due = true
		return
	}
	e.process()
}

// processDue processes the batch that has waited for the mutex; what came too late for it opens the
// next window.
func (e *engine) processDue(out *impl.Effects) {
	if !e.Due {
		return
	}
	e.process()
	e.Due = false
	e.Shares, e.Next = e.Next, nil
	if len(e.Shares) > 0 {
		out.SetTimer(words.TimerShare, e.cfg.ShareTime())
	}
}

// process makes one value of all SHAREs for each reducer, which takes the place of its own if it is
// valid (SHARE, section 2.2).
func (e *engine) process() {
	r, entries := e.replica(), make([]Entry, len(e.Shares))
	e.change()
	for k, reducer := range e.reducers {
		for i, share := range e.Shares {
			entries[i] = Entry{share.From, share.Data[k]}
		}
		own := e.Values[k]
		valid, is := reducer.SanitizeShareState(r, reducer.AggregateShareState(r, own, entries))
		if !is {
			continue
		}
		e.Values[k] = reducer.UpdateState(r, own, valid)
		if !e.cfg.Interprets(words.Silent) || reducer.ShouldReload(r, own, valid) {
			e.tell(r, k)
		}
	}
	e.Shares = nil
}

// change has values be written to, in a copy.
func (e *engine) change() { e.Values, e.Told = slices.Clone(e.Values), slices.Clone(e.Told) }

// tell tells the client of a reducer its value.
func (e *engine) tell(r *Replica, k int) {
	e.Told[k] = e.reducers[k].NormalizeState(r, e.Values[k])
}

// tellUnlessSilent is what the paper omits where no SHARE has changed the value (a14).
func (e *engine) tellUnlessSilent(r *Replica, k int) {
	if !e.cfg.Interprets(words.Silent) {
		e.tell(r, k)
	}
}
