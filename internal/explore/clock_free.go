package explore

import (
	"fmt"
	"time"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/internal/diff"
	"github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/spec"
)

// latest is the latest reading that a handler is tried with.
const latest = 48 * time.Hour

// asked is what a handler picked.
type asked struct {
	why  string
	from spec.Set
	k    int
	set  spec.Set
}

// recording returns a picker that notes what is picked.
func recording(pick impl.Picker, all *[]asked) impl.Picker {
	return func(why string, from spec.Set, k int) spec.Set {
		set := pick(why, from, k)
		*all = append(*all, asked{why, from, k, set})
		return set
	}
}

// replaying returns a picker that answers as was noted, and panics where it is asked something
// else.
func replaying(all []asked) impl.Picker {
	return func(why string, from spec.Set, k int) spec.Set {
		if len(all) == 0 || all[0].why != why || all[0].k != k || !all[0].from.Equal(from) {
			panic(fmt.Sprintf("it picks %d of %s (%q), and did not", k, from, why))
		}
		set := all[0].set
		all = all[1:]
		return set
	}
}

// checkClockFree runs the handler of a local step once more, with another reading of its
// clock. What differs then, beside the lengths of timers, no untimed exploration would see.
func (m *model) checkClockFree(a spec.Action, p Process, r run, picked []asked, key string) {
	reading := time.Duration(draw.New(0).Named(key).Between(1, int64(latest)))
	what := m.differsAt(reading, a, p, r, picked)
	switch {
	case what == "":
	case m.differsAgain(a, p, r, picked): // it is not the clock
		panic(spec.Breach{Contract: stepsRepeat, Why: a.Name + " does not do the same when it is run again: " + what})
	default:
		panic(spec.Breach{Contract: clockFree, Why: fmt.Sprintf(
			"%s reads the clock: where that says %s and not 0s, %s; let only the lengths of timers depend on Now, or "+
				"say that the cluster Reads, and run it in worlds alone", a.Name, reading, what)})
	}
}

// tries is how often a step is run again: the order of a map, for instance, is often the same.
const tries = 16

// differsAgain reports whether a step does something else although its clock reads the same.
func (m *model) differsAgain(a spec.Action, p Process, r run, picked []asked) bool {
	for range tries {
		if m.differsAt(p.Reading, a, p, r, picked) != "" {
			return true
		}
	}
	return false
}

// differsAt says what is different where the clock reads so much, "" for nothing.
func (m *model) differsAt(reading time.Duration, a spec.Action, p Process, r run, picked []asked) string {
	node, effects, cause := m.stepAt(a, p, reading, replaying(picked))
	switch {
	case cause != nil:
		return fmt.Sprintf("it does not come to its end (%v)", cause)
	case codec.Key(node.State()) != r.memory:
		was := m.New(a.At)
		mustDecode(r.memory, was.State())
		return "the field " + firstField(was.State(), node.State())
	case len(effects) != len(r.effects):
		return fmt.Sprintf("it has %d effects, was %d", len(effects), len(r.effects))
	}
	for i := range effects {
		if d := firstField(timeless(r.effects[i]), timeless(effects[i])); d != "" {
			return fmt.Sprintf("of effect %d the field %s", i+1, d)
		}
	}
	return ""
}

// stepAt steps a process that was woken for this alone, at a reading of its clock. A panic
// is a cause.
func (m *model) stepAt(a spec.Action, p Process, reading time.Duration, pick impl.Picker) (
	node impl.Node, effects []impl.Effect, cause any,
) {
	defer func() { cause = spec.Recovered(recover()) }()
	node = m.wake(a.At, p)
	out := impl.NewEffects(pick)
	ev := EventOf(a, p)
	ev.Now = reading
	node.Step(ev, out)
	return node, out.List, nil
}

// timeless is an effect without how long its timer runs.
func timeless(e impl.Effect) *impl.Effect {
	e.After = 0
	return &e
}

// firstField says in which field two values differ, "" for none.
func firstField(was, is any) string {
	fields := diff.Fields(was, is)
	if len(fields) == 0 {
		return ""
	}
	return fmt.Sprintf("%s is %s, was %s", fields[0].Path, fields[0].B, fields[0].A)
}
