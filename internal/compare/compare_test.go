package compare

import (
	"bytes"
	"context"
	"encoding/json"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	"github.com/scrutineer-go/scrutineer/spec"
)

// named is a scenario.
func named(t *testing.T, name string) Scenario {
	t.Helper()
	i := slices.IndexFunc(Scenarios(), func(s Scenario) bool { return s.Name == name })
	if i < 0 {
		t.Fatalf("no scenario is called %s", name)
	}
	return Scenarios()[i]
}

// measured is what came of a run, by the names of measures.
func measured(t *testing.T, c Contender, name string, nodes int, leader spec.NodeID) map[string]int64 {
	t.Helper()
	o, err := run(t.Context(), c, named(t, name), nodes, 7, leader)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]int64{}
	for _, m := range measures() {
		if value, came := m.of(o); came {
			all[m.name] = value
		}
	}
	return all
}

// within checks measures against the least and the most that they may be; none of least > most.
func within(t *testing.T, what string, got map[string]int64, want map[string][2]int64) {
	t.Helper()
	for name, bounds := range want {
		value, came := got[name]
		if came != (bounds[0] <= bounds[1]) || came && (value < bounds[0] || value > bounds[1]) {
			t.Errorf("%s: %s is %d (%t), want %d to %d", what, name, value, came, bounds[0], bounds[1])
		}
	}
}

// never is what has not come.
var never = [2]int64{1, 0}

// What is measured of an election is what can be worked out of it: each beat each of 6 sends to all
// others, 28 bytes and an empty body; a dead leader is missed at each other's fourth silent beat; cut off, the lowest
// of the greater part leads too, until it hears of the other one again.
func TestMeasures(t *testing.T) {
	toy := toyOf("toy", nil)
	sent := int64(6 * 5 * 2)
	same := [2]int64{0, 0}
	within(t, "none", measured(t, toy, "none", 6, spec.None), map[string][2]int64{
		"agreed": {1, 560}, "rivals": same, "again": never, "two": same, "none": same, "apart": same, "breaks": same,
		"messages": {sent, sent}, "bytes": {Header * sent, Header * sent}, "messages after": never,
	})
	within(t, "crash", measured(t, toy, "crash", 6, 0), map[string][2]int64{
		"again": {1000, 2100}, "none": {1000, 2100}, "two": same, "apart": {1000, 2100}, "breaks": {1, 1},
		"messages": {sent, sent}, "messages after": {sent * 5 / 6, sent * 5 / 6}, "messages again": {75, 105},
	})
	within(t, "partition", measured(t, toy, "partition", 6, 0), map[string][2]int64{
		"again": {1, 560}, "two": {7900, 9100}, "none": same, "apart": {7900, 9600},
	})
	within(t, "churn", measured(t, toy, "churn", 6, 0), map[string][2]int64{
		"none": {1000, 2100}, "apart": {1000, 4500}, "again": same,
	})
	within(t, "loss", measured(t, toy, "loss-5", 6, spec.None), map[string][2]int64{
		"two": {0, 500}, "none": same, "again": never,
	})
	within(t, "quiet", measured(t, quietToy(), "crash", 6, 1), map[string][2]int64{
		"again": never, "none": {60_000, 60_000}, "apart": {60_000, 60_000}, "messages": same, "messages again": never,
	})
	within(t, "cut quiet", measured(t, quietToy(), "partition", 6, 1), map[string][2]int64{
		"again": same, "apart": same, "two": same, "messages after": same,
	})
}

// Who says that it leads and follows another one, or follows nobody of the group, is refused. All who
// say that they lead are counted, and whoever is down says nothing.
func TestLiars(t *testing.T) {
	for _, c := range []struct {
		lie  func(spec.NodeID, any) Standing
		says string
	}{
		{
			func(spec.NodeID, any) Standing { return Standing{Follows: 2, Acts: true} },
			" acts as the leader, and follows 2",
		},
		{func(at spec.NodeID, _ any) Standing { return Follows(at, 6) }, "follows 6, and there are 6 processes"},
	} {
		_, err := run(t.Context(), toyOf("liar", c.lie), named(t, "none"), 6, 1, spec.None)
		if err == nil || !strings.Contains(err.Error(), c.says) || !strings.HasPrefix(err.Error(), "liar, 6 ") {
			t.Errorf("%v, want %q", err, c.says)
		}
	}
	all := toyOf("all", func(at spec.NodeID, _ any) Standing { return Follows(at, at) })
	within(t, "all lead", measured(t, all, "crash", 6, 0), map[string][2]int64{
		"agreed": never, "again": never, "two": {60_000, 60_000}, "none": {0, 0}, "breaks": never,
	})
	down := toyOf("down", func(at spec.NodeID, _ any) Standing {
		return Follows(at, 0) // for ever, also when 0 is dead
	})
	within(t, "all follow a dead one", measured(t, down, "crash", 6, 0), map[string][2]int64{
		"again": never, "none": {60_000, 60_000}, "apart": {60_000, 60_000}, "two": {0, 0},
	})
}

// Groups that are not as they must be are refused, and so are lists of contenders.
func TestRefused(t *testing.T) {
	toy := toyOf("toy", nil)
	smaller := toy
	smaller.Group = func(s Setting) (Group, error) {
		s.Nodes--
		return toy.Group(s)
	}
	if _, err := run(t.Context(), smaller, named(t, "none"), 6, 1, spec.None); err == nil {
		t.Error("a group with one process too few is measured")
	}
	if _, err := run(t.Context(), toy, named(t, "crash"), 6, 1, 3); err == nil ||
		!strings.Contains(err.Error(), "0 leads when the faults begin, and without them 3") {
		t.Errorf("%v: 3 is struck, and it was 0 who led", err)
	}
	wordless, groupless, odd, picky := toy, toy, toy, toy
	wordless.Told, groupless.Group, odd.Name = "", nil, "Toy"
	picky.Fits = func(int) bool { return true }
	for says, list := range map[string][]Contender{
		"two contenders are called toy": {toy, toy}, "contender toy does not say": {wordless},
		"contender toy has Fits and Sizes, or neither": {picky}, "contender toy has no group": {groupless},
		`contender 0 is called "Toy"`: {odd},
	} {
		if err := Check(list); err == nil || !strings.HasPrefix(err.Error(), says) {
			t.Errorf("%v, want %s", err, says)
		}
	}
	if err := Check([]Contender{toy, quietToy()}); err != nil {
		t.Error(err)
	}
}

// The plan is a function of the size, the seed and who leads: others crash at the same times.
func TestSamePlans(t *testing.T) {
	for _, s := range Scenarios() {
		of := func(leader spec.NodeID) string {
			p, _ := s.plan(world{nodes: 10, seed: 3, leader: leader, recovers: true})
			text, err := json.Marshal(p)
			if err != nil {
				t.Fatal(err)
			}
			return string(text)
		}
		if one, two := of(4), of(4); one != two {
			t.Errorf("%s: two plans", s.Name)
		}
		if struck := s.strikes != nil; (of(4) != of(5) || of(4) != of(6)) != struck {
			t.Errorf("%s: whether it matters who leads is not %t", s.Name, struck)
		}
		p, at := s.plan(world{nodes: 10, seed: 3, leader: 4, recovers: false})
		if _, err := p.Check(10, spec.CrashStop); err != nil || at.strikes < calm || p.Stop < at.clears {
			t.Errorf("%s: %v, %+v", s.Name, err, at)
		}
	}
	w := world{nodes: 10, seed: 3, leader: 4}
	if first := w.some(3); first[0] != 4 || len(spec.NewSet(first...)) != 3 {
		t.Errorf("%v are struck, 4 leads", first)
	}
}

func TestSummaries(t *testing.T) {
	of := func(values ...int64) [3]reproduce.Cell {
		runs := make([]outcome, len(values))
		for i, v := range values {
			runs[i].over.sums.breaks = v
		}
		cells := summaryOf(runs, measure{of: func(o outcome) (int64, bool) {
			return o.over.sums.breaks, o.over.sums.breaks >= 0
		}}).cells()
		return cells
	}
	text := func(cells [3]reproduce.Cell) string {
		return cells[0].Value + "|" + cells[1].Value + "|" + cells[2].Value
	}
	for _, c := range []struct {
		values []int64
		want   string
	}{
		{[]int64{3, 1, 2}, "2|1|3"},
		{[]int64{4, 3, 1, 2}, "2|1|4"},
		{[]int64{-1, 3, 2}, "3|2|"},
		{[]int64{-1, -1, 2}, "|2|"},
		{[]int64{-1}, "||"},
	} {
		if got := text(of(c.values...)); got != c.want {
			t.Errorf("%v: %s, want %s", c.values, got, c.want)
		}
	}
}

// tables are those of two elections.
func tables(t *testing.T) []reproduce.Measured {
	t.Helper()
	var all []reproduce.Measured
	odd := toyOf("odd", nil)
	odd.Fits, odd.Sizes = func(nodes int) bool { return nodes%2 == 1 }, "odd"
	list := []Contender{toyOf("toy", nil), quietToy(), odd}
	for _, e := range Experiments(list, Extent{Nodes: []int{3, 6}, Seeds: 2}) {
		m, err := e.Measure(t.Context(), "elections", nil)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, m)
	}
	return all
}

// The same experiments give the same bytes, with however many processors; each table is one that can
// be read again, and each figure has lines.
func TestTables(t *testing.T) {
	one := tables(t)
	before := runtime.GOMAXPROCS(1)
	two := tables(t)
	runtime.GOMAXPROCS(before)
	for i := range one {
		a, err := one[i].Files()
		if err != nil {
			t.Fatal(err)
		}
		b, err := two[i].Files()
		if err != nil {
			t.Fatal(err)
		}
		for k := range a {
			if !bytes.Equal(a[k].Text, b[k].Text) {
				t.Errorf("%s is not the same the second time", a[k].Name)
			}
		}
		if _, err := reproduce.Decode(a[0].Text); err != nil {
			t.Errorf("%s: %v", a[0].Name, err)
		}
		if f := one[i].Figure; i > 0 && (f == nil || len(f.Series) == 0) {
			t.Errorf("%s has no line", one[i].ID)
		}
	}
	rows := len(Scenarios()) * (2 + 2 + 1)
	csv, err := one[0].CSV()
	if lines := strings.Split(string(csv), "\n"); err != nil || len(lines) != rows+2 || lines[0] != head {
		t.Errorf("%v: %d lines for %d rows, and the head is\n%s", err, len(lines), rows, lines[0])
	}
	text := one[0].Text()
	for _, says := range []string{
		"\nThere is no row of odd for N = 6: its groups are odd.\n",
		"\ntoy       crash ", "toy, odd: It is told nothing. It beats each Beat.\n", "\nrivals, most ",
	} {
		if !strings.Contains(text, says) {
			t.Errorf("%q is not in\n%s", says, text)
		}
	}
}

// head are the columns of compare.csv, which stand in command/README.md.
const head = "election,scenario,N,runs,came," +
	`agreed (ms),"agreed, least (ms)","agreed, most (ms)",rivals (ms),"rivals, least (ms)","rivals, most (ms)",` +
	`again (ms),"again, least (ms)","again, most (ms)",two (ms),"two, least (ms)","two, most (ms)",` +
	`none (ms),"none, least (ms)","none, most (ms)",apart (ms),"apart, least (ms)","apart, most (ms)",` +
	`breaks,"breaks, least","breaks, most",messages (1/s),"messages, least (1/s)","messages, most (1/s)",` +
	`bytes (B/s),"bytes, least (B/s)","bytes, most (B/s)",` +
	`messages again,"messages again, least","messages again, most",` +
	`bytes again (B),"bytes again, least (B)","bytes again, most (B)",` +
	`messages after (1/s),"messages after, least (1/s)","messages after, most (1/s)",` +
	`bytes after (B/s),"bytes after, least (B/s)","bytes after, most (B/s)"`

// A comparison is given up when its context ends.
func TestGivenUp(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	e := Experiments([]Contender{toyOf("toy", nil)}, Extent{Nodes: []int{3}, Seeds: 1})[0]
	if _, err := e.Measure(ctx, "elections", nil); err == nil {
		t.Error("a table without runs")
	}
}

// All follow one again from when they have done so for long; an agreement that breaks before, or at whose end
// nobody looks, does not count.
func TestLasting(t *testing.T) {
	const from = 20 * second
	for _, c := range []struct {
		name   string
		breaks []faults.Time // each for a second, from the last fault on
		again  faults.Time   // from then on, -1 where never
	}{
		{"at once", nil, 0},
		{"once", []faults.Time{6 * second}, 7 * second},
		{"just too soon", []faults.Time{lasting}, lasting + second},
		{"late enough", []faults.Time{lasting + 1}, 0},
		{"each 10 s", []faults.Time{10 * second, 20 * second, 30 * second, 40 * second}, 41 * second},
		{"near the end", []faults.Time{9 * second, 19 * second, 29 * second, 39 * second, horizon - lasting}, -1},
	} {
		m := newMeter(Group{Cluster: network.Cluster{Nodes: 2}}, timing{from, from, from + horizon, true})
		at := func(t faults.Time, agreed bool) {
			if m.until(t); !m.over.come {
				m.stands(1, true, map[bool]Standing{true: Follows(1, 0), false: nobody()}[agreed])
			}
		}
		m.stands(0, true, Follows(0, 0))
		at(second, true)
		for _, b := range c.breaks {
			at(from+b, false)
			at(from+b+second, true)
		}
		m.close()
		o := outcome{timing: m.timing, again: m.again}
		if got, came := o.led(); came != (c.again >= 0) || came && got != inMS(c.again) {
			t.Errorf("%s: again after %d (%t), want %d", c.name, got, came, inMS(c.again))
		}
		if m.again.come && (m.over.at != m.again.at+lasting || m.after.at != m.again.at+window) {
			t.Errorf("%s: all follow one at %d, and the run ends at %d", c.name, m.again.at, m.over.at)
		}
	}
}
