package paper

import (
	"context"
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/claims"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
)

// sequences yields all sequences of so many copies that a process may get of two origins' records: versions
// 1 and 2, TTL 1 to 3.
func sequences(length int, yield func([]words.Gossip) error) error {
	var kinds []words.Gossip
	for origin := range spec.NodeID(2) {
		for version := 1; version <= 2; version++ {
			for ttl := 1; ttl <= 3; ttl++ {
				kinds = append(kinds, words.Gossip{
					Record: words.Record{Origin: origin + 1, Version: version},
					TTL:    ttl,
				})
			}
		}
	}
	count := 1
	for range length {
		count *= len(kinds)
	}
	list := make([]words.Gossip, length)
	for n := range count {
		for i := range list {
			list[i] = kinds[n%len(kinds)]
			n /= len(kinds)
		}
		if err := yield(list); err != nil {
			return err
		}
	}
	return nil
}

// checkPassing is C-04 and C-05: whatever copies a process gets, in any order, it passes each version on at
// most so often, 0 for any number of times, and with a TTL that is less by one.
func checkPassing(make process, most int, list ...words.Interpretation) (string, error) {
	cfg, tried, often := quietly(4, list...), 0, 0
	err := sequences(4, func(copies []words.Gossip) error {
		n := make(0, cfg)
		boot(n)
		tried++
		passed := map[words.Record]int{}
		for _, c := range copies {
			sent := bodies(deliver(n, 3, c))
			if len(sent) == 0 {
				continue
			}
			passed[c.Record]++
			often = max(often, passed[c.Record])
			for _, body := range sent {
				if g := body.(words.Gossip); g.TTL != c.TTL-1 || g.TTL < 1 {
					return fmt.Errorf("a copy with TTL %d goes on with TTL %d", c.TTL, g.TTL)
				}
			}
			if most > 0 && passed[c.Record] > most {
				return fmt.Errorf("a version is passed on %d times: %v", passed[c.Record], copies)
			}
		}
		return nil
	})
	return fmt.Sprintf("%d sequences of four copies, two origins, two versions, TTL 1 to 3: each version goes on at "+
		"most %d times, each time with a TTL less by one", tried, often), err
}

// checkDepth is C-06: on a line and on a ring a record gets just as far as H hops.
func checkDepth(beyond int) (string, error) {
	var text []string
	for _, ttl := range []int{6, 12} {
		for _, group := range []struct {
			name  string
			edges [][2]spec.NodeID
			ends  int
		}{{"line", along(60), 1}, {"ring", round(60), 2}} {
			c, err := wave{nodes: 60, ttl: ttl, edges: group.edges, read: []words.Interpretation{words.DedupDrops}}.
				spreads(context.Background(), 1)
			if err != nil {
				return "", err
			}
			if want := group.ends * (ttl + beyond); c.useful != want {
				return "", fmt.Errorf("%s, H=%d: %d others are reached, it must be %d", group.name, ttl, c.useful, want)
			}
			text = append(text, fmt.Sprintf("%s %d with H=%d", group.name, c.useful+1, ttl))
		}
	}
	return fmt.Sprintf("reached of 60: %s", claims.Listed(text, func(s string) string { return s })), nil
}

// graphs yields all connected graphs of so many processes.
func graphs(nodes int, yield func([][2]spec.NodeID) error) error {
	all := [][2]spec.NodeID{}
	for i := range spec.NodeID(nodes) {
		for j := i + 1; int(j) < nodes; j++ {
			all = append(all, [2]spec.NodeID{i, j})
		}
	}
	for set := range 1 << len(all) {
		var edges [][2]spec.NodeID
		for k, e := range all {
			if set>>k&1 == 1 {
				edges = append(edges, e)
			}
		}
		if slices.Contains(distances(nodes, edges), -1) {
			continue
		}
		if err := yield(edges); err != nil {
			return err
		}
	}
	return nil
}

// distances are those from process 0, -1 where there is no way.
func distances(nodes int, edges [][2]spec.NodeID) []int { return distancesFrom(0, nodes, edges) }

func distancesFrom(from spec.NodeID, nodes int, edges [][2]spec.NodeID) []int {
	at := slices.Repeat([]int{-1}, nodes)
	at[from] = 0
	for range nodes {
		for _, e := range edges {
			for _, d := range [][2]spec.NodeID{e, {e[1], e[0]}} {
				if near, far := at[d[0]], at[d[1]]; near >= 0 && (far < 0 || far > near+1) {
					at[d[1]] = near + 1
				}
			}
		}
	}
	return at
}

// checkFlooding is where C-07 and C-12 hold: all neighbours, H = n-1, no loss. In rounds each gets the record
// in the round that its distance is; passed on at once it gets it before.
func checkFlooding(fewer int) (string, error) {
	tried := 0
	for _, r := range []reading{
		{technique: words.Rounds, versions: 1}, {technique: words.Forward, versions: 1},
	} {
		for nodes := 2; nodes <= 4; nodes++ {
			err := graphs(nodes, func(edges [][2]spec.NodeID) error {
				s := r.spreading(nodes, 0, 0, 0)
				s.cfg.Edges, s.cfg.TTL, s.delay = edges, max(nodes-1-fewer, 1), steadily()
				s.cfg.Interpretations = spec.NewSet(words.DedupDrops)
				o, err := s.covered(context.Background(), nodes)
				if err != nil {
					return err
				}
				tried++
				for i, d := range distances(nodes, edges) {
					at := o.at[0][i]
					due := faults.Time(d-1)*s.interval() + s.delay.Min
					if at == never || r.technique == words.Rounds && d > 0 && at != due || at > max(due, 0) {
						return fmt.Errorf("graph %v: %d, at distance %d, has the record at %s", edges, i, d, at)
					}
				}
				return nil
			})
			if err != nil {
				return "", err
			}
		}
	}
	return fmt.Sprintf("%d floods of all connected graphs of 2 to 4, as printed, H = n-1, all neighbours, no loss: "+
		"all are reached, in rounds just after (distance - 1) T_gossip and a delay", tried), nil
}

// shortcut is the graph of C4.2 with a tail: the record of 0 may come to 2 over 1 first, with a TTL that is
// less by one than that of the copy that comes straight.
func shortcut(tail int) [][2]spec.NodeID {
	edges := [][2]spec.NodeID{{0, 1}, {0, 2}, {1, 2}}
	for i := range spec.NodeID(tail) {
		edges = append(edges, [2]spec.NodeID{2 + i, 3 + i})
	}
	return edges
}

// checkWave is that one record does not get to all of 50 with F = 3, whatever time it has: the first seed of
// such a run, for a reading.
func checkWave(fanout int) (string, error) {
	r := reading{technique: words.Rounds, versions: 1, printed: true}
	s := r.spreading(50, fanout, 0, 0)
	s.seed = 1
	o, err := s.covered(context.Background(), horizon)
	if err != nil || o.left == 0 {
		return "", failed(err, "all are reached")
	}
	var by []int
	for k := range 4 {
		by = append(by, o.reached(0, faults.Time(k+1)*s.interval()-millisecond))
	}
	return fmt.Sprintf("one record of 50 nodes, F=3, H=12, rounds, as printed, no loss, seed 1: after rounds 1 to 4 "+
		"%s others have it, and in the end %d of 49 lack it", numbers(by), o.left), nil
}

// checkDigests is C-22: of all that two processes may know of two others, each in versions 0 to 2, a digest is
// answered by what is newer there and nothing else, and after both have asked they know the same.
func checkDigests(make process) (string, error) {
	cfg := read(4, func(c *words.Config) {
		c.Technique, c.Every, c.Detector, c.Versions = words.AntiEntropy, 1, words.Told, 1
	})
	pairs := 0
	for n := range 3 * 3 * 3 * 3 {
		versions := [2][2]int{{n % 3, n / 3 % 3}, {n / 9 % 3, n / 27}}
		var both [2]*party
		for p := range both {
			both[p] = newParty(make, spec.NodeID(p), cfg, versions[p])
		}
		pairs++
		for p, q := range []int{1, 0} {
			before, asked := both[q].versions(), both[p].ask()
			answer := both[q].answers(asked)
			for _, r := range answer {
				if r.Version <= asked.Versions[r.Origin] || r.Version != before[r.Origin] {
					return "", fmt.Errorf("versions %v: %v is sent, which is not missing", versions, r)
				}
			}
			both[p].hears(answer)
		}
		if a, b := both[0].versions()[2:], both[1].versions()[2:]; !slices.Equal(a, b) {
			return "", fmt.Errorf("versions %v: then one knows %v and the other %v", versions, a, b)
		}
	}
	return fmt.Sprintf("%d pairs: what is sent is newer there, and after both have asked they know the same", pairs),
		nil
}
