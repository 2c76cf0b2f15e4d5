package vote

import (
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/faults/world"
	implementation "github.com/scrutineer-go/scrutineer/impl/vote"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/vote/words"
)

// What the monitor judges. ChosenWins is liveness: where all ballots on the disks
// are for one candidate, that one knows at the end that it has won. Divided voters
// may keep everybody from winning.
const (
	oneVoteName    = "OneVote"
	oneWinnerName  = "OneWinner"
	chosenWinsName = "ChosenWins"
)

// The assumptions.
const (
	assumeMajority = "Majority" // Ask is more than half of the voters
	assumeAllUp    = "AllUp"    // at the end everybody is up
)

func assumptions() []string { return []string{assumeMajority, assumeAllUp} }

// needs are the assumptions without which a property is not claimed.
var needs = map[string][]string{
	oneWinnerName:  {assumeMajority},
	chosenWinsName: {assumeAllUp},
}

// The witnesses: what a campaign must have seen for its passes to mean anything.
const (
	sawWon           = "Won"           // at the end the candidate with all ballots has won
	sawSplit         = "Split"         // at the end there are ballots for two candidates
	sawRefused       = "Refused"       // a voter that had chosen was asked by another candidate
	sawCutShort      = "CutShort"      // a voter crashed between saving its ballot and sending its vote
	sawRecoveredVote = "RecoveredVote" // … and a candidate counted that vote all the same
)

// monitor judges a run by its events, at a cost that does not grow with its length.
// It states the properties a second time, over what the implementation's processes
// hold: a campaign with refinement demands that both say the same.
type monitor struct {
	campaign.Book
	cfg     words.Config
	cut     spec.Set // the voters that crashed between saving and sending
	seen    []seen
	held    []int               // by voter, how many hold its vote
	winners map[spec.NodeID]int // of whom how many say that he has won
}

// seen is what a process held when it was seen last; nothing while it is down.
type seen struct {
	votes  spec.Set
	winner spec.NodeID
}

func newMonitor(cfg words.Config) *monitor {
	m := &monitor{cfg: cfg, seen: make([]seen, cfg.Nodes), held: make([]int, cfg.Nodes), winners: map[spec.NodeID]int{}}
	for i := range m.seen {
		m.seen[i].winner = spec.None
	}
	return m
}

// Observe judges one event. Only the process at which it happened has changed.
func (m *monitor) Observe(w *world.World, e *world.Event) {
	a := &e.Action
	if world.IsStutter(a.Name) {
		return
	}
	now := stateOf(w, a.At)
	doubled := m.learn(a.At, now)
	if _, wentDown := world.Lives(a); wentDown {
		if a.Name == spec.CrashIn(spec.Deliver(words.KindAsk)) && a.Cut == 1 && w.Disk(a.At) != nil {
			m.cut = m.cut.With(a.At)
			m.Saw(sawCutShort)
		}
		return
	}
	if now == nil { // a copy was lost there while it was down
		return
	}
	if a.Name == spec.Deliver(words.KindAsk) && now.Choice.For != a.Msg.From {
		m.Saw(sawRefused)
	}
	if doubled || len(m.winners) > 1 {
		for _, other := range w.Living().Without(a.At) {
			m.compare(a.At, now, other, stateOf(w, other), e.N)
		}
	}
	if slices.ContainsFunc(m.cut, func(voter spec.NodeID) bool { return now.Votes[voter] }) {
		m.Saw(sawRecoveredVote)
	}
}

// learn counts what a process holds now, nil while it is down. It reports whether it has got a vote that another holds.
func (m *monitor) learn(at spec.NodeID, now *implementation.State) (doubled bool) {
	was, winner := &m.seen[at], spec.None
	if now == nil {
		now = &implementation.State{}
	}
	kept := 0
	for voter, holds := range now.Votes {
		switch {
		case !holds || !m.cfg.Voters.Has(voter):
		case was.votes.Has(voter):
			kept++
		default:
			m.held[voter]++
			doubled = doubled || m.held[voter] > 1
		}
	}
	if kept < len(was.votes) {
		for _, voter := range was.votes {
			if !now.Votes[voter] {
				m.held[voter]--
			}
		}
	}
	if kept < len(was.votes) || kept < len(now.Votes) {
		was.votes = slices.DeleteFunc(slices.Clone(m.cfg.Voters), func(v spec.NodeID) bool { return !now.Votes[v] })
	}
	if now.Winner != nil {
		winner = *now.Winner
	}
	if winner == was.winner {
		return doubled
	}
	if was.winner != spec.None {
		if m.winners[was.winner]--; m.winners[was.winner] == 0 {
			delete(m.winners, was.winner)
		}
	}
	if winner != spec.None {
		m.winners[winner]++
	}
	was.winner = winner
	return doubled
}

// compare holds two processes against each other.
func (m *monitor) compare(a spec.NodeID, x *implementation.State, b spec.NodeID, y *implementation.State, event int) {
	for _, voter := range m.cfg.Voters {
		if x.Votes[voter] && y.Votes[voter] {
			m.fail(oneVoteName, fmt.Sprintf("%s and %s both hold the vote of %s", a, b, voter), event)
		}
	}
	if x.Winner != nil && y.Winner != nil && *x.Winner != *y.Winner {
		m.fail(oneWinnerName, fmt.Sprintf("%s says that %s has won, %s says %s", a, *x.Winner, b, *y.Winner), event)
	}
}

// End judges what must be true at last, and what the run was worth.
func (m *monitor) End(w *world.World) campaign.Finding {
	var chosen spec.Set
	for _, voter := range m.cfg.Voters {
		if ballot, ok := w.Disk(voter).(words.Ballot); ok {
			chosen = chosen.With(ballot.For)
		}
	}
	switch {
	case len(chosen) == 0:
		m.fail(chosenWinsName, fmt.Sprintf("nobody has voted %s after the faults stopped", w.Settle()), w.Events())
	case len(chosen) > 1:
		m.Saw(sawSplit)
	case winnerAt(w, chosen[0]) == chosen[0]:
		m.Saw(sawWon)
	default:
		m.fail(chosenWinsName, fmt.Sprintf("all ballots are for %s, which has not won %s after the faults stopped",
			chosen[0], w.Settle()), w.Events())
	}
	if m.cfg.Ask < majority(m.cfg.Voters) {
		m.Broke(assumeMajority)
	}
	if len(w.Down())+len(w.Unstable()) > 0 {
		m.Broke(assumeAllUp)
	}
	return m.Finding(assumptions(), func() []string { return m.ends(w) })
}

// ends says for each process how the run ended, for the diagram.
func (m *monitor) ends(w *world.World) []string {
	ends := make([]string, m.cfg.Nodes)
	for i := range ends {
		id := spec.NodeID(i)
		switch ends[i] = m.Says(w, id); {
		case !w.Up(id):
			ends[i] = "down"
		case ends[i] == "":
			ends[i] = "knows no winner"
		}
		if ballot, ok := w.Disk(id).(words.Ballot); ok {
			ends[i] += ", ballot for " + ballot.For.String()
		}
	}
	return ends
}

// Says says whom a process takes for the winner.
func (m *monitor) Says(w *world.World, id spec.NodeID) string {
	if winner := winnerAt(w, id); winner != spec.None {
		return "the winner is " + winner.String()
	}
	return ""
}

func (m *monitor) fail(name, why string, event int) { m.Fail(name, why, event, needs[name]) }

// stateOf returns what a process holds, nil while it is down.
func stateOf(w *world.World, id spec.NodeID) *implementation.State {
	s, _ := w.State(id).(*implementation.State)
	return s
}

// winnerAt is whom a process takes for the winner, None also while it is down.
func winnerAt(w *world.World, id spec.NodeID) spec.NodeID {
	if s := stateOf(w, id); s != nil && s.Winner != nil {
		return *s.Winner
	}
	return spec.None
}
