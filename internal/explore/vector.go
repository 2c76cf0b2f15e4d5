package explore

import "math/bits"

// Vector is a row of small numbers, packed into words: a global state, in which each
// number stands for a part that is kept elsewhere.
type Vector interface {
	comparable
	[1]uint64 | [2]uint64 | [3]uint64 | [4]uint64 | [6]uint64 | [8]uint64 | [12]uint64
}

// mostSlots is how many numbers a vector may hold.
const mostSlots = 24

// layout says where in a vector its numbers stand.
type layout struct {
	word, shift [mostSlots]uint8
	mask        uint64
}

// newLayout gives each word so many numbers, two at least.
func newLayout(slots, perWord int) layout {
	width := 64 / perWord
	l := layout{mask: 1<<width - 1}
	for i := range slots {
		l.word[i], l.shift[i] = uint8(i/perWord), uint8(i%perWord*width)
	}
	return l
}

func slot[V Vector](l *layout, v *V, i int) uint32 {
	return uint32((*v)[l.word[i]] >> l.shift[i] & l.mask)
}

func setSlot[V Vector](l *layout, v *V, i int, n uint32) {
	word := &(*v)[l.word[i]]
	*word = *word&^(l.mask<<l.shift[i]) | uint64(n)<<l.shift[i]
}

// hashWords mixes all words of a vector into every bit of a number.
func hashWords[V Vector](v *V) uint64 {
	h := uint64(0x9e3779b97f4a7c15)
	for i := range len(*v) {
		high, low := bits.Mul64((*v)[i]^0xe7037ed1a0b428db, h^0x8ebc6af09c88c6e3)
		h = high ^ low
	}
	high, low := bits.Mul64(h, 0x589965cc75374cc3)
	return high ^ low
}
