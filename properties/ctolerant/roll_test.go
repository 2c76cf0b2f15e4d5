package ctolerant

import (
	"iter"
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/spec"
)

// What the monitor counts as runs go on is what a look through all lists finds.
func TestRollCounts(t *testing.T) {
	p, runs := Protocol().Registered().Campaigns(), uint64(2_000)
	if testing.Short() {
		runs = 200
	}
	stale := 0
	for run := range runs {
		plan := campaign.Draw(p, campaign.Keyed(1, run), nil)
		subject, err := p.Open(plan.Config)
		if err != nil {
			t.Fatal(err)
		}
		judge := subject.NewJudge(false).(*Monitor)
		scan := &scanned{t: t, monitor: judge}
		w, err := world.New(subject.Cluster, plan, judge, scan)
		if err != nil {
			t.Fatal(err)
		}
		w.Run()
		stale += scan.stale
		if t.Failed() {
			t.Fatalf("run %d", run)
		}
	}
	if stale == 0 {
		t.Error("no list was ever stale: that compares nothing")
	}
}

// scanned holds the counts of a monitor's roll against all lists, after each event.
type scanned struct {
	t       *testing.T
	monitor *Monitor
	stale   int
}

func (s *scanned) Observe(w *world.World, e *world.Event) {
	if world.IsStutter(e.Action.Name) {
		return
	}
	r := &s.monitor.members
	if group := r.membership.group(w.Living()); !r.group.Equal(group) {
		s.t.Errorf("after %s the group is %s, and %s", e.Action, r.group, group)
	}
	gone, lackers := 0, make([]int, w.Nodes())
	for _, k := range r.group {
		gone += len(r.Lists[k].Minus(r.group))
		for _, id := range spec.AllNodes(w.Nodes()).Minus(r.Lists[k]) {
			lackers[id]++
		}
	}
	if gone > 0 {
		s.stale++
	}
	if r.gone != gone || r.isStale() != r.membership.isStale(r.group) || !slices.Equal(r.lackers, lackers) {
		s.t.Errorf("after %s %d entries are gone, and each is lacked by %v; counted are %d and %v",
			e.Action, gone, lackers, r.gone, r.lackers)
	}
	for _, i := range s.monitor.intervals {
		for n, id := range i.wouldBe {
			lacked := 0
			for _, k := range i.members {
				if k != id && (!i.lists[k].Has(id) || slices.Contains(i.forgot, entry{k, id})) {
					lacked++
				}
			}
			if lacked != i.lacked[n] {
				s.t.Errorf("after %s %d have lacked %s, counted are %d", e.Action, lacked, id, i.lacked[n])
			}
		}
	}
}

// Whom an answer proposes is found true at once just where a look through the whole list finds it true.
func TestLowestAtOnce(t *testing.T) {
	known := spec.NewSet[spec.NodeID](0, 1, 2, 3)
	for passed := range subsets(known) {
		healthy := known.Minus(passed)
		for named := range subsets(known) {
			for n := range 6 {
				lower := func(id, than spec.NodeID) bool { return id < than }
				fast, slow := areLowest(named, known, n, passed.Has), isFirst(named, healthy, n, lower) == nil
				if fast != slow {
					t.Errorf("%s of %s, passed over %s, %d asked: %t and %t", named, known, passed, n, fast, slow)
				}
			}
		}
	}
}

// What an initiator may ask as far as it matters leads to the same as all that it may.
func TestOpenTo(t *testing.T) {
	list := spec.NewSet[spec.NodeID](0, 1, 2, 3)
	for answered := range subsets(spec.AllNodes(5)) {
		for asked := range subsets(spec.AllNodes(5)) {
			for lacks := -1; lacks < 6; lacks++ {
				part, all := openTo(list, asked, lacks, answered.Has), list.Minus(answered)
				if asksEnough(lacks, asked, part) == nil != (asksEnough(lacks, asked, all) == nil) {
					t.Errorf("%s asked, %s have answered, %d lacking: %s is not as good as %s",
						asked, answered, lacks, part, all)
				}
			}
		}
	}
}

// subsets yields all sets of members of a set.
func subsets(of spec.Set) iter.Seq[spec.Set] {
	return func(yield func(spec.Set) bool) {
		for k := range len(of) + 1 {
			for s := range of.Subsets(k) {
				if !yield(s) {
					return
				}
			}
		}
	}
}
