package gossip

import (
	"fmt"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
)

// ranked is how a process that knows all of a cluster ranks them.
func ranked(t *testing.T, json string) []spec.NodeID {
	t.Helper()
	return New(0, configured(t, json)).state.Ranking
}

// The sheet's vectors: c1 (the unit of the latency decides where it is not normalised), c2 (a number
// as a summand leaves ties and overrides real criteria), and what is no vector but a rule.
func TestRankingOfKnown(t *testing.T) {
	unified := `"nodes": 3, "start": "warm", "latencies": [20000, 10000, 50000], "powers": [1, 8, 4]`
	type vector struct {
		name, json string
		want       []spec.NodeID
	}
	for _, c := range []vector{
		{"c1 normalised", `{` + unified + `}`, []spec.NodeID{0, 1, 2}},
		{"c1 seconds", `{` + unified + `, "interpretations": ["raw-seconds"]}`, []spec.NodeID{0, 2, 1}},
		{"c1 milliseconds", `{` + unified + `, "interpretations": ["raw-milliseconds"]}`, []spec.NodeID{1, 0, 2}},
		{
			"the lesser criteria are better", `{"nodes": 2, "start": "warm", "latencies": [2, 1], "powers": [2, 1]}`,
			[]spec.NodeID{1, 0},
		},
		{
			"the lower of equals", `{"nodes": 3, "start": "warm", "latencies": [2, 1, 1], "powers": [1, 2, 2]}`,
			[]spec.NodeID{0, 1, 2},
		},
		{
			"the weights are the latency's and the power's",
			`{"nodes": 2, "start": "warm", "latencies": [2, 4], "powers": [4, 3], "weights": [600, 400, 0]}`,
			[]spec.NodeID{0, 1},
		},
		{
			"and not the other way round",
			`{"nodes": 2, "start": "warm", "latencies": [2, 4], "powers": [4, 3], "weights": [300, 700, 0]}`,
			[]spec.NodeID{1, 0},
		},
		{
			"above the scale a criterion is not cut off",
			`{"nodes": 2, "start": "warm", "latencies": [9, 8], "latencyScale": 2}`,
			[]spec.NodeID{1, 0},
		},
		{"nothing is configured", `{"nodes": 3, "start": "warm"}`, []spec.NodeID{0, 1, 2}},
		{
			"local maxima of 0 divide nothing",
			`{"nodes": 2, "start": "warm", "powers": [2, 1], "interpretations": ["local-normalisers"]}`,
			[]spec.NodeID{1, 0},
		},
		{
			"the number is a summand, the third", `{"nodes": 2, "start": "warm", "latencies": [5, 1], "powers": [1, 1],
			"weights": [100, 0, 900], "interpretations": ["id-summand"]}`, []spec.NodeID{0, 1},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := ranked(t, c.json); !slices.Equal(got, c.want) {
				t.Errorf("ranked %v, want %v", got, c.want)
			}
		})
	}
}

// c2: real criteria that are better both may lose against the number: .564 against .408.
func TestNumberOverridesCriteria(t *testing.T) {
	cfg := configured(t, `{"nodes": 50, "interpretations": ["id-summand"], "latencyScale": 100, "powerScale": 100}`)
	by := scaleBy(&cfg, 100, 100, 50)
	last := words.Record{Origin: 49, Latency: 41, Power: 50}
	first := words.Record{Origin: 0, Latency: 50, Power: 51}
	if got, want := by.score(&last), int64(564*100*100*50); got != want {
		t.Errorf("50 scores %d, want %d", got, want)
	}
	if got, want := by.score(&first), int64(408*100*100*50); got != want {
		t.Errorf("1 scores %d, want %d", got, want)
	}
	if !by.better(&first, &last) {
		t.Error("1 does not come before 50")
	}
}

// c2: with the number as a summand two may be equal, in the sheet's way of counting in 144 ways. Of
// two that are equal none is better, whatever their numbers; elsewhere one always is.
func TestTies(t *testing.T) {
	cfg := configured(t, `{"nodes": 5, "weights": [500, 300, 200], "interpretations": ["id-summand"]}`)
	plain := configured(t, `{"nodes": 5}`)
	ties := 0
	for a := range records(5) {
		for b := range records(5) {
			if a.Origin == b.Origin {
				continue
			}
			latency, power := max(a.Latency, b.Latency), max(a.Power, b.Power)
			by := scaleBy(&cfg, latency, power, max(number(a.Origin), number(b.Origin)))
			if by.score(&a) == by.score(&b) {
				ties++
			}
			if by.score(&a) == by.score(&b) && by.better(&a, &b) {
				t.Fatalf("%v comes before its equal %v", a, b)
			}
			if by := scaleBy(&plain, 5, 5, 5); by.better(&a, &b) == by.better(&b, &a) {
				t.Fatalf("of %v and %v not exactly one is better", a, b)
			}
		}
	}
	if ties != 144 {
		t.Errorf("%d pairs are equal, want 144", ties)
	}
	by := scaleBy(&cfg, 1, 2, 4)
	a, b := words.Record{Origin: 3, Latency: 1, Power: 1}, words.Record{Origin: 0, Latency: 1, Power: 2}
	if x, y := by.score(&a), by.score(&b); x != y || x*20 != 17*1000*1*2*4 {
		t.Errorf("(1,1,4) scores %d, (1,2,1) %d, want 17/20 of 8000 both", x, y)
	}
}

// records are all with metrics 1 to n and the numbers 1 to n.
func records(n int) func(func(words.Record) bool) {
	return func(yield func(words.Record) bool) {
		for i := range n * n * n {
			if !yield(words.Record{
				Origin: spec.NodeID(i % n), Version: 1, Latency: i/n%n + 1, Power: i/n/n + 1,
			}) {
				return
			}
		}
	}
}

// C4.1: where criteria are divided by the largest among those who are known, the order of two depends
// on a third that is last itself.
func TestViewsDecide(t *testing.T) {
	for _, c := range []struct {
		name, json  string
		a, b, third words.Record
	}{
		{
			"in seconds", `{"nodes": 3, "interpretations": ["local-normalisers", "raw-seconds"]}`,
			metrics(1, 500_000, 4), metrics(0, 200_000, 8), metrics(2, 900_000, 16),
		},
		{
			"with numbers", `{"nodes": 20, "interpretations": ["id-summand", "local-normalisers", "raw-seconds"]}`,
			metrics(9, 500_000, 2), metrics(3, 300_000, 5), metrics(19, 1_000_000, 20),
		},
		{
			"all normalised", `{"nodes": 3, "interpretations": ["local-normalisers"]}`,
			metrics(0, 1, 2), metrics(1, 3, 1), metrics(2, 12, 2),
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			n := process(t, c.a.Origin, c.json)
			ranks := func(when string, want ...spec.NodeID) {
				if got := n.state.Ranking; !slices.Equal(got, want) {
					t.Errorf("%s %v, want %v", when, got, want)
				}
			}
			*n.own() = c.a
			n.own().Version = 1
			learn(n, c.b)
			ranks("without the third", c.a.Origin, c.b.Origin)
			learn(n, c.third)
			ranks("with the third", c.b.Origin, c.a.Origin, c.third.Origin)
			step(n, told(words.Alarm{Whom: c.third.Origin})) // no maximum is one of somebody who is gone
			ranks("without the third again", c.a.Origin, c.b.Origin)
		})
	}
}

func metrics(of spec.NodeID, latency, power int) words.Record {
	return words.Record{Origin: of, Version: 1, Latency: latency, Power: power}
}

// learn has a process store a record.
func learn(n *Node, r words.Record) {
	r.Version = n.state.Records[r.Origin].Version + 1
	step(n, delivered(r.Origin, missing(r)))
}

// The paper's score, with fractions, orders all as the whole numbers do.
func TestScoreIsThePapers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := rapid.IntRange(0, 1_000).Draw(t, "w1")
		v := rapid.IntRange(0, 1_000-w).Draw(t, "w2")
		cfg := words.Config{
			Nodes: rapid.IntRange(2, words.MaxNodes).Draw(t, "nodes"), Weights: []int{w, v, 1_000 - w - v},
			LatencyScale: rapid.IntRange(1, words.MaxLatency).Draw(t, "latency scale"),
			PowerScale:   rapid.IntRange(1, words.MaxPower).Draw(t, "power scale"),
		}
		if cfg.Weights[2] > 0 {
			cfg.Interpretations = spec.NewSet(words.IDSummand)
		}
		by := scaleBy(&cfg, cfg.LatencyScale, cfg.PowerScale, cfg.Nodes)
		a, b := drawRecord(t, "a", cfg.Nodes), drawRecord(t, "b", cfg.Nodes)
		order := papers(&cfg, &a).Cmp(papers(&cfg, &b))
		if got, want := by.better(&a, &b), order < 0 || order == 0 && by.tieBreak && a.Origin < b.Origin; got != want {
			t.Fatalf("%v before %v: %t, want %t", a, b, got, want)
		}
	})
}

func drawRecord(t *rapid.T, name string, nodes int) words.Record {
	return words.Record{
		Origin:  spec.NodeID(rapid.IntRange(0, nodes-1).Draw(t, name)),
		Latency: rapid.IntRange(0, words.MaxLatency).Draw(t, name+" latency"),
		Power:   rapid.IntRange(0, words.MaxPower).Draw(t, name+" power"),
	}
}

// papers is the score (1) of the paper, normalised.
func papers(cfg *words.Config, r *words.Record) *big.Rat {
	sum := new(big.Rat)
	for i, of := range [][2]int{
		{r.Latency, cfg.LatencyScale}, {r.Power, cfg.PowerScale}, {number(r.Origin), cfg.Nodes},
	} {
		term := big.NewRat(int64(of[0]), int64(of[1]))
		sum.Add(sum, term.Mul(term, big.NewRat(int64(cfg.Weights[i]), 1_000)))
	}
	return sum
}

// The list is that which one makes by sorting, in whatever order the records came.
func TestRankingIsSorted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const nodes = 6
		cfg, err := words.Parse([]byte(fmt.Sprintf(`{"nodes": %d, "latencyScale": 3, "powerScale": 3}`, nodes)))
		if err != nil {
			t.Fatal(err)
		}
		n := New(0, cfg)
		for range rapid.IntRange(1, 20).Draw(t, "records") {
			r := words.Record{
				Origin:  spec.NodeID(rapid.IntRange(1, nodes-1).Draw(t, "origin")),
				Latency: rapid.IntRange(0, 3).Draw(t, "latency"), Power: rapid.IntRange(0, 3).Draw(t, "power"),
			}
			learn(n, r)
			if rapid.Bool().Draw(t, "is suspected") {
				step(n, told(words.Alarm{Whom: r.Origin}))
			}
			var all []spec.NodeID
			for j := range spec.NodeID(nodes) {
				if n.state.Ranks(j) {
					all = append(all, j)
				}
			}
			slices.SortFunc(all, func(a, b spec.NodeID) int {
				if n.scale.better(&n.state.Records[a], &n.state.Records[b]) {
					return -1
				}
				return 1
			})
			if !slices.Equal(n.state.Ranking, all) {
				t.Fatalf("ranked %v, want %v", n.state.Ranking, all)
			}
		}
	})
}
