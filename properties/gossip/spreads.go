package gossip

import (
	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
)

// spreads tells whether what each of those who are up at the end has published goes to each of them:
// they are linked with each other, by no more hops than the TTL where that counts, and where copies may
// have been lost there are others, again and again. Where targets are picked there must be so many that
// all are picked, but for a chance in 10^12.
func spreads(cfg *words.Config, w *world.World, lost, overtaken bool) bool {
	living := w.Living()
	far, linked := eccentricity(cfg, living)
	if !linked {
		return false
	}
	rounds, sure := roundsToSpread(cfg, living, far)
	if !sure && 2*faults.Time(rounds)*faults.Time(cfg.GossipTime()) > w.Settle() {
		return false
	}
	if passesNothing(cfg) {
		return true
	}
	all := len(living.Minus(cfg.Origins)) == 0
	switch {
	case !all:
		return false
	case cfg.Versions > 0: // the last version is told once
		return cfg.TTL >= far && sure && !lost && len(living) == cfg.Nodes
	case overtaken && far > 1: // the copies that may go furthest are held for old ones
		return cfg.TTL >= len(living)-1
	}
	return cfg.TTL >= far
}

// passesNothing tells whether all that is known is told again and again, however far it has come.
func passesNothing(cfg *words.Config) bool {
	return cfg.Technique == words.Push || cfg.Technique == words.PushPull || cfg.Technique == words.AntiEntropy
}

// misses is how often in a row, times the chance of a hit, one may miss: e^-28 is less than 10^-12.
const misses = 28

// roundsToSpread is in how many rounds what is published now has come to all who are so many hops away,
// where each neighbour is a target with the chance that the fanout gives it. It is sure where all are.
func roundsToSpread(cfg *words.Config, living spec.Set, far int) (rounds int, sure bool) {
	fanout, degree := cfg.Fanout, 0
	for _, i := range living {
		degree = max(degree, len(linkedWith(cfg, i)))
	}
	if sure = fanout == 0 || fanout >= degree; sure {
		fanout, degree = 1, 1
	}
	const most = 1 << 20
	if !passesNothing(cfg) { // all hops in one go
		rounds = misses
		for range far {
			rounds = min((rounds*degree+fanout-1)/fanout, most)
		}
		return rounds, sure
	}
	rounds = (2*far + misses) * degree / fanout
	if cfg.Technique == words.AntiEntropy {
		rounds *= cfg.Every
	}
	return min(rounds, most), sure
}

// linkedWith are the neighbours of a process.
func linkedWith(cfg *words.Config, i spec.NodeID) []spec.NodeID {
	var all []spec.NodeID
	if cfg.Edges == nil {
		return spec.AllNodes(cfg.Nodes).Without(i)
	}
	for _, e := range cfg.Edges {
		switch i {
		case e[0]:
			all = append(all, e[1])
		case e[1]:
			all = append(all, e[0])
		}
	}
	return all
}

// eccentricity is how many hops any two of a set are away from each other at most, by way of others of
// it, and whether they are linked at all.
func eccentricity(cfg *words.Config, of spec.Set) (far int, linked bool) {
	if cfg.Edges == nil {
		return min(1, max(len(of)-1, 0)), true
	}
	among := make([]bool, cfg.Nodes)
	for _, i := range of {
		among[i] = true
	}
	neighbours := make([][]spec.NodeID, cfg.Nodes)
	for _, i := range of {
		neighbours[i] = linkedWith(cfg, i)
	}
	hops := make([]int, cfg.Nodes)
	for _, i := range of {
		clear(hops)
		hops[i] = 1
		queue := []spec.NodeID{i}
		for at := 0; at < len(queue); at++ {
			for _, j := range neighbours[queue[at]] {
				if among[j] && hops[j] == 0 {
					hops[j] = hops[queue[at]] + 1
					queue = append(queue, j)
				}
			}
		}
		if len(queue) < len(of) {
			return 0, false
		}
		far = max(far, hops[queue[len(queue)-1]]-1)
	}
	return far, true
}
