package spec

import (
	"fmt"
	"reflect"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/input"
)

// DiscreteTime is time as explorations know it, in ticks. A process reads its clock (its Now) in whole ticks. A
// timer has a deadline by its own process's clock. It fires from then on, at most Late ticks later: Advance, by
// which a tick passes, is not enabled as long as a timer must fire.
//
// Explorations compare times in one of two ways. With a Horizon, times are what the clocks read. With a Reading they
// are relative: a tick makes all readings one older, and clocks stand still, so that time has no end.
type DiscreteTime struct {
	// Unit is the length of a tick, 1 µs to 1 h. A timer of any other length fires at the next tick.
	Unit time.Duration
	// Horizon is the last tick, 1 to 10,000: time ends when a clock reads it. It is 0 if Reading is set.
	Horizon int
	// Reading is a value of the type that all readings of clocks have which stand in a state, a message or a
	// record, such as time.Duration(0). No other value has that type. It says that processes depend on the
	// differences of readings alone, and so do properties, Inputs and Bound. Steps are checked for it, these are
	// not. A reading of 0 is none, and stays 0.
	Reading any
	// Span is how many ticks old a reading becomes, 1 to 10,000: all that are older are one, and are equal. What is
	// compared with the present, or with each other, must be less than Span apart. It is 0 without Reading.
	Span int
	// Skew is by how many ticks clocks may differ at the beginning, 0 to 100.
	Skew int
	// Delay is the most ticks that a message takes, 1 to 100; 0 means that it may take any time. A tick does not pass
	// as long as a copy that is as old is in flight to a process that is up.
	Delay int
	// Late is by how many ticks a timer may fire after its deadline, 0 to 100.
	Late int
}

// mostTicks is the latest Horizon, and the longest Span.
const mostTicks = 10_000

// Check returns an error that names the field that cannot be.
func (t *DiscreteTime) Check() error {
	switch {
	case t.Unit < time.Microsecond || t.Unit > time.Hour || t.Unit%time.Microsecond != 0:
		return input.Errorf("Unit", "%s, it must be 1µs to 1h, in whole microseconds", t.Unit)
	case (t.Horizon != 0) == (t.Reading != nil):
		return input.Errorf("Horizon", "%d, and Reading %v; set one of them", t.Horizon, t.Reading)
	case t.Reading != nil && reflect.TypeOf(t.Reading).Kind() != reflect.Int64:
		return input.Errorf("Reading", "is of type %T, it must be time.Duration or a type made of it", t.Reading)
	case t.Reading == nil && (t.Horizon < 1 || t.Horizon > mostTicks):
		return input.Errorf("Horizon", "%d, it must be 1 to %d", t.Horizon, mostTicks)
	case t.Reading == nil && t.Span != 0:
		return input.Errorf("Span", "is set without Reading, leave it out")
	case t.Reading != nil && (t.Span < 1 || t.Span > mostTicks):
		return input.Errorf("Span", "%d, it must be 1 to %d", t.Span, mostTicks)
	case t.Skew < 0 || t.Skew > mostSkew || t.Late < 0 || t.Late > mostSkew || t.Delay < 0 || t.Delay > mostSkew:
		return input.Errorf("Skew", "%d, Delay %d and Late %d; each must be 0 to %d", t.Skew, t.Delay, t.Late, mostSkew)
	}
	return nil
}

const mostSkew = 100

// Relative reports whether times are compared relative to the present.
func (t *DiscreteTime) Relative() bool { return t.Reading != nil }

// First is what the slowest clock reads at the beginning.
func (t *DiscreteTime) First() time.Duration {
	if t.Relative() {
		return time.Duration(t.Span+1) * t.Unit
	}
	return 0
}

// Beginnings is how many ways there are for the clocks of that many processes to differ at the beginning; a million
// stands for more.
func (t *DiscreteTime) Beginnings(nodes int) int {
	all, ahead := 1, 1 // those in which no clock is further ahead than Skew, and those in which all are ahead
	for range nodes {
		if all, ahead = all*(t.Skew+1), ahead*t.Skew; all > 1_000_000 {
			return 1_000_000
		}
	}
	return all - ahead
}

// Ticks is the number n of ticks after which a timer of that length is due.
func (t *DiscreteTime) Ticks(length time.Duration) int { return int((length + t.Unit - 1) / t.Unit) }

// String says what is bounded.
func (t *DiscreteTime) String() string {
	if t.Relative() {
		return fmt.Sprintf("ticks of %s, times relative, up to %d ticks old", t.Unit, t.Span)
	}
	return fmt.Sprintf("ticks of %s, up to tick %d", t.Unit, t.Horizon)
}
