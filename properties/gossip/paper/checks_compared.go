package paper

import (
	"context"
	"fmt"
	"math/big"
	"strings"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/impl/gossip/pipeline"
	"github.com/scrutineer-go/scrutineer/internal/claims"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
)

// checkTraffic is C-16: what is sent in a second, and while the master is replaced, by both; so many of the contenders,
// Gossip's, send it without a spike.
func checkTraffic(evenly int) (string, error) {
	const nodes = 50
	var text []string
	for i, c := range contenders() {
		v, err := c.traffic(context.Background(), nodes)
		if err != nil {
			return "", err
		}
		// What is sent until another is followed takes about as long as T_fail, 1.5 s, and is no spike.
		if spike := v.recovery.copies > 2*v.regular.copies+nodes; i < evenly && spike {
			return "", fmt.Errorf("%s: %d messages in a recovery, and %d in a second", c.name, v.recovery.copies,
				v.regular.copies)
		}
		text = append(text, fmt.Sprintf("%s %d and %d", c.name, v.regular.copies, v.recovery.copies))
	}
	return fmt.Sprintf("%d nodes, messages a second, and until all follow another: %s", nodes, strings.Join(text,
		"; ")), nil
}

// checkNoEighteen is C-17 measured: in groups of these sizes none of the contenders that are Gossip saves 17 to 19 %
// of what Fast Bully sends in a recovery, with its list as it is or with scores gathered, by messages, by
// bytes, or by what is sent for it.
func checkNoEighteen(sizes []int) (string, error) {
	tried := 0
	var nearest *big.Rat
	off := func(r *big.Rat) *big.Rat { o := new(big.Rat).Sub(r, big.NewRat(18, 100)); return o.Abs(o) }
	for _, n := range sizes {
		var all []traffic
		for _, c := range contenders() {
			v, err := c.traffic(context.Background(), n)
			if err != nil {
				return "", err
			}
			all = append(all, v)
		}
		for _, ours := range all[:3] {
			for _, theirs := range all[3:] {
				for _, pair := range [][2]int{
					{ours.recovery.copies, theirs.recovery.copies},
					{ours.recovery.bytes, theirs.recovery.bytes},
					{ours.extra, theirs.extra},
				} {
					if pair[1] == 0 {
						continue // of nothing nothing can be saved
					}
					tried++
					saved := big.NewRat(int64(pair[1]-pair[0]), int64(pair[1]))
					if nearest == nil || off(saved).Cmp(off(nearest)) < 0 {
						nearest = saved
					}
				}
			}
		}
	}
	if nearest == nil {
		return "", fmt.Errorf("no pairs in groups of %s", numbers(sizes))
	}
	if nearest.Cmp(big.NewRat(17, 100)) >= 0 && nearest.Cmp(big.NewRat(19, 100)) <= 0 {
		return "", fmt.Errorf("one saves %s", percent(nearest))
	}
	return fmt.Sprintf("%d pairs in groups of %s, by messages, by bytes, by what is sent for it: the one next to 18 "+
		"%% "+
		"saves %s", tried, numbers(sizes), percent(nearest)), nil
}

// starters are those whose start is looked at: Gossip settling, as printed, and Fast Bully.
func starters() [3]contender { return [3]contender{contenders()[0], printed(), contenders()[3]} }

// checkStart is C-18: what is sent for the first election, and in all. Where Gossip settles that is nothing; as printed
// each is its own master and beats to all; Fast Bully's scores go to all, and the announcement.
func checkStart(list [3]contender) (string, error) {
	const nodes = 20
	var text []string
	for k, want := range []int{0, nodes * (nodes - 1), nodes*(nodes-1) + nodes - 1} {
		volume, took, extra, err := list[k].phase(context.Background(), nodes, words.Cold)
		if err != nil {
			return "", err
		}
		if extra != want {
			return "", fmt.Errorf("%s: %d messages for the start, it must be %d", list[k].name, extra, want)
		}
		text = append(text, fmt.Sprintf("%s %d of %d in %s s", list[k].name, extra, volume.copies, shortly(took)))
	}
	return fmt.Sprintf("%d nodes, sent for the election of all that is sent: %s", nodes, strings.Join(text, "; ")), nil
}

// checkColdStart is C4.4: everybody acts at the beginning, and nobody where all settle.
func checkColdStart(kinds []start) (string, error) {
	const runs = 3
	at := []faults.Time{0, second - millisecond, 3*second - millisecond}
	var text []string
	for _, c := range kinds {
		counts := make([]int, len(at))
		for seed := range uint64(runs) {
			o, err := c.started(context.Background(), 50, seed+1, at)
			if err != nil {
				return "", err
			}
			for k := range at {
				counts[k] += o.counted[k]
			}
		}
		if all := counts[0] == 50*runs; all != (c.read != nil) {
			return "", fmt.Errorf("%s: %d masters in %d runs", c.name, counts[0], runs)
		}
		text = append(text, fmt.Sprintf("%s %s", c.name, numbers(counts)))
	}
	return fmt.Sprintf("masters in %d runs of 50 nodes, at the start and after one and three rounds, together: %s",
		runs,
		strings.Join(text, "; ")), nil
}

// checkScale is C-19: rounds by the size of the cluster, and messages, those that one record takes as printed for each
// of n that publish in a second, beside Fast Bully's.
func checkScale(sizes []int) (string, error) {
	var text []string
	for _, r := range []reading{
		reading{name: "forward, each round", technique: words.Forward}.asPrinted(),
		{name: "push", technique: words.Push, versions: 1, waits: true},
	} {
		var took []faults.Time
		for _, n := range sizes {
			s := r.spreading(n, 3, 10, origins(n, 5)...)
			t, err := s.converges(context.Background(), 1)
			if err != nil || len(t.came) == 0 {
				return "", failed(err, "%s, %d nodes: not all know all", r.name, n)
			}
			took = append(took, t.came[0])
		}
		if took[len(took)-1] > 3*took[0] {
			return "", fmt.Errorf("%s: %v", r.name, took)
		}
		text = append(text, fmt.Sprintf("%s %s", r.name, claims.Listed(took, shortly)))
	}
	gossip, bully, err := copiesBySize(sizes)
	return fmt.Sprintf("of %s nodes, F=3: at 1 %% loss, seconds until all know 5 records, %s; records' messages a "+
		"second, as printed, %s; Fast Bully's %s", numbers(sizes), strings.Join(text, "; "), numbers(gossip),
		numbers(bully)), err
}

// copiesBySize are how many messages a second it takes where each of n publishes, and Fast Bully's. The first grow as
// n^2 at least, nearly: n times more than two for each; the others as n.
func copiesBySize(sizes []int) (gossip, bully []int, err error) {
	for _, n := range sizes {
		c, err := wave{nodes: n, fanout: 3, ttl: 12, read: []words.Interpretation{words.DedupDrops}}.
			spreads(context.Background(), 1)
		if err != nil {
			return nil, nil, err
		}
		v, err := contenders()[3].regular(context.Background(), n)
		if err != nil {
			return nil, nil, err
		}
		if c.sent < 2*n || v.copies != 2*(n-1) {
			return nil, nil, fmt.Errorf("%d nodes: a record takes %d messages, Fast Bully sends %d a second", n, c.sent,
				v.copies)
		}
		gossip, bully = append(gossip, n*c.sent), append(bully, v.copies)
	}
	return gossip, bully, nil
}

// checkPipelines is what is known of C-21, of drawn instances that are each held against all plans.
func checkPipelines(c pipeline.Comparison) (string, error) {
	for _, a := range []pipeline.Agreement{c.Flow, c.Dynamic, c.Searched, c.Replanned} {
		if c.Wrong > 0 || a.Of == 0 || a.Agree < a.Of {
			return "", fmt.Errorf("of %d instances %d are wrong: %+v", c.Instances, c.Wrong, c)
		}
	}
	return fmt.Sprintf("%d small instances against all plans: shortest path, flow and search are the best in all, "+
		"and %d formed anew after a failure move as few as can be; greedy finds none in %d, and else is up to %d "+
		"thousandths above", c.Instances, c.Replanned.Of, c.GreedyStuck, c.Greedy.Largest), nil
}
