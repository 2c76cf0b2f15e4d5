package systems

import (
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer/spec"
)

// start is when the tests' groups begin.
var start = time.Now().Add(-time.Hour)

// after is a sight of a process some milliseconds after the start.
func after(ms int, leader spec.NodeID, tag int, more ...func(*seen)) sight {
	s := sight{start.Add(time.Duration(ms) * time.Millisecond), seen{leader: leader, tag: tag}}
	for _, change := range more {
		change(&s.seen)
	}
	return s
}

func busy(s *seen)                       { s.busy = true }
func suspecting(m members) func(s *seen) { return func(s *seen) { s.suspects = m } }
func lacking(m members) func(s *seen)    { return func(s *seen) { s.lacks = m } }

// A group has agreed if all follow one process, and none takes part in an election.
func TestAgreed(t *testing.T) {
	none := spec.None
	for name, c := range map[string]struct {
		sights [][]sight
		but    spec.NodeID
		want   spec.NodeID
	}{
		"all follow 1":          {[][]sight{{after(0, 1, 1)}, {after(1, 1, 1)}}, none, 1},
		"one is silent":         {[][]sight{{after(0, 1, 1)}, nil}, none, none},
		"one follows another":   {[][]sight{{after(0, 1, 1)}, {after(1, 0, 1)}}, none, none},
		"one has none":          {[][]sight{{after(0, 1, 1)}, {after(1, none, 1)}}, none, none},
		"one elects":            {[][]sight{{after(0, 1, 1)}, {after(1, 1, 1, busy)}}, none, none},
		"one has elected":       {[][]sight{{after(0, 1, 1)}, {after(1, 1, 1, busy), after(2, 1, 1)}}, none, 1},
		"all but the lost one":  {[][]sight{{after(0, 0, 1)}, {after(1, 1, 1)}}, 0, 1},
		"all follow a lost one": {[][]sight{{after(0, 0, 1)}, {after(1, 0, 1)}}, 0, none},
	} {
		w := &watch{sights: c.sights}
		if got, agreed := w.agreed(c.but); got != c.want || agreed != (c.want != none) {
			t.Errorf("%s: %s, %t; want %s", name, got, agreed, c.want)
		}
	}
	now := sight{time.Now(), seen{leader: 1}}
	if _, agreed := (&watch{sights: [][]sight{{now}, {now}}}).agreed(none); agreed {
		t.Error("they have agreed just now, and may still change")
	}
}

// What the others knew before a loss does not count as later, and each time is that of the first or of the last.
func TestLossTimes(t *testing.T) {
	lost := start.Add(time.Second)
	w := &watch{sights: [][]sight{
		{after(0, 0, 1)},
		{
			after(0, 0, 1), after(1400, 0, 1, suspecting(1)), after(3000, 0, 1, lacking(1)),
			after(3500, 1, 2, lacking(1)),
		},
		{
			after(0, 0, 1), after(500, 0, 1, suspecting(1)), after(900, 0, 1),
			after(1300, 0, 1, suspecting(1)),
			after(2500, 0, 1, lacking(1)), after(3600, 1, 2, lacking(1)),
		},
	}}
	if got, noticed := w.loss(0, lost); !noticed || got != (Loss{First: 300, All: 2000, Elected: 2600}) {
		t.Errorf("%+v, %t", got, noticed)
	}
	w.sights[2][2] = after(900, 0, 1, suspecting(1)) // since before the loss
	if got, _ := w.loss(0, lost); got.First != 0 {
		t.Errorf("one has suspected it all the time: %+v", got)
	}
	w.sights[2] = append(w.sights[2][:3], after(2600, 1, 2, suspecting(1)))
	if got, noticed := w.loss(0, lost); noticed {
		t.Errorf("one has not removed it: %+v", got)
	}
}

// Announcements count where the process changes that makes them.
func TestChanges(t *testing.T) {
	w := &watch{sights: [][]sight{
		{after(0, spec.None, 0), after(10, 0, 1), after(20, 1, 1), after(30, 0, 2)},
		{after(5, 0, 1), after(15, 1, 1), after(35, 0, 2)},
		{after(6, 0, 1), after(16, 1, 1), after(36, 0, 2)},
	}}
	if got := w.changes(); got != 3 {
		t.Errorf("0, 1 and 0 again have announced themselves: %d changes, want 3", got)
	}
	w = &watch{sights: [][]sight{{after(10, 0, 1), after(20, 0, 2)}, {after(12, 0, 1)}}}
	if got := w.changes(); got != 1 {
		t.Errorf("0 has announced itself twice: %d changes, want 1", got)
	}
}

// The phases of trials differ, and cover a period.
func TestPhase(t *testing.T) {
	seen := map[time.Duration]bool{}
	quarters := map[time.Duration]int{}
	for i := range 20 {
		p := phase(i, time.Second)
		if p < 0 || p >= time.Second || seen[p] {
			t.Errorf("trial %d: %s", i, p)
		}
		seen[p] = true
		quarters[p/(250*time.Millisecond)]++
	}
	for quarter, n := range quarters {
		if n < 4 || n > 6 {
			t.Errorf("%d of 20 trials are in quarter %d", n, quarter)
		}
	}
}
