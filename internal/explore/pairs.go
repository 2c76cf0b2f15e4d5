package explore

// pairs is a table from pairs of small numbers to a number, for the questions that are
// asked most. It may be read by several goroutines while nobody writes.
type pairs struct {
	slots []pair
	shift uint
	used  int
}

// pair is one entry; its key is one more than that of the question, 0 is an empty slot.
type pair struct {
	key   uint64
	value uint32
}

func pairKey(a, b uint32) uint64 { return uint64(a)<<32 | uint64(b) }

func (p *pairs) home(key uint64) int { return int(key * 0x9e3779b97f4a7c15 >> p.shift) }

func (p *pairs) get(key uint64) (uint32, bool) {
	if p.used == 0 {
		return 0, false
	}
	for i := p.home(key + 1); ; i = (i + 1) & (len(p.slots) - 1) {
		switch p.slots[i].key {
		case key + 1:
			return p.slots[i].value, true
		case 0:
			return 0, false
		}
	}
}

func (p *pairs) put(key uint64, value uint32) {
	if 2*(p.used+1) > len(p.slots) {
		p.grow()
	}
	i := p.home(key + 1)
	for p.slots[i].key != 0 {
		i = (i + 1) & (len(p.slots) - 1)
	}
	p.slots[i] = pair{key + 1, value}
	p.used++
}

func (p *pairs) grow() {
	old := p.slots
	if p.shift--; old == nil {
		p.shift = 64 - 4
	}
	p.slots, p.used = make([]pair, max(16, 2*len(old))), 0
	for _, e := range old {
		if e.key != 0 {
			p.put(e.key-1, e.value)
		}
	}
}

func (p *pairs) bytes() int64 { return int64(len(p.slots)) * 16 }
