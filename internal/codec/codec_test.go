package codec

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

type leaf struct{ Number int }

type bud struct{ Number int }

type stray struct{ Number int }

type hidden struct {
	Shown int
	kept  int
}

// sample holds one of every kind that a state may have.
type sample struct {
	Flag   bool
	Small  int8
	Big    uint64
	Text   string
	List   []leaf
	Votes  []bool
	Counts []int
	Array  [2]int
	Table  map[string]int
	Next   *sample
	Opened any
}

func init() { Register(leaf{}, bud{}) }

func drawSample(t *rapid.T, depth int) sample {
	s := sample{
		Flag:  rapid.Bool().Draw(t, "flag"),
		Small: rapid.Int8().Draw(t, "small"),
		Big:   rapid.Uint64().Draw(t, "big"),
		Text:  rapid.String().Draw(t, "text"),
		Table: rapid.MapOf(rapid.String(), rapid.Int()).Draw(t, "table"),

		Votes:  rapid.SliceOfN(rapid.Bool(), 0, 3).Draw(t, "votes"),
		Counts: rapid.SliceOfN(rapid.Int(), 0, 3).Draw(t, "counts"),
	}
	for _, n := range rapid.SliceOfN(rapid.Int(), 0, 3).Draw(t, "list") {
		s.List = append(s.List, leaf{n})
	}
	switch rapid.IntRange(0, 2).Draw(t, "opened") {
	case 1:
		s.Opened = leaf{rapid.IntRange(0, 3).Draw(t, "leaf")}
	case 2:
		s.Opened = bud{rapid.IntRange(0, 3).Draw(t, "bud")}
	}
	if depth > 0 && rapid.Bool().Draw(t, "next") {
		next := drawSample(t, depth-1)
		s.Next = &next
	}
	return s
}

func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := drawSample(t, 2)
		got := drawSample(t, 1) // what is there before must leave no trace
		if err := Decode(Encode(want), &got); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, got, cmpopts.EquateEmpty()); d != "" {
			t.Fatalf("not what was encoded (-want +got):\n%s", d)
		}
	})
}

func TestEncodingsTellValuesApart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawSample(t, 1), drawSample(t, 1)
		if same := Same(a, b); same != Equal(a, b) || !Same(a, a) {
			t.Fatalf("Same says %t of %+v and %+v", same, a, b)
		}
		if Equal(a, b) != cmp.Equal(a, b, cmpopts.EquateEmpty()) {
			t.Fatalf("equal encodings and equal values must be the same: %+v and %+v", a, b)
		}
	})
}

// What stands behind an interface is compared without the encodings, by its type too.
func TestSameBehindAnInterface(t *testing.T) {
	type open struct{ Any any }
	all := []open{{nil}, {leaf{1}}, {leaf{2}}, {bud{1}}, {bud{2}}}
	for i, a := range all {
		for k, b := range all {
			if Same(a, b) != (i == k) {
				t.Errorf("Same says %t of %+v and %+v", Same(a, b), a, b)
			}
		}
	}
	defer func() {
		if cause := recover(); cause == nil {
			t.Error("Same takes what was not registered")
		}
	}()
	Same(open{stray{1}}, open{stray{1}})
}

// What is registered and flat is compared by ==, which must say the same, and nothing else is.
func TestFlatTypes(t *testing.T) {
	for _, c := range []struct {
		value any
		flat  bool
	}{
		{leaf{}, true},
		{[2]leaf{}, true},
		{struct{ Text string }{}, true},
		{struct{ Rate float64 }{}, false},
		{struct{ Next *leaf }{}, false},
		{struct{ Any any }{}, false},
		{struct{ List []int }{}, false},
		{hidden{}, false},
	} {
		if flat := flatType(reflect.TypeOf(c.value)); flat != c.flat {
			t.Errorf("%T is flat: %t", c.value, flat)
		}
	}
	if !Same(leaf{1}, leaf{1}) || Same(leaf{1}, leaf{2}) {
		t.Error("flat values are compared otherwise than by what they hold")
	}
}

func TestNilAndEmptyAreOne(t *testing.T) {
	empty := sample{List: []leaf{}, Table: map[string]int{}}
	if !Equal(sample{}, empty) {
		t.Error("nil and empty have different encodings")
	}
	var back sample
	if err := Decode(Encode(sample{}), &back); err != nil {
		t.Fatal(err)
	}
	back.Table["a"] = 1 // a decoded map can be written to
}

// What is written without reflection has the bytes that each element by itself has.
func TestVectorsAreWrittenAsTheirElements(t *testing.T) {
	type vote bool
	type count int
	rapid.Check(t, func(t *rapid.T) {
		numbers, flags := rapid.SliceOf(rapid.Int()).Draw(t, "numbers"), rapid.SliceOf(rapid.Bool()).Draw(t, "flags")
		var counts []count
		for _, n := range numbers {
			counts = append(counts, count(n))
		}
		var votes []vote
		for _, flag := range flags {
			votes = append(votes, vote(flag))
		}
		if !Equal(numbers, counts) || !Equal(flags, votes) {
			t.Fatalf("%v and %v are written in two ways", numbers, flags)
		}
	})
}

func TestMapsAreWrittenInOneOrder(t *testing.T) {
	table := map[string]int{}
	for i := range 100 {
		table[strings.Repeat("k", i)] = i
	}
	want := Key(table)
	for range 100 {
		if Key(table) != want {
			t.Fatal("the same map has two encodings")
		}
	}
}

func TestRefusals(t *testing.T) {
	cases := []struct {
		name  string
		value any
		want  string
	}{
		{"float", struct{ Rate float64 }{math.Pi}, ".Rate (type float64) has no canonical form"},
		{"func", struct{ Do func() }{}, ".Do (type func()) has no canonical form"},
		{"channel", struct{ C []chan int }{make([]chan int, 1)}, ".C[0] (type chan int) has no canonical form"},
		{"unexported", hidden{1, 2}, ".kept (type int) is unexported"},
		{"unregistered", struct{ Any any }{stray{}}, ".Any (type codec.stray) stands behind an interface"},
		{"in a map", map[string]float32{"a": 1}, "{value} (type float32) has no canonical form"},
		{"nil", nil, "nil has no type"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			defer func() {
				if got, _ := recover().(string); !strings.Contains(got, c.want) {
					t.Errorf("refused with %q, want %q in it", got, c.want)
				}
			}()
			Encode(c.value)
			t.Error("was encoded")
		})
	}
}

func TestDamagedBytes(t *testing.T) {
	good := Encode(sample{Text: "text", List: []leaf{{1}}, Opened: leaf{2}, Next: &sample{}})
	for n := range good {
		var s sample
		if err := Decode(good[:n], &s); err == nil {
			t.Errorf("the first %d of %d bytes were decoded", n, len(good))
		}
	}
	var s sample
	if err := Decode(append(good, 0), &s); err == nil {
		t.Error("a byte too many was not noticed")
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(Encode(sample{Text: "text", List: []leaf{{1}}, Opened: leaf{2}}))
	f.Fuzz(func(t *testing.T, data []byte) {
		var s sample
		if Decode(data, &s) == nil { // it must not panic, and what it takes is a value
			Encode(s)
		}
	})
}

func BenchmarkEncode(b *testing.B) {
	s := sample{Text: "text", List: []leaf{{1}, {2}}, Table: map[string]int{"a": 1}, Opened: leaf{2}}
	b.ReportAllocs()
	for b.Loop() {
		Encode(s)
	}
}
