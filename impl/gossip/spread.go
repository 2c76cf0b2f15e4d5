package gossip

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
)

// pickTargets is why a process picks.
const pickTargets = "targets"

// targets are whom to send to: as many of these as the fanout says.
func (n *Node) targets(of spec.Set, out *impl.Effects) spec.Set {
	if n.cfg.Fanout == 0 || n.cfg.Fanout >= len(of) {
		return of
	}
	return out.Pick(pickTargets, of, n.cfg.Fanout)
}

// spreadsViews tells whether rounds send all that is known, and no record goes by itself.
func (n *Node) spreadsViews() bool {
	return n.cfg.Technique == words.Push || n.cfg.Technique == words.PushPull
}

// mayPublish tells whether the process has more versions to publish.
func (n *Node) mayPublish() bool {
	return n.origin && (n.cfg.Versions == 0 || n.own().Version < n.cfg.Versions)
}

// own is the process's own record.
func (n *Node) own() *words.Record { return &n.state.Records[n.id] }

// setRound has the next round come, where there is one: who only forwards has none without anything
// to publish.
func (n *Node) setRound(out *impl.Effects) {
	if n.cfg.Technique != words.Forward || n.mayPublish() {
		out.SetTimer(words.TimerGossip, n.cfg.GossipTime())
	}
}

// begin sends the first version, with which the process began.
func (n *Node) begin(out *impl.Effects) {
	if !n.origin || n.spreadsViews() || len(n.neighbours) == 0 {
		return
	}
	body := words.Gossip{Record: *n.own(), TTL: n.cfg.TTL}
	for _, to := range n.targets(n.neighbours, out) {
		out.Send(to, body)
	}
}

// round is what ends with T_gossip (step 1): a new version, and what goes out with it.
func (n *Node) round(out *impl.Effects) {
	published := n.mayPublish()
	if published {
		n.publish(out)
	}
	bodies := n.letters(published)
	n.setRound(out)
	if len(bodies) == 0 || len(n.neighbours) == 0 {
		return
	}
	for _, to := range n.targets(n.neighbours, out) {
		for _, body := range bodies {
			out.Send(to, body)
		}
	}
}

// publish makes a new version of the own record, of what was measured last.
func (n *Node) publish(out *impl.Effects) {
	r := n.own()
	differs := r.Latency != n.state.Measured.Latency || r.Power != n.state.Measured.Power
	r.Version++
	r.Latency, r.Power = n.state.Measured.Latency, n.state.Measured.Power
	if differs {
		n.rerank(out)
	}
}

// letters are what a round sends to each of its targets.
func (n *Node) letters(published bool) []spec.Body {
	s := &n.state
	if n.spreadsViews() {
		return []spec.Body{words.View{Records: n.view(), Answer: n.cfg.Technique == words.PushPull}}
	}
	var bodies []spec.Body
	if published {
		bodies = append(bodies, words.Gossip{Record: *n.own(), TTL: n.cfg.TTL})
	}
	switch n.cfg.Technique {
	case words.Rounds:
		for o, ttl := range s.Pending {
			if ttl > 0 {
				bodies = append(bodies, words.Gossip{Record: s.Records[o], TTL: ttl})
			}
		}
		clear(s.Pending)
	case words.AntiEntropy:
		if s.Rounds = (s.Rounds + 1) % n.cfg.Every; s.Rounds == 0 {
			bodies = append(bodies, n.digest())
		}
	}
	return bodies
}

// gossip stores a record, and passes it on as far as it may go (step 2).
func (n *Node) gossip(from spec.NodeID, g words.Gossip, out *impl.Effects) {
	r := g.Record
	if r.Origin == n.id || !n.seen(r.Origin, r.Version, g.TTL) {
		return
	}
	fresh := r.Version > n.state.Records[r.Origin].Version
	n.stored(n.store(r, out), out)
	left := g.TTL - 1
	switch {
	case n.cfg.Technique != words.Rounds:
		n.forward(from, words.Gossip{Record: r, TTL: left}, out)
	case fresh:
		n.state.Pending[r.Origin] = left
	default:
		n.state.Pending[r.Origin] = max(n.state.Pending[r.Origin], left)
	}
}

// forward passes a record on at once, as far as it may go, but not to whom it is from or of.
func (n *Node) forward(from spec.NodeID, g words.Gossip, out *impl.Effects) {
	if g.TTL == 0 {
		return
	}
	others := make(spec.Set, 0, len(n.neighbours))
	for _, j := range n.neighbours {
		if j != from && j != g.Record.Origin {
			others = append(others, j)
		}
	}
	if len(others) == 0 {
		return
	}
	var body spec.Body = g
	for _, to := range n.targets(others, out) {
		out.Send(to, body)
	}
}

// view is all that the process ranks, by origin: whom it suspects it does not tell of.
func (n *Node) view() []words.Record {
	records := make([]words.Record, 0, len(n.state.Ranking))
	for j := range n.state.Records {
		if n.state.Ranks(spec.NodeID(j)) {
			records = append(records, n.state.Records[j])
		}
	}
	return records
}

// viewed stores what another one ranks, and answers with all that is known then (technique 4).
func (n *Node) viewed(from spec.NodeID, v words.View, out *impl.Effects) {
	n.storeAll(v.Records, out)
	if v.Answer {
		out.Send(from, words.View{Records: n.view()})
	}
}

// digest is how new everybody's record is here (technique 3).
func (n *Node) digest() words.Digest {
	versions := make([]int, len(n.state.Records))
	for j := range versions {
		versions[j] = n.state.Records[j].Version
	}
	return words.Digest{Versions: versions}
}

// digested sends what another one lacks, and nothing else; what it has of itself it knows.
func (n *Node) digested(from spec.NodeID, d words.Digest, out *impl.Effects) {
	missing := slices.DeleteFunc(n.view(), func(r words.Record) bool {
		return r.Origin == from || r.Version <= d.Versions[r.Origin]
	})
	if len(missing) > 0 {
		out.Send(from, words.Missing{Records: missing})
	}
}
