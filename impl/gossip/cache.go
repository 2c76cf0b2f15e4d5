package gossip

import (
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
)

// change is what a record that came has changed.
type change uint8

const (
	// nothing: the process knew as much.
	nothing change = iota
	// newer: the version is new, and nobody's place depends on it.
	newer
	// moved: places may be others now.
	moved
)

// store keeps a record if it is newer than what is known. Who was suspected is not any more: that is
// the floor, under which no record brings anybody back (c8). Nobody tells a process about itself.
func (n *Node) store(r words.Record, out *impl.Effects) change {
	s, o := &n.state, r.Origin
	old := s.Records[o]
	if o == n.id || r.Version <= old.Version {
		return nothing
	}
	ranked := s.Ranks(o)
	s.Records[o], s.Suspected[o] = r, false
	if !ranked {
		n.watch(o, out)
		return moved
	}
	if old.Latency == r.Latency && old.Power == r.Power && !n.reads.Has(words.DeadReturns) {
		return newer
	}
	return moved
}

// storeAll stores records, and ranks once if anything is new.
func (n *Node) storeAll(records []words.Record, out *impl.Effects) {
	most := nothing
	for _, r := range records {
		most = max(most, n.store(r, out))
	}
	n.stored(most, out)
}

// stored follows what storing has changed.
func (n *Node) stored(c change, out *impl.Effects) {
	if c == moved {
		n.rerank(out)
	}
}

// seen reports whether a copy is to go on: its version is new here, or as new as any, and the copy may
// go further than all before it (c11, C4.2). It notes the copy.
func (n *Node) seen(origin spec.NodeID, version, ttl int) (goesOn bool) {
	if n.reads.Has(words.NoCache) {
		return true
	}
	known := &n.state.Seen[origin]
	if version < known.Version {
		return false
	}
	if version == known.Version && (n.reads.Has(words.DedupDrops) || ttl <= known.TTL) {
		return false
	}
	*known = Sighting{version, ttl}
	return true
}
