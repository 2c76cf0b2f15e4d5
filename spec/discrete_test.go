package spec

import (
	"testing"
	"time"
)

// Every field is refused beyond its range, with its name, and taken at both ends of it.
func TestDiscreteTimeRanges(t *testing.T) {
	none := time.Duration(0)
	absolute, relative := DiscreteTime{Unit: 1e6, Horizon: 7}, DiscreteTime{Unit: 1e6, Reading: none, Span: 7}
	for _, c := range []struct {
		of   DiscreteTime
		set  func(d *DiscreteTime, n int)
		most int
		want string
	}{
		{absolute, func(d *DiscreteTime, n int) { d.Horizon = n + 1 }, 9_999, "Horizon"},
		{relative, func(d *DiscreteTime, n int) { d.Span = n + 1 }, 9_999, "Span"},
		{absolute, func(d *DiscreteTime, n int) { d.Skew = n }, 100, "Skew"},
		{absolute, func(d *DiscreteTime, n int) { d.Steady = n }, 100, "Steady"},
		{relative, func(d *DiscreteTime, n int) { d.Delay = n - 1 }, 101, "Delay"},
		{absolute, func(d *DiscreteTime, n int) { d.Late = n }, 100, "Late"},
		{relative, func(d *DiscreteTime, n int) {
			d.Unit = time.Duration(n+1) * time.Microsecond
		}, 3_600_000_000 - 1, "Unit"},
	} {
		for n, ok := range map[int]bool{-1: false, 0: true, c.most: true, c.most + 1: false} {
			d := c.of
			if c.set(&d, n); d.Unit > time.Minute { // 24 h are enough for few ticks of an hour
				d.Span = 1
			}
			err := d.Check()
			if (err == nil) != ok || err != nil && err.Error()[:len(c.want)] != c.want {
				t.Errorf("%s with %d: %v, it is right: %t", c.want, n, err, ok)
			}
		}
	}
	for want, d := range map[string]DiscreteTime{
		"Unit: 1h0m0s, and 25 ticks last longer than 24h0m0s; shorten it, or lower Horizon, Span or Skew": {
			Unit: time.Hour, Horizon: 24,
		},
		"Unit: 1.5µs, it must be 1µs to 1h, in whole microseconds": {Unit: 1500, Horizon: 1},
	} {
		if err := d.Check(); err == nil || err.Error() != want {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

// Beginnings counts the initial states, without going through millions of them.
func TestBeginnings(t *testing.T) {
	for _, c := range []struct{ skew, nodes, want int }{
		{0, 5, 1}, {1, 1, 1}, {1, 2, 3}, {1, 3, 7}, {2, 3, 19}, {100, 1, 1}, {100, 2, 201}, {100, 4096, 1_000_000},
	} {
		d := DiscreteTime{Skew: c.skew}
		if got := d.Beginnings(c.nodes); got != c.want {
			t.Errorf("skew %d, %d processes: %d, want %d", c.skew, c.nodes, got, c.want)
		}
	}
	of := ticking[struct{}]{&DiscreteTime{Unit: 1, Horizon: 9, Skew: 2}, 3, Aging[struct{}]{}}
	n := 0
	for range of.starts {
		n++
	}
	if n != 19 {
		t.Errorf("%d initial states, want 19", n)
	}
}

// A time says what it is bounded by.
func TestDiscreteTimeText(t *testing.T) {
	for want, d := range map[string]DiscreteTime{
		"ticks of 1ms up to tick 9, any delay": {Unit: 1e6, Horizon: 9},
		"ticks of 1s, relative, ages up to 5, delays up to 2, skew up to 1, timers late by up to 3": {
			Unit: 1e9, Reading: 1, Span: 5, Delay: 2, Skew: 1, Late: 3,
		},
	} {
		if got := d.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
