package draw

import "testing"

func TestDrawsAreKeyed(t *testing.T) {
	k := New(7).Named("delay").With(2)
	if k.Below(1000) != New(7).Named("delay").With(2).Below(1000) {
		t.Error("the same key drew two numbers")
	}
	seen := map[uint64]string{}
	for seed := range uint64(50) {
		for word := range uint64(50) {
			for _, name := range []string{"", "a", "b", "ab"} {
				x := New(seed).Named(name).With(word).Uint64()
				if before, ok := seen[x]; ok {
					t.Fatalf("seed %d, name %q, word %d draws the same as %s", seed, name, word, before)
				}
				seen[x] = name
			}
		}
	}
}

func TestDrawsAreUniform(t *testing.T) {
	const draws, cells = 100_000, 10
	var counts [cells]int
	hits := 0
	for i := range uint64(draws) {
		k := New(1).With(i)
		counts[k.Below(cells)]++
		if k.With(1).Hits(50) {
			hits++
		}
	}
	for cell, n := range counts {
		if n < draws/cells*95/100 || n > draws/cells*105/100 {
			t.Errorf("cell %d was drawn %d times of %d", cell, n, draws)
		}
	}
	if hits < 4700 || hits > 5300 {
		t.Errorf("50 of 1,000 hit %d times of %d", hits, draws)
	}
}

// The numbers are pinned: plans that were written down depend on them.
func TestDrawsAreTheSameForEver(t *testing.T) {
	k := New(42).Named("delay").With(3)
	if got := [3]uint64{k.Uint64(), k.Below(1_000_000), uint64(k.Between(-5, 5) + 5)}; got != pinned {
		t.Errorf("drew %d, pinned are %d", got, pinned)
	}
}

var pinned = [3]uint64{6377509288518123770, 499864, 5}
