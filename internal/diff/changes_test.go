package diff

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

type id int

func (n id) String() string {
	if n < 0 {
		return "none"
	}
	return string(rune('0' + n))
}

// label says no more than half of what it is.
type label struct{ Shown, Hidden int }

func (l label) String() string { return strings.Repeat("x", l.Shown) }

type inner struct {
	Round int
	Asked []id
}

type memory struct {
	Leader  id
	Until   time.Duration
	List    []bool
	Peers   []inner
	Votes   map[id]bool
	Run     *inner
	Log     []string
	Label   label
	Any     any
	private int
	do      func()
	self    *memory
}

func TestChanges(t *testing.T) {
	was := memory{Leader: -1, List: []bool{true, true}, Peers: make([]inner, 2), Log: []string{"a", "b", "c"}}
	was.self = &was
	for _, c := range []struct {
		name   string
		change func(m *memory)
		want   []string
	}{
		{"nothing", func(*memory) {}, nil},
		{"nil and empty", func(m *memory) { m.Votes = map[id]bool{} }, nil},
		{"a name", func(m *memory) { m.Leader = 1 }, []string{"Leader: none → 1"}},
		{"a length of time", func(m *memory) { m.Until = time.Second }, []string{"Until: 0s → 1s"}},
		{"in a list", func(m *memory) { m.List[1] = false }, []string{"List[1]: true → false"}},
		{"below", func(m *memory) { m.Peers[1].Round = 3 }, []string{"Peers[1].Round: 0 → 3"}},
		{"an entry", func(m *memory) { m.Votes = map[id]bool{2: true, 1: true} }, []string{
			"Votes[1]: absent → true", "Votes[2]: absent → true",
		}},
		{"there now", func(m *memory) { m.Run = &inner{1, []id{0, 2}} }, []string{
			"Run: none → {Round 1, Asked [0 2]}",
		}},
		{"what it says", func(m *memory) { m.Label = label{1, 1} }, []string{"Label:  → x"}},
		{"what it does not say", func(m *memory) { m.Label.Hidden = 1 }, []string{"Label.Hidden: 0 → 1"}},
		{"longer", func(m *memory) { m.Log = append(m.Log, "d") }, []string{"Log[3]: absent → d"}},
		{"shorter", func(m *memory) { m.Log = m.Log[1:] }, []string{"Log[0]: a → absent"}},
		{"another", func(m *memory) { m.Log = []string{"x"} }, []string{"Log: [a b c] → [x]"}},
		{"behind an interface", func(m *memory) { m.Any = inner{Round: 1} }, []string{
			"Any: none → {Round 1, Asked []}",
		}},
		{"unexported", func(m *memory) { m.private = 2 }, []string{"private: 0 → 2"}},
		{"a function", func(m *memory) { m.do = func() {} }, []string{"do: none → a func"}},
		{"two", func(m *memory) { m.Leader, m.Until = 0, 1 }, []string{"Leader: none → 0", "Until: 0s → 1ns"}},
		{"long", func(m *memory) { m.Log[0] = strings.Repeat("x", 99) }, []string{
			"Log[0]: a → " + strings.Repeat("x", most-1) + "…",
		}},
	} {
		before := Take(&was)
		is := was
		is.self = &is
		is.List, is.Log = append([]bool{}, was.List...), append([]string{}, was.Log...)
		is.Peers = append([]inner{}, was.Peers...)
		c.change(&is)
		if d := cmp.Diff(c.want, before.Changes(Take(&is))); d != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, d)
		}
	}
}

// A snapshot keeps what a value was when that changes.
func TestSnapshotStays(t *testing.T) {
	m := memory{Votes: map[id]bool{1: true}, Run: &inner{}}
	was := Take(&m)
	m.Votes[1], m.Run.Round = false, 7
	want := []string{"Votes[1]: true → false", "Run.Round: 0 → 7"}
	if d := cmp.Diff(want, was.Changes(Take(&m))); d != "" {
		t.Errorf("changes (-want +got):\n%s", d)
	}
}

// What is abbreviated still differs, and of very many changes some are counted.
func TestChangesStayShort(t *testing.T) {
	long := strings.Repeat("x", 200)
	got := Changes(inner{}, inner{})
	if got != nil {
		t.Errorf("nothing is %q", got)
	}
	got = Changes(long+"a", long+"b")
	if len(got) != 1 || len([]rune(got[0])) > 2*most+5 || !strings.Contains(got[0], "xa → ") {
		t.Errorf("the end of two long texts is %q", got)
	}
	got = Changes(make([]int, 99), append(make([]int, 0, 99), onesOf(99)...))
	if len(got) != mostChanges+1 || got[0] != "[0]: 0 → 1" || got[mostChanges] != "and 87 more" {
		t.Errorf("99 changes are %q", got)
	}
}

func onesOf(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = 1
	}
	return list
}

func TestLines(t *testing.T) {
	got := Lines([]string{"Leader: none → 1", "Run: 0 → 1", "X: 1 → 2"}, "    ", 35)
	want := "    Leader: none → 1; Run: 0 → 1;\n    X: 1 → 2\n"
	if got != want {
		t.Errorf("lines are %q, want %q", got, want)
	}
	if Lines(nil, "  ", 80) != "" {
		t.Error("no change takes a line")
	}
}

// A text that there is no room for is cut to a sign that it is there.
func TestAbbreviate(t *testing.T) {
	for _, c := range []struct {
		text string
		most int
		want string
	}{
		{"Leader {run 1}", 20, "Leader {run 1}"},
		{"Leader {run 1}", 9, "Leader {…"},
		{"Leader, and more", 8, "Leader…"},
		{"Leader", 1, "…"},
		{"Leader", 0, "…"},
		{"Leader", -4, "…"},
		{"", -4, ""},
	} {
		if got := Abbreviate(c.text, c.most); got != c.want {
			t.Errorf("%q in %d: %q, want %q", c.text, c.most, got, c.want)
		}
	}
}
