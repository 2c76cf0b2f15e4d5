package lease

import (
	"fmt"
	"time"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	implementation "github.com/scrutineer-go/scrutineer/impl/lease"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/lease/words"
)

// What the monitor judges.
const (
	// exclusiveName: at no instant two processes take the lease for granted.
	exclusiveName = "LeaseExclusive"
	// grantsName: once the faults have stopped the lessor grants again, if it is up and
	// anybody is there to ask.
	grantsName = "GrantsAtTheEnd"
)

// What the margin allows clocks. A dated lease needs the second, every other lease the first.
const (
	// assumeDrift says that no clock jumps, nor is at any time faster or slower than the margin
	// allows.
	assumeDrift = "DriftWithin"
	// assumeSkew says that no clock has jumped, and none is now behind the lessor's by more than the
	// margin.
	assumeSkew = "SkewWithin"
)

func assumptions() []string { return []string{assumeDrift, assumeSkew} }

// The witnesses: what a campaign must have seen for its passes to mean anything.
const (
	sawGranted  = "Granted"  // a process holds the lease
	sawRefused  = "Refused"  // the lessor leaves an Ask unanswered
	sawOver     = "Over"     // a holder's clock ends a lease, without an event
	sawHandedOn = "HandedOn" // another process holds it
)

// monitor judges a run by its events. Who holds the lease begins to with an event, and ceases
// to at a time that is known then: when its clock reads what it waits for, as the plan has that
// clock run. So what is true between two events is judged too.
type monitor struct {
	campaign.Book
	cfg  words.Config
	ends []faults.Time // by process, when it ceases to hold the lease; 0 where it does not
	last spec.NodeID   // who held it last
	// granted tells that the lessor has granted since the faults stopped.
	granted bool
	goal    campaign.Goal
}

func newMonitor(cfg words.Config) *monitor {
	return &monitor{
		cfg: cfg, ends: make([]faults.Time, cfg.Nodes), last: spec.None,
		goal: campaign.Goal{For: 2 * faults.Time(lengthOf(cfg))},
	}
}

// Observe judges one event. Only the process at which it happened has changed, or its clock.
func (m *monitor) Observe(w *world.World, e *world.Event) {
	switch at := e.Action.At; {
	case at == spec.None:
	case at != words.Lessor:
		m.judge(w, at, e.N)
	case e.Action.Name == spec.Deliver(words.KindAsk) && len(e.Sent) == 0:
		m.Saw(sawRefused)
	case len(e.Sent) > 0:
		m.granted = m.granted || w.Stopped()
	}
	m.goal.Watch(w, func() bool { return m.granted })
}

// judge takes into account whether a process holds the lease now.
func (m *monitor) judge(w *world.World, at spec.NodeID, event int) {
	was := m.ends[at]
	if m.ends[at] = holdsUntil(w, at); m.ends[at] == 0 {
		if 0 < was && was < w.Now() {
			m.Saw(sawOver)
		}
		return
	}
	m.Saw(sawGranted)
	if m.last != spec.None && m.last != at {
		m.Saw(sawHandedOn)
	}
	m.last = at
	for i, end := range m.ends {
		if other := spec.NodeID(i); other != at && end > w.Now() {
			m.Fail(exclusiveName, fmt.Sprintf("%s holds the lease from %s on, and %s until %s",
				at, w.Now(), other, untilText(end)), event, m.broken(w))
		}
	}
}

// holdsUntil returns when a process ceases to hold the lease, 0 where it does not hold it.
func holdsUntil(w *world.World, at spec.NodeID) faults.Time {
	s, up := w.State(at).(*implementation.State)
	if !up || !s.Holds(time.Duration(w.Reading(at))) {
		return 0
	}
	return w.When(at, faults.Time(s.Until))
}

func untilText(end faults.Time) string {
	if end == faults.Forever {
		return "the run is over"
	}
	return end.String()
}

// broken returns the assumptions that the run has broken so far.
func (m *monitor) broken(w *world.World) []string {
	needs, keeps := assumeDrift, m.keepsRate
	if m.cfg.Dated {
		needs, keeps = assumeSkew, m.keepsUp
	}
	for i := range m.cfg.Nodes {
		if id := spec.NodeID(i); w.Skew(id).Jumped || !keeps(w, id) {
			m.Broke(needs)
			return []string{needs}
		}
	}
	return nil
}

// keepsRate reports whether a clock has always been as fast as the margin allows.
func (m *monitor) keepsRate(w *world.World, id spec.NodeID) bool {
	s, most := w.Skew(id), drift(m.cfg)
	return s.Slowest >= -most && s.Fastest <= most
}

// keepsUp reports whether a clock is no further behind the lessor's than the margin. If two processes hold a dated
// lease at once, the clock of the one that got it first is further behind.
func (m *monitor) keepsUp(w *world.World, id spec.NodeID) bool {
	return w.Reading(words.Lessor)-w.Reading(id) <= faults.Time(marginOf(m.cfg))
}

// End judges what must be true at last.
func (m *monitor) End(w *world.World) campaign.Finding {
	broken := m.broken(w)
	if !m.granted && w.Up(words.Lessor) && len(w.Living()) > 1 {
		m.Fail(grantsName, fmt.Sprintf("the lessor has granted nothing for %s after the faults stopped", w.Settle()),
			w.Events(), broken)
	}
	return m.Finding(assumptions(), campaign.Ends(w, m.ended))
}

// ended says what a process thinks at the end.
func (m *monitor) ended(w *world.World, id spec.NodeID) string {
	says := m.Says(w, id)
	if says == "" {
		return "no lease"
	}
	return fmt.Sprintf("%s until its clock reads %s", says, w.State(id).(*implementation.State).Until)
}

// Says says of a process whose lease it takes for granted, by its own clock.
func (m *monitor) Says(w *world.World, id spec.NodeID) string {
	s, up := w.State(id).(*implementation.State)
	if !up || !s.Holds(time.Duration(w.Reading(id))) {
		return ""
	}
	return "lease of " + s.To.String()
}
