package checker

import "testing"

// Each number is in the set or not, whatever is done with the others.
func TestNumberSet(t *testing.T) {
	const size = 200
	s := newNumberSet(size)
	for n := range uint32(size) {
		s.add(n)
	}
	for n := uint32(0); n < size; n += 3 {
		s.remove(n)
	}
	for n := range uint32(size) {
		if s.has(n) != (n%3 != 0) {
			t.Errorf("%d is there: %t", n, s.has(n))
		}
	}
}
