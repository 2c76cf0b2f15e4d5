package paper

import (
	"context"
	"fmt"
	"math/big"

	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/parallel"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
)

// wave is one record that spreads at once, from process 0.
type wave struct {
	name        string
	nodes       int
	fanout, ttl int // 0 for all, and for n-1
	edges       [][2]spec.NodeID
	read        []words.Interpretation
}

// copies are what comes of it: how many were sent, and how many of them told somebody something new.
type copies struct {
	sent, useful int
	forwards     int // the most that any process has passed it on
	most         int // the most copies that have come to any process
}

// forwarding counts how often each process passes a record on, and how many copies of it come to each.
type forwarding struct{ times, came map[spec.NodeID]int }

// Observe counts.
func (o *forwarding) Observe(_ *world.World, e *world.Event) {
	if len(e.Sent) > 0 {
		o.times[e.Action.At]++
	}
	if e.Action.Name == spec.Deliver(words.KindGossip) {
		o.came[e.Action.At]++
	}
}

// largest is the largest of counts.
func largest(counts map[spec.NodeID]int) int {
	most := 0
	for _, n := range counts {
		most = max(most, n)
	}
	return most
}

// spreads runs it under a seed.
func (c wave) spreads(ctx context.Context, seed uint64) (copies, error) {
	cfg := read(c.nodes, as(c.read...), func(cfg *words.Config) {
		cfg.Fanout, cfg.TTL, cfg.Edges, cfg.Versions, cfg.Detector = c.fanout, c.ttl, c.edges, 1, words.Told
		cfg.Origins = spec.NewSet[spec.NodeID](0)
	})
	s := scene{cfg: cfg, delay: inCluster(), seed: seed, lasts: 4 * second}
	count, o := &sent{kinds: map[string]int{}}, newCoverage(c.nodes, cfg.Origins)
	passed := &forwarding{map[spec.NodeID]int{}, map[spec.NodeID]int{}}
	_, err := s.run(ctx, nil, count, o, passed)
	return copies{
		count.kinds[words.KindGossip], o.reached(0, s.lasts), largest(passed.times), largest(passed.came),
	}, err
}

// along are the links of a line, and round with the one that makes it a ring.
func along(nodes int) [][2]spec.NodeID {
	var edges [][2]spec.NodeID
	for i := range spec.NodeID(nodes - 1) {
		edges = append(edges, [2]spec.NodeID{i, i + 1})
	}
	return edges
}

func round(nodes int) [][2]spec.NodeID {
	return append(along(nodes), [2]spec.NodeID{0, spec.NodeID(nodes - 1)})
}

// duplicates is C-04: how many copies of an update are sent, and how many are of use.
func (e extent) duplicates(ctx context.Context, progress reproduce.Progress) (reproduce.Table, error) {
	dedup := []words.Interpretation{words.DedupDrops}
	list := []wave{
		{name: "all linked, as printed", nodes: e.of, fanout: 3, read: dedup},
		{name: "all linked, repaired", nodes: e.of, fanout: 3},
		{name: "all linked, to all, as printed", nodes: e.of, read: dedup},
		{name: "ring, as printed", nodes: e.of, read: dedup, edges: round(e.of)},
		{name: "all linked, TTL 3 alone", nodes: e.of, fanout: 3, ttl: 3, read: []words.Interpretation{words.NoCache}},
		{name: "all linked, TTL 6 alone", nodes: e.of, fanout: 3, ttl: 6, read: []words.Interpretation{words.NoCache}},
	}
	t := reproduce.Table{
		Columns: []reproduce.Column{
			{Name: "group", Means: "who is linked, and how duplicates are treated"},
			{Name: "F", Means: "to how many a record goes on"},
			{Name: "sends", Unit: "messages", Means: "of an update"},
			{Name: "useful", Unit: "messages", Means: "those that tell somebody what is new to it: so many others " +
				"get it"},
			{Name: "duplicates", Unit: "messages", Means: "the others"},
			{Name: "passed on", Means: "how often one process has passed it on, at most; the origin's first sending " +
				"is one"},
		},
		Notes: []string{fmt.Sprintf("%d nodes, forwarded at once, no loss, 10 to 50 ms; means of %d runs. TTL is "+
			"n-1 where "+
			"it is not given. All to all n-1 + (n-1)(n-2) are sent, if the origin's own copies come first.", e.of,
			e.waves)},
	}
	all, err := parallel.Each(ctx, progress, len(list), func(i int) ([]copies, error) {
		var runs []copies
		for seed := range uint64(e.waves) {
			c, err := list[i].spreads(ctx, seed+1)
			if err != nil {
				return nil, err
			}
			runs = append(runs, c)
		}
		return runs, nil
	})
	if err != nil {
		return t, err
	}
	for i, c := range list {
		fanout := reproduce.Text("all")
		if c.fanout > 0 {
			fanout = reproduce.Text(fmt.Sprint(c.fanout))
		}
		var sends, useful, rest []int
		most := 0
		for _, r := range all[i] {
			sends, useful, rest = append(sends, r.sent), append(useful, r.useful), append(rest, r.sent-r.useful)
			most = max(most, r.forwards)
		}
		cells := []reproduce.Cell{reproduce.Text(c.name), fanout}
		for _, list := range [][]int{sends, useful, rest} {
			cells = append(cells, reproduce.Mean(reproduce.Ratios(list, 1), 1))
		}
		t.Rows = append(t.Rows, append(cells, reproduce.Int(most)))
	}
	return t, nil
}

// depth is C-06: how many processes the TTL lets a record get to, on a line and on a ring.
func (e extent) depth(ctx context.Context, _ reproduce.Progress) (reproduce.Table, error) {
	const nodes = 60 // the largest cluster of the paper's assumption
	t := reproduce.Table{
		Columns: []reproduce.Column{
			{Name: "group", Means: "how the nodes are linked; the record is that of one end of the line"},
			{Name: "H", Means: "the TTL"},
			{Name: "reached", Unit: "nodes", Means: "that have the record, its origin too"},
			{Name: "within H hops", Unit: "nodes", Means: "worked out, and held against it: H+1 on a line, 2H+1 on " +
				"a ring"},
			{Name: "left", Unit: "nodes", Means: fmt.Sprintf("of %d that never get it", nodes)},
		},
		Notes: []string{"Clusters are of 5 to 60 nodes by the paper's first assumption, and TTL is 6 to 12."},
	}
	for _, group := range []struct {
		name  string
		edges [][2]spec.NodeID
		ends  int
	}{{"line", along(nodes), 1}, {"ring", round(nodes), 2}} {
		for _, ttl := range []int{6, 9, 12} {
			c, err := wave{nodes: nodes, ttl: ttl, edges: group.edges, read: []words.Interpretation{words.DedupDrops}}.
				spreads(ctx, 1)
			if err != nil {
				return t, err
			}
			if c.useful != group.ends*ttl {
				return t, fmt.Errorf("%s, H=%d: %d others are reached, it must be %d", group.name, ttl, c.useful,
					group.ends*ttl)
			}
			t.Rows = append(t.Rows, []reproduce.Cell{
				reproduce.Text(group.name), reproduce.Int(ttl), reproduce.Int(c.useful + 1),
				reproduce.Int(group.ends*ttl + 1), reproduce.Int(nodes - 1 - c.useful),
			})
		}
	}
	return t, nil
}

// eighteen is C-17: what each way to count comes to.
func (e extent) eighteen(context.Context, reproduce.Progress) (reproduce.Table, error) {
	t := reproduce.Table{
		Columns: []reproduce.Column{
			{Name: "Fast Bully", Means: "how its messages of a recovery are counted"},
			{Name: "Gossip", Means: "likewise, F = 3; 12, 39 and 40 are sums of the paper's 3, 9, 27, and 600 is 12 " +
				"rounds of 50"},
		},
		Notes: []string{"By how much Gossip sends less; negative where it sends more. The paper has 18 %, in its " +
			"abstracts alone, and says neither of what nor how. Those within 17 to 19 % are marked in the last " +
			"column."},
	}
	for _, n := range recoverySizes() {
		t.Columns = append(t.Columns, reproduce.Column{
			Name: fmt.Sprintf("n=%d", n), Unit: "%", Means: fmt.Sprintf("of %d nodes", n),
		})
	}
	t.Columns = append(t.Columns, reproduce.Column{Name: "18 %", Means: "at which size it is so"})
	for _, bully := range bullies() {
		for _, gossip := range gossips() {
			cells := []reproduce.Cell{reproduce.Text(bully.name), reproduce.Text(gossip.name)}
			mark := reproduce.None()
			for _, n := range recoverySizes() {
				saved := saving(bully, gossip, n)
				cells = append(cells, reproduce.Decimal(new(big.Rat).Mul(saved, big.NewRat(100, 1)), 1))
				if saved.Cmp(big.NewRat(17, 100)) >= 0 && saved.Cmp(big.NewRat(19, 100)) <= 0 {
					mark = reproduce.Text(fmt.Sprintf("n=%d", n))
				}
			}
			t.Rows = append(t.Rows, append(cells, mark))
		}
	}
	return t, nil
}
