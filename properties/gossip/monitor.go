package gossip

import (
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	implementation "github.com/scrutineer-go/scrutineer/impl/gossip"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
)

// What the monitor judges: with each event what must always be so, and at the end, some time after the
// faults have stopped, what must be so at last.
const (
	rankedName            = "Ranked"
	followsName           = "Follows"
	settledFirstName      = "SettledFirst"
	reignsName            = "Reigns"
	floorName             = "Floor"
	oneMasterName         = "OneMaster"
	oneMasterPerEpochName = "OneMasterPerEpoch"
	versionsGrowName      = "VersionsGrow"
	epochGrowsName        = "EpochGrows"
	resurrectedByNewsName = "ResurrectedByNews"
	claimedOnceName       = "ClaimedOnce"     // nobody claims under an epoch under which somebody has
	suspectsTheDeadName   = "SuspectsTheDead" // nobody is suspected who is up
	hopsFallName          = "HopsFall"        // what is passed on may go a hop less far, and goes not back
	passedOnOnceName      = "PassedOnOnce"    // a version is passed on again only where it may go further
	answersName           = "AnswersWithNews" // who asks for what is newer is sent that, all of it, and no more
	oneLeaderAtLastName   = "OneLeaderAtLast" // all follow the best of those who are up
	rankedAtLastName      = "RankedAtLast"    // all rank those who are up, and nobody else, alike
	coveredAtLastName     = "CoveredAtLast"   // all know what was published before the faults stopped
)

func monitored() []string {
	return []string{
		rankedName, followsName, settledFirstName, reignsName, floorName, oneMasterName, oneMasterPerEpochName,
		versionsGrowName, epochGrowsName, resurrectedByNewsName, claimedOnceName, suspectsTheDeadName,
		hopsFallName, passedOnOnceName, answersName, oneLeaderAtLastName, rankedAtLastName, coveredAtLastName,
	}
}

// The witnesses: what a campaign must have seen for its passes to mean anything.
const (
	sawClaimed     = "Claimed"     // somebody acts who did not
	sawSteppedBack = "SteppedBack" // … and another one who did does not any more
	sawSuspected   = "Suspected"   // somebody is suspected
	sawTakenBack   = "TakenBack"   // … and later is not
	sawFailedOver  = "FailedOver"  // a substitute acts for a master that is down
	sawInTime      = "InTime"      // … in a run in which all beats come in time
	sawOutdated    = "Outdated"    // who acts has heard of a later epoch
	sawRemeasured  = "Remeasured"  // somebody publishes other metrics
	sawFurther     = "Further"     // a copy goes on that may go further than the first of its version
	sawMissing     = "Missing"     // somebody is sent what it asked for
)

func witnessed() []string {
	return []string{
		sawClaimed, sawSteppedBack, sawSuspected, sawTakenBack, sawFailedOver, sawInTime, sawOutdated, sawRemeasured,
		sawFurther, sawMissing,
	}
}

// Monitor judges a run by its events, at a cost that grows with what one process knows.
type Monitor struct {
	campaign.Book
	cfg    words.Config
	nodes  []known
	acting spec.Set // those who are up and act
	claims map[int]spec.NodeID
	trust  trust
	goal   campaign.Goal
	end    ending
	begun  bool
	failed bool // a substitute has acted for a master that was down
}

// known is what a process knew when it was seen last.
type known struct {
	up, booted   bool
	records      []words.Record
	seen         []implementation.Sighting
	suspected    []bool
	ranking      []spec.NodeID
	settled      bool
	leader       spec.NodeID
	epoch, reign int
	passed       []implementation.Sighting // what it has passed on last, by origin
	wrong        bool                      // it is not yet as it must be at last
}

// newMonitor returns a judge for one run.
func newMonitor(cfg words.Config) campaign.Judge {
	m := &Monitor{
		cfg: cfg, nodes: make([]known, cfg.Nodes), claims: map[int]spec.NodeID{}, trust: newTrust(cfg),
		goal: campaign.Goal{For: holds(cfg)},
	}
	for i := range m.nodes {
		m.nodes[i].leader, m.nodes[i].passed = spec.None, make([]implementation.Sighting, cfg.Nodes)
	}
	return m
}

// holds is for how long all must have been right before a run may end: as long as what is done again
// and again takes; no longer than that it is seen where nothing need be right.
func holds(cfg words.Config) faults.Time {
	if cfg.Detector == words.Told {
		return 1
	}
	t := cfg.FailTime() + 2*max(cfg.GossipTime(), cfg.BeatTime())
	if cfg.Interprets(words.DeadReturns) {
		t += cfg.RefreshTime()
	}
	return faults.Time(t)
}

// Observe judges one event. Only the process at which it happened has changed.
func (m *Monitor) Observe(w *world.World, e *world.Event) {
	if !m.begun {
		m.begun = true
		for i := range m.nodes {
			m.learn(w, e, spec.NodeID(i))
		}
	}
	m.trust.observe(m, w, e)
	if !world.IsStutter(e.Action.Name) {
		m.observe(w, e)
	}
	m.watchEnd(w, e)
	ends := m.cfg.Beats > 0 || m.cfg.Detector == words.Told // nothing need be so at last
	m.goal.Watch(w, func() bool { return ends || m.end.wrong == 0 })
}

func (m *Monitor) observe(w *world.World, e *world.Event) {
	at := e.Action.At
	was := m.nodes[at]
	m.learn(w, e, at)
	is := &m.nodes[at]
	if !is.up {
		return
	}
	if e.Whole {
		m.judgeSends(e, is)
	}
	if was.up && was.booted {
		m.judgeStep(w, e, &was, is)
	}
}

// learn takes into account what a process knows now, and judges that.
func (m *Monitor) learn(w *world.World, e *world.Event, at spec.NodeID) {
	was := &m.nodes[at]
	s, up := w.State(at).(*implementation.State)
	if !up {
		was.up = false
		m.acting = m.acting.Without(at)
		return
	}
	is := *was
	is.up, is.booted = true, w.Booted(at)
	is.records, is.seen = again(was.records, s.Records), again(was.seen, s.Seen)
	is.suspected, is.ranking = again(was.suspected, s.Suspected), again(was.ranking, s.Ranking)
	is.settled, is.leader, is.epoch, is.reign = s.Settled, s.Leader, s.Epoch, s.Reign
	ranks := !same(was.records, is.records) || !same(was.suspected, is.suspected) || !same(was.ranking, is.ranking)
	m.nodes[at] = is
	m.judgeState(e, at, &is, ranks)
	m.judgeMasters(w, e, at, &is)
}

// again returns a copy of a list, the old one where nothing has changed.
func again[T comparable](old, list []T) []T {
	if slices.Equal(old, list) {
		return old
	}
	return slices.Clone(list)
}

// same reports whether a list has not been replaced.
func same[T any](old, list []T) bool {
	return len(old) == len(list) && (len(old) == 0 || &old[0] == &list[0])
}

// acts reports whether a process acts as the master.
func (k *known) acts(at spec.NodeID) bool { return k.leader == at }

// ranks reports whether a process ranks another: it knows it, and does not suspect it.
func (k *known) ranks(j spec.NodeID) bool { return k.records[j].Version > 0 && !k.suspected[j] }

// Says says whom a process follows, and whom it suspects.
func (m *Monitor) Says(w *world.World, id spec.NodeID) string {
	s, up := w.State(id).(*implementation.State)
	if !up {
		return ""
	}
	says := "ranks " + list(s.Ranking)
	if s.Leader == id {
		says = fmt.Sprintf("acts under %d, ", s.Reign) + says
	}
	if suspects := spec.Members(s.Suspected); len(suspects) > 0 {
		says += ", suspects " + suspects.String()
	}
	return says
}

// list writes a ranking, such as 2 0 1.
func list(ranking []spec.NodeID) string {
	text := fmt.Sprint(ranking)
	return text[1 : len(text)-1]
}
