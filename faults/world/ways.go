package world

import "github.com/scrutineer-go/scrutineer/spec"

// ways keeps something for each way, from one process to another, over which anything went:
// an open table, for of the squares of thousands of processes most ways are never gone. In a
// slot the way stands plus one, so that an empty one is zero.
type ways[V any] struct {
	slots []slot[V] // a power of two
	used  int
}

type slot[V any] struct {
	way   uint64
	value V
}

// wayOf is a way as one number, which draws on its copies begin with too.
func wayOf(from, to spec.NodeID) uint64 { return uint64(from)<<32 | uint64(to) }

// of returns what is kept for a way, which is made at its first use. It is good until the next
// call.
func (t *ways[V]) of(way uint64) *V {
	if 4*t.used >= 3*len(t.slots) {
		t.grow()
	}
	s := t.find(way + 1)
	if s.way == 0 {
		s.way = way + 1
		t.used++
	}
	return &s.value
}

// find returns the slot that a way has, or an empty one that it gets.
func (t *ways[V]) find(way uint64) *slot[V] {
	last := uint64(len(t.slots) - 1)
	for i := way * 0x9e3779b97f4a7c15 >> 32; ; i++ {
		if s := &t.slots[i&last]; s.way == way || s.way == 0 {
			return s
		}
	}
}

// grow doubles the table.
func (t *ways[V]) grow() {
	old := t.slots
	t.slots = make([]slot[V], max(2*len(old), 16))
	for i := range old {
		if old[i].way != 0 {
			*t.find(old[i].way) = old[i]
		}
	}
}
