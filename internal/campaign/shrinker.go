package campaign

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"slices"

	"github.com/scrutineer-go/scrutineer/faults"
)

// planKey tells plans apart: some are too long to be kept.
type planKey = [sha256.Size]byte

// shrinker is the search for a small plan: the plan so far, and what was tried.
type shrinker struct {
	protocol Harness
	property string
	most     int // tries in all
	until    int // tries at the end of this part of the search
	fixed    map[string]json.RawMessage
	tries    int
	plan     faults.Plan      // the smallest that fails so far
	seen     map[planKey]bool // the plans that were tried, and whether they failed
	taken    map[string]bool  // the configurations that were taken over, that of the drawn plan among them
	kinds    []string         // of the messages that were sent

	interrupted bool // no run is of any use any more
}

// fails reports whether the property fails in a run of the plan. A plan that does not
// fit its configuration does not.
func (m *shrinker) fails(plan faults.Plan) bool {
	if m.interrupted {
		return false // at once: a large plan has many that are like it
	}
	key := sha256.Sum256(JSON(plan))
	if failed, tried := m.seen[key]; tried || m.tries >= m.until {
		return failed
	}
	m.tries++
	m.seen[key] = m.run(plan)
	return m.seen[key]
}

func (m *shrinker) run(plan faults.Plan) bool {
	var o Outcome
	subject, err := m.protocol.Open(plan.Config)
	if err == nil {
		// From a snapshot a monitor may be silent, and refinement judges in its place.
		refine := plan.Snapshot != nil || !slices.Contains(m.protocol.Properties, m.property)
		o, err = Run(subject, plan, refine)
	}
	m.interrupted = m.interrupted || errors.Is(err, ErrInterrupted)
	if m.kinds == nil {
		for _, c := range o.Report.Traffic {
			m.kinds = append(m.kinds, c.Kind)
		}
	}
	return err == nil && o.Fails(m.property)
}

// try takes a plan over if it fails.
func (m *shrinker) try(plan faults.Plan) bool {
	if !m.fails(plan) {
		return false
	}
	m.plan = plan
	return true
}

// omitAny omits elements until each of the rest is needed. It reports whether any was
// omitted.
func (m *shrinker) omitAny() bool {
	before := elements(m.plan)
	for size := before / 2; size > 1; size /= 2 {
		m.sweep(size)
	}
	for m.sweep(1) { // until each alone is needed
	}
	return elements(m.plan) < before
}

// sweep tries to omit size neighbours at a time, the last ones first.
func (m *shrinker) sweep(size int) bool {
	omitted := false
	for to := elements(m.plan); to > 0; to -= size {
		omitted = m.try(without(m.plan, max(to-size, 0), to)) || omitted
	}
	return omitted
}
