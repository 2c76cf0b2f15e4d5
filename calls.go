package scrutineer

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/spec"
)

// operation is what a step did to the operation of a process's client: at most one each, in this
// order.
type operation struct {
	called  Body // nil for nothing
	answer  any  // nil for nothing; silence where there must be one
	crashed bool
}

// operates says what a step did to the client of its process. before is what the process had
// answered before the step, and now what it has after it; now is nil where it is down.
func (i *instance) operates(a *spec.Action, before answered, now *answered) operation {
	var op operation
	cameUp, wentDown := world.Lives(a)
	if a.Msg.From == spec.Environment && a.Msg.Body != nil && i.offers.has(a.Msg.Body) {
		op.called = a.Msg.Body
	}
	op.crashed = wentDown
	if now != nil && !wentDown && !cameUp && a.Name != spec.Boot && now.N != before.N {
		if op.answer = now.Answer; op.answer == nil {
			op.answer = silence{}
		}
	}
	return op
}

// silence stands for the answer of a process that has answered, and does not say what.
type silence struct{}

// ledger tells whether the clients do one thing at a time.
type ledger []bool // by process, whether an operation is open

// take takes note of what a step did, and says what no client can do.
func (l ledger) take(at NodeID, op operation) error {
	if op.called != nil {
		if l[at] {
			return fmt.Errorf("the client of %s calls %s before its last call is answered; have Calls return none "+
				"while one is open", at, op.called.Kind())
		}
		l[at] = true
	}
	if op.answer == (silence{}) {
		return fmt.Errorf("an answer of %s: Answered counts it and gives none; an operation that has nothing to say "+
			"answers linearizability.Done{}", at)
	}
	if op.answer != nil {
		if !l[at] {
			return fmt.Errorf("%s answers %v where its client has called nothing; have Answered differ after an "+
				"answer alone", at, op.answer)
		}
		l[at] = false
	}
	if op.crashed {
		l[at] = false
	}
	return nil
}
