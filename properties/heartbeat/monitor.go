package heartbeat

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/campaign"
	"github.com/scrutineer-go/scrutineer/faults/world"
	implementation "github.com/scrutineer-go/scrutineer/impl/heartbeat"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/heartbeat/words"
)

// What the monitor judges. RightAtTheEnd is liveness: some rounds after the faults have
// stopped, detectors suspect those who are down, and nobody else.
const (
	rightName  = "RightAtTheEnd"
	doubtsName = "NobodyDoubtsItself"
)

// assumeAsks says that everybody is asked, also who is suspected.
const assumeAsks = "AsksAll"

// The witnesses: what a campaign must have seen for its passes to mean anything.
const (
	sawSuspected    = "Suspected"    // somebody is suspected
	sawTrustedAgain = "TrustedAgain" // … and later is not
)

// monitor judges a run by its events.
type monitor struct {
	campaign.Book
	cfg       words.Config
	suspected [64]int // how many a process suspected, as it was seen last
}

// Observe judges one event. Only the process at which it happened has changed.
func (m *monitor) Observe(w *world.World, e *world.Event) {
	at := e.Action.At
	if world.IsStutter(e.Action.Name) {
		return
	}
	now := suspects(stateOf(w, at))
	switch was := m.suspected[at]; {
	case now.Has(at):
		m.Fail(doubtsName, fmt.Sprintf("%s suspects itself", at), e.N, nil)
	case len(now) > was:
		m.Saw(sawSuspected)
	case len(now) < was && w.Up(at):
		m.Saw(sawTrustedAgain)
	}
	m.suspected[at] = len(now)
}

// End judges what must be true at last.
func (m *monitor) End(w *world.World) campaign.Finding {
	for _, id := range m.cfg.Detectors.Minus(w.Down()) {
		if s := suspects(stateOf(w, id)); !s.Equal(w.Down()) {
			m.Fail(rightName, fmt.Sprintf("%s after the faults stopped %s suspects %s, and down are %s",
				w.Settle(), id, s, w.Down()), w.Events(), []string{assumeAsks})
		}
	}
	var broken []string
	if m.cfg.Learns != words.LearnsByAsking {
		broken = append(broken, assumeAsks)
	}
	return m.Finding(broken, func() []string { return m.ends(w) })
}

// ends says for each process how the run ended, for the diagram.
func (m *monitor) ends(w *world.World) []string {
	ends := make([]string, m.cfg.Nodes)
	for i := range ends {
		ends[i] = "down"
		if s := stateOf(w, spec.NodeID(i)); s != nil {
			ends[i] = "suspects " + suspects(s).String()
		}
	}
	return ends
}

// stateOf returns what a process holds, nil while it is down.
func stateOf(w *world.World, id spec.NodeID) *implementation.State {
	s, _ := w.State(id).(*implementation.State)
	return s
}

// suspects are those that a process suspects, none while it is down.
func suspects(s *implementation.State) (who spec.Set) {
	if s == nil {
		return nil
	}
	for i, peer := range s.Peers {
		if peer.Suspected {
			who = append(who, spec.NodeID(i))
		}
	}
	return who
}
