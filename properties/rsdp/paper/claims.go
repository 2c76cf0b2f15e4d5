package paper

import (
	_ "embed" // claims.json

	"github.com/scrutineer-go/scrutineer/internal/claims"
	specification "github.com/scrutineer-go/scrutineer/spec/rsdp"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// claimed lists the claims with the numbers of the facts sheet, and what decides each.
//
//go:embed claims.json
var claimed []byte

// Paper is what Toliupa, Kotov, Buchyk, Boiko and Shtanenko claim, and what decides it.
func Paper() claims.Paper {
	return claims.Must("properties/rsdp/paper/claims.json", claimed, computations)
}

// computations decide the claims that claims.json names beside them.
var computations = claims.Computations{
	// the engine
	"A-01 lasting loss":                                  claims.Given(checkLate, lastingLoss(false)),
	"A-01 lasting loss, united":                          claims.Given(checkLateUnited, lastingLoss(true)),
	"A-04 the code as printed":                           checkPrintedWrites,
	"A-04 both columns":                                  claims.Given(checkPure, among(3, 0)),
	"A-21 reducers that lack one, in the house's engine": checkOptional,
	"A-23 losses for ever":                               claims.Given(checkResolves, loses(3, 10)),
	"A-40 all leaves of four":                            claims.Given(checkClosed, among(4, 0)),
	"A-41 unions":                                        claims.Given(checkUnion, 3),
	"A-41 means":                                         checkMean,

	// the reducer of the leader election
	"A-05 all buffers":           claims.Given(checkFound, among(4, 0)),
	"A-06 all sessions of three": claims.Given(checkInitialised, 3),
	"A-07 all views":             claims.Given(checkNormalised, among(3, 0)),
	"A-08 all batches":           claims.Given(checkLatest, among(3, 0)),
	"A-09 all batches":           claims.Given(checkPopular, among(3, 0)),
	"A-10 all batches":           claims.Given(checkRanked, ballots{among(3, 0), 3}),
	"A-10 long ballots": claims.Given(
		checkLongBallots, among(words.MaxNodes, 0),
	),
	"A-11 all batches":                                             claims.Given(checkRanked, ballots{among(4, 0), 2}),
	"A-12 the printed flow":                                        claims.Given(checkPrintedFlow, asPrinted()),
	"A-12 all views, by the formula":                               claims.Given(checkSanitised, among(4, 1)),
	"A-12 the code, handed what the flow does not make":            checkPrintedLeader,
	"A-13 the code as printed":                                     checkPrintedReloads,
	"A-13 what the reducers alone do not tell":                     checkPrintedSilence,
	"A-13 all pairs of views":                                      claims.Given(checkReloads, among(3, 0)),
	"A-14 the printed flow":                                        claims.Given(checkPrintedFlow, asPrinted()),
	"A-14 the code, handed what the flow does not make":            checkPrintedLeader,
	"A-15 all leaves of three":                                     claims.Given(checkClosed, among(3, 0)),
	"A-15 the code as printed, and fed a list with the best first": checkPrintedClose,
	"A-22 all orders":                                              claims.Given(checkUnsorted, among(4, 0)),

	// what the three elections are good for
	"A-16 SHAREs that matter":            claims.Given(checkLooks, among(3, 0)),
	"A-16 one SHARE that deviates":       claims.Given(checkOneDeviates, among(5, 0)),
	"A-16 sessions with losses":          claims.Given(checkRobust, lossyNetworks()[:5]),
	"A-17 liars":                         claims.Given(checkHostile, []hostility{{nodes: 3}, {nodes: 4}}),
	"A-17 what the honest have heard":    claims.Given(checkHostileViews, hostility{nodes: 4}),
	"A-17 a SHARE that comes alone":      claims.Given(checkLoneShare, hostility{nodes: 4}),
	"A-17 less than half":                claims.Given(checkColluders, among(5, 0)),
	"A-17 no majority: two that collude": claims.Given(checkPlurality, among(5, 4)),
	"A-17 no majority: one that repeats": checkStuffing,
	"A-18 addresses that are hashed":     claims.Given(checkScalars, 5),
	"A-19 sessions with losses":          claims.Given(checkRobust, lossyNetworks()),
	"A-20 names that are made up":        claims.Given(checkInflated, []int{3, 5, 10}),

	// equations 1 to 11
	"A-24 all delays":           claims.Given(checkMaximum, timings([]int{2})[0]),
	"A-24 equal delays":         claims.Given(checkEqualDelays, []int{2, 3, 5, 10}),
	"A-25 equation 3":           claims.Given(checkLinear, 100),
	"A-25 equal delays":         claims.Given(checkLinearRuns, 10),
	"A-25 messages":             claims.Given(checkSessions, []int{3, 5, 10}),
	"A-26 one of three":         claims.Given(checkReplica, losing(3, "0.01")),
	"A-26 disagreement":         claims.Given(checkNoFailure, loses(3, 1)),
	"A-26 all of three":         claims.Given(checkAllArrive, losing(3, "0.01")),
	"A-27 a quorum of three":    claims.Given(checkQuorum, losing(3, "0.01")),
	"A-27 halves":               claims.Given(checkDisjoint, 10),
	"A-27 disagreement":         claims.Given(checkNoQuorum, loses(3, 1)),
	"A-27 sessions with losses": claims.Given(checkRobust, lossyNetworks()[:5]),

	// the topologies
	"A-28 all orders of failures":        claims.Given(checkMutualOutage, guarded(words.Mutual, 4, 0)),
	"A-29 the running topology":          claims.Given(checkMutualDetection, mutually(2, 5)),
	"A-29 three who check others":        checkObserversTimes,
	"A-30 the running topology":          claims.Given(checkLateFailover, mutually(2, 5, 10)),
	"A-30 what follows on the detection": claims.Given(checkAdds, guarded(words.Mutual, 5, 0)),
	"A-31 all cases":                     claims.Given(checkMutualRisk, risky(5, "0.1", "0", "0.01")),
	"A-31 all orders of failures":        claims.Given(checkMutualOutage, guarded(words.Mutual, 3, 0)),
	"A-32 running topologies": claims.Given(checkFewer, []guard{
		guarded(words.Mutual, 3, 0), guarded(words.Mutual, 3, 0).in(together),
		guarded(words.Mutual, 5, 0), guarded(words.Mutual, 5, 0).in(together),
		guarded(words.Mutual, 10, 0), guarded(words.Mutual, 10, 0).in(together),
	}),
	"A-32 sessions of all from a cold start": claims.Given(checkSessions, []int{3, 5, 10}),
	"A-32 health checks":                     claims.Given(checkHealth, mutually(3, 5, 10)),
	"A-33 the running topology":              claims.Given(checkObserverTimes, []int{1000, 100, 10}),
	"A-33 what follows on the detection":     claims.Given(checkAdds, guarded(words.Observer, 5, 1)),
	"A-33 all orders of failures":            claims.Given(checkObserverOutage, guarded(words.Observer, 5, 1)),
	"A-33 messages": claims.Given(checkObserversSend, []guard{
		guarded(words.Observer, 5, 1), guarded(words.Observer, 10, 1),
	}),
	"A-34 (25) in the running topology": checkObserversTimes,
	"A-34 (26) in the running topology": claims.Given(checkSpreads, guarded(words.Observers, 5, 3)),
	"A-35 likely failures":              claims.Given(checkObserversRisk, risky(1, "0.9", "0.9", "0.9")),
	"A-35 rare ones":                    claims.Given(checkObserversRisk, risky(1, "0.1", "0.1", "0.1")),
	"A-36 running topologies": claims.Given(checkObserversSend, []guard{
		guarded(words.Observers, 5, 3), guarded(words.Observers, 5, 3).in(together),
		guarded(words.Observers, 10, 3), guarded(words.Observers, 10, 3).in(together),
		guarded(words.Observers, 5, 5).in(together),
	}),
	"A-37 equation 17":         claims.Given(checkQuadratic, 50),
	"A-37 running topologies":  claims.Given(checkQuadraticRuns, 7),
	"A-38 running topologies":  func() (string, error) { return checkFirst(5, 3) },
	"A-38 equations 12 to 30":  claims.Given(checkCompared, 20),
	"A-38 equations 13 and 20": claims.Given(checkTradeOff, 20),
	"A-42 running topologies": claims.Given(checkPhases, []guard{
		guarded(words.Mutual, 5, 0),
		guarded(words.Observers, 5, 3),
	}),
}

// lastingLoss are three replicas that lose a tenth of all messages for ever.
func lastingLoss(united bool) late {
	return late{repeated{net: lossyNet{nodes: 3, perMille: 100}, union: united}, 20, 40}
}

// losing are so many replicas of which nobody fails and that lose messages with that probability.
func losing(nodes int, lost string) specification.Risk {
	return specification.Risk{Replicas: nodes, Loss: exact(lost), Failure: exact("0")}
}

// risky are the numbers of equations (15) and (27).
func risky(instances int, instance, watcher, consensus string) specification.Failover {
	f := mutual(instances, "10", "0", "0")
	f.InstanceFails, f.WatcherFails, f.ConsensusFails = exact(instance), exact(watcher), exact(consensus)
	return f
}

// mutually are mutual topologies of so many instances each.
func mutually(sizes ...int) []guard {
	var list []guard
	for _, n := range sizes {
		list = append(list, guarded(words.Mutual, n, 0))
	}
	return list
}
