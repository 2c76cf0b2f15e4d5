package gauge

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

type inner struct{ Seq int }

type all struct {
	inner
	Small    int8 `json:"small,omitempty"`
	Large    uint64
	hidden   int
	Tag      *inner
	List     []inner
	Held     []bool
	Bytes    []byte
	Table    map[int]inner
	Words    []string
	Anything any
	Self     *all
	Text     string
}

func lines(ranges []Range) string {
	var text strings.Builder
	for _, r := range ranges {
		fmt.Fprintf(&text, "%s %d %d\n", r.Field, r.Least, r.Most)
	}
	return text.String()
}

func TestRead(t *testing.T) {
	var g, other, nothing Gauge
	g.Read("x", &all{
		inner: inner{7}, Small: -3, Large: math.MaxUint64, hidden: 4, Tag: &inner{5}, List: []inner{{1}, {9}},
		Held: []bool{true, false, true}, Bytes: []byte{200}, Table: map[int]inner{-2: {30}, 8: {20}},
		Words: []string{"a"}, Anything: &inner{6}, Self: &all{Small: 100},
	})
	other.Read("x", all{Small: 9, Anything: 12})
	other.Read("y", 3)
	other.Read("z", nil)
	other.Read("z", (*inner)(nil))
	g.Add(&nothing)
	g.Add(&other)
	const want = `len(x.Bytes) 0 1
len(x.List) 0 2
len(x.Table) 0 2
len(x.Words) 0 1
true(x.Held) 0 2
x.Anything.inner.Seq 6 6
x.Anything.int 12 12
x.Large 0 9223372036854775807
x.List[].Seq 1 9
x.Seq 0 7
x.Table[].Seq 20 30
x.Table[key] -2 8
x.Tag.Seq 5 5
x.hidden 0 4
x.small -3 9
y 3 3
`
	if got := lines(g.Ranges()); got != want {
		t.Errorf("read\n%s\nwant\n%s", got, want)
	}
	if got := lines(nothing.Ranges()); got != "" {
		t.Errorf("of nothing read\n%s", got)
	}
}

// A union has each field once, whichever list saw less of it.
func TestUnion(t *testing.T) {
	a, b := []Range{{"a", 2, 3}, {"c", 0, 0}}, []Range{{"a", -1, 2}, {"b", 5, 5}, {"c", 0, 1}}
	const want = "a -1 3\nb 5 5\nc 0 1\n"
	for _, got := range [][]Range{Union(a, b), Union(b, a), Union(Union(a, b), a)} {
		if lines(got) != want {
			t.Errorf("%v, want\n%s", got, want)
		}
	}
}
