package explore

import (
	"fmt"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/spec"
)

// mostShift is by how many ticks a step is moved at most, longestShift by how much time.
const mostShift, longestShift = 1 << 20, 1 << 60

// checkRelative runs the handler of a local step twice more, some ticks later. The first time all readings are moved by
// the same ticks; the second time the oldest ones stay. An exploration with relative times would not see what differs.
func (m *model) checkRelative(a spec.Action, p Process, r run, picked []asked, key string) {
	most := max(1, min(mostShift, longestShift/int64(m.Discrete.Unit)))
	by := time.Duration(draw.New(0).Named(key).Between(1, most)) * m.Discrete.Unit
	low := false // the step leaves a reading that is older than the oldest
	all := func(reading time.Duration) time.Duration { return reading + by }
	back := func(reading time.Duration) time.Duration {
		low = low || reading <= by
		return reading - by
	}
	if what := m.differsMoved(a, p, r, picked, by, all, back, same); what != "" {
		if m.differsAgain(a, p, r, picked) {
			panic(spec.Breach{
				Contract: stepsRepeat, Why: a.Name + " does not do the same when it is run again: " + what,
			})
		}
		panic(spec.Breach{Contract: timesAreRelative, Why: fmt.Sprintf(
			"%s depends on more than differences of readings: %s later %s; give the readings of clocks, and nothing "+
				"else, the type of DiscreteTime.Reading, or set Horizon", a.Name, by, what)})
	}
	if low {
		panic(spec.Breach{Contract: spanSuffices, Why: fmt.Sprintf(
			"%s makes a reading that is older than %d ticks; raise DiscreteTime.Span", a.Name, m.Discrete.Span)})
	}
	least := m.Discrete.Unit
	young := func(reading time.Duration) time.Duration {
		if reading == least {
			return reading
		}
		return reading + by
	}
	now := p.Reading
	over := func(reading time.Duration) time.Duration { // all that is over is one
		if reading <= now {
			return least
		}
		return reading
	}
	if what := m.differsMoved(a, p, r, picked, by, young, back, over); what != "" {
		panic(spec.Breach{Contract: spanSuffices, Why: fmt.Sprintf(
			"%s tells a reading of %d ticks ago from an older one: %s; raise DiscreteTime.Span", a.Name,
			m.Discrete.Span, what)})
	}
}

func same(reading time.Duration) time.Duration { return reading }

// differsMoved runs a step again, later by a duration, and says what differs, "" for nothing. there moves the readings
// that the step finds, back those that it leaves. Readings that alike makes equal do not differ.
func (m *model) differsMoved(
	a spec.Action, p Process, r run, picked []asked, by time.Duration,
	there, back, alike func(time.Duration) time.Duration,
) string {
	was := m.New(a.At).State()
	mustDecode(r.memory, was)
	a.Msg = m.messageMoved(a.Msg, there)
	node, effects, cause := m.stepAt(a, m.moved(a.At, p, there), p.Reading+by, replaying(picked))
	if cause != nil {
		return fmt.Sprintf("it does not come to its end (%v)", cause)
	}
	leave := func(v any) any { return m.readings.moved(m.readings.moved(v, back), alike) }
	was = m.readings.moved(was, alike)
	if is := leave(node.State()); codec.Key(is) != codec.Key(was) {
		return "the field " + firstField(was, is)
	}
	if len(effects) != len(r.effects) {
		return fmt.Sprintf("it has %d effects, was %d", len(effects), len(r.effects))
	}
	for i := range effects {
		was, is := r.effects[i], effects[i]
		was.Body, was.Record = bodyOf(m.readings.moved(was.Body, alike)), m.readings.moved(was.Record, alike)
		is.Body, is.Record = bodyOf(leave(is.Body)), leave(is.Record)
		if d := firstField(&was, &is); d != "" {
			return fmt.Sprintf("of effect %d the field %s", i+1, d)
		}
	}
	return ""
}
