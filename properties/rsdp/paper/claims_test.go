package paper

import (
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/claims"
	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// Each of is decided, as docs/claims.md says, and red without its check.
func TestClaims(t *testing.T) {
	if testing.Short() {
		t.Skip("computes for seconds what make verify computes, too")
	}
	if n := len(Paper().Claims); n != 42 {
		t.Errorf("%d claims are listed, the paper has 42", n)
	}
	protocoltest.WrittenClaims(t, Protocol().Registered())
}

// Each check fails where its subject is not what it is known to be.
func TestClaimChecksCanFail(t *testing.T) {
	with := func(s station, bug func(*reducing)) station {
		s.planted = bug
		return s
	}
	three := among(3, 0)
	protocoltest.ChecksFail(t, []protocoltest.Broken{
		{"A-04: counts", claims.Given(checkPure, with(three, counts)), "and then"},
		{"A-05: unsorted", claims.Given(checkFound, with(three, unsorted)), "of [0 0] it makes {[0 0] 0}"},
		{"A-07: all lead", claims.Given(checkNormalised, with(three, allLead)), "tells leads"},
		{"A-08: the first", claims.Given(checkLatest, with(three, takesFirst)), "it takes"},
		{"A-09: the first", claims.Given(checkPopular, with(three, takesFirst)), "in the order"},
		{"A-10: the last", claims.Given(checkRanked, ballots{with(three, takesLast), 2}), "by the formula"},
		{
			"A-10: long ones", claims.Given(checkLongBallots, with(among(words.MaxNodes, 0), takesLast)),
			"by the formula",
		},
		{"A-12: any leader", claims.Given(checkSanitised, with(three, anyLeader)), "takes members"},
		{"A-12: a leader outside", claims.Given(checkPrintedFlow, sharing("zzz", "a", "b")), "by the formula false"},
		{"A-14: it stays", claims.Given(checkPrintedFlow, closing(keepsLeader)), "it comes to hold [] a"},
		{"A-13: lists", claims.Given(checkReloads, with(three, comparesLists)), "it tells: true"},
		{"A-15: stays", claims.Given(checkClosed, with(three, leaderStays)), "have left, it makes"},
		{"A-16: one looks at one", claims.Given(checkLooks, with(three, takesFirst)), "it looks at 1"},
		{"A-16: the first", claims.Given(checkOneDeviates, with(among(5, 0), takesFirst)), "place 0 of 5 decides"},
		{"A-17: a majority", claims.Given(checkPlurality, with(among(5, 4), takesFirst)), "two of 5 get"},
		{"A-17: the last", claims.Given(checkColluders, with(three, takesLast)), "1 of 3 win"},
		{
			"A-17: the first decides", claims.Given(checkHostile, []hostility{{3, takesFirst}}),
			"the columns differ, {2 2}",
		},
		{"A-17: in all", claims.Given(checkHostileViews, hostility{3, takesFirst}), "of 16 they fall in [16 16 16]"},
		{"A-17: its own", claims.Given(checkLoneShare, hostility{3, keepsOwn}), "no SHARE that comes alone"},
		{
			"A-19: the last", claims.Given(checkRobust, []lossy{{nodes: 3, lost: 5, planted: takesLast}}),
			"the columns differ",
		},
		{"A-19: nothing is lost", claims.Given(checkRobust, []lossy{loses(3, 0)}), "0.00, 0.00 and 0.00 %"},
		{"A-23: nothing is lost", claims.Given(checkResolves, loses(2, 0)), "latest: 0.00 to 0.00 %"},
		{"A-23: all is lost", claims.Given(checkResolves, loses(2, 100)), "latest: 100.00 to 100.00 %"},
		{"A-22: unsorted", claims.Given(checkUnsorted, with(three, unsorted)), "it elects"},
		{"A-24: one delay", claims.Given(checkMaximum, timed{2, 4, []int{4}}), "at most 10 and 15"},
		{"A-26: nothing is lost", claims.Given(checkReplica, losing(3, "0")), "it is 1.0000"},
		{"A-26: no disagreement", claims.Given(checkNoFailure, loses(3, 0)), "by (8) 0.00"},
		{"A-27: nothing is lost", claims.Given(checkQuorum, losing(3, "0")), "it is 1.0000"},
		{"A-27: no failure", claims.Given(checkNoQuorum, loses(2, 0)), "it is 0.00"},
		{"A-28: an observer", claims.Given(checkMutualOutage, guarded(words.Observer, 2, 1)), "by (14) 0.01"},
		{
			"A-29: others", claims.Given(checkMutualDetection, []guard{guarded(words.Observers, 5, 5)}),
			"5 instances: after 1.00",
		},
		{"A-30: others", claims.Given(checkLateFailover, []guard{guarded(words.Observers, 5, 5)}), "by (13) after"},
		{"A-30: observers", claims.Given(checkAdds, guarded(words.Observers, 5, 3)), "observers: 1.50"},
		{
			"A-32: all are up", claims.Given(checkFewer, []guard{guarded(words.Observers, 5, 3).in(together)}),
			"and 18, beside",
		},
		{
			"A-33: two observers", claims.Given(checkObserverOutage, guarded(words.Observers, 2, 2)),
			"down with 0.012475",
		},
		{"A-34: one observer", claims.Given(checkSpreads, guarded(words.Observer, 5, 1)), "observer: 1ms to 1ms"},
		{"A-35: nothing fails", claims.Given(checkObserversRisk, risky(1, "0", "0", "0")), "by (27) 0.0000"},
		{"A-36: none", claims.Given(checkObserversSend, []guard{guarded(words.Mutual, 3, 0)}), "want 2160 and -3"},
		{"A-38: four", func() (string, error) { return checkFirst(5, 4) }, "4 observers after 2.25 s"},
		{"A-42: one observer", claims.Given(checkPhases, []guard{guarded(words.Observer, 5, 1)}), "6.00 and 6.00"},
	})
}

// Bugs that are planted into an election.

func counts(r *reducing) {
	asked := 0
	r.leads = func(words.View) any {
		asked++
		return asked
	}
}

func unsorted(r *reducing) {
	r.finds = func(_ words.View, from []spec.NodeID) words.View {
		if len(from) == 0 {
			return listing(spec.None)
		}
		return listing(from[len(from)-1], from...)
	}
}

func allLead(r *reducing) { r.leads = func(words.View) any { return words.Leads } }

func takesFirst(r *reducing) {
	r.votes = func(_ words.View, shares []words.View) words.View { return shares[0] }
}

func takesLast(r *reducing) {
	r.votes = func(_ words.View, shares []words.View) words.View { return shares[len(shares)-1] }
}

func keepsOwn(r *reducing) {
	r.votes = func(own words.View, _ []words.View) words.View { return own }
}

func anyLeader(r *reducing) {
	r.takes = func(shared words.View) bool { return slices.Contains(shared.Members, 0) }
}

func comparesLists(r *reducing) {
	r.tells = func(own, shared words.View) bool { return !equalViews(own, shared) }
}

func leaderStays(r *reducing) {
	closes := r.closes
	r.closes = func(own words.View, closers spec.Set) words.View {
		left := closes(own, closers)
		left.Leader = own.Leader
		return left
	}
}

// sharing is the printed flow beside somebody who shares that leader of these members.
func sharing(leader string, members ...string) printedFlow {
	f := asPrinted()
	f.foreign = []proposed{{members, leader}}
	return f
}

// closing is the printed flow with another aggregateCloseState.
func closing(closes func(*printed, []string) error) printedFlow {
	f := asPrinted()
	f.closes = closes
	return f
}

func keepsLeader(p *printed, closers []string) error {
	leader := p.currentLeader
	err := p.aggregateCloseState(closers)
	p.currentLeader = leader
	return err
}

// The code of Figures 4 to 6, as it is transcribed, does what JavaScript does.
func TestPrinted(t *testing.T) {
	p := &printed{self: "9"}
	members, leader := p.aggregateState([]string{"9", "10"})
	if !slices.Equal(members, []string{"10", "9"}) || leader != "9" || p.currentLeader != "9" {
		t.Errorf("sorted as text 9 comes last: %v, %s", members, leader)
	}
	if members, leader = p.aggregateState([]string{"9"}); leader != "9" || p.state() != `["10","9"] 9` {
		t.Errorf("a second aggregate is %v, and leaves %s", members, p.state())
	}
	if members, leader = p.sanitizeShareState([]string{"10"}, "10"); members != nil || leader != "" {
		t.Errorf("it takes %v, in which it is not", members)
	}
	if p.shouldReload(nil, "10") || p.shouldReload([]string{"10", "9"}, "9") || !p.shouldReload([]string{"9"}, "9") {
		t.Error("it reloads by other rules")
	}
	p.updateState(nil, "10")
	if err := p.aggregateCloseState([]string{"9", "10"}); err != nil || p.state() != "[] " {
		t.Errorf("%v: when all have left it holds %s", err, p.state())
	}
}
