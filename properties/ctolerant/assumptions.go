package ctolerant

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/faults/world"
	implementation "github.com/scrutineer-go/scrutineer/impl/ctolerant"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// The assumptions of the paper and those that its proofs need besides. S6 (whom to ask is
// chosen anew) holds in every run:
// at least f+1 of those that have not answered are asked each time, or all that are known,
// so every choice reaches a live one. words.Config demands that a list holds
// its owner, so that S1 is a matter of reading, and S7
// (TIMEOUT is at last longer than NOTIFY and LEADER take) is what the world gives: from
// Stop on no timer fires while a copy is in flight. So S1 and S8 are read from the
// configuration, S6 and S7 cannot break, and the others, c as the bound of S3, are judged by
// the events of the run.
const (
	assumeF         = "f"         // at most f processes crash or leave
	assumeInitiator = "Initiator" // an initiator stays up (the failure of the only one is out of the paper's scope)
	AssumeS1        = "S1"        // a responder ranks itself too
	AssumeS2        = "S2"        // an initiator knows enough: at first c+f+1, where lists change c+1 in the end
	AssumeS3        = "S3"        // at most c lists lack the lowest of the group at some time of a run
	assumeS4        = "S4"        // those that are dead or have left are taken out of every list in the end
	assumeS5        = "S5"        // the lowest stays until an election is over, and no lower one joins
	assumeS7        = "S7"        // TIMEOUT is long enough in the end
	assumeS8        = "S8"        // a LEADER says which run it is of (the rules run and tagged)
	assumeLeads     = "Leads"     // nobody that has announced itself goes while one that joins follows nobody
)

// Assumptions lists those that runs are judged for.
func Assumptions() []string {
	return []string{
		assumeF, assumeInitiator, AssumeS1, AssumeS2, AssumeS3, assumeS4, assumeS5, assumeS7, assumeS8, assumeLeads,
	}
}

// needs returns the assumptions without which a property is not claimed. The
// paper's own rules are held to what the paper says of them; tags are claimed with less.
func needs(cfg words.Config, property string) []string {
	var welcomes []string // those that join hear from the leader
	if len(cfg.Joiners()) > 0 {
		welcomes = []string{assumeLeads}
	}
	switch property {
	case EverybodyLed:
		return append(welcomes, assumeF, assumeInitiator, AssumeS2, assumeS4, assumeS7)
	case RunEnds:
		return []string{assumeF, assumeInitiator, AssumeS2, assumeS4, assumeS7}
	case CT1:
		return []string{AssumeS1, AssumeS3}
	case FewRestarts, MessageCount:
		return []string{AssumeS1}
	case Targets, RestartsHaveCause, Lists, Yields:
		return nil
	case Agreement, Preference:
		if tells(cfg) {
			return welcomes
		}
	}
	// An initiator that must wait, with f beyond its bound, leaves its last run undecided.
	return append(welcomes, assumeF, assumeInitiator, AssumeS1, AssumeS2, AssumeS3)
}

// tells is whether a LEADER's tag is looked at.
func tells(cfg words.Config) bool { return cfg.Rule == words.Run || cfg.Rule == words.Tagged }

// assumptions judges one run's, from its events: what the membership service has
// said counts, not what a process has made of it.
type assumptions struct {
	cfg       words.Config
	gone      int      // how many have crashed or left
	announced spec.Set // those that have announced themselves
	intervals []interval
	broke     spec.SetOf[string]
	open      spec.Set // the initiators whose elections are under way
}

func newAssumptions(cfg words.Config) assumptions {
	a := assumptions{cfg: cfg}
	if !tells(cfg) {
		a.broke = a.broke.With(assumeS8)
	}
	if cfg.Interprets(words.OmitSelf) {
		a.broke = a.broke.With(AssumeS1)
	}
	return a
}

func (s *assumptions) breaks(name string) { s.broke = s.broke.With(name) }

// observe takes an event into account, after which the roll is this.
func (s *assumptions) observe(w *world.World, a *spec.Action, r *roll) {
	lists, group := r.Lists, r.group
	_, crashed := world.Lives(a)
	if crashed || a.Name == words.KindLeave {
		if s.gone++; s.gone > s.cfg.F {
			s.breaks(assumeF)
		}
		if len(s.open) > 0 && a.At < spec.Lowest(group) {
			s.breaks(assumeS5)
		}
		if s.announced.Has(a.At) && s.someoneUnled(w) {
			s.breaks(assumeLeads)
		}
		if crashed && !slices.ContainsFunc(s.cfg.Initiators(), w.Up) {
			s.breaks(assumeInitiator)
		}
	}
	switch body := a.Msg.Body.(type) {
	case words.Join:
		if len(s.open) > 0 && a.At == spec.Lowest(group) {
			s.breaks(assumeS5)
		}
	case words.Notify:
		if a.Name == deliverNotify {
			s.announced = s.announced.With(a.At)
		}
	case words.Purge:
		if w.Up(body.Node) { // the membership service errs
			s.forgotten(a.At, body.Node)
		}
	case words.Forget:
		s.forgotten(a.At, body.Node)
	}
	if w.Stopped() && a.Name == spec.Premature(words.TimerAwait) {
		s.breaks(assumeS7)
	}
	if a.Name == words.KindStart || a.Timer == words.TimerTakeover {
		s.begins(a.At, lists, group)
	}
	s.interval(a, r)
	s.ended(w)
}

// begins judges S2 where an election begins: with those that have gone so far, which can go no
// more, its initiator needs to know c+f+1. Where lists change it may wait until it does (D7).
func (s *assumptions) begins(initiator spec.NodeID, lists []spec.Set, group spec.Set) {
	s.open = s.open.With(initiator)
	if len(s.cfg.Churn) == 0 && s.knownTo(initiator, lists, group)+s.gone < s.cfg.Quorum() {
		s.breaks(AssumeS2)
	}
}

// knownTo is how many of the group an initiator has in its list.
func (s *assumptions) knownTo(initiator spec.NodeID, lists []spec.Set, group spec.Set) int {
	return len(group) - len(group.Minus(lists[initiator]))
}

// someoneUnled reports whether somebody that joins, or is yet to, follows nobody.
func (s *assumptions) someoneUnled(w *world.World) bool {
	return slices.ContainsFunc(s.cfg.Joiners(), func(id spec.NodeID) bool {
		return w.Up(id) && leaderOf(w, id) == spec.None
	})
}

// end judges what only the end shows.
func (s *assumptions) end(w *world.World, r *roll) {
	if r.isStale() {
		s.breaks(assumeS4)
	}
	for _, id := range s.open {
		if len(s.cfg.Churn) > 0 && w.Up(id) && s.knownTo(id, r.Lists, r.group) <= s.cfg.C {
			s.breaks(AssumeS2)
		}
	}
	for _, i := range s.intervals {
		s.judge(&i)
	}
}

func (s *assumptions) Broken() []string { return s.broke }

// interval is a run of an initiator as S3 sees it: at most c of the others may have a list that
// lacks the lowest of the group at some instant of it, those that die in the run included. A bound at
// each instant would not do (X6).
type interval struct {
	initiator spec.NodeID
	wouldBe   spec.Set   // who was the lowest at some instant …
	lacked    []int      // … and how many others have lacked each of these
	members   spec.Set   // who was in the group at some instant
	lists     []spec.Set // the lists at the beginning
	forgot    []entry    // what was forgotten since
}

// newInterval returns the interval of a run that begins with this roll.
func newInterval(initiator spec.NodeID, r *roll) interval {
	lowest, lacked := spec.Lowest(r.group), 0
	if lowest != spec.None {
		if lacked = r.lackers[lowest]; !r.Lists[lowest].Has(lowest) {
			lacked-- // it is none of the others
		}
	}
	return interval{
		initiator: initiator, wouldBe: spec.NewSet(lowest), lacked: []int{lacked}, members: r.group, lists: r.kept(),
	}
}

// lacks reports whether a process has lacked another one.
func (i *interval) lacks(k, id spec.NodeID) bool {
	return k != id && (!i.lists[k].Has(id) || slices.Contains(i.forgot, entry{k, id}))
}

// lowest notes who is the lowest of the group.
func (i *interval) lowest(id spec.NodeID) {
	at, known := slices.BinarySearch(i.wouldBe, id)
	if known {
		return
	}
	n := 0
	for _, k := range i.members {
		if i.lacks(k, id) {
			n++
		}
	}
	i.wouldBe, i.lacked = i.wouldBe.With(id), slices.Insert(i.lacked, at, n)
}

// joins notes that a process has joined the group.
func (i *interval) joins(k spec.NodeID) {
	if i.members.Has(k) {
		return
	}
	i.members = i.members.With(k)
	for n, id := range i.wouldBe {
		if i.lacks(k, id) {
			i.lacked[n]++
		}
	}
}

// forgets notes that a live process was taken out of a list.
func (i *interval) forgets(e entry) {
	n, lowest := slices.BinarySearch(i.wouldBe, e.of)
	if lowest && i.members.Has(e.at) && e.at != e.of && !i.lacks(e.at, e.of) {
		i.lacked[n]++
	}
	i.forgot = append(i.forgot, e)
}

// entry is the entry for a process in the list of another one.
type entry struct{ at, of spec.NodeID }

// ended judges the runs of initiators whose election is over, once nothing is on its way any
// more, no late answer either: what changes later is not theirs. So it is with S2 and S5, of each
// initiator's election; that of one that is down is over then too.
func (s *assumptions) ended(w *world.World) {
	if !w.Quiescent() {
		return
	}
	over := func(id spec.NodeID) bool {
		p, up := w.State(id).(*implementation.State)
		return up && p.Election == nil && p.Rival.Number == 0
	}
	for _, id := range s.open {
		if over(id) || !w.Up(id) {
			s.open = s.open.Without(id)
		}
	}
	s.intervals = slices.DeleteFunc(s.intervals, func(i interval) bool {
		over := over(i.initiator)
		if over {
			s.judge(&i)
		}
		return over
	})
}

// interval goes on with the runs, and begins one where that event does. An answer of an
// older run counts where no run is told (D4): then there is one interval, all of the election.
func (s *assumptions) interval(a *spec.Action, r *roll) {
	if beginsRun(*a) {
		at := slices.IndexFunc(s.intervals, func(i interval) bool { return i.initiator == a.At })
		switch {
		case at < 0:
			s.intervals = append(s.intervals, newInterval(a.At, r))
		case !s.cfg.Interprets(words.AcceptOld):
			s.judge(&s.intervals[at])
			s.intervals[at] = newInterval(a.At, r)
		}
	}
	for n := range s.intervals {
		if a.Name == words.KindJoin {
			s.intervals[n].joins(a.At)
		}
		s.intervals[n].lowest(spec.Lowest(r.group))
	}
}

// forgotten notes that a live process was taken out of a list.
func (s *assumptions) forgotten(at, of spec.NodeID) {
	for n := range s.intervals {
		s.intervals[n].forgets(entry{at, of})
	}
}

// judge holds a run that is over against the bound c.
func (s *assumptions) judge(i *interval) {
	if slices.ContainsFunc(i.lacked, func(n int) bool { return n > s.cfg.C }) {
		s.breaks(AssumeS3)
	}
}

func leaderOf(w *world.World, id spec.NodeID) spec.NodeID {
	return w.State(id).(*implementation.State).Leader
}
