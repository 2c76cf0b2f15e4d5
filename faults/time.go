package faults

import (
	"errors"
	"fmt"
	"regexp"
	"time"
)

// Time is virtual time, a point counted from the start of a run or a length. In
// files it is a text such as "250ms" or "1.5s", of whole microseconds.
type Time time.Duration

// Forever is later than anything in a run.
const Forever = Time(1 << 62)

// microsecond is the finest time that there is.
const Microsecond = Time(time.Microsecond)

// MaxTime is the longest time that a plan may name.
const MaxTime = Time(24 * time.Hour)

// overflows are times that are well written and longer than a duration can be.
var overflows = regexp.MustCompile(`^\+?([0-9]+(\.[0-9]*)?(h|m|s|ms|us|µs|ns))+$`)

// String returns the time as a file has it.
func (t Time) String() string { return time.Duration(t).String() }

// MarshalText returns the time as a file has it.
func (t Time) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText reads a time of 0 to 24h.
func (t *Time) UnmarshalText(text []byte) error {
	d, err := time.ParseDuration(string(text))
	switch {
	case err != nil && overflows.Match(text), Time(d) > MaxTime:
		return fmt.Errorf("%q is too long, at most 24h, so that a run comes to its end", text)
	case err != nil:
		return fmt.Errorf("%q is no time, write one like 250ms or 1.5s", text)
	case d < 0:
		return fmt.Errorf("%q lies in the past, a run begins at 0s", text)
	case d%time.Microsecond != 0:
		return errors.New("is finer than a microsecond, which is the finest")
	}
	*t = Time(d)
	return nil
}

// scale multiplies a time, if there is one, and returns it.
func scale(t *Time, by Time) Time {
	if t == nil {
		return 0
	}
	*t *= by
	return *t
}

// earlier returns the time rounds rounds before t; false if that is before the run begins.
func (t Time) earlier(rounds int, round Time) (Time, bool) {
	t -= Time(rounds) * round
	return t, t >= 0
}
