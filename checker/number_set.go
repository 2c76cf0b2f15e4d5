package checker

// numberSet is a set of states by their numbers, a bit for each.
type numberSet []uint64

func newNumberSet(size int) numberSet { return make(numberSet, (size+63)/64) }

func (s numberSet) has(n uint32) bool { return s[n/64]>>(n%64)&1 == 1 }

func (s numberSet) add(n uint32) { s[n/64] |= 1 << (n % 64) }

func (s numberSet) remove(n uint32) { s[n/64] &^= 1 << (n % 64) }
