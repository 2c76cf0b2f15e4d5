package world

import "github.com/scrutineer-go/scrutineer/faults"

// timepiece is the clock of a process of which the plan says that it is not exact. What it
// reads is a function of the plan and of time: piecewise linear, in nanoseconds and millionths
// of them, so that nothing is lost from piece to piece.
type timepiece struct {
	at     faults.Time // up to when it was run
	reads  faults.Time // what it read then
	part   int64       // and so many millionths of a nanosecond more
	shifts []shift     // that are still to come
	paces  []faults.Pace
	skew   Skew
}

// shift is by how much the reading changes at a time.
type shift struct {
	at faults.Time
	by faults.Shift
}

// Skew says how a clock has run so far.
type Skew struct {
	// Slowest and Fastest are its extreme rates, in parts per million: at most and at least 0.
	Slowest, Fastest int
	// Jumped tells that it was moved after the beginning of the run.
	Jumped bool
}

// million is how many parts a rate speaks of.
const million = 1_000_000

// remote is longer than any run, and short enough to be multiplied.
const remote = faults.Time(1 << 56)

// rate returns how many ticks a clock makes now where an exact one makes a million, and until
// when that is so and nothing moves the clock.
func (c *timepiece) rate() (ticks int64, until faults.Time) {
	ppm, until := 0, faults.Forever
	for i := range c.paces {
		more, end := c.paces[i].At(c.at)
		ppm, until = ppm+more, min(until, end)
	}
	if len(c.shifts) > 0 {
		until = min(until, c.shifts[0].at)
	}
	return million + int64(min(max(ppm, -faults.MostPPM), faults.MostPPM)), until
}

// run runs the clock up to a time.
func (c *timepiece) run(to faults.Time) {
	c.move()
	for c.at < to {
		ticks, until := c.rate()
		c.step(ticks, min(until, to))
	}
}

// step runs the clock at one rate up to a time, and moves it if that is the time for it.
func (c *timepiece) step(ticks int64, to faults.Time) {
	gone := int64(to - c.at)
	rest := c.part + gone%million*ticks
	c.reads += faults.Time(gone/million*ticks + rest/million)
	c.part, c.at = rest%million, to
	c.skew.Slowest = min(c.skew.Slowest, int(ticks-million))
	c.skew.Fastest = max(c.skew.Fastest, int(ticks-million))
	c.move()
}

// move carries out the shifts that are due.
func (c *timepiece) move() {
	for len(c.shifts) > 0 && c.shifts[0].at <= c.at {
		c.reads += faults.Time(c.shifts[0].by)
		c.skew.Jumped = c.skew.Jumped || c.at > 0
		c.shifts = c.shifts[1:]
	}
}

// when returns the first time, from that of the clock on, at which it reads so much, Forever
// where that is not before the end of the run. The clock itself does not change.
func (c timepiece) when(reads, end faults.Time) faults.Time {
	for c.reads < reads {
		ticks, until := c.rate()
		if t := c.at + c.lasts(min(reads-c.reads, remote), ticks); t < until {
			return t
		}
		if until > end {
			return faults.Forever
		}
		c.step(ticks, until)
	}
	return c.at
}

// lasts returns how long it takes at one rate until the reading is so much more.
func (c *timepiece) lasts(more faults.Time, ticks int64) faults.Time {
	whole, rest := int64(more)/ticks, int64(more)%ticks*million-c.part
	if rest > 0 {
		rest += ticks - 1 // it has come so far a little later
	}
	return faults.Time(whole*million + rest/ticks)
}

// stretched returns how long a timer of such a length runs that is set now: longer than the
// clock by less than a microsecond, which is the finest time, and never shorter.
func (c timepiece) stretched(after, end faults.Time) faults.Time {
	c.reads, c.part, c.shifts = 0, 0, nil
	t := c.when(after, end)
	if t == faults.Forever {
		return t - c.at
	}
	return (t - c.at + faults.Microsecond - 1) / faults.Microsecond * faults.Microsecond
}
