package paper

import (
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
)

// party is one of two processes that exchange digests.
type party struct {
	node impl.Node
	id   spec.NodeID
}

// newParty is a process that knows processes 2 and 3 in these versions, 0 for not at all.
func newParty(make process, id spec.NodeID, cfg words.Config, versions [2]int) *party {
	n := told(make, id, cfg, 1-id)
	for i, version := range versions {
		if version > 0 {
			o := spec.NodeID(2 + i)
			deliver(n, o, words.Gossip{Record: record(cfg, o, version), TTL: 1})
		}
	}
	return &party{n, id}
}

// ask is its digest.
func (p *party) ask() words.Digest {
	for _, body := range bodies(fire(p.node, words.TimerGossip)) {
		if d, is := body.(words.Digest); is {
			return d
		}
	}
	return words.Digest{}
}

// answers is what it sends where the other one asks.
func (p *party) answers(d words.Digest) []words.Record {
	for _, body := range bodies(deliver(p.node, 1-p.id, d)) {
		return body.(words.Missing).Records
	}
	return nil
}

// hears has it hear an answer.
func (p *party) hears(records []words.Record) {
	if len(records) > 0 {
		deliver(p.node, 1-p.id, words.Missing{Records: records})
	}
}

// versions are those that it knows.
func (p *party) versions() []int {
	var list []int
	for _, r := range knows(p.node).Records {
		list = append(list, r.Version)
	}
	return list
}
