// Package draw makes random choices that are keyed, not streamed: a choice is a
// function of a seed and of what it is about, so leaving one out does not change
// any other. All of it is integer arithmetic, the same on every platform.
//
// It imports the standard library only. Start reading at [Key].
package draw

import (
	"encoding/binary"
	"math/bits"
)

// Key is a point at which something may be drawn. Keys that were made from
// different words give independent draws.
type Key uint64

// New returns the key of a seed.
func New(seed uint64) Key { return Key(mix(seed ^ 0x6a09e667f3bcc909)) }

// With returns the key that a further word makes of this one.
func (k Key) With(word uint64) Key {
	return Key(mix(uint64(k) ^ mix(word+0x9e3779b97f4a7c15)))
}

// Named returns the key that a text makes of this one.
func (k Key) Named(text string) Key {
	for i := range len(text) {
		k = k.With(uint64(text[i]))
	}
	return k.With(uint64(len(text)) << 32)
}

// Below draws a number from 0 to n-1; n is at least 1.
func (k Key) Below(n uint64) uint64 {
	high, _ := bits.Mul64(mix(uint64(k)), n)
	return high
}

// Between draws a number from low to high, both included.
func (k Key) Between(low, high int64) int64 {
	if high <= low {
		return low
	}
	return low + int64(k.Below(uint64(high-low)+1))
}

// Hits draws true in so many of 1,000 cases.
func (k Key) Hits(perMille int) bool {
	return perMille > 0 && k.Below(1000) < uint64(perMille)
}

// Uint64 draws any number.
func (k Key) Uint64() uint64 { return mix(uint64(k) ^ 0xd1b54a32d192ed03) }

// mix spreads every bit of x over the whole word (the finaliser of splitmix64).
func mix(x uint64) uint64 {
	x ^= x >> 30
	x *= 0xbf58476d1ce4e5b9
	x ^= x >> 27
	x *= 0x94d049bb133111eb
	return x ^ x>>31
}

// Bytes returns n drawn bytes.
func (k Key) Bytes(n int) []byte {
	var data []byte
	for key := k; len(data) < n; key = key.With(1) {
		data = binary.LittleEndian.AppendUint64(data, key.Uint64())
	}
	return data[:n]
}
