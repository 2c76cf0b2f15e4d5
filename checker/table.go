package checker

// table finds the numbers of states by their hashes. A slot holds 32 bits of the hash
// and the number plus one; 0 is an empty slot. Where a slot belongs is told by these
// bits alone, so that the table grows without looking at a state.
type table struct {
	slots []uint64
	shift uint // 32 minus the binary logarithm of the number of slots
	used  int
}

// leastSlots is how many slots a table has at first, a power of two.
const leastSlots = 1 << 12

func newTable() table {
	t := table{slots: make([]uint64, leastSlots), shift: 32}
	for n := leastSlots; n > 1; n /= 2 {
		t.shift--
	}
	return t
}

// short are the bits of a hash that the table keeps.
func short(hash uint64) uint32 { return uint32(hash >> 32) }

// full tells whether the table has to grow before a state is added: at three quarters.
func (t *table) full() bool { return 4*(t.used+1) > 3*len(t.slots) }

// bytes is the memory that the table takes.
func (t *table) bytes() int64 { return int64(len(t.slots)) * 8 }

// grow doubles the table. Slots in the order of their hashes stay in that order.
func (t *table) grow() {
	old := t.slots
	t.slots = make([]uint64, 2*len(old))
	t.shift--
	for _, slot := range old {
		if slot != 0 {
			t.put(slot)
		}
	}
}

func (t *table) put(slot uint64) {
	mask := uint32(len(t.slots) - 1)
	i := uint32(slot>>32) >> t.shift
	for t.slots[i] != 0 {
		i = (i + 1) & mask
	}
	t.slots[i] = slot
}

// add adds a number that is not in the table.
func (t *table) add(hash uint32, number int) {
	t.put(uint64(hash)<<32 | uint64(number+1))
	t.used++
}
