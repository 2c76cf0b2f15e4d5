package paper

import (
	"context"
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	implementation "github.com/scrutineer-go/scrutineer/impl/gossip"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
)

// ranker is the order in which all are ranked by whom all know.
type ranker func(words.Config) []spec.NodeID

// really is that of the real processes.
func really(cfg words.Config) []spec.NodeID {
	return implementation.New(0, cfg).State().(*implementation.State).Ranking
}

// metricsOf yields configurations in which latencies and powers are all that are below most.
func metricsOf(cfg words.Config, most int, yield func(words.Config) error) error {
	count := 1
	for range 2 * cfg.Nodes {
		count *= most
	}
	for n := range count {
		cfg.Latencies, cfg.Powers = make([]int, cfg.Nodes), make([]int, cfg.Nodes)
		for i := range cfg.Nodes {
			cfg.Latencies[i], cfg.Powers[i] = n%most, n/most%most
			n /= most * most
		}
		if err := yield(cfg); err != nil {
			return err
		}
	}
	return nil
}

// checkMonotone is C-01: with less latency, or less power, nobody's place gets worse, whatever the others
// have; and of two with the same metrics the lower identifier is before.
func checkMonotone(rank ranker) (string, error) {
	tried := 0
	for _, read := range [][]words.Interpretation{nil, {words.IDSummand}, {words.LocalNormalisers}} {
		cfg := quietly(3, read...)
		cfg.Start, cfg.LatencyScale, cfg.PowerScale = words.Warm, 3, 3
		err := metricsOf(cfg, 4, func(cfg words.Config) error {
			before := rank(cfg)
			for i := range spec.NodeID(3) {
				for _, list := range []*[]int{&cfg.Latencies, &cfg.Powers} {
					old := *list
					if old[i] == 0 {
						continue
					}
					*list = slices.Clone(old)
					(*list)[i]--
					after := rank(cfg)
					*list = old
					tried++
					if slices.Index(after, i) > slices.Index(before, i) {
						return fmt.Errorf("latencies %v, powers %v: with one less of a metric of %s the order %v "+
							"becomes %v",
							cfg.Latencies, cfg.Powers, i, before, after)
					}
				}
			}
			if same := cfg.Latencies[0] == cfg.Latencies[1] && cfg.Powers[0] == cfg.Powers[1]; same &&
				slices.Index(before, 0) > slices.Index(before, 1) {
				return fmt.Errorf("latencies %v, powers %v: 1 is before 0", cfg.Latencies, cfg.Powers)
			}
			return nil
		})
		if err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("%d steps of one metric in groups of three, all metrics from 0 to 3, divided by what is "+
		"configured and by the largest, with the number as a summand and without", tried), nil
}

// arrivals are the orders in which three others may be heard of.
func arrivals() [][]spec.NodeID {
	return [][]spec.NodeID{{1, 2, 3}, {1, 3, 2}, {2, 1, 3}, {2, 3, 1}, {3, 1, 2}, {3, 2, 1}}
}

// oneList tells where processes of a group of four that come to know the same, one in another order and each of the
// others, do not rank the same.
func oneList(cfg words.Config) error {
	first := slices.Clone(knows(told(ours, 0, cfg, arrivals()[0]...)).Ranking)
	for _, order := range arrivals() {
		if got := knows(told(ours, 0, cfg, order...)).Ranking; !slices.Equal(got, first) {
			return fmt.Errorf("latencies %v, powers %v, scale %d: who hears of 1, 2, 3 ranks %v, and who hears of %v "+
				"ranks %v", cfg.Latencies, cfg.Powers, cfg.PowerScale, first, order, got)
		}
	}
	for p := range spec.NodeID(4) {
		others := spec.AllNodes(4).Without(p)
		if got := knows(told(ours, p, cfg, others...)).Ranking; !slices.Equal(got, first) {
			return fmt.Errorf("latencies %v, powers %v, scale %d: 0 ranks %v, and %s ranks %v", cfg.Latencies,
				cfg.Powers, cfg.PowerScale, first, p, got)
		}
	}
	return nil
}

// checkOrders is C-02: a process that comes to know the same in another order ranks the same, and so does
// every other process.
func checkOrders(list ...words.Interpretation) (string, error) {
	groups := 0
	cfg := quietly(4, list...)
	cfg.LatencyScale, cfg.PowerScale = 8, 8
	err := metricsOf(cfg, 2, func(cfg words.Config) error {
		groups++
		return oneList(cfg)
	})
	return fmt.Sprintf("%d groups of four, each heard of in any order, by each: one list", groups), err
}

// checkTied is that two whose scores are the same, .2/4 + .4/8 and .4/4, are ranked otherwise by another process
// that knows the same.
func checkTied(list ...words.Interpretation) (string, error) {
	cfg := quietly(4, list...)
	cfg.LatencyScale, cfg.PowerScale, cfg.Powers = 1, 8, []int{1, 0, 8, 8}
	err := oneList(cfg)
	if err == nil {
		return "", fmt.Errorf("as %s has it all rank the same", readAs(list))
	}
	return err.Error(), nil
}

// checkDiverges is that with these interpretations the same data give two lists.
func checkDiverges(list ...words.Interpretation) (string, error) {
	_, err := checkOrders(list...)
	if err == nil {
		return "", fmt.Errorf("as %s has it all rank the same", readAs(list))
	}
	return err.Error(), nil
}

// checkThird is C4.1: two processes that both know a and b, one of them c as well, choose different masters, each the
// other here, so that nobody acts, though c is the last of the three.
func checkThird(list ...words.Interpretation) (string, error) {
	cfg := quietly(3, spec.NewSet(append(list, words.ClaimAtStart)...)...)
	cfg.Latencies, cfg.Powers = []int{200_000, 500_000, 900_000}, []int{8, 4, 16}
	cfg.LatencyScale, cfg.PowerScale = 900_000, 16
	a, b := knows(told(ours, 0, cfg, 1)), knows(told(ours, 1, cfg, 0, 2))
	if a.Leader == b.Leader {
		return "", fmt.Errorf("both follow %s", a.Leader)
	}
	return fmt.Sprintf("latencies %v us, powers %v: 0, which knows 1, ranks %v and follows %s, and 1, which knows "+
		"both, ranks %v and follows %s", cfg.Latencies, cfg.Powers, a.Ranking, a.Leader, b.Ranking, b.Leader), nil
}

// heirs are four that begin cold: 0 is the best, and of 1 and 2 the scores are the same, .4 of their latency, .4/8 of
// their power and .2/4 of their identifier, 2 and 3.
func heirs(list ...words.Interpretation) scene {
	cfg := read(4, as(list...), func(c *words.Config) {
		c.Latencies, c.Powers = []int{10_000, 20_000, 20_000, 40_000}, []int{8, 2, 1, 8}
	})
	return scene{cfg: cfg, delay: inCluster(), seed: 1, lasts: minute}
}

// ranks notes everybody's list at some time.
type ranks struct {
	at    faults.Time
	known bool // by all, all
	lists [][]spec.NodeID
}

// Observe notes it, once.
func (o *ranks) Observe(w *world.World, e *world.Event) {
	if o.lists != nil || e.At < o.at {
		return
	}
	o.known = true
	for _, i := range w.Living() {
		s := stateOf(w, i)
		o.lists = append(o.lists, slices.Clone(s.Ranking))
		o.known = o.known && !slices.ContainsFunc(s.Records, func(r words.Record) bool { return r.Version == 0 })
	}
}

// checkHeirs is C-25 when all have known all for long: of two with the same score each comes before the other in its
// own list, and when the master crashes both act.
func checkHeirs(list ...words.Interpretation) (string, error) {
	s := heirs(list...).crashed(20*second, 0)
	before, acted := &ranks{at: begins + 19*second}, after(20*second)
	if _, err := s.run(context.Background(), nil, before, acted); err != nil {
		return "", err
	}
	lists := before.lists
	if !before.known || slices.Equal(lists[1], lists[2]) || acted.two == 0 {
		return "", fmt.Errorf("all know all is %t; 1 ranks %v and 2 ranks %v, and two act for %s s", before.known,
			lists[1], lists[2], shortly(acted.two))
	}
	return fmt.Sprintf("latencies %v us, powers %v: after 19 s all know all, 1 ranks %v and all others %v; 0 crashes, "+
		"and in 40 s two act for %s s", s.cfg.Latencies, s.cfg.Powers, lists[1], lists[2], shortly(acted.two)), nil
}

// checkJoin is C-20 for who comes: its first record is enough for it to be followed where it is the best,
// and to be a substitute where it is not.
func checkJoin(make process) (string, error) {
	tried := 0
	for place := range 3 {
		cfg := quietly(3, words.ClaimAtStart)
		cfg.Latencies = []int{1, 3, 2 * place}
		cfg.LatencyScale = 4
		n := told(make, 0, cfg, 1)
		sent := bodies(deliver(n, 2, words.Gossip{Record: record(cfg, 2, 1), TTL: 1}))
		tried++
		if got := slices.Index(knows(n).Ranking, spec.NodeID(2)); got != place || len(sent) > 0 {
			return "", fmt.Errorf("who joins is at place %d, it must be %d; %d messages", got, place, len(sent))
		}
		if leads := place == 0; leads != (knows(n).Leader == 2) {
			return "", fmt.Errorf("who joins at place %d is followed: %t", place, !leads)
		}
	}
	return fmt.Sprintf("who joins takes its place with its first record, in %d places, without a message", tried), nil
}
