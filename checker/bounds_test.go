package checker

import (
	"errors"
	"testing"

	"github.com/scrutineer-go/scrutineer/spec"
)

// large is a state that takes much memory.
type large [64]uint64

// chain counts up to its number, in large states.
func chain(n int) Space[large] {
	g := counter{most: n}.graph()
	return chained{Plain[int](g), n}
}

type chained struct {
	Space[int]
	most int
}

func (c chained) Init() []large { return []large{{}} }

func (c chained) Hash(s large) uint64 { return scattered(int(s[0])) }

func (c chained) Next(to []large, s large) ([]large, bool) {
	if int(s[0]) < c.most {
		to = append(to, large{s[0] + 1})
	}
	return to, true
}

func (c chained) Learn(large) error { return errors.New("nothing is to be learned") }

func (c chained) Actions(to []spec.Action, s large) []spec.Action {
	if int(s[0]) < c.most {
		to = append(to, spec.Action{Name: "Up"})
	}
	return to
}

// weighty has learned so many bytes.
type weighty struct {
	Space[int]
	bytes int64
}

func (w weighty) Bytes() int64 { return w.bytes }

// The bound on memory is held where one state has many successors, where states are
// large, and where much was learned; and what a search takes is what it says.
func TestReachBoundsMemory(t *testing.T) {
	const most = 1 << 20
	r := Reach(Plain[int](fan(300_000)), ReachOptions[int]{MaxBytes: most, Properties: func() []spec.Property[int] {
		return []spec.Property[int]{some(12_000)}
	}})
	if r.Ended != MemoryOut || r.Bytes() > most || r.Judged != r.Size() || r.Expanded() != 0 {
		t.Errorf("fan: %s, %d bytes of %d, %d of %d judged", r.Ended, r.Bytes(), most, r.Judged, r.Size())
	}
	if r.Results[0].Verdict != spec.Holds {
		t.Error("fan: what was found and not expanded is not judged")
	}
	const page = pageSize * (8*64 + 4) // as much as the states of one page take
	l := Reach(chain(60_000), ReachOptions[large]{MaxBytes: page * 3 / 2})
	if l.Ended != MemoryOut || l.Size() != pageSize+1 || l.Bytes() < 2*page {
		t.Errorf("chain: %s, %d states, %d bytes", l.Ended, l.Size(), l.Bytes())
	}
	told := Reach(chain(60_000), ReachOptions[large]{Progress: func(p Progress) error {
		if p.States > 5 {
			return ErrMemory
		}
		return nil
	}})
	if told.Ended != MemoryOut || !errors.Is(told.Cause, ErrMemory) || told.Judged != told.Size() || told.Size() > 7 {
		t.Errorf("told: %s because of %v, %d of %d judged", told.Ended, told.Cause, told.Judged, told.Size())
	}
	w := Reach[int](weighty{Plain[int](fan(5)), most}, ReachOptions[int]{MaxBytes: most})
	if w.Ended != MemoryOut || w.Bytes() <= most {
		t.Errorf("much was learned: %s, %d bytes", w.Ended, w.Bytes())
	}
}

// A search tells how far it has got, and when the queue is empty it is over. An end is
// told to nobody, and nobody changes it.
func TestReachTellsHowFarItIs(t *testing.T) {
	var all []Progress
	note := func(p Progress) error {
		all = append(all, p)
		return nil
	}
	r := Reach(Plain[int](fan(10_000)), ReachOptions[int]{Progress: note})
	last := len(all) - 1
	if want := (Progress{10_001, 0, 10_000, 2, r.Bytes()}); last < 2 || all[last] != want {
		t.Errorf("at last %+v, want %+v", all[last], want)
	}
	if want := (Progress{10_001, 10_000, 10_000, 1, all[0].Bytes}); all[0] != want {
		t.Errorf("at first %+v, want %+v", all[0], want)
	}
	stop := func(p Progress) error { return errors.New("stop") }
	r = Reach(Plain[int](fan(10_000)), ReachOptions[int]{MaxStates: 5_000, Progress: stop})
	if r.Ended != BoundHit || r.Cause != nil {
		t.Errorf("%s because of %v", r.Ended, r.Cause)
	}
}

// All steps are known of the states that count as expanded, after any end.
func TestReachTellsWhatIsExpanded(t *testing.T) {
	for most := 1; most <= 400; most += 7 {
		r := Reach(Plain[committing](twoPhase(4)), ReachOptions[committing]{MaxStates: most})
		if r.Ended != BoundHit || r.Whole() {
			t.Fatalf("%s with %d states", r.Ended, most)
		}
		for n := range r.Expanded() + 1 {
			known := true
			for _, step := range r.StepsFrom(n) {
				known = known && step.To >= 0
			}
			if known != (n < r.Expanded()) {
				t.Fatalf("all steps of state %d are known: %t; %d of %d states are expanded",
					n, known, r.Expanded(), most)
			}
		}
		depth := 0
		for n := range r.Size() {
			depth = max(depth, len(r.PathTo(n).States))
		}
		if r.Depth != depth {
			t.Fatalf("depth %d, the longest of the shortest paths has %d states", r.Depth, depth)
		}
	}
}
