package gossip

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
)

// Node is one process.
type Node struct {
	id  spec.NodeID
	cfg words.Config
	// What follows from the configuration: how the paper is read, whom records go to, whether the
	// process publishes, and how records are scored.
	reads      spec.SetOf[words.Interpretation]
	neighbours spec.Set
	origin     bool
	scale      scale

	state State
}

// State is all of a Node that changes. Lists are by process but for Ranking.
type State struct {
	// Records are what the process knows, its own included; Version 0 is that nothing is known.
	Records []words.Record
	// Seen is the cache of duplicates. It outlives the record. The process's own is not used.
	Seen []Sighting
	// Suspected are those who are silent.
	Suspected []bool
	// Ranking has the master first, and then its substitutes in the order in which they would follow.
	Ranking []spec.NodeID
	// Settled is set when the process may follow somebody, and claim.
	Settled bool
	// Leader is whom the process follows, None until it is settled.
	Leader spec.NodeID
	// Epoch is the highest that was heard of, and Reign that under which the process acts, 0 where it
	// does not.
	Epoch, Reign int
	// Rounds counts the rounds since the last Digest.
	Rounds int
	// Pending is how far each record may go in the next round, 0 where it need not; nil but under
	// the technique Rounds.
	Pending []int
	// Beating is set where nobody but the master beats, and it was heard since it is followed.
	Beating bool
	// Beats counts the ticks of its clock, where there is an end to them.
	Beats int
	// Measured is what the process has measured of itself last, and publishes next.
	Measured Metrics
}

// Metrics are what a process measures of itself.
type Metrics struct{ Latency, Power int }

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

// State returns the process's state.
func (n *Node) State() any { return &n.state }

// Step handles one event.
func (n *Node) Step(ev impl.Event, out *impl.Effects) {
	switch ev.Kind {
	case impl.Booted:
		n.boot(out)
	case impl.Fired:
		n.fired(ev.Timer, out)
	case impl.Delivered:
		n.received(ev.From, ev.Body, out)
	case impl.Told:
		n.told(ev.Body, out)
	}
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

func (n *Node) fired(timer spec.Timer, out *impl.Effects) {
	if peer := timer.Of(); peer != spec.None {
		n.suspect(peer, out)
		return
	}
	switch timer {
	case words.ClockBeat:
		n.tick(out)
	case words.TimerGossip:
		n.round(out)
	case words.TimerSettle:
		n.settle(out)
	case words.TimerRefresh:
		n.setRefresh(out)
		n.rerank(out)
	}
}

func (n *Node) received(from spec.NodeID, body spec.Body, out *impl.Effects) {
	switch body := body.(type) {
	case words.Gossip:
		n.gossip(from, body, out)
	case words.Beat:
		n.beat(from, body, out)
	case words.Claim:
		n.claimed(from, body, out)
	case words.Digest:
		n.digested(from, body, out)
	case words.Missing:
		n.storeAll(body.Records, out)
	case words.View:
		n.viewed(from, body, out)
	}
}

func (n *Node) told(body spec.Body, out *impl.Effects) {
	switch body := body.(type) {
	case words.Suspect:
		n.suspect(body.Whom, out)
	case words.Alarm:
		n.suspect(body.Whom, out)
	case words.Trust:
		n.trust(body.Whom, out)
	case words.Measure:
		n.state.Measured = Metrics(body)
	}
}
