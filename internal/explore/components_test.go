package explore

import (
	"math/bits"
	"testing"

	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
)

// scattered are numbers whose bits look as if they had been drawn.
func scattered(n int) uint64 {
	h := uint64(n+1) * 0x9e3779b97f4a7c15
	h = (h ^ h>>31) * 0xbf58476d1ce4e5b9
	return h ^ h>>29
}

// Every pair that was put is found again, large numbers and small ones, through every
// growth of the table, near where it belongs.
func TestPairs(t *testing.T) {
	const n = 5000
	question := func(i int) uint64 { // neighbours, and pairs that differ in high bits alone
		a, b := uint32(i/50%10), uint32(i%50)
		return pairKey(a<<(i/500%5*7), b<<(i/2500*16)+uint32(i/500)<<27)
	}
	var p pairs
	asked := map[uint64]uint32{}
	for i := range n {
		key := question(i)
		if _, known := asked[key]; known {
			continue
		}
		if v, known := p.get(key); known {
			t.Fatalf("pair %x is known as %d before it is put", key, v)
		}
		asked[key] = uint32(i)
		p.put(key, uint32(i))
	}
	if len(asked) < n/2 || p.used != len(asked) || 2*p.used > len(p.slots) || 8*p.used < len(p.slots) {
		t.Errorf("%d pairs were put, %d are used of %d", len(asked), p.used, len(p.slots))
	}
	for key, want := range asked {
		if v, known := p.get(key); !known || v != want {
			t.Fatalf("pair %x is %d (known: %t), want %d", key, v, known, want)
		}
	}
	far := 0
	for i, e := range p.slots {
		if e.key != 0 {
			far = max(far, (i-p.home(e.key)+len(p.slots))%len(p.slots))
		}
	}
	if far > 300 {
		t.Errorf("a pair is %d slots from where it belongs", far)
	}
	if pairKey(1, 0) == pairKey(0, 1<<16) || pairKey(0, 1) == pairKey(1, 0) || pairKey(1<<31, 2) == pairKey(1, 2) {
		t.Error("two pairs are the same question")
	}
}

// Every slot of a vector holds what was set, whatever is set beside it, and numbers as
// large as its width says.
func TestLayout(t *testing.T) {
	for perWord, width := range map[int]int{2: 32, 3: 21, 4: 16, 6: 10, 32: 2} {
		l := newLayout(mostSlots, perWord)
		if l.mask != 1<<width-1 {
			t.Errorf("%d numbers in a word, mask %x; want %d bits", perWord, l.mask, width)
		}
		var v [12]uint64
		var want [mostSlots]uint32
		for i := range 40 * mostSlots {
			at, n := i*7%mostSlots, uint32(scattered(i)&l.mask)
			setSlot(&l, &v, at, n)
			want[at] = n
			for j := range want {
				if got := slot(&l, &v, j); got != want[j] {
					t.Fatalf("%d numbers in a word: slot %d is %x after slot %d was set, want %x",
						perWord, j, got, at, want[j])
				}
			}
		}
	}
	most := Components{processes: make([]process, MostProcesses)}
	if most.Words(2) > len([12]uint64{}) || 2*MostProcesses+2 > mostSlots {
		t.Errorf("%d processes do not fit into the largest vector", MostProcesses)
	}
}

// Every bit of every word moves about half of those bits of the hash that tables keep.
func TestHashMixesEveryWord(t *testing.T) {
	const samples = 64
	for bit := range 12 * 64 {
		moved := 0
		for sample := range samples {
			var v [12]uint64
			for i := range v {
				v[i] = scattered(12*sample + i)
			}
			before := hashWords(&v)
			v[bit/64] ^= 1 << (bit % 64)
			moved += bits.OnesCount32(uint32((before ^ hashWords(&v)) >> 32))
		}
		if mean := float64(moved) / samples; mean < 12 || mean > 20 {
			t.Errorf("bit %d moves %.1f bits of 32", bit, mean)
		}
	}
}

// What does not fit into the numbers of components is refused.
func TestComponentsRefuse(t *testing.T) {
	cluster := func(nodes int) network.Cluster {
		return network.Cluster{Nodes: nodes, New: func(spec.NodeID) impl.Node { return nil }}
	}
	if _, err := NewComponents(cluster(MostProcesses+1), nil, spec.Budget{}, Meets{}); err == nil {
		t.Errorf("%d processes were taken", MostProcesses+1)
	}
	ghosts := NewGhosts(spec.Ghost[int]{Allows: func(int, spec.Action, spec.Set) bool { return false }}, nil)
	c, err := NewComponents(cluster(MostProcesses), ghosts, spec.Budget{}, Meets{})
	if err != nil {
		t.Fatal(err)
	}
	for _, numbers := range [][2]uint32{{1 << 20, 0}, {0, 1 << 22}} {
		if _, err := c.advance(numbers[0], sight{action: numbers[1]}, 0); err == nil {
			t.Errorf("ghost %d and action %d were taken", numbers[0], numbers[1])
		}
		if _, known := c.advanced(numbers[0], sight{action: numbers[1]}, 0); known {
			t.Errorf("ghost %d and action %d have the key of others", numbers[0], numbers[1])
		}
		if allowed, known := c.allows(numbers[0], numbers[1], 0, true); !allowed || !known {
			t.Errorf("input %d is forbidden by ghost %d, before anything says that there are too many",
				numbers[1], numbers[0])
		}
	}
	seen := map[uint64]bool{}
	for _, ghost := range []uint32{0, 1, 1<<20 - 1} {
		for _, action := range []uint32{0, 1, 1<<22 - 1} {
			for _, up := range []uint32{0, 1, 1<<MostProcesses - 1} {
				seen[ghostKey(ghost, action, up)] = true
			}
		}
	}
	if len(seen) != 27 {
		t.Errorf("27 questions about the ghost have %d keys", len(seen))
	}
}

// The values of a ghost variable have a number each, in the order in which they were met;
// what is looked up is what was worked out.
func TestGhosts(t *testing.T) {
	ghosts := NewGhosts(spec.Ghost[int]{Init: 7, Step: func(g int, a spec.Action, up spec.Set) int {
		if a.Name == "Down" {
			return len(up)
		}
		return g + 1
	}}, nil)
	c, err := NewComponents(network.Cluster{Nodes: 2}, ghosts, spec.Budget{}, Meets{})
	if err != nil {
		t.Fatal(err)
	}
	step, down := c.actionNumber(spec.Action{Name: "Step"}), c.actionNumber(spec.Action{Name: "Down"})
	for _, row := range []struct{ ghost, action, up, number, value uint32 }{
		{0, step, 3, 1, 8}, {1, down, 2, 2, 1}, {2, down, 3, 3, 2}, {3, down, 1, 2, 1}, {3, step, 3, 4, 3},
	} {
		if _, known := c.advanced(row.ghost, sight{action: row.action}, row.up); known {
			t.Errorf("%+v is known before it is worked out", row)
		}
		got, err := c.advance(row.ghost, sight{action: row.action}, row.up)
		again, known := c.advanced(row.ghost, sight{action: row.action}, row.up)
		if err != nil || got != row.number || !known || again != got || ghosts.Value(got) != int(row.value) {
			t.Errorf("%+v: number %d, then %d, value %d", row, got, again, ghosts.Value(got))
		}
	}
	if ghosts.Bytes() == 0 || c.size() < ghosts.Bytes() {
		t.Errorf("%d bytes, of them %d for ghosts", c.size(), ghosts.Bytes())
	}
}
