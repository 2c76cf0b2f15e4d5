package spec

import (
	"cmp"
	"fmt"
	"reflect"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/input"
)

// DiscreteTime is the time of explorations, in ticks. A process's clock reads whole ticks. A timer has a deadline by
// the clock of its own process, and fires at the deadline or up to Late ticks after it. The action Advance lets one
// tick pass. It is disabled while a timer, or a message, is as late as it may be.
//
// Set either Horizon or Reading. With a Horizon times are absolute, and time ends there. With a Reading times are
// relative: clocks do not move, and each tick makes all readings one tick older. Then time has no end.
type DiscreteTime struct {
	// Unit is the length of a tick, 1 µs to 1 h, in whole microseconds. The length of a timer is rounded up to ticks.
	Unit time.Duration
	// Horizon is the last tick, 1 to 10,000: no tick passes after a clock reads it. It is 0 if Reading is set.
	Horizon int
	// Reading is a value, such as time.Duration(0), of the type of all clock readings in states, messages and records.
	// No other value may have that type. Reading says that only differences of readings matter: to processes, which
	// are checked for it, and to properties, Inputs and Bound, which are not. A reading of 0 means none, and stays 0.
	Reading any
	// Span is the age in ticks, 1 to 10,000, from which on readings are equal. A process must not compare a reading
	// with the present, or two readings with each other, over a longer time. It is 0 if Reading is not set.
	Span int
	// Skew is the largest difference in ticks of two clocks at the beginning, 0 to 100.
	Skew int
	// Steady is a number of ticks, 0 to 100, in which each clock goes wrong at most once. 0 and 1 set no bound. Clocks
	// go wrong only in cases whose budget has the line drift, and in each tick at most one clock goes wrong.
	Steady int
	// Delay is the most ticks that a message takes, 1 to 100. 0 sets no bound, and under Prompt, -1, a message arrives
	// in the tick in which it is sent.
	Delay int
	// Late is the most ticks after its deadline at which a timer fires, 0 to 100.
	Late int
}

// Prompt is the Delay of messages that arrive in the tick in which they are sent.
const Prompt = -1

const (
	mostTicks = 10_000         // of Horizon and Span
	mostSkew  = 100            // of Skew, Steady, Delay and Late
	mostTime  = 24 * time.Hour // which all ticks together may last: the longest time of a plan
)

// Check returns an error that names the first field that is out of its range.
func (t *DiscreteTime) Check() error {
	switch {
	case t.Unit < time.Microsecond || t.Unit > time.Hour || t.Unit%time.Microsecond != 0:
		return input.Errorf("Unit", "%s, it must be 1µs to 1h, in whole microseconds", t.Unit)
	case (t.Horizon != 0) == (t.Reading != nil):
		return input.Errorf("Horizon", "%d, and Reading %v; set one of them", t.Horizon, t.Reading)
	case !t.Relative() && t.Span != 0:
		return input.Errorf("Span", "is set without Reading, leave it out")
	case t.Relative() && reflect.TypeOf(t.Reading).Kind() != reflect.Int64:
		return input.Errorf("Reading", "is of type %T, it must be time.Duration or a type made of int64", t.Reading)
	}
	last, name := t.Horizon, "Horizon"
	if t.Relative() {
		last, name = t.Span, "Span"
	}
	if err := cmp.Or(
		input.Between(name, last, 1, mostTicks), input.Between("Skew", t.Skew, 0, mostSkew),
		input.Between("Steady", t.Steady, 0, mostSkew), input.Between("Delay", t.Delay, Prompt, mostSkew),
		input.Between("Late", t.Late, 0, mostSkew),
	); err != nil {
		return err
	}
	if all := last + t.Skew + 1; time.Duration(all)*t.Unit > mostTime {
		return input.Errorf("Unit", "%s, and %d ticks last longer than %s; shorten it, or lower Horizon, Span or Skew",
			t.Unit, all, mostTime)
	}
	return nil
}

// Relative reports whether times are relative.
func (t *DiscreteTime) Relative() bool { return t.Reading != nil }

// First returns what the slowest clock reads at the beginning.
func (t *DiscreteTime) First() time.Duration {
	if t.Relative() {
		return time.Duration(t.Span+1) * t.Unit
	}
	return 0
}

// Beginnings returns the number of states in which n processes may begin, as their clocks differ, but at most
// 1,000,000.
func (t *DiscreteTime) Beginnings(n int) int {
	all, ahead := 1, 1 // the states with all clocks within Skew of First, and of these the ones with no clock at First
	for range n {
		if all, ahead = all*(t.Skew+1), ahead*t.Skew; all > 1_000_000 {
			return 1_000_000
		}
	}
	return all - ahead
}

// String says what the time is bounded by, such as "ticks of 100ms, relative, ages up to 12, delays up to 1".
func (t *DiscreteTime) String() string {
	text := fmt.Sprintf("ticks of %s", t.Unit)
	if t.Relative() {
		text += fmt.Sprintf(", relative, ages up to %d", t.Span)
	} else {
		text += fmt.Sprintf(" up to tick %d", t.Horizon)
	}
	switch {
	case t.Delay > 0:
		text += fmt.Sprintf(", delays up to %d", t.Delay)
	case t.Delay == Prompt:
		text += ", no delay"
	default:
		text += ", any delay"
	}
	if t.Skew > 0 {
		text += fmt.Sprintf(", skew up to %d", t.Skew)
	}
	if t.Steady > 1 {
		text += fmt.Sprintf(", a clock wrong once in %d ticks", t.Steady)
	}
	if t.Late > 0 {
		text += fmt.Sprintf(", timers late by up to %d", t.Late)
	}
	return text
}
