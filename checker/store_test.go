package checker

import (
	"iter"
	"testing"

	"github.com/scrutineer-go/scrutineer/spec"
)

// scattered are numbers whose bits look as if they had been drawn.
func scattered(n int) uint64 {
	h := uint64(n+1) * 0x9e3779b97f4a7c15
	h = (h ^ h>>31) * 0xbf58476d1ce4e5b9
	return h ^ h>>29
}

// What was added is found under its number, over the ends of pages and through every
// growth of the table; what was not added is not found.
func TestStoreFindsWhatWasAdded(t *testing.T) {
	const n = 3*pageSize + 5
	st := newStore[int]()
	hash := func(s int) uint32 { return short(scattered(s)) }
	for s := range n {
		if at := st.find(hash(s), s); at >= 0 {
			t.Fatalf("state %d is number %d before it was added", s, at)
		}
		if st.table.full() {
			st.table.grow()
		}
		st.add(hash(s), s, uint32(s/2))
	}
	for s := range n {
		if at := st.find(hash(s), s); at != s || st.at(s) != s || st.parent(s) != uint32(s/2) {
			t.Fatalf("state %d is number %d, state %d has that number, parent %d", s, at, st.at(s), st.parent(s))
		}
	}
	for s := n; s < 2*n; s++ {
		if at := st.find(hash(s), s); at >= 0 {
			t.Fatalf("state %d was never added and has number %d", s, at)
		}
	}
	checkSlots(t, &st.table, n)
}

// checkSlots demands that at most three quarters of the slots are taken, and that each
// number stands near where its hash says.
func checkSlots(t *testing.T, table *table, n int) {
	t.Helper()
	if taken := 4 * n; taken > 3*len(table.slots) || 2*taken < 3*len(table.slots) {
		t.Errorf("%d numbers stand in %d slots", n, len(table.slots))
	}
	far, used := 0, 0
	for i, slot := range table.slots {
		if slot != 0 {
			used++
			home := int(uint32(slot>>32) >> table.shift)
			far = max(far, (i-home+len(table.slots))%len(table.slots))
		}
	}
	if used != n || far > 200 {
		t.Errorf("%d slots are taken by %d numbers, one of them %d slots from where it belongs", used, n, far)
	}
}

// A run of slots that comes to the end of the table goes on at its beginning.
func TestStoreGoesRoundTheTable(t *testing.T) {
	st := newStore[int]()
	const last, n = ^uint32(0), 10
	for s := range n {
		st.add(last, s, noParent)
	}
	st.table.grow()
	for s := range n {
		if at := st.find(last, s); at != s {
			t.Errorf("state %d is number %d", s, at)
		}
	}
	if at := st.find(last, n); at >= 0 {
		t.Errorf("a state that was never added has number %d", at)
	}
}

// clashing has few hashes for many states.
type clashing struct{ Space[committing] }

func (c clashing) Hash(s committing) uint64 { return uint64(s.prepared) << 32 }

// States of the same hash are told apart: two-phase commit has as many as ever.
func TestReachTellsEqualHashesApart(t *testing.T) {
	for workers := 1; workers <= 2; workers++ {
		r := Reach[committing](clashing{Plain[committing](twoPhase(4))}, ReachOptions[committing]{Workers: workers})
		if r.Ended != Complete || r.Size() != 1_568 {
			t.Errorf("%d states, %s", r.Size(), r.Ended)
		}
		for n := range r.Size() {
			if at, ok := r.Number(r.State(n)); !ok || at != n {
				t.Fatalf("state %d has number %d", n, at)
			}
		}
		if _, ok := r.Number(committing{told: commit, decided: abort}); ok {
			t.Error("a state that cannot be reached was found")
		}
	}
}

// Every state has the first that leads to it for its parent.
func TestReachKeepsParents(t *testing.T) {
	for name, space := range map[string]Space[committing]{
		"known": Plain[committing](twoPhase(4)), "learned": newLearning(Plain[committing](twoPhase(4))),
	} {
		r := Reach(space, ReachOptions[committing]{Workers: 2})
		first := map[int]int{0: -1}
		for n := range r.Size() {
			for _, step := range r.StepsFrom(n) {
				if _, ok := first[step.To]; !ok {
					first[step.To] = n
				}
			}
		}
		for n := range r.Size() {
			if r.Parent(n) != first[n] {
				t.Fatalf("%s: state %d has parent %d, and the first that leads to it is %d",
					name, n, r.Parent(n), first[n])
			}
		}
	}
}

// Several initial states are all found, numbered first, and have no parents.
func TestReachBeginsEverywhere(t *testing.T) {
	g := starting{graph{0: {{"A", 0, 3}}, 1: {{"A", 0, 4}}}, []int{2, 0, 1}}
	r := Reach(Plain[int](g), ReachOptions[int]{})
	if inits := r.Inits(); len(inits) != 3 || inits[2] != 2 || r.Size() != 5 || r.Depth != 2 {
		t.Errorf("initial states %v of %d, depth %d", inits, r.Size(), r.Depth)
	}
	for n, want := range []int{2, 0, 1, 3, 4} {
		if r.State(n) != want || n < 3 && r.Parent(n) != -1 {
			t.Errorf("number %d is state %d with parent %d, want %d", n, r.State(n), r.Parent(n), want)
		}
	}
	r = Reach(Plain[int](g), ReachOptions[int]{MaxStates: 2})
	if r.Ended != BoundHit || r.Size() != 2 || r.Judged != 2 {
		t.Errorf("%d initial states under a bound of two, %d judged, %s", r.Size(), r.Judged, r.Ended)
	}
	r = Reach[int](Plain[int](fallen{g}), ReachOptions[int]{})
	if r.Breach == nil || r.Ended != BrokenModel {
		t.Errorf("Init panics, and the search says %s", r.Ended)
	}
}

// fallen has no initial states, because Init panics.
type fallen struct{ starting }

func (fallen) Init() iter.Seq[int] {
	panic(spec.Breach{Contract: "NoPanic", Why: "Init fell"})
}
