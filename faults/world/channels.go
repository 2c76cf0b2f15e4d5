package world

import "github.com/scrutineer-go/scrutineer/spec"

// channels keeps a value for each channel, from one process to another, that has carried a message. It is an
// open-addressing table: of the n² channels between thousands of processes most are never used. A slot has the number
// of its channel plus one, so that an empty slot is zero.
type channels[V any] struct {
	slots []slot[V] // a power of two
	used  int
}

type slot[V any] struct {
	channel uint64
	value   V
}

// channelOf returns the number of a channel. The draws about its messages begin with it too.
func channelOf(from, to spec.NodeID) uint64 { return uint64(from)<<32 | uint64(to) }

// of returns the value of a channel, which is zero at first. The pointer is good until the next call.
func (t *channels[V]) of(channel uint64) *V {
	if 4*t.used >= 3*len(t.slots) {
		t.grow()
	}
	s := t.find(channel + 1)
	if s.channel == 0 {
		s.channel = channel + 1
		t.used++
	}
	return &s.value
}

// find returns the slot of a channel, or an empty slot for it.
func (t *channels[V]) find(channel uint64) *slot[V] {
	last := uint64(len(t.slots) - 1)
	for i := channel * 0x9e3779b97f4a7c15 >> 32; ; i++ {
		if s := &t.slots[i&last]; s.channel == channel || s.channel == 0 {
			return s
		}
	}
}

// grow doubles the table.
func (t *channels[V]) grow() {
	old := t.slots
	t.slots = make([]slot[V], max(2*len(old), 16))
	for i := range old {
		if old[i].channel != 0 {
			*t.find(old[i].channel) = old[i]
		}
	}
}
