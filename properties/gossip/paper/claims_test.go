package paper

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/impl/gossip/pipeline"
	"github.com/scrutineer-go/scrutineer/internal/claims"
	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
)

// Each of C-01 to C-41 is decided, as docs/claims.md says, and red without its check.
func TestClaims(t *testing.T) {
	if testing.Short() {
		t.Skip("computes for seconds what make verify computes, too")
	}
	if n := len(Paper().Claims); n != 41 {
		t.Errorf("%d claims are listed, the paper has 41", n)
	}
	protocoltest.WrittenClaims(t, Protocol().Registered())
}

// changed is a process of which what it asks for is changed.
type changed struct {
	impl.Node
	change func(*impl.Effects)
}

func (c changed) Step(ev impl.Event, out *impl.Effects) {
	c.Node.Step(ev, out)
	c.change(out)
}

// with is the real process with what it asks for changed.
func with(change func(*impl.Effects)) process {
	return func(id spec.NodeID, cfg words.Config) impl.Node { return changed{ours(id, cfg), change} }
}

// sends changes each body that is sent.
func sends(change func(spec.Body) spec.Body) process {
	return with(func(out *impl.Effects) {
		for i := range out.List {
			if out.List[i].Kind == impl.Send {
				out.List[i].Body = change(out.List[i].Body)
			}
		}
	})
}

// pipelines is a comparison of forty instances, changed.
func pipelines(change func(*pipeline.Comparison)) pipeline.Comparison {
	c := pipeline.Compare(40, 1)
	change(&c)
	return c
}

// complete is a cluster of which all are linked.
func complete() []topology { return []topology{{nodes: 8, ttl: 7}} }

// Each check fails where its subject is not what it is known to be.
func TestClaimChecksCanFail(t *testing.T) {
	backwards := func(cfg words.Config) []spec.NodeID {
		list := really(cfg)
		return []spec.NodeID{list[2], list[1], list[0]}
	}
	keepsTTL := sends(func(b spec.Body) spec.Body {
		if g, is := b.(words.Gossip); is && g.Record.Origin != 0 {
			g.TTL++
			return g
		}
		return b
	})
	sendsAll := sends(func(b spec.Body) spec.Body {
		if d, is := b.(words.Digest); is {
			return words.Digest{Versions: make([]int, len(d.Versions))}
		}
		if m, is := b.(words.Missing); is {
			m.Records = append(m.Records[:0:0], m.Records...)
			m.Records[0].Version--
			return m
		}
		return b
	})
	protocoltest.ChecksFail(t, []protocoltest.Broken{
		{"C-01: the worst first", claims.Given(checkMonotone, ranker(backwards)), "1 is before 0"},
		{"C-02: with a summand", under(checkOrders, words.IDSummand), "0 ranks [0 1 2 3], and 1 ranks [1 0 2 3]"},
		{"C-02: repaired", under(checkDiverges), "as repaired has it all rank the same"},
		{"C-02: nothing is fused", claims.Given(checkFused, floating{}), "all pairs rank the same"},
		{"C-02: one unit", claims.Given(checkUnits, weights{0, 500, 500}), "the orders are"},
		{"C-03: the number alone", claims.Given(checkTies, weights{0, 0, 1000}), "come to 1/1 and 1/4"},
		{"C-04: repaired", passing(1), "a version is passed on 2 times"},
		{"C-04: of two nodes", claims.Given(checkCopies, 2), "are of use"},
		{
			"C-05: TTL as it was", func() (string, error) { return checkPassing(keepsTTL, 0) },
			"a copy with TTL 2 goes on with TTL 2",
		},
		{"C-06: one hop more", claims.Given(checkDepth, 1), "line, H=6: 6 others are reached, it must be 7"},
		{"C-07: H = n-2", claims.Given(checkFlooding, 1), "at distance 2, has the record at"},
		{"C-07: to all", claims.Given(checkWave, 49), "all are reached"},
		{"C-15: no loss", claims.Given(checkTimeout, []watching{{second, 2 * second, 0, 10, 50}}), "there are 0.0000 " +
			"suspicions an hour"},
		{"C-17: around 0 %", claims.Given(checkEighteen, int64(0)), "save 0.0 % at n=5"},
		{"C-20: printed", under(checkStays, printedReturns()...), "somebody acts for"},
		{"C-20: repaired", under(checkReturns), "somebody acts for 1.000"},
		{
			"C-21: flow is not the best",
			claims.Given(checkPipelines, pipelines(func(c *pipeline.Comparison) { c.Flow.Agree-- })),
			"Flow:{Of:10 Agree:9}",
		},
		{
			"C-21: a rule is broken",
			claims.Given(checkPipelines, pipelines(func(c *pipeline.Comparison) { c.Wrong++ })),
			"of 40 instances 1 are wrong",
		},
		{"C-21: none of a kind", claims.Given(checkPipelines, pipeline.Compare(1, 1)), "Flow:{Of:0"},
		{"C-22: it asks for all", claims.Given(checkDigests, sendsAll), "which is not missing"},
		{"C-24: as printed", claims.Given(checkPatience, typical(second/2, second)), "35.9973 suspicions an hour"},
		{"C-14: repaired", under(checkThird), "both follow 0"},
		{"C-25: repaired", under(checkHeirs), "1 ranks [2 1 0 3] and 2 ranks [2 1 0 3]"},
		{"C-07, C-12, C-25: repaired", claims.Given(checkTunnels, true), "1 versions: 7 lacks [] and follows 0"},
		{"C-07, C-12, C-25: H = n-1", claims.Given(checkFar, 59), "26 nodes, 1 versions: in 0 pairs"},
		{"C-12, C-25: on longer rings", claims.Given(checkWithin, 1), "26 nodes: "},
	})
}

// So do those of Table 1.
func TestElectionChecksCanFail(t *testing.T) {
	two := bothBullies()
	swapped := [2]election{two[1], two[0]}
	bully, fast, ring := two[0], two[1], ringElection("ring", patiently)
	protocoltest.ChecksFail(t, []protocoltest.Broken{
		{
			"C-26: Fast Bully", claims.Given(checkHighest, fast),
			"Fast Bully, 3 nodes without {0}: 1 is followed, it must be 2",
		},
		{"C-27: the ring", claims.Given(checkFast, ring), "ring, 31 nodes: 2.80 s, it must be at most 1.90 s"},
		{"C-28: Fast Bully", claims.Given(checkBullyTraffic, swapped), "Fast Bully, 5 nodes: 4 messages"},
		{"C-28, C-41: a view change", func() (string, error) { return checkOneLoss(viewChange()) }, "two:0 stuck:0"},
		{"C-29: the other way round", claims.Given(checkFewer, swapped), "5 nodes: Fast Bully sends"},
		{"C-29: alone", claims.Given(checkCached, []int{1}), "0 of 1 keeps"},
		{"C-30: the ring", claims.Given(checkFaster, [2]election{bully, ring}), "and ring 1.20 s"},
		{"C-31: nobody else", func() (string, error) { return checkOrder(2, repairedFastBully) }, "copies:0"},
		{"C-33: Bully", claims.Given(checkAvailable, bully), "Bully: {copies:15 two:2"},
		{"C-34: one more", claims.Given(checkActive, 1), "2 of 3 replicas are down, and none is followed"},
		{"C-35: by the other end", claims.Given(checkHighest, viewChange()), "is followed, it must be"},
		{"C-36: begun anew", claims.Given(checkGuaranteed, ring), "all come to follow one"},
		{"C-37: Bully", claims.Given(checkSlow, []election{bully}), "Bully: 1.26 s and 1.27 s"},
		{"C-38: once an hour", claims.Given(checkLight, tuning{2, 6, hour}), "5 s: 0 messages a second"},
		{"C-38: one neighbour", claims.Given(checkConstant, tuning{3, 12, 20 * millisecond}), "messages a round"},
		{"C-39: as printed", claims.Given(checkLong, gossiping("Gossip", words.AsPrinted()...)), "two act for 0.00 s"},
		{"C-39: repaired", under(checkPrintedCut), "two act for 57.49 s"},
		{
			"C-40: the other way round",
			claims.Given(checkByList, [2]election{byListOrScores()[1], byListOrScores()[0]}),
			"5 nodes: scores gathered takes",
		},
		{"C-41: for a moment", claims.Given(checkTrouble, millisecond), "two act for 0.00 s"},
	})
}

// So do those that run whole groups.
func TestMeasuredChecksCanFail(t *testing.T) {
	protocoltest.ChecksFail(t, []protocoltest.Broken{
		{"C-08: to all", claims.Given(checkCoverage, 49), "after round 1 4900 have it in all"},
		{"C-09, C-13: all is lost", claims.Given(checkConvergence, []int{1000}), "0 of 2 runs come to know all"},
		{"C-10: later", claims.Given(checkRecovery, 2*second), "as repaired, 0 dead"},
		{"C-11: announced", under(checkExtra, words.Announce), "as repaired 9 messages are sent, it must be 0"},
		{"C-14: of one node", claims.Given(checkWindows, 1), "there are no two masters"},
		{"C-14: three intervals", claims.Given(checkVeryLow, timeouts()[6:]), "Fast Bully 0 times"},
		{"C-14: two intervals", claims.Given(checkRarely, timeouts()[:1]), "Gossip 49 times"},
		{"C-14: three intervals, one heartbeat", claims.Given(checkOneBeat, 3), "one leads throughout"},
		{"C-09: shorter intervals", claims.Given(checkIntervals, []faults.Time{second / 2}), "T_gossip 0.50 s"},
		{"C-07: to all", claims.Given(checkDeadline, []int{49}), "F=49 after 1, 4, 6, 12 rounds 0, 0, 0, 0 pairs"},
		{"C-12: a complete graph", claims.Given(checkRepeats, complete), "0, 0, 0, 0, 0 pairs"},
		{"C-23: technique 1", claims.Given(checkAccuracy, words.Forward), "technique 3, once: 0 of 2 runs"},
		{
			"C-15: of three intervals", claims.Given(checkCounted, typical(second/2, 3*second/2)),
			"suspicions, and 7.2 are expected",
		},
		{
			"C-16: with scores gathered", claims.Given(checkTraffic, 5),
			"Fast Bully, scores gathered: 728 messages in a recovery",
		},
		{"C-17: of no group", claims.Given(checkNoEighteen, []int{}), "no pairs"},
		{"C-18: Fast Bully first", claims.Given(checkStart, [3]contender{contenders()[3]}), "it must be 0"},
		{
			"C-18: settled", claims.Given(checkColdStart, []start{
				{"settled", words.Rounds, 0, []words.Interpretation{words.Announce}},
			}),
			"settled: 0 masters in 3 runs",
		},
		{"C-19: from two on", claims.Given(checkScale, []int{2, 50}), "forward, each round, as printed: ["},
		{
			"C-20: who joins is told",
			claims.Given(checkJoin, with(func(out *impl.Effects) { out.Send(1, words.Beat{}) })),
			"1 messages",
		},
		{
			"C-23: the other way round", claims.Given(checkPushPull, [2]words.Technique{words.Push, words.PushPull}),
			"with F=1 push takes",
		},
		{
			"C-23: passed on once", claims.Given(checkPushPull, [2]words.Technique{words.Forward, words.Push}),
			"forward, F=1: 0 of 5 runs come to know all",
		},
	})
}
