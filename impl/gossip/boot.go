package gossip

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
)

// New returns a process of a cluster with that configuration, which words.Config has checked.
func New(id spec.NodeID, cfg words.Config) *Node {
	n := &Node{
		id: id, cfg: cfg, reads: cfg.Interpretations, neighbours: neighbours(id, &cfg), origin: cfg.Origins.Has(id),
		scale: scaleBy(&cfg, cfg.LatencyScale, cfg.PowerScale, cfg.Nodes),
		state: State{
			Records: make([]words.Record, cfg.Nodes), Seen: make([]Sighting, cfg.Nodes),
			Suspected: make([]bool, cfg.Nodes), Leader: spec.None,
			Measured: Metrics{cfg.Latencies[id], cfg.Powers[id]},
		},
	}
	if cfg.Technique == words.Rounds {
		n.state.Pending = make([]int, cfg.Nodes)
	}
	if cfg.Start == words.Warm {
		n.warm()
		return n
	}
	n.state.Records[id] = first(id, &cfg)
	n.state.Ranking = []spec.NodeID{id}
	return n
}

// first is the first version of a process's record.
func first(id spec.NodeID, cfg *words.Config) words.Record {
	return words.Record{Origin: id, Version: 1, Latency: cfg.Latencies[id], Power: cfg.Powers[id]}
}

// warm has the process know everybody's first version, and follow the best, who has claimed.
func (n *Node) warm() {
	s := &n.state
	for j := range spec.NodeID(n.cfg.Nodes) {
		s.Records[j] = first(j, &n.cfg)
		if j != n.id && !n.reads.Has(words.NoCache) {
			s.Seen[j] = Sighting{Version: 1, TTL: n.cfg.TTL}
		}
	}
	n.rank()
	s.Settled, s.Leader = true, s.Ranking[0]
	s.Epoch = n.next(0, s.Leader)
	if s.Acts(n.id) {
		s.Reign = s.Epoch
		return
	}
	s.Beating = n.masterBeats()
}

// neighbours are those with whom a process is linked.
func neighbours(id spec.NodeID, cfg *words.Config) spec.Set {
	if cfg.Edges == nil {
		return spec.AllNodes(cfg.Nodes).Without(id)
	}
	var set spec.Set
	for _, e := range cfg.Edges {
		switch id {
		case e[0]:
			set = append(set, e[1])
		case e[1]:
			set = append(set, e[0])
		}
	}
	slices.Sort(set)
	return set
}

// boot begins to spread, to listen and to wait.
func (n *Node) boot(out *impl.Effects) {
	if n.cfg.Start == words.Cold {
		n.state.Settled = n.reads.Has(words.ClaimAtStart)
		n.rerank(out)
		n.begin(out)
		if !n.reads.Has(words.ClaimAtStart) && !n.reads.Has(words.ClaimWhenKnown) {
			out.SetTimer(words.TimerSettle, n.cfg.SettleTime())
		}
	}
	n.setRound(out)
	n.setRefresh(out)
	n.watchFirst(out)
}

// setRefresh has the list be ranked again after a time, as printed (step 3).
func (n *Node) setRefresh(out *impl.Effects) {
	if n.reads.Has(words.DeadReturns) {
		out.SetTimer(words.TimerRefresh, n.cfg.RefreshTime())
	}
}
