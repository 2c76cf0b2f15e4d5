package paper

import (
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/impl/gossip/pipeline"
	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
)

// Each of C-01 to C-25 is decided, and red without its check.
func TestClaims(t *testing.T) {
	if testing.Short() {
		t.Skip("computes for seconds what make verify computes, too")
	}
	if n := len(Paper().Claims); n != 25 {
		t.Errorf("%d claims are listed, the paper has 25", n)
	}
	protocoltest.Claims(t, Protocol())
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

// unfit is a check of what it must not find to be so.
type unfit struct {
	what string
	run  func() (string, error)
	want string
}

// canFail runs checks that must fail.
func canFail(t *testing.T, list []unfit) {
	t.Helper()
	for _, of := range list {
		t.Run(of.what, func(t *testing.T) {
			found, err := of.run()
			if err == nil || !strings.Contains(err.Error(), of.want) {
				t.Errorf("%q, %v; want an error with %q", found, err, of.want)
			} else if strings.Contains(err.Error(), "%!") {
				t.Errorf("%q says nothing at one point", err)
			}
		})
	}
}

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
	canFail(t, []unfit{
		{"C-01: the worst first", given(checkMonotone, ranker(backwards)), "1 is before 0"},
		{"C-02: with a summand", under(checkOrders, words.IDSummand), "0 ranks [0 1 2 3], and 1 ranks [1 0 2 3]"},
		{"C-02: repaired", under(checkDiverges), "as repaired has it all rank the same"},
		{"C-02: nothing is fused", given(checkFused, floating{}), "all pairs rank the same"},
		{"C-02: one unit", given(checkUnits, weights{0, 500, 500}), "the orders are"},
		{"C-03: the number alone", given(checkTies, weights{0, 0, 1000}), "come to 1/1 and 1/4"},
		{"C-04: repaired", passing(1), "a version is passed on 2 times"},
		{"C-04: of one node", given(checkCopies, 1), "to all"},
		{
			"C-05: TTL as it was", func() (string, error) { return checkPassing(keepsTTL, 0) },
			"a copy with TTL 2 goes on with TTL 2",
		},
		{"C-06: one hop more", given(checkDepth, 1), "line, H=6: 6 others are reached, it must be 7"},
		{"C-07: H = n-2", given(checkFlooding, 1), "at distance 2, has the record at"},
		{"C-07: to all", given(checkWave, 49), "all are reached"},
		{"C-12: repaired", under(checkShortcut), "in 200 runs all are reached"},
		{"C-15: no loss", given(checkTimeout, []watching{{second, 2 * second, 0, 10, 50}}), "there are 0.0000 " +
			"suspicions an hour"},
		{"C-17: around 0 %", given(checkEighteen, int64(0)), "save 0.0 % at n=5"},
		{"C-20: printed", under(checkStays, printedReturns()...), "somebody acts for"},
		{"C-20: repaired", under(checkReturns), "somebody acts for 1.000"},
		{
			"C-21: flow is not the best",
			given(checkPipelines, pipelines(func(c *pipeline.Comparison) { c.Flow.Agree-- })),
			"Flow:{Of:10 Agree:9}",
		},
		{
			"C-21: a rule is broken", given(checkPipelines, pipelines(func(c *pipeline.Comparison) { c.Wrong++ })),
			"of 40 instances 1 are wrong",
		},
		{"C-21: none of a kind", given(checkPipelines, pipeline.Compare(1, 1)), "Flow:{Of:0"},
		{"C-22: it asks for all", given(checkDigests, sendsAll), "which is not missing"},
		{"C-24: as printed", given(checkPatience, typical(second/2, second)), "35.9973 suspicions an hour"},
		{"C-25: repaired", under(checkThird), "both follow 0"},
	})
}

// So do those that run whole groups.
func TestMeasuredChecksCanFail(t *testing.T) {
	canFail(t, []unfit{
		{"C-08: to all", given(checkCoverage, 49), "after round 1 4900 have it in all"},
		{"C-09, C-13: all is lost", given(checkConvergence, []int{1000}), "0 of 2 runs come to know all"},
		{"C-10: later", given(checkRecovery, 2*second), "as repaired, 0 dead"},
		{"C-11: announced", under(checkExtra, words.Announce), "as repaired 9 messages are sent, it must be 0"},
		{"C-14: of one node", given(checkWindows, 1), "there are never two masters"},
		{
			"C-15: of three intervals", given(checkCounted, typical(second/2, 3*second/2)),
			"suspicions, and 7.2 are expected",
		},
		{
			"C-16: with scores gathered", given(checkTraffic, 5),
			"Fast Bully, scores gathered: 728 messages in a recovery",
		},
		{"C-17: of no group", given(checkNoEighteen, []int{}), "no pairs"},
		{"C-18: Fast Bully first", given(checkStart, [3]contender{contenders()[3]}), "it must be 0"},
		{
			"C-18: settled", given(checkColdStart, []start{
				{"settled", words.Rounds, 0, []words.Interpretation{words.Announce}},
			}),
			"settled: 0 masters in 3 runs",
		},
		{"C-19: from two on", given(checkScale, []int{2, 50}), "forward, each round, as printed: ["},
		{
			"C-20: who joins is told", given(checkJoin, with(func(out *impl.Effects) { out.Send(1, words.Beat{}) })),
			"1 messages",
		},
		{
			"C-23: the other way round", given(checkPushPull, [2]words.Technique{words.Push, words.PushPull}),
			"with F=1 push takes",
		},
		{
			"C-23: passed on once", given(checkPushPull, [2]words.Technique{words.Forward, words.Push}),
			"forward, F=1: in 5 of 5 runs some lack a record after 40 rounds",
		},
	})
}
