package world

import (
	"cmp"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/scrutineer-go/scrutineer/faults"
)

// However items go in and out, the queue gives out those that a sorted list would.
func TestQueueGivesOutInOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var q queue
		var sorted []item
		pop := func() {
			want := sorted[0]
			sorted = sorted[1:]
			if got := q.pop(); got != want {
				t.Fatalf("the queue gives %+v, want %+v", got, want)
			}
		}
		for i, step := range rapid.SliceOf(rapid.IntRange(-3, 9)).Draw(t, "steps") {
			if step < 0 && len(sorted) > 0 {
				pop()
				continue
			}
			it := item{at: faults.Time(step), order: uint64(i + 1), ref: int32(step), what: telling, gen: uint32(i)}
			q.push(it)
			sorted = append(sorted, it)
			slices.SortFunc(sorted, func(a, b item) int {
				return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.order, b.order))
			})
		}
		for len(sorted) > 0 {
			pop()
		}
		if len(q.items) > 0 {
			t.Fatalf("%d items too many", len(q.items))
		}
	})
}

// At the same time things happen in the order in which they were put in, behind
// those that had to wait.
func TestQueueIsStable(t *testing.T) {
	a := agenda{order: ordinary}
	for i := range 100 {
		a.put(faults.Time(i%2), item{ref: int32(i)})
	}
	late := item{ref: 100, order: ordinary + 1}
	a.postpone(1, late)
	later := item{ref: 101, order: ordinary + 2}
	a.postpone(0, later)
	a.postpone(1, a.queue.pop()) // again
	var got []int32
	for len(a.queue.items) > 0 {
		got = append(got, a.queue.pop().ref)
	}
	var want []int32
	for i := int32(0); i < 100; i += 2 {
		want = append(want, i)
	}
	want = append(want, 100, 101)
	for i := int32(1); i < 100; i += 2 {
		want = append(want, i)
	}
	if !slices.Equal(got, want) {
		t.Errorf("order %v, want %v", got, want)
	}
}
