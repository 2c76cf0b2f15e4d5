package paper

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
)

// publications are how many versions of its record each node publishes, 0 for without end. The paper has it publish
// every 2 to 5 seconds.
func publications() []int { return []int{1, 2, 3, 5, 10, 0} }

// published writes one of them.
func published(versions int) string {
	if versions == 0 {
		return "without end"
	}
	return fmt.Sprint(versions)
}

// often writes all of them.
func often() string {
	all := publications()
	return fmt.Sprintf("%s versions of all, 2 s apart, and in each of %d rounds", numbers(all[:len(all)-1]),
		forever)
}

// topology is a cluster whose nodes publish one version after the other over these links, each passed on at once to
// all neighbours, and follow the best that they know. Its duplicates are dropped whatever their TTL, but where it is
// repaired.
type topology struct {
	nodes, ttl, versions int
	edges                [][2]spec.NodeID
	latencies            []int // of the nodes, in microseconds: the least is the best
	// slow are links over which each copy takes 50 ms, where each takes 10 ms over any other; none for delays
	// of 10 to 50 ms that are drawn copy by copy.
	slow     [][2]spec.NodeID
	repaired bool
	seed     uint64
}

// every is T_gossip, the shortest of the algorithm's first step.
const every = 2 * second

// forever is for how many rounds nodes publish where there is no end to it.
const forever = 15

// rounds are those until the last version has gone as far as it goes.
func (t topology) rounds() int {
	if t.versions == 0 {
		return forever
	}
	return t.versions + 1
}

// scene is a run of it.
func (t topology) scene() scene {
	cfg := read(t.nodes, as(words.ClaimAtStart), func(c *words.Config) {
		c.TTL, c.Edges, c.Versions, c.Detector, c.GossipMS = t.ttl, t.edges, t.versions, words.Told,
			int(every/millisecond)
		c.Latencies = t.latencies
		if !t.repaired {
			c.Interpretations = c.Interpretations.With(words.DedupDrops)
		}
	})
	s := scene{cfg: cfg, delay: inCluster(), seed: t.seed, lasts: faults.Time(t.rounds()) * every}
	if len(t.slow) > 0 {
		s.delay = faults.Delay{Min: s.delay.Min}
	}
	s.spare = true
	for _, link := range t.slow {
		for _, way := range [][2]spec.NodeID{link, {link[1], link[0]}} {
			for nth := range 2 * t.nodes * (t.rounds() + 1) {
				s.pins = append(s.pins, faults.Pin{Kind: &faults.DelayPin{By: inCluster().Max, Copy: faults.MessageRef{
					Kind: words.KindGossip, From: way[0], To: way[1], Nth: nth + 1,
				}}})
			}
		}
	}
	return s
}

// spread is what comes of it.
type spread struct {
	lacks   [][]spec.NodeID // by node, of whom it knows nothing
	follows []spec.NodeID   // by node, whom it follows
	masters spec.Set        // who acts
}

// pairs is how many pairs there are of a node and one of whom it knows nothing.
func (s spread) pairs() int {
	n := 0
	for _, list := range s.lacks {
		n += len(list)
	}
	return n
}

// spreads runs it.
func (t topology) spreads(ctx context.Context) (spread, error) {
	o := &ending{}
	if _, err := t.scene().run(ctx, nil, o); err != nil {
		return spread{}, err
	}
	found := spread{lacks: make([][]spec.NodeID, t.nodes), follows: make([]spec.NodeID, t.nodes)}
	for i := range spec.NodeID(t.nodes) {
		state := stateOf(o.world, i)
		for j := range state.Records {
			if state.Records[j].Version == 0 {
				found.lacks[i] = append(found.lacks[i], spec.NodeID(j))
			}
		}
		if found.follows[i] = state.Leader; state.Acts(i) {
			found.masters = found.masters.With(i)
		}
	}
	return found, nil
}

// tunnels is the graph of C4.2 with a tail, each link of which has a latency of its own, as formula (1) has it:
// 0-2 of 50 ms, all others of 10 ms. Nobody is further than H = 6 hops from anybody. 0 is the best.
func tunnels(versions int, repaired bool) topology {
	latencies := slices.Repeat([]int{20_000}, 8)
	latencies[0] = 10_000
	return topology{
		nodes: 8, ttl: 6, versions: versions, edges: shortcut(5), latencies: latencies,
		slow: [][2]spec.NodeID{{0, 2}}, repaired: repaired,
	}
}

// checkTunnels is C-07, C-12 and C-25: however often all publish, the last node of the tail never hears of the best,
// whose copy comes over the detour first each time, and follows another than all others do. Where a copy with a
// larger TTL goes on it hears of it.
func checkTunnels(repaired bool) (string, error) {
	for _, versions := range publications() {
		got, err := tunnels(versions, repaired).spreads(context.Background())
		if err != nil {
			return "", err
		}
		if got.pairs() != 1 || !slices.Equal(got.lacks[7], []spec.NodeID{0}) || got.follows[7] != 1 ||
			slices.ContainsFunc(got.follows[:7], func(p spec.NodeID) bool { return p != 0 }) {
			return "", fmt.Errorf("%s versions: 7 lacks %v and follows %s", published(versions), got.lacks[7],
				got.follows[7])
		}
		mended, err := tunnels(versions, true).spreads(context.Background())
		if err != nil || mended.pairs() > 0 {
			return "", failed(err, "%s versions, repaired: %v are lacking", published(versions), mended.lacks)
		}
	}
	return fmt.Sprintf("edges %v, H=6, all neighbours, no loss, 0-2 takes 50 ms and any other link 10 ms: with %s, "+
		"7 never hears of 0, the best, 6 hops away, and follows 1, which follows 0 as all others do; "+
		"where a copy with a larger TTL goes on it hears of it with the first", shortcut(5),
		often()), nil
}

// twoBest is a ring on which two nodes are better than all others, as far from each other as can be.
func twoBest(nodes, ttl, versions int) topology {
	latencies := slices.Repeat([]int{20_000}, nodes)
	latencies[0], latencies[nodes/2] = 10_000, 10_000
	return topology{nodes: nodes, ttl: ttl, versions: versions, edges: round(nodes), latencies: latencies}
}

// checkFar is C-07, C-12 and C-25: on a ring of more than 2H+1 nodes those who are further than H hops away never hear
// of each other, however often all publish, and two act for ever.
func checkFar(ttl int) (string, error) {
	var lacking []string
	for _, nodes := range []int{26, 60} {
		first := -1
		for _, versions := range publications() {
			got, err := twoBest(nodes, ttl, versions).spreads(context.Background())
			if err != nil {
				return "", err
			}
			if first < 0 {
				first = got.pairs()
			}
			if got.pairs() == 0 || got.pairs() != first || len(got.masters) != 2 {
				return "", fmt.Errorf("%d nodes, %s versions: in %d pairs one does not know the other, %s act", nodes,
					published(versions), got.pairs(), got.masters)
			}
		}
		lacking = append(lacking, fmt.Sprintf("%d of %d pairs of %d", first, nodes*(nodes-1), nodes))
	}
	return fmt.Sprintf("rings of 26 and 60, H=%d, all neighbours, no loss, with %s: one never hears of the other "+
		"in %s, and the two best, opposite each other, both act for ever",
		ttl, often(), strings.Join(lacking, ", ")), nil
}

// checkWithin is that of the same rings with no more than 2H+1 nodes, and so many more, all know all with the first
// version, and one acts.
func checkWithin(more int) (string, error) {
	const ttl = 12
	for nodes := 5; nodes <= 2*ttl+1+more; nodes++ {
		got, err := twoBest(nodes, ttl, 1).spreads(context.Background())
		if err != nil || got.pairs() > 0 || len(got.masters) != 1 {
			return "", failed(err, "%d nodes: %v are lacking, %s act", nodes, got.lacks, got.masters)
		}
	}
	return fmt.Sprintf("rings of 5 to %d, H=%d, all neighbours, no loss: all know all with the first version, and one "+
		"acts", 2*ttl+1, ttl), nil
}

// meshes draws 20 connected graphs. Each is a tree with half as many links more as there are nodes, and its diameter is
// in reach of H = 12.
func meshes() []topology {
	var list []topology
	for seed := uint64(1); len(list) < 20; seed++ {
		key := draw.New(seed).Named("mesh")
		t := topology{nodes: 8 + int(key.Named("nodes").Below(53)), seed: seed}
		link := func(a, b spec.NodeID) {
			if e := [2]spec.NodeID{min(a, b), max(a, b)}; a != b && !slices.Contains(t.edges, e) {
				t.edges = append(t.edges, e)
			}
		}
		for i := 1; i < t.nodes; i++ {
			link(spec.NodeID(i), spec.NodeID(key.Named("tree").With(uint64(i)).Below(uint64(i))))
		}
		for i := range t.nodes / 2 {
			k := key.Named("link").With(uint64(i))
			link(spec.NodeID(k.With(0).Below(uint64(t.nodes))), spec.NodeID(k.With(1).Below(uint64(t.nodes))))
		}
		if t.ttl = diameter(t); t.ttl >= 6 && t.ttl <= 12 {
			list = append(list, t)
		}
	}
	return list
}

// diameter is how far two nodes of it are apart at most.
func diameter(t topology) int {
	far := 0
	for from := range spec.NodeID(t.nodes) {
		far = max(far, slices.Max(distancesFrom(from, t.nodes, t.edges)))
	}
	return far
}

// checkRepeats is C-12 where each copy takes 10 to 50 ms of its own: what one version misses another one brings, sooner
// or later.
func checkRepeats(drawn func() []topology) (string, error) {
	graphs := drawn()
	lacking := make([]int, len(publications())-1)
	clusters := make([]int, len(lacking))
	for _, t := range graphs {
		s := t.scene()
		o := newCoverage(t.nodes, s.cfg.Origins)
		if _, err := s.run(context.Background(), func() bool { return o.left == 0 }, o); err != nil {
			return "", err
		}
		for k := range lacking {
			missing := o.missing(faults.Time(publications()[k]) * every)
			if lacking[k] += missing; missing > 0 {
				clusters[k]++
			}
		}
	}
	if lacking[0] == 0 || lacking[len(lacking)-1] > 0 {
		return "", fmt.Errorf("after %s one does not know another in %s pairs", often(), numbers(lacking))
	}
	return fmt.Sprintf("%d drawn graphs of 8 to 60 nodes, H the diameter, 6 to 12, each copy 10 to 50 ms, no loss: "+
		"after %s versions not all know all in %s of them", len(graphs), numbers(publications()[:len(lacking)]),
		numbers(clusters)), nil
}

// missing counts the pairs of a process and an origin that it does not know after so long.
func (o *coverage) missing(after faults.Time) int {
	n := 0
	for k := range o.at {
		n += len(o.at[k]) - 1 - o.reached(k, after)
	}
	return n
}

// checkDeadline is C-07 where F neighbours are drawn, records go on with the next round, and all publish each round:
// after T_conv, with a Depth_max of 1, 4 and 6, and with F = 2 of 12, not all know all. In a complete graph no two are
// more than one hop apart; the example reaches all with the fourth round; Table 3 calls H, of 12 hops, the maximum
// propagation depth.
func checkDeadline(fanouts []int) (string, error) {
	depths := []int{1, 4, 6, 12}
	var text []string
	for _, fanout := range fanouts {
		s := reading{technique: words.Rounds}.asPrinted().spreading(50, fanout, 0)
		s.seed = 1
		o, err := s.covered(context.Background(), horizon)
		if err != nil {
			return "", err
		}
		var missing []int
		for _, d := range depths {
			missing = append(missing, o.missing(faults.Time(d)*s.interval()))
		}
		if slices.Min(missing[:3]) == 0 || fanout == 2 && missing[3] == 0 || o.left > 0 {
			return "", fmt.Errorf("with F=%d after %s rounds %s pairs are missing, %d in the end", fanout,
				numbers(depths), numbers(missing), o.left)
		}
		text = append(text, fmt.Sprintf("F=%d %s, and none after %s s", fanout, numbers(missing), shortly(o.last)))
	}
	return fmt.Sprintf("50 nodes, all linked, a new version each round of 1 s, no loss, seed 1: pairs of which one "+
		"does not know the other after %s rounds: %s", numbers(depths), strings.Join(text, "; ")), nil
}
