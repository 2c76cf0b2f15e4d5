package faults

import (
	"fmt"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Drift has the clock of a process run at a rate that changes Every so often: each is drawn
// up to Within parts per million fast or slow. What is drawn depends on the fault's own Seed
// and on nothing else. It lasts as a Rate does.
type Drift struct {
	Node spec.NodeID `json:"node" input:"required"`
	// Within is 1 to MostPPM.
	Within int    `json:"within" input:"required"`
	Every  Time   `json:"every" input:"required"`
	Begin  Time   `json:"begin,omitzero"`
	End    *Time  `json:"end,omitempty"`
	Seed   uint64 `json:"seed,omitempty"`
}

// leastEvery is the shortest time for which a drifting clock keeps its rate.
const leastEvery = Time(time.Millisecond)

// Name is drift.
func (f *Drift) Name() string { return "drift" }

// Words says how far off the rates may be.
func (f *Drift) Words() string {
	return fmt.Sprintf("the clock of process %s is up to %d ppm fast or slow, anew every %s%s",
		f.Node, f.Within, f.Every, spanWords(f.Begin, f.End))
}

func (f *Drift) spans(int) []Span {
	return []Span{{f.Node, f.Begin, endOf(f.End), fmt.Sprintf("clock within %d ppm", f.Within)}}
}

func (f *Drift) check(l limits) error {
	switch {
	case f.Within < 1 || f.Within > MostPPM:
		return input.Errorf("within", "%d, it must be 1 to %d", f.Within, MostPPM)
	case f.Every < leastEvery:
		return input.Errorf("every", "%s, it must be %s or more", f.Every, leastEvery)
	}
	if err := l.lasts(f.Begin, f.End); err != nil {
		return err
	}
	return l.node("node", f.Node)
}

// Schedule changes the pace of the clock.
func (f *Drift) Schedule(s Scheduler) {
	s.Pace(f.Node, Pace{Begin: f.Begin, End: endOf(f.End), PPM: f.Within, Every: f.Every, Seed: f.Seed})
}

// Scale multiplies when it begins and ends, and how often it changes.
func (f *Drift) Scale(by Time) Time {
	scale(&f.Every, by)
	scale(&f.Begin, by)
	scale(f.End, by)
	return 0
}

func (f *Drift) ofClocks() {}

func (f *Drift) draw(d Drawer) Kind {
	drawn := &Drift{
		Node: clockOf(f, d), Within: skew(f, d), Every: leastEvery << d.Choose("every", 10),
		Seed: uint64(d.Choose("drift seed", 1<<30)),
	}
	drawn.Begin, drawn.End = span(f, d)
	return drawn
}

// Variants are steady rates, the largest that it may have.
func (f *Drift) Variants(Known) []Kind {
	return []Kind{&Rate{Node: f.Node, PPM: f.Within}, &Rate{Node: f.Node, PPM: -f.Within}}
}

// First is true: there are few.
func (f *Drift) First(Known) bool { return true }

// Earlier is the same some rounds before; false where it is there from the beginning.
func (f *Drift) Earlier(rounds int, round Time) (Kind, bool) {
	before, ok := *f, false
	before.Begin, before.End, ok = spanEarlier(f.Begin, f.End, rounds, round)
	return &before, ok
}

// Until ends it when the faults stop, if it ends at all.
func (f *Drift) Until(stop Time) (Kind, bool) {
	left, ok := *f, false
	left.End, ok = spanUntil(f.Begin, f.End, stop)
	return &left, ok
}
