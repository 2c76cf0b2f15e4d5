package rsdp

import (
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// receiveClose has a leave be noted, now or when the mutex is released.
func (e *engine) receiveClose(from spec.NodeID, body words.Close) {
	if from == e.id {
		return
	}
	leave := Close{from, body.Life}
	if e.Debating {
		e.Closes = insert(e.Closes, leave, compareCloses)
		return
	}
	e.close([]Close{leave})
}

// closePending notes the leaves that have waited for the mutex.
func (e *engine) closePending() {
	if len(e.Closes) > 0 {
		e.close(e.Closes)
		e.Closes = nil
	}
}

// close has the reducers forget those who have left (CLOSE, section 2.2).
func (e *engine) close(leaves []Close) {
	var closers spec.Set
	for _, leave := range leaves { // in ascending order
		if e.closed(leave) && !closers.Has(leave.From) {
			closers = append(closers, leave.From)
		}
	}
	if len(closers) == 0 {
		return
	}
	r := e.replica()
	e.change()
	for k, reducer := range e.reducers {
		e.Values[k] = reducer.AggregateCloseState(r, e.Values[k], closers)
		e.tellUnlessSilent(r, k)
	}
}
