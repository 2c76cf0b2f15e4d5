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
	"C-01 places in all groups of three":       given(checkMonotone, ranker(really)),
	"C-02 equal scores":                        under(checkDiverges, words.IDSummand),
	"C-02 three units":                         given(checkUnits, thirds()),
	"C-02 binary64":                            given(checkFused, floating{fused: true}),
	"C-02 all groups of four":                  under(checkOrders),
	"C-03 all pairs":                           given(checkTies, weights{500, 300, 200}),
	"C-03 the number behind the score":         under(checkOrders),
	"C-04 copies of an update":                 given(checkCopies, 50),
	"C-04 copies in any order":                 passing(1, words.DedupDrops),
	"C-05 copies in any order, cache":          passing(1, words.DedupDrops),
	"C-05 copies in any order, repaired cache": passing(0),
	"C-05 copies in any order, TTL alone":      passing(0, words.NoCache),
	"C-06 lines and rings":                     given(checkDepth, 0),
	"C-07 latencies of the tunnels":            given(checkTunnels, false),
	"C-07 further than H hops":                 given(checkFar, 12),
	"C-07 F random neighbours":                 given(checkDeadline, []int{2, 3}),
	"C-07 floods":                              given(checkFlooding, 0),
	"C-08 one wave of 50":                      given(checkWave, 3),
	"C-08 mean coverage":                       given(checkCoverage, 3),
	"C-09 50 nodes":                            given(checkConvergence, []int{0}),
	"C-09 longer intervals":                    given(checkIntervals, []faults.Time{second, 2 * second, 5 * second}),
	"C-10 failures of the master":              given(checkRecovery, 3*second/2),
	"C-11 messages of a change":                under(checkExtra),
	"C-12 latencies of the tunnels":            given(checkTunnels, false),
	"C-12 further than H hops":                 given(checkFar, 12),
	"C-12 all graphs of up to four":            given(checkFlooding, 0),
	"C-12 within H hops":                       given(checkWithin, 0),
	"C-12 publishing again":                    given(checkRepeats, meshes),
	"C-13 50 nodes, 0 and 1 %":                 given(checkConvergence, []int{0, 10}),
	"C-14 one heartbeat":                       given(checkOneBeat, 2),
	"C-14 one hour of both":                    given(checkVeryLow, timeouts()[:2]),
	"C-14 one hour of heartbeats":              given(checkWindows, 5),
	"C-14 three intervals":                     given(checkRarely, timeouts()[3:5]),
	"C-14 a third node":                        under(checkThird, words.LocalNormalisers, words.RawSeconds),
	"C-15 expected suspicions":                 given(checkTimeout, timeouts()),
	"C-15 counted suspicions":                  given(checkCounted, typical(second/2, second)),
	"C-16 messages of 50 nodes":                given(checkTraffic, 3),
	"C-17 ways to count":                       given(checkEighteen, int64(18)),
	"C-17 what is sent":                        given(checkNoEighteen, []int{5, 10, 20}),
	"C-18 start of 20 nodes":                   given(checkStart, starters()),
	"C-18 masters after a start":               given(checkColdStart, starts()),
	"C-19 20 to 500 nodes":                     given(checkScale, []int{20, 50, 100, 500}),
	"C-20 a master that has died":              under(checkReturns, printedReturns()...),
	"C-20 who joins":                           given(checkJoin, process(ours)),
	"C-20 eviction":                            under(checkStays),
	"C-21 pipelines": func() (string, error) {
		return checkPipelines(pipeline.Compare(100, 1))
	},
	"C-22 all pairs of what is known": given(checkDigests, process(ours)),
	"C-23 push-pull":                  given(checkPushPull, [2]words.Technique{words.PushPull, words.Push}),
	"C-23 beside techniques 1 and 2":  given(checkAccuracy, words.AntiEntropy),
	"C-24 false takeovers":            given(checkTimeout, timeouts()[:2]),
	"C-24 three intervals":            given(checkPatience, typical(second/2, 1700*millisecond)),
	"C-25 latencies of the tunnels":   given(checkTunnels, false),
	"C-25 further than H hops":        given(checkFar, 12),
	"C-25 two of the same score":      under(checkHeirs, words.AsPrinted()...),
	"C-25 equal data":                 under(checkOrders),
	"C-25 within H hops":              given(checkWithin, 0),

	// Table 1. Each algorithm runs as this repository states it, since the paper has no more of it than a cell of the
	// table; all run with T_hb = .5 s and T_fail = 1.5 s, copies of 10 to 50 ms, and all nodes are linked.
	"C-26 all crash sets":   given(checkHighest, bothBullies()[0]),
	"C-27 recoveries":       given(checkFast, bothBullies()[0]),
	"C-28 messages":         given(checkBullyTraffic, bothBullies()),
	"C-28 one lost message": under(checkOneLoss, bothBullies()[0], asPrintedBully()),
	"C-29 messages":         given(checkFewer, bothBullies()),
	"C-29 lists":            given(checkCached, clusters()),
	"C-30 times":            given(checkFaster, bothBullies()),
	"C-31 five nodes":       orderOf(5),
	"C-31 nine nodes":       orderOf(9),
	"C-33 view changes":     given(checkAvailable, viewChange()),
	"C-34 all sets of replicas that are down": given(checkActive, 0),
	"C-35 all crash sets":                     given(checkHighest, ringElection("ring", patiently)),
	"C-36 one lost message":                   given(checkGuaranteed, onceRound()),
	"C-36 all crash sets":                     given(checkHighest, ringElection("ring", patiently)),
	"C-37 recoveries": given(checkSlow, []election{
		ringElection("ring", patiently), bothBullies()[0], bothBullies()[1], viewChange(),
	}),
	"C-38 messages of records":       given(checkLight, lightly()),
	"C-38 rounds of the example":     given(checkConstant, inExample()),
	"C-38 the lightest rounds":       given(checkConstant, lightly()),
	"C-39 partitions":                given(checkLong, gossiping("Gossip")),
	"C-39 a partition, as printed":   under(checkPrintedCut, words.AsPrinted()...),
	"C-40 by the list and by scores": given(checkByList, byListOrScores()),
	"C-41 a short partition":         given(checkTrouble, 5*second),
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
