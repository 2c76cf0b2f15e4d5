package ctolerant

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/faults/world"
	implementation "github.com/scrutineer-go/scrutineer/impl/ctolerant"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// interval is a run of an initiator as S3 sees it: at most c of the others may have a list that
// lacks the lowest of the group at some instant of it, those that die in the run included. A bound at
// each instant would not do (X6).
type interval struct {
	initiator spec.NodeID
	wouldBe   spec.Set   // who was the lowest at some instant
	members   spec.Set   // who was in the group at some instant
	lists     []spec.Set // the lists at the beginning
	forgot    []entry    // what was forgotten since
}

// entry is the entry for a process in the list of another one.
type entry struct{ at, of spec.NodeID }

// ended judges the runs of initiators whose election is over, once nothing is on its way any
// more, no late answer either: what changes later is not theirs.
func (s *assumptions) ended(w *world.World) {
	if !w.Quiescent() {
		return
	}
	s.intervals = slices.DeleteFunc(s.intervals, func(i interval) bool {
		p, up := w.State(i.initiator).(*implementation.State)
		over := up && p.Election == nil && p.Rival.Number == 0
		if over {
			s.judge(&i)
		}
		return over
	})
}

// interval goes on with the runs, and begins one where that event does. An answer of an
// older run counts where no run is told (D4): then there is one interval, all of the election.
func (s *assumptions) interval(a *spec.Action, lists []spec.Set, group spec.Set) {
	if beginsRun(*a) {
		at := slices.IndexFunc(s.intervals, func(i interval) bool { return i.initiator == a.At })
		switch {
		case at < 0:
			s.intervals = append(s.intervals, interval{initiator: a.At, lists: slices.Clone(lists)})
		case !s.cfg.Reads(words.AcceptOld):
			s.judge(&s.intervals[at])
			s.intervals[at] = interval{initiator: a.At, lists: slices.Clone(lists)}
		}
	}
	lowest := spec.Lowest(group)
	for n := range s.intervals {
		i := &s.intervals[n]
		if !i.wouldBe.Has(lowest) {
			i.wouldBe = i.wouldBe.With(lowest)
		}
		if i.members == nil {
			i.members = slices.Clone(group)
		}
		if a.Name == words.KindJoin {
			i.members = i.members.With(a.At)
		}
	}
}

// forgotten notes that a live process was taken out of a list.
func (s *assumptions) forgotten(at, of spec.NodeID) {
	for n := range s.intervals {
		s.intervals[n].forgot = append(s.intervals[n].forgot, entry{at, of})
	}
}

// judge holds a run that is over against the bound c.
func (s *assumptions) judge(i *interval) {
	for _, id := range i.wouldBe {
		lack := 0
		for _, k := range i.members {
			if k != id && (!i.lists[k].Has(id) || slices.Contains(i.forgot, entry{k, id})) {
				lack++
			}
		}
		if lack > s.cfg.C {
			s.breaks(AssumeS3)
		}
	}
}
