package toy

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
)

// What the monitor judges. AllInside is liveness: once the faults have stopped, every guest
// that is up is let in, unless the host has died.
const (
	opensLateName = "OpensLate"
	allInsideName = "AllInside"
)

// assumeHostUp: the host does not die.
const assumeHostUp = "HostUp"

// The witnesses: what a campaign must have seen for its passes to mean anything.
const (
	sawInside  = "Inside"  // a guest is inside at the end
	sawIgnored = "Ignored" // the host heard a knock that was not enough
)

type (
	state      = verify.Judged[Local, struct{}]
	tallyState = verify.Judged[TallyLocal, struct{}]
)

// properties are those of the door, by their names in tla/MCKnock.tla.
func properties(cfg config) []spec.Property[state] {
	check := func(bad func(s state, p Local) bool) func(state) error {
		return func(s state) error {
			for i, p := range s.State.State.Nodes {
				if bad(s, p) {
					return fmt.Errorf("%d is %+v", i, p)
				}
			}
			return nil
		}
	}
	return []spec.Property[state]{
		{Name: "TypeOK", Check: check(func(_ state, p Local) bool { return p.Heard < 0 || p.Heard > cfg.Knocks })},
		{Name: opensLateName, Check: check(func(s state, p Local) bool {
			st := s.State.State
			return p.Inside && st.Alive.Has(host) && st.Nodes[host].Heard < cfg.Knocks
		})},
		{Name: "NeverInside", Witness: true, Check: check(func(_ state, p Local) bool { return p.Inside })},
		{Name: "LetIn", Kind: spec.Stable, Check: check(func(_ state, p Local) bool {
			return p.Visiting && !p.Inside
		})},
		{Name: "HeardGrows", Kind: spec.Stepwise, Step: func(before state, a spec.Action, after state) error {
			if !after.State.State.Alive.Has(host) {
				return nil
			}
			return hearsNoLess(before, a, after)
		}},
		{Name: "StepsChange", Kind: spec.Stepwise, Step: changes},
		{Name: "NeverForgets", Witness: true, Kind: spec.Stepwise, Step: hearsNoLess},
		{Name: "GuestsKnock", GoOnly: true, Check: func(s state) error {
			for _, m := range s.State.State.Flight {
				if m.From == host && m.Body == spec.Body(Knock{}) {
					return fmt.Errorf("the host knocks")
				}
			}
			return nil
		}},
	}
}

// fairness is what is fair under the specification of tla/MCKnock.tla that has liveness.
func fairness(cfg config) map[string][]spec.Fairness {
	return map[string][]spec.Fairness{"MCFairSpec": spec.Each{
		Nodes: cfg.Nodes, Kinds: []string{kindKnock, kindOpen}, Timers: []spec.Timer{timerAgain}, Boots: cfg.Boots,
	}.Weak()}
}

// changes: every step changes something, as others are none.
func changes(before state, a spec.Action, after state) error {
	if codec.Key(before.State) == codec.Key(after.State) {
		return fmt.Errorf("%s changes nothing", a)
	}
	return nil
}

// hearsNoLess: a step does not take from what the host has heard.
func hearsNoLess(before state, a spec.Action, after state) error {
	was, is := before.State.State.Nodes[host].Heard, after.State.State.Nodes[host].Heard
	if is < was {
		return fmt.Errorf("after %s the host has heard %d, before it %d", a, is, was)
	}
	return nil
}

// tallyProperties are those of the tally alone, by their names in tla/MCTally.tla.
func tallyProperties(cfg tallyConfig) []spec.Property[tallyState] {
	below := func(most int) func(tallyState) error {
		return func(s tallyState) error {
			if heard := s.State.State.Nodes[0].Heard; heard > most {
				return fmt.Errorf("%d knocks were heard", heard)
			}
			return nil
		}
	}
	return []spec.Property[tallyState]{
		{Name: "TypeOK", Check: below(cfg.Knocks)},
		{Name: "NeverEnough", Witness: true, Check: below(cfg.Knocks - 1)},
	}
}

// monitor judges a run by its events.
type monitor struct {
	campaign.Book
	cfg   config
	heard int
	back  spec.Set // who has come up again: where guests knock when they boot it does not knock
}

// Observe counts what the host hears, and looks at who comes in, or is inside when the host
// comes up again and has heard nothing.
func (m *monitor) Observe(w *world.World, e *world.Event) {
	cameUp, wentDown := world.Lives(&e.Action)
	if wentDown && e.Action.At == host {
		m.heard = 0
		m.Broke(assumeHostUp)
	}
	if cameUp {
		m.back = m.back.With(e.Action.At)
	}
	if cameUp && !wentDown && e.Action.At == host {
		for i := range m.cfg.Nodes {
			if s, up := w.State(spec.NodeID(i)).(*State); up && s.Inside {
				why := fmt.Sprintf("%d is inside, and the host has heard nothing", i)
				m.Fail(opensLateName, why, e.N, []string{assumeHostUp})
			}
		}
	}
	if e.Action.Name == spec.Deliver(kindKnock) {
		if m.heard++; m.heard < m.cfg.Knocks {
			m.Saw(sawIgnored)
		}
	}
	if e.Action.Name == spec.Deliver(kindOpen) && m.heard < m.cfg.Knocks && w.Up(host) {
		why := fmt.Sprintf("%s is let in after %d knocks of %d", e.Action.At, m.heard, m.cfg.Knocks)
		m.Fail(opensLateName, why, e.N, []string{assumeHostUp})
	}
}

// End judges who is inside at last.
func (m *monitor) End(w *world.World) campaign.Finding {
	ends := make([]string, m.cfg.Nodes)
	for i := range ends {
		s, up := w.State(spec.NodeID(i)).(*State)
		switch {
		case !up:
			ends[i] = "down"
		case i == int(host):
			ends[i] = "the host"
		case s.Inside:
			ends[i] = "inside"
			m.Saw(sawInside)
		case m.cfg.Boots && m.back.Has(spec.NodeID(i)):
			ends[i] = "back, and before the door"
		default:
			ends[i] = "before the door"
			m.Fail(allInsideName, fmt.Sprintf("%d is before the door %s after the faults stopped", i, w.Settle()),
				w.Events(), []string{assumeHostUp})
		}
	}
	return m.Finding([]string{assumeHostUp}, func() []string { return ends })
}
