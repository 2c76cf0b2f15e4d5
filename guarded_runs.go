package scrutineer

import (
	"time"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
)

// guardedRuns are the runs of a protocol whose functions are guarded.
type guardedRuns struct {
	campaign.Harness
	// changed says which function has changed a state, and late which step has asked for something after it had
	// returned; "" for none.
	changed, late func() string
	// calling returns the function that is being called, and the number of its call.
	calling func() (who string, call int64)
	// reach explores the protocol within a budget.
	reach reacher
}

// guarded returns the runs of the protocol with its functions guarded.
func (i *instance) guarded() (guardedRuns, error) {
	return i.guardedBy(time.Duration(i.timeout()))
}

// guardedBy is guarded with the length of a typical timer, which may not be known yet.
func (i *instance) guardedBy(timeout time.Duration) (guardedRuns, error) {
	g := &guard{}
	p := i.family.typed.timed(timeout)
	of, err := (&family{typed: p, base: p.erased(), changes: g.guards}).open(nil)
	if err != nil {
		return guardedRuns{}, err
	}
	return guardedRuns{of.alone().Campaigns(), func() string { return g.changed }, g.late, g.calling, of.reach}, nil
}

// stops returns the function of a protocol that does not return in a run, "" for none.
func stops(i *instance, plan faults.Plan) string {
	guarded, err := i.guardedBy(timeoutDefault)
	if err != nil {
		return ""
	}
	return guarded.stops(leastQuiet, func() { _, _ = campaign.Replay(guarded.Harness, plan) })
}

// stops calls f, which calls guarded functions, and returns the function that takes longer than quiet; "" if f returns.
func (g guardedRuns) stops(quiet time.Duration, f func()) string {
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() { _ = recover() }() // who called f first has reported it
		f()
	}()
	for before := int64(-1); ; {
		select {
		case <-done:
			return ""
		case <-time.After(quiet):
		}
		who, call := g.calling()
		if call == before {
			return who
		}
		before = call
	}
}
