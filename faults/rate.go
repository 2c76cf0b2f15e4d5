package faults

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Rate has the clock of a process run fast, or slow where PPM is negative, and its timers
// with it, from Begin until End. Where End is absent that is for the whole run: a clock does
// not become right because faults stop. What it has gained or lost by its end it keeps.
type Rate struct {
	Node spec.NodeID `json:"node" input:"required"`
	// PPM are parts per million, up to MostPPM either way.
	PPM   int   `json:"ppm" input:"required"`
	Begin Time  `json:"begin,omitzero"`
	End   *Time `json:"end,omitempty"`
}

// Name is rate.
func (f *Rate) Name() string { return "rate" }

// Words says how fast.
func (f *Rate) Words() string {
	return fmt.Sprintf("the clock of process %s is %s%s", f.Node, paceWords(f.PPM), spanWords(f.Begin, f.End))
}

func (f *Rate) spans(int) []Span {
	return []Span{{f.Node, f.Begin, endOf(f.End), "clock " + paceWords(f.PPM)}}
}

func (f *Rate) check(l limits) error {
	if f.PPM == 0 || f.PPM < -MostPPM || f.PPM > MostPPM {
		return input.Errorf("ppm", "%d, it must be %d to %d, and not 0", f.PPM, -MostPPM, MostPPM)
	}
	if err := l.lasts(f.Begin, f.End); err != nil {
		return err
	}
	return l.node("node", f.Node)
}

// Schedule changes the pace of the clock.
func (f *Rate) Schedule(s Scheduler) {
	s.Pace(f.Node, Pace{Begin: f.Begin, End: endOf(f.End), PPM: f.PPM})
}

func endOf(end *Time) Time {
	if end == nil {
		return Forever
	}
	return *end
}

// Scale multiplies when it begins and ends.
func (f *Rate) Scale(by Time) Time {
	scale(&f.Begin, by)
	scale(f.End, by)
	return 0
}

func (f *Rate) ofClocks() {}

// draw draws a rate, in every other run for the whole of it.
func (f *Rate) draw(d Drawer) Kind {
	drawn := &Rate{Node: clockOf(f, d), PPM: skew(f, d)}
	if d.Choose("backwards", 2) == 1 {
		drawn.PPM = -drawn.PPM
	}
	drawn.Begin, drawn.End = span(f, d)
	return drawn
}

// Variants are the same for the whole run.
func (f *Rate) Variants(Known) []Kind { return []Kind{&Rate{Node: f.Node, PPM: f.PPM}} }

// First is true: there are few.
func (f *Rate) First(Known) bool { return true }

// Earlier is the same some rounds before; false where it is there from the beginning.
func (f *Rate) Earlier(rounds int, round Time) (Kind, bool) {
	before, ok := *f, false
	before.Begin, before.End, ok = spanEarlier(f.Begin, f.End, rounds, round)
	return &before, ok
}

func spanEarlier(begin Time, end *Time, rounds int, round Time) (Time, *Time, bool) {
	begin, ok := begin.earlier(rounds, round)
	if end != nil {
		earlier, _ := end.earlier(rounds, round)
		end = &earlier
	}
	return begin, end, ok
}

// Until ends it when the faults stop, if it ends at all.
func (f *Rate) Until(stop Time) (Kind, bool) {
	left, ok := *f, false
	left.End, ok = spanUntil(f.Begin, f.End, stop)
	return &left, ok
}

func spanUntil(begin Time, end *Time, stop Time) (*Time, bool) {
	if end == nil {
		return nil, begin <= stop
	}
	left := min(*end, stop)
	return &left, begin < left
}
