package diff

import (
	"bytes"
	"fmt"
	"testing"

	"pgregory.net/rapid"
)

// whole has one of every kind of value, behind unexported fields.
type whole struct {
	flag     bool
	small    int8
	big      uint64
	real     float64
	complex  complex64
	text     string
	list     []string
	pair     [2]int
	table    map[string][]int
	opened   any
	next     *whole
	do       func()
	channel  chan int
	embedded struct{ deep map[point]*point }
}

type (
	point struct{ x, y int }
	other struct{ x, y int }
)

func same(a, b any) bool { return bytes.Equal(Append(nil, a), Append(nil, b)) }

// changes are single changes of a whole, each with the field that go-cmp names.
var changes = []struct {
	field  string
	change func(*whole)
}{
	{"flag", func(w *whole) { w.flag = true }},
	{"small", func(w *whole) { w.small = -2 }},
	{"big", func(w *whole) { w.big = 1 << 63 }},
	{"real", func(w *whole) { w.real = 0.5 }},
	{"complex", func(w *whole) { w.complex = complex(0, 1) }},
	{"text", func(w *whole) { w.text = "texts" }},
	{"list[1]", func(w *whole) { w.list = []string{"a", ""} }},
	{"list[1]", func(w *whole) { w.list = []string{"a", "c"} }},
	{"list[2]", func(w *whole) { w.list = []string{"a", "b", ""} }},
	{"pair[1]", func(w *whole) { w.pair[1] = 9 }},
	{"table[c]", func(w *whole) { w.table["c"] = nil }},
	{"table[b][0]", func(w *whole) { w.table["b"][0] = 9 }},
	{"opened", func(w *whole) { w.opened = other{1, 2} }},
	{"opened", func(w *whole) { w.opened = nil }},
	{"opened.(point).y", func(w *whole) { w.opened = point{1, 3} }},
	{"next.text", func(w *whole) { w.next.text = "more" }},
	{"next.next", func(w *whole) { w.next.next = &whole{} }},
	{"next", func(w *whole) { w.next = nil }},
	{"do", func(w *whole) { w.do = nil }},
	{"channel", func(w *whole) { w.channel = make(chan int) }},
	{"embedded.deep[{1 2}].x", func(w *whole) { w.embedded.deep[point{1, 2}].x = 9 }},
}

// channels are told apart by which they are.
var channel = make(chan int)

func newWhole() *whole {
	w := &whole{
		text: "text", list: []string{"a", "b"}, table: map[string][]int{"a": {1}, "b": {2}},
		opened: point{1, 2}, next: &whole{}, do: func() {}, channel: channel,
	}
	w.embedded.deep = map[point]*point{{1, 2}: {3, 4}, {2, 1}: {}}
	return w
}

// Values that are made alike come to the same bytes, and each single change, however
// deep, comes to others: no difference is lost before go-cmp is asked.
func TestAppendTellsChanges(t *testing.T) {
	if !same(newWhole(), newWhole()) || Fields(newWhole(), newWhole()) != nil {
		t.Fatal("two values that are made alike differ")
	}
	for _, c := range changes {
		changed := newWhole()
		c.change(changed)
		if same(newWhole(), changed) {
			t.Errorf("a change of %s is not seen", c.field)
		}
		if fields := Fields(newWhole(), changed); len(fields) != 1 || fields[0].Path != c.field {
			t.Errorf("a change of %s is told as %v", c.field, fields)
		}
	}
}

// What stands beside one another is not mixed up, nor what is wrapped with what is not.
func TestAppendTellsBoundaries(t *testing.T) {
	values := []any{
		nil, 0, int8(0), uint(0), "", "a",
		[2]string{"ab", "c"},
		[2]string{"a", "bc"},
		[2]string{"", "abc"},
		[]string{"a"},
		[]string{"a", "a"},
		[][]string{{"a"}, {}},
		[][]string{{}, {"a"}},
		map[string]string{"a": "b"},
		map[string]string{"ab": ""},
		map[string]string{"": "ab"},
		map[string]bool{"a": true, "b": false},
		map[string]bool{"a": false, "b": true},
		point{},
		other{},
		&point{}, (*point)(nil),
		struct{ p *point }{},
		struct{ p *point }{&point{}},
		[]any{0, "a"},
		[]any{int8(0), "a"},
		[]any{nil, nil},
		[]any{[]any{nil}},
	}
	for i, a := range values {
		for j, b := range values {
			if same(a, b) != (i == j) {
				t.Errorf("%#v and %#v: same %t", a, b, same(a, b))
			}
		}
	}
	if !same([]int(nil), []int{}) || !same(map[int]int(nil), map[int]int{}) {
		t.Error("nil and empty differ, which they do not in Fields")
	}
}

// A value that leads back to itself comes to an end, and where it leads back to counts.
func TestAppendFollowsCircles(t *testing.T) {
	circle := func(length, back int) *whole {
		all := make([]*whole, length)
		for i := range all {
			all[i] = &whole{}
			if i > 0 {
				all[i-1].next = all[i]
			}
		}
		all[length-1].next = all[back]
		return all[0]
	}
	if !same(circle(3, 1), circle(3, 1)) {
		t.Error("circles that are made alike differ")
	}
	if same(circle(3, 1), circle(3, 2)) || same(circle(3, 1), circle(3, 0)) {
		t.Error("circles that lead back to other places are the same")
	}
	type first struct{ outer any }
	type outer struct {
		first first
		after int
	}
	inner := func(after int) *first { // which has the address of the struct that it leads to
		o := &outer{after: after}
		o.first.outer = o
		return &o.first
	}
	if same(inner(1), inner(2)) {
		t.Error("what stands behind the first field of a struct is not seen")
	}
}

// Whatever the values are: the same bytes mean that go-cmp finds nothing, and what
// go-cmp finds nothing in comes to the same bytes where there are neither functions nor
// channels.
func TestAppendAgreesWithCmp(t *testing.T) {
	equal := 0
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawWhole(t, 2), drawWhole(t, 2)
		if rapid.Bool().Draw(t, "alike") {
			b = drawAgain(a)
		}
		none := len(compare(a, b)) == 0
		if same(a, b) != none {
			t.Fatalf("same bytes: %t, go-cmp finds nothing: %t, for %+v and %+v", same(a, b), none, a, b)
		}
		if none {
			equal++
		}
	})
	if equal == 0 { // drawn alike every other time
		t.Error("no pair was equal")
	}
}

func drawWhole(t *rapid.T, depth int) *whole {
	w := &whole{
		flag: rapid.Bool().Draw(t, "flag"), small: int8(rapid.IntRange(-1, 1).Draw(t, "small")),
		text: rapid.SampledFrom([]string{"", "a"}).Draw(t, "text"),
	}
	for i := range rapid.IntRange(0, 2).Draw(t, "list") {
		w.list = append(w.list, fmt.Sprint(i))
	}
	if n := rapid.IntRange(0, 2).Draw(t, "table"); n > 0 {
		w.table = map[string][]int{"a": make([]int, n-1), "b": nil}
	}
	if rapid.Bool().Draw(t, "opened") {
		w.opened = point{x: rapid.IntRange(0, 1).Draw(t, "x")}
	}
	if depth > 0 && rapid.Bool().Draw(t, "next") {
		w.next = drawWhole(t, depth-1)
	}
	return w
}

// drawAgain copies what drawWhole makes, with empty in place of nil.
func drawAgain(w *whole) *whole {
	if w == nil {
		return nil
	}
	again := *w
	again.list = append([]string{}, w.list...)
	again.table = map[string][]int{}
	for key, value := range w.table {
		again.table[key] = append([]int{}, value...)
	}
	again.next = drawAgain(w.next)
	return &again
}

// BenchmarkFields takes two values that are alike, and two that differ: the first is
// what happens after each step of an exploration.
func BenchmarkFields(b *testing.B) {
	changed := newWhole()
	changed.next.text = "more"
	for name, with := range map[string]*whole{"alike": newWhole(), "different": changed} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			value := newWhole()
			for b.Loop() {
				Fields(value, with)
			}
		})
	}
}
