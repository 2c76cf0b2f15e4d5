package paper

import (
	"testing"

	implementation "github.com/scrutineer-go/scrutineer/impl/polling"
	"github.com/scrutineer-go/scrutineer/internal/claims"
	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
	"github.com/scrutineer-go/scrutineer/spec"
	reducers "github.com/scrutineer-go/scrutineer/spec/coordination/words"
	"github.com/scrutineer-go/scrutineer/spec/polling/words"
)

// Each of B-01 to B-17 but B-10, which properties/coordination/paper has, is decided as docs/claims.md says, and red
// without its check.
func TestClaims(t *testing.T) {
	if testing.Short() {
		t.Skip("computes for seconds what make verify computes, too")
	}
	if n := len(Paper().Claims); n != 16 {
		t.Errorf("%d claims are listed, the paper has 16 beside B-10", n)
	}
	protocoltest.WrittenClaims(t, Protocol().Registered())
}

// Each check fails where its subject is not what it is known to be.
func TestClaimChecksCanFail(t *testing.T) {
	few := func(divide dividing) division { return division{divide, 16} }
	protocoltest.ChecksFail(t, []protocoltest.Broken{
		{"B-01: half open", claims.Given(checkForms, forms{integrates, sumsHalfOpen}), "by (1) and"},
		{
			"B-01: none at t", claims.Given(checkDrawnForms, forms{integrates, oneLess}),
			"keeps (1): false, and (3): true",
		},
		{"B-01: one request", claims.Given(checkLiteral, burst(1)), "keeps the limit"},
		{"B-02: repaired", claims.Given(checkFractions, repaired()), "0 are accepted, it must be 1"},
		{"B-02: accepts all", claims.Given(checkWhole, rule{true, []server{acceptsAll}}), "it must be"},
		{
			"B-02: columns", claims.Given(checkWhole, rule{true, []server{implemented, acceptsAll}}),
			"the columns differ",
		},
		{"B-02: as printed", claims.Given(checkRepaired, asPrinted()), "it must be 0"},
		{"B-02: as printed, drawn", claims.Given(checkDrawnAcceptance, asPrinted()), "column 0 accepts"},
		{"B-02: a slow client", claims.Given(checkLockOut, client{1000, 1000, 2000, 99}), "99 are accepted if all"},
		{"B-03: unsorted", claims.Given(checkMembers, []directory{unsorted()}), "of answers from [0 0] it makes"},
		{"B-03: its own metadata", claims.Given(checkMetadata, owned), "its own metadata"},
		{"B-04: counts from 1", claims.Given(checkOwners, few(fromOne)), "of 2 workers {0,1} own"},
		{"B-04: one fewer", claims.Given(checkOwners, few(excludesSelf)), "workers {0,1} own"},
		{"B-04: as text", claims.Given(checkOrders, division{implementation.Divide, 10}), "none collide"},
		{
			"B-04: a period of its own", claims.Given(checkRunning, teams{[]int{3}, period}),
			"3 workers, from 0s on: request 1",
		},
		{"B-05: one fewer", claims.Given(checkComplies, few(excludesSelf)), "a window has"},
		{"B-05: safe slots", claims.Given(checkClosed, few(safely)), "closed true: a window has"},
		{"B-05: safe slots, not whole", claims.Given(checkRests, few(safely)), "a window has"},
		{"B-06: counts from 1", claims.Given(checkOffsets, few(fromOne)), "of 2 workers the one of rank 1"},
		{"B-07: |A|/R", claims.Given(checkEachWaits, few(ofAll)), "of 2 workers a window has 4"},
		{"B-08: by (8)", claims.Given(checkSweep, few(withoutPeriod)), "of 3 workers a window has 4"},
		{"B-08: by (8), any", claims.Given(checkStatic, few(withoutPeriod)), "a window has"},
		{"B-09: of all", claims.Given(checkGroups, groupings(true)), "a window of key 0 has 8 requests"},
		{"B-09: of each", claims.Given(checkGroupsPrinted, groupings(false)), "uses 1.000 of R"},
		{"B-11: a majority", claims.Given(checkMost, []voted{majority}), "0 values win"},
		{"B-12: ties", claims.Given(checkNewest, []merging{byTime}), "it depends on their order"},
		{"B-12: by value", claims.Given(checkNewestUnique, []merging{byValue}), "which is not the newest"},
		{"B-12: ties broken", claims.Given(checkTies, newest()[0]), "of 24 ties 0 depend"},
		{"B-12: exact clocks", claims.Given(checkFast, clocks{[]int{0}}), "does not matter"},
		{"B-14: alike", claims.Given(checkOutcomes, risk{[]int{100}, 2, true}), "2 workers lose 0.100000"},
		{"B-14: alike, drawn", claims.Given(checkDrawnLosses, risk{[]int{100}, 2, true}), "2 workers lose 4"},
		{"B-14: unaware", claims.Given(checkAsked, []crew{{3, true}, {8, true}}), "of 8 workers"},
		{"B-14: all know all", claims.Given(checkBanned, crew{3, false}), "0 and 0 of 1000"},
		{"B-17: no lie", claims.Given(checkHostile, []int{0}), "0 are made up"},
		{"B-17: the first list", claims.Given(checkRepairs, []directory{unsorted()}), "it makes [{0"},
	})
}

func sumsHalfOpen(tr trace, t int64) int {
	tr.window--
	return sums(tr, t)
}

func oneLess(tr trace, t int64) int { return max(0, sums(tr, t)-1) }

func acceptsAll(_ words.Config, at []int) []bool {
	accepted := make([]bool, len(at))
	for i := range accepted {
		accepted[i] = true
	}
	return accepted
}

// unsorted takes the first list, and answers as they come.
func unsorted() directory {
	return directory{
		func(_ spec.NodeID, from []spec.NodeID) []reducers.Member { return members(from) },
		func(_ spec.NodeID, lists [][]spec.NodeID) []reducers.Member { return members(lists[0]) },
	}
}

// owned is (6) with f_meta(v_j).
func owned(_ int, meta []int) (list []member) {
	for j := range meta {
		list = append(list, member{j, meta[j]})
	}
	return list
}

// fromOne has odd workers count ranks from 1.
func fromOne(cfg words.Config, self spec.NodeID, view spec.Set, slot int) implementation.Timeframe {
	f := implementation.Divide(cfg, self, view, slot)
	if self%2 == 1 {
		f.Offset = (f.Offset + spec.Milliseconds(slot)) % f.Period
	}
	return f
}

// excludesSelf does not count the worker itself.
func excludesSelf(cfg words.Config, self spec.NodeID, view spec.Set, slot int) implementation.Timeframe {
	f := implementation.Divide(cfg, self, view, slot)
	if len(view) > 1 {
		f.Period -= spec.Milliseconds(slot)
		f.Offset %= f.Period
	}
	return f
}

func safely(cfg words.Config, self spec.NodeID, view spec.Set, slot int) implementation.Timeframe {
	cfg.Safe, cfg.Closed = true, true
	return implementation.Divide(cfg, self, view, slot)
}

func ofAll(cfg words.Config, self spec.NodeID, _ spec.Set, slot int) implementation.Timeframe {
	return implementation.Divide(cfg, self, spec.AllNodes(cfg.Workers), slot)
}

func withoutPeriod(cfg words.Config, self spec.NodeID, view spec.Set, slot int) implementation.Timeframe {
	cfg.Period = 0
	return implementation.Divide(cfg, self, view, slot)
}

func period(cfg *words.Config) { cfg.Period = 2000 }

// majority is the value that more than half share, -1 if there is none.
func majority(shared []int) int {
	for _, value := range shared {
		n := 0
		for _, other := range shared {
			if other == value {
				n++
			}
		}
		if 2*n > len(shared) {
			return value
		}
	}
	return -1
}

func byValue(a, b stamped) stamped {
	if b.value > a.value {
		return b
	}
	return a
}
