package faults

import (
	"github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Losses are the chances that copies are lost, by their senders and receivers.
type Losses struct {
	loss    int
	factors []uint64 // by process, in millionths; nil if all of them are 1
}

// million is the factor 1 of Losses.
const million = 1_000_000

// Losses returns the chances of a loss in a group of nodes processes.
func (r Rates) Losses(nodes int) Losses {
	l := Losses{loss: r.Loss}
	if r.LossSkew == 0 || nodes < 2 {
		return l
	}
	l.factors = make([]uint64, nodes)
	last := int64(nodes - 1)
	for rank := range nodes {
		id := rank
		if r.LossOrder != nil {
			id = int(r.LossOrder[rank])
		}
		more := int64(r.LossSkew) * (million / 1000) * (last - 2*int64(rank)) / last
		l.factors[id] = uint64(million + more)
	}
	return l
}

// Hits draws whether a copy from one process to another is lost. Without a skew it draws as
// draw.Key.Hits does. A key that hits at one chance hits at every greater one too.
func (l Losses) Hits(k draw.Key, from, to spec.NodeID) bool {
	if l.factors == nil {
		return k.Hits(l.loss)
	}
	// The product is at most 4e15. From 1e15 on the copy is certainly lost.
	return k.Below(1000*million*million) < uint64(l.loss)*l.factors[from]*l.factors[to]
}
