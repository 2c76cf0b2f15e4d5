package paper

import (
	_ "embed" // claims.json

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/impl/gossip/pipeline"
	"github.com/scrutineer-go/scrutineer/internal/claims"
	bully "github.com/scrutineer-go/scrutineer/spec/fastbully/words"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
)

// claimed lists the claims, in the paper's words, and what decides each. C-01 to C-25 are the facts sheet's numbers;
// those from C-26 on are of Table 1, which that sheet leaves out.
//
//go:embed claims.json
var claimed []byte

// Paper is what Syvolovskyi and Lysechko claim, and what decides it.
func Paper() claims.Paper {
	return claims.Must("properties/gossip/paper/claims.json", claimed, computations)
}

// computations decide the claims that claims.json names beside them.
var computations = claims.Computations{
	"C-01 places in all groups of three":       claims.Given(checkMonotone, ranker(really)),
	"C-02 equal scores":                        under(checkDiverges, words.IDSummand),
	"C-02 three units":                         claims.Given(checkUnits, thirds()),
	"C-02 binary64":                            claims.Given(checkFused, floating{fused: true}),
	"C-02 all groups of four":                  under(checkOrders),
	"C-03 all pairs":                           claims.Given(checkTies, weights{500, 300, 200}),
	"C-03 the number behind the score":         under(checkOrders),
	"C-04 copies of an update":                 claims.Given(checkCopies, 50),
	"C-04 copies in any order":                 passing(1, words.DedupDrops),
	"C-05 copies in any order, cache":          passing(1, words.DedupDrops),
	"C-05 copies in any order, repaired cache": passing(0),
	"C-05 copies in any order, TTL alone":      passing(0, words.NoCache),
	"C-06 lines and rings":                     claims.Given(checkDepth, 0),
	"C-07 latencies of the tunnels":            claims.Given(checkTunnels, false),
	"C-07 further than H hops":                 claims.Given(checkFar, 12),
	"C-07 F random neighbours":                 claims.Given(checkDeadline, []int{2, 3}),
	"C-07 floods":                              claims.Given(checkFlooding, 0),
	"C-08 one wave of 50":                      claims.Given(checkWave, 3),
	"C-08 mean coverage":                       claims.Given(checkCoverage, 3),
	"C-09 50 nodes":                            claims.Given(checkConvergence, []int{0}),
	"C-09 longer intervals": claims.Given(
		checkIntervals, []faults.Time{second, 2 * second, 5 * second},
	),
	"C-10 failures of the master":   claims.Given(checkRecovery, 3*second/2),
	"C-11 messages of a change":     under(checkExtra),
	"C-12 latencies of the tunnels": claims.Given(checkTunnels, false),
	"C-12 further than H hops":      claims.Given(checkFar, 12),
	"C-12 all graphs of up to four": claims.Given(checkFlooding, 0),
	"C-12 within H hops":            claims.Given(checkWithin, 0),
	"C-12 publishing again":         claims.Given(checkRepeats, meshes),
	"C-13 50 nodes, 0 and 1 %":      claims.Given(checkConvergence, []int{0, 10}),
	"C-14 one heartbeat":            claims.Given(checkOneBeat, 2),
	"C-14 one hour of both":         claims.Given(checkVeryLow, timeouts()[:2]),
	"C-14 one hour of heartbeats":   claims.Given(checkWindows, 5),
	"C-14 three intervals":          claims.Given(checkRarely, timeouts()[3:5]),
	"C-14 a third node":             under(checkThird, words.LocalNormalisers, words.RawSeconds),
	"C-15 expected suspicions":      claims.Given(checkTimeout, timeouts()),
	"C-15 counted suspicions":       claims.Given(checkCounted, typical(second/2, second)),
	"C-16 messages of 50 nodes":     claims.Given(checkTraffic, 3),
	"C-17 ways to count":            claims.Given(checkEighteen, int64(18)),
	"C-17 what is sent":             claims.Given(checkNoEighteen, []int{5, 10, 20}),
	"C-18 start of 20 nodes":        claims.Given(checkStart, starters()),
	"C-18 masters after a start":    claims.Given(checkColdStart, starts()),
	"C-19 20 to 500 nodes":          claims.Given(checkScale, []int{20, 50, 100, 500}),
	"C-20 a master that has died":   under(checkReturns, printedReturns()...),
	"C-20 who joins":                claims.Given(checkJoin, process(ours)),
	"C-20 eviction":                 under(checkStays),
	"C-21 pipelines": func() (string, error) {
		return checkPipelines(pipeline.Compare(100, 1))
	},
	"C-22 all pairs of what is known": claims.Given(checkDigests, process(ours)),
	"C-23 push-pull":                  claims.Given(checkPushPull, [2]words.Technique{words.PushPull, words.Push}),
	"C-23 beside techniques 1 and 2":  claims.Given(checkAccuracy, words.AntiEntropy),
	"C-24 false takeovers":            claims.Given(checkTimeout, timeouts()[:2]),
	"C-24 three intervals":            claims.Given(checkPatience, typical(second/2, 1700*millisecond)),
	"C-25 latencies of the tunnels":   claims.Given(checkTunnels, false),
	"C-25 further than H hops":        claims.Given(checkFar, 12),
	"C-25 two of the same score":      under(checkHeirs, words.AsPrinted()...),
	"C-25 equal data":                 under(checkOrders),
	"C-25 within H hops":              claims.Given(checkWithin, 0),

	// Table 1. Each algorithm runs as this repository states it, since the paper has no more of it than a cell of the
	// table; all run with T_hb = .5 s and T_fail = 1.5 s, copies of 10 to 50 ms, and all nodes are linked.
	"C-26 all crash sets":   claims.Given(checkHighest, bothBullies()[0]),
	"C-27 recoveries":       claims.Given(checkFast, bothBullies()[0]),
	"C-28 messages":         claims.Given(checkBullyTraffic, bothBullies()),
	"C-28 one lost message": under(checkOneLoss, bothBullies()[0], asPrintedBully()),
	"C-29 messages":         claims.Given(checkFewer, bothBullies()),
	"C-29 lists":            claims.Given(checkCached, clusters()),
	"C-30 times":            claims.Given(checkFaster, bothBullies()),
	"C-31 five nodes":       orderOf(5),
	"C-31 nine nodes":       orderOf(9),
	"C-33 view changes":     claims.Given(checkAvailable, viewChange()),
	"C-34 all sets of replicas that are down": claims.Given(checkActive, 0),
	"C-35 all crash sets":                     claims.Given(checkHighest, ringElection("ring", patiently)),
	"C-36 one lost message":                   claims.Given(checkGuaranteed, onceRound()),
	"C-36 all crash sets":                     claims.Given(checkHighest, ringElection("ring", patiently)),
	"C-37 recoveries": claims.Given(checkSlow, []election{
		ringElection("ring", patiently), bothBullies()[0], bothBullies()[1], viewChange(),
	}),
	"C-38 messages of records":       claims.Given(checkLight, lightly()),
	"C-38 rounds of the example":     claims.Given(checkConstant, inExample()),
	"C-38 the lightest rounds":       claims.Given(checkConstant, lightly()),
	"C-39 partitions":                claims.Given(checkLong, gossiping("Gossip")),
	"C-39 a partition, as printed":   under(checkPrintedCut, words.AsPrinted()...),
	"C-40 by the list and by scores": claims.Given(checkByList, byListOrScores()),
	"C-41 a short partition":         claims.Given(checkTrouble, 5*second),
	"C-41 one lost message": under(checkOneLoss,
		bothBullies()[0], bothBullies()[1], asPrintedBully(), asPrintedFastBully(true)),
}

// under is a computation of any number of arguments, interpretations or elections, as one of none.
func under[T any](run func(...T) (string, error), list ...T) func() (string, error) {
	return func() (string, error) { return run(list...) }
}

// passing is checkPassing under an interpretation.
func passing(most int, list ...words.Interpretation) func() (string, error) {
	return func() (string, error) { return checkPassing(ours, most, list...) }
}

// bothBullies are Bully and Fast Bully, repaired.
func bothBullies() [2]election {
	return [2]election{bullyElection("Bully"), fastBully("Fast Bully", true)}
}

// byListOrScores are Fast Bully that takes over by its list, and that gathers scores before.
func byListOrScores() [2]election {
	return [2]election{fastBully("by the list", true), fastBully("scores gathered", true, bully.Regathers)}
}

// orderOf is checkOrder of Fast Bully, repaired and as printed.
func orderOf(nodes int) func() (string, error) {
	return func() (string, error) {
		return checkOrder(nodes, repairedFastBully, asPrintedFastBully)
	}
}

// repairedFastBully is Fast Bully as this repository has it.
func repairedFastBully(ordered bool) election { return fastBully("Fast Bully", ordered) }
