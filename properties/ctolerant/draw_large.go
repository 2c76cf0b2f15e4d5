package ctolerant

import (
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// What is drawn is small in most runs: a small run costs little, and most bugs need no more. Some need numbers that are
// large. So a few runs have large groups, staircases of lists, many candidates, high counts, or timeouts so short that
// an election is begun again hundreds of times. They are rare enough to cost about as much as all the others.

// The largest of what is drawn: c as in the paper's Table I, f, and how many processes are asked for.
const (
	mostC     = 13
	mostAsked = 12
)

// drawNodes draws three to six processes, of sixteen runs in one 7 to 12, in fewer up to 32, and in a few up to 64.
func drawNodes(c campaign.Chooser) int {
	switch group := c.Choose("group", 128); {
	case group >= 127:
		return 33 + c.Choose("nodes", 32)
	case group >= 122:
		return 13 + c.Choose("nodes", 20)
	case group >= 115:
		return mostDrawn + 1 + c.Choose("nodes", 6)
	}
	return 3 + c.Choose("nodes", mostDrawn-2)
}

// drawC draws c: up to 2 in a small group, in a larger one so that there are as many again who answer.
func drawC(c campaign.Chooser, nodes int) int {
	if nodes <= mostDrawn {
		return c.Choose("c", min(3, nodes))
	}
	most := max(min(mostC, (nodes-1)/2), nodes/8)
	if c.Choose("most c", 2) == 1 {
		return most
	}
	return c.Choose("c", 1+most)
}

// mostF is below what f is drawn.
func mostF(cfg words.Config) int {
	if cfg.Nodes <= mostDrawn {
		return 3
	}
	return 6
}

// drawTimeouts draws the timeouts; one in 32 is so short that nothing can come in time as long as the faults last.
func drawTimeouts(c campaign.Chooser, cfg *words.Config) {
	timeouts := []int{500, 100, 30}
	cfg.CollectTimeoutMS, cfg.AwaitTimeoutMS = timeouts[c.Choose("collect", 3)], timeouts[c.Choose("await", 3)]
	cfg.TakeoverTimeoutMS = []int{2000, 300, 60}[c.Choose("takeover", 3)]
	if cfg.Nodes > 2*mostDrawn {
		return // each run of an election costs more
	}
	switch c.Choose("hasty", 64) {
	case 61:
		cfg.TakeoverTimeoutMS = 1 + c.Choose("hasty takeover", 10)
	case 62, 63:
		cfg.CollectTimeoutMS, cfg.AwaitTimeoutMS = 30, 1+c.Choose("hasty await", 5)
	}
}

// lowly draws a process, most likely one of the low lowest: the election depends on them.
func lowly(c campaign.Chooser, what string, low, nodes int) spec.NodeID {
	if nodes > low && c.Choose(what+" anybody", 4) == 3 {
		return spec.NodeID(c.Choose(what, nodes))
	}
	return spec.NodeID(c.Choose(what, low))
}

// drawCount draws how often somebody is suspected, from least on: a few times, or very often.
func drawCount(c campaign.Chooser, least int) int {
	n := least + c.Choose("count", 4)
	return n * []int{1, 1, 1, 1, 1, 5, 1000, 250_000}[c.Choose("many times", 8)]
}

// learnsOneIn is of how many processes that a list lacks it learns one: in a large group there are many.
func learnsOneIn(nodes int) int {
	if nodes <= mostDrawn {
		return 3
	}
	return 24
}

// steps reports whether lists are drawn as a staircase.
func steps(c campaign.Chooser, cfg words.Config) bool {
	if cfg.C < 2 || cfg.Nodes <= 2*cfg.C || cfg.Nodes > words.MaxNodes {
		return false
	}
	if cfg.Nodes <= mostDrawn {
		return c.Choose("staircase", 4) == 3
	}
	return c.Choose("staircase", 4) > 0
}

// staircase returns lists each of which lacks one of the lowest less than that of the process before. The
// initiator lacks them all and so does not ask them. If the answers come in the order of those who give them, each
// proposes a lower process than the one before, and where the initiator decides with each it notifies c processes.
func staircase(cfg words.Config, lists []spec.Set) []spec.Set {
	lack := func(at, lowest int) {
		for id := range lowest {
			if id != at {
				lists[at] = lists[at].Without(spec.NodeID(id))
			}
		}
	}
	lack(int(cfg.Initiator), cfg.C)
	for step, at := 1, cfg.C; step < cfg.C && at < cfg.Nodes; at++ {
		if at != int(cfg.Initiator) {
			lack(at, cfg.C-step)
			step++
		}
	}
	return lists
}

// mostDrawn is the largest group that is drawn where the number of processes is not given, but for a few:
// see drawNodes.
const mostDrawn = 6
