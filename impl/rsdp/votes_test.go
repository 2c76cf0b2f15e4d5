package rsdp

import (
	"fmt"
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// batch is one batch, and what each kind makes of it.
type batch struct {
	name                    string
	gone                    []int
	shares                  []Entry
	latest, popular, ranked words.View
}

func batches() []batch {
	three := seen(3, 1, 2, 3)
	return []batch{
		{"nothing", nil, nil, nobody, nobody, nobody},
		{"one", nil, said([]int{1}, three), three, three, three},
		{
			"the last, the most, the weight (A-08, A-09, A-10)", nil,
			ballots([]int{0, 1}, []int{0, 1}, []int{1, 2, 3, 4}, []int{1, 2}),
			seen(2, 1, 2), seen(1, 0, 1), seen(4, 0, 1, 2, 3, 4),
		},
		{"A4.4: [3,2,1] and [2,1] tie", nil, ballots([]int{1, 2, 3}, []int{1, 2}), seen(2, 1, 2), three, three},
		{"a tie is the largest's, however it came", nil, ballots([]int{1, 2}, []int{1, 2, 3}), three, three, three},
		{
			"plurality: two of five (A-17, A4.4)", nil,
			ballots([]int{0, 1, 2, 3}, []int{0, 1}, []int{0, 1, 2, 4}, []int{0, 1}, []int{0, 1, 3, 4}),
			seen(4, 0, 1, 3, 4), seen(1, 0, 1), seen(4, 0, 1, 2, 3, 4),
		},
		{
			"who has left is stripped (A4.3)",
			[]int{3},
			ballots([]int{1, 2}, []int{1, 2, 3}),
			seen(2, 1, 2), seen(2, 1, 2), seen(2, 1, 2),
		},
		{
			"all have left",
			[]int{3, 4},
			ballots([]int{1, 2}, []int{3, 4}, []int{4}),
			nobody, nobody, seen(2, 1, 2),
		},
	}
}

func TestVotes(t *testing.T) {
	for _, row := range batches() {
		for name, want := range map[string]words.View{
			words.Latest: row.latest, words.Popular: row.popular, words.Ranked: row.ranked,
		} {
			t.Run(row.name+"/"+name, func(t *testing.T) {
				b := benchOf(name).gone(row.gone...)
				same(t, "aggregate", Value(want), b.AggregateShareState(b.r, nobody, row.shares))
			})
		}
	}
}

// Under union all kinds do the same (a8).
func TestUnion(t *testing.T) {
	shares := ballots([]int{0, 1}, []int{1, 3}, []int{0, 1})
	for _, name := range elections() {
		b := benchOf(name, words.Union)
		same(t, name, Value(seen(3, 0, 1, 3)), b.AggregateShareState(b.r, nobody, shares))
		same(t, name+" with its own", Value(seen(4, 0, 1, 3, 4)), b.AggregateShareState(b.r, seen(4, 1, 4), shares))
		same(t, name+" alone", Value(seen(4, 1, 4)), b.AggregateShareState(b.r, seen(4, 1, 4), nil))
		b.gone(3, 4)
		same(t, name+" without who has left", Value(seen(1, 0, 1)), b.AggregateShareState(b.r, seen(4, 1, 4), shares))
	}
}

// A leader who has left gives way to the last of who is left, and under leader-outside stays.
func TestStrippedLeader(t *testing.T) {
	shares := said([]int{0}, seen(4, 1, 2, 3))
	for _, name := range []string{words.Latest, words.Popular} {
		b, outside := benchOf(name).gone(4), benchOf(name, words.LeaderOutside).gone(4, 3)
		same(t, name, Value(seen(3, 1, 2, 3)), b.AggregateShareState(b.r, nobody, shares))
		same(t, name+", outside", Value(seen(4, 1, 2)), outside.AggregateShareState(outside.r, nobody, shares))
	}
}

// What is shared is not written to.
func TestStrippingCopies(t *testing.T) {
	shared := seen(3, 1, 2, 3)
	b := benchOf(words.Latest).gone(2)
	same(t, "stripped", Value(seen(3, 1, 3)), b.AggregateShareState(b.r, nobody, said([]int{0}, shared)))
	same(t, "shared", seen(3, 1, 2, 3), shared)
}

// a9: what becomes of ties. The lists are those in which lexicographic ties prefer small sets.
func TestTies(t *testing.T) {
	two, all := seen(2, 1, 2), seen(2, 0, 1, 2)
	for _, row := range []struct {
		name         string
		a, b         words.View
		best, byList words.View
	}{
		{"more members, a smaller list", two, all, all, two},
		{"a prefix", seen(1, 1), seen(1, 1, 2), seen(1, 1, 2), seen(1, 1, 2)},
		{"the leader", seen(1, 1, 2), seen(2, 1, 2), seen(2, 1, 2), seen(2, 1, 2)},
		{"the leader before the list", seen(1, 0, 1, 3), seen(2, 0, 1, 2), seen(2, 0, 1, 2), seen(1, 0, 1, 3)},
		{"the list", seen(1, 0, 1, 2), seen(1, 0, 1, 3), seen(1, 0, 1, 3), seen(1, 0, 1, 3)},
		{"the order of a list", seen(1, 0, 1), seen(1, 1, 0), seen(1, 1, 0), seen(1, 1, 0)},
	} {
		t.Run(row.name, func(t *testing.T) {
			for _, pair := range [][]Value{{row.a, row.b}, {row.b, row.a}} {
				shares := said([]int{0, 2}, pair...)
				for read, want := range map[words.Interpretation]Value{
					"": row.best, words.TieLexicographic: row.byList, words.TieArrival: pair[0],
				} {
					b := benchOf(words.Popular, read)
					same(t, string(read), want, b.AggregateShareState(b.r, nobody, shares))
				}
			}
		})
	}
}

// Ties follow the replica's own order of addresses.
func TestTiesFollowAddresses(t *testing.T) {
	cfg := words.Config{Nodes: 3, Addresses: []int{30, 20, 10}}.WithDefaults()
	r, shares := NewReplica(1, cfg), said([]int{0, 2}, seen(0, 2, 1, 0), seen(2, 2, 1, 0))
	for _, name := range []string{words.Popular, words.Ranked} {
		same(t, name, Value(seen(0, 2, 1, 0)), House(name, cfg).AggregateShareState(r, nobody, shares))
	}
}

// One sender's four copies beat three others where they are kept (A4.4): the buffer that the engine
// hands over decides.
func TestStuffing(t *testing.T) {
	b := benchOf(words.Popular)
	honest, liar := seen(3, 0, 1, 2, 3), seen(4, 1, 4)
	same(t, "stuffed", Value(liar), b.AggregateShareState(b.r, nobody,
		said([]int{0, 4, 1, 4, 2, 4, 4}, honest, liar, honest, liar, honest, liar, liar)))
	same(t, "once each", Value(honest), b.AggregateShareState(b.r, nobody,
		said([]int{0, 1, 2, 4}, honest, honest, honest, liar)))
}

// A4.4: the favourite of a strict majority loses, 50 to 56. Here 4 is a, 3 is b.
func TestMajorityLosesRankedVote(t *testing.T) {
	b := benchOf(words.Ranked)
	lists := append(times(3, 0, 1, 2, 3, 4), times(2, 4, 0, 1, 2, 3)...)
	same(t, "three for 4, two for 3", Value(seen(3, 0, 1, 2, 3, 4)),
		b.AggregateShareState(b.r, nobody, ballots(lists...)))
	lists = append(times(4, 0, 1, 2, 3, 4), times(1, 4, 0, 1, 2, 3)...)
	same(t, "four for 4, one for 3", Value(seen(4, 0, 1, 2, 3, 4)),
		b.AggregateShareState(b.r, nobody, ballots(lists...)))
}

// numbers are from, …, to-1.
func numbers(from, to int) []int {
	var list []int
	for i := from; i < to; i++ {
		list = append(list, i)
	}
	return list
}

// one liar against n-1 ballots of n needs as many fakes as 2 to their number is more than n-1.
func TestInflatedBallot(t *testing.T) {
	for n, need := range map[int]int{3: 2, 5: 3, 10: 4} {
		cfg := words.Config{Nodes: 40}.WithDefaults()
		r := NewReplica(1, cfg)
		for m := range need + 2 {
			lists := times(n-1, numbers(1, n+1)...)
			lists = append(lists, append(numbers(n+1, 2*n+m), 0))
			got := House(words.Ranked, cfg).AggregateShareState(r, nobody, ballots(lists...)).(words.View)
			if want := spec.NodeID(n); m >= need && got.Leader != 0 || m < need && got.Leader != want {
				t.Errorf("n=%d with %d fakes: %s leads", n, m, got.Leader)
			}
		}
	}
}

// Weights are exact beyond 64 bits: one ballot of 70 has its best have 2 to the 69, as 32 of 65 do.
func TestLongBallots(t *testing.T) {
	const first, second = 3, 79
	cfg := words.Config{Nodes: 80}.WithDefaults()
	cfg.Addresses = numbers(0, 80)
	r := NewReplica(1, cfg)
	for others, want := range map[int]spec.NodeID{0: first, 1: first, 31: first, 32: second, 33: second, 64: second} {
		lists := [][]int{append(numbers(4, 73), first)}
		lists = append(lists, times(others, append(numbers(4, 68), second)...)...)
		got := House(words.Ranked, cfg).AggregateShareState(r, nobody, ballots(lists...)).(words.View)
		if got.Leader != want {
			t.Errorf("one of 70 against %d of 65: %s leads, want %s", others, got.Leader, want)
		}
	}
}

// Many ballots that are alike: sums have more digits than any weight.
func TestManyBallots(t *testing.T) {
	for _, n := range []int{1, 57, 58, 59, 62, 63, 64, 65, 128} {
		cfg := words.Config{Nodes: 128}.WithDefaults()
		cfg.Addresses = numbers(0, 128)
		shares := ballots(times(64, numbers(0, n)...)...)
		got := House(words.Ranked, cfg).AggregateShareState(NewReplica(0, cfg), nobody, shares)
		same(t, fmt.Sprint(n), Value(view(list(numbers(0, n)...))), got)
	}
}

// The winner need not be the greatest of all, if views differ: 11 of 64 combinations of three, and
// 789 of 4096 of four (A4.4).
func TestWinnerNeedNotBeGreatest(t *testing.T) {
	for n, want := range map[int]int{3: 11, 4: 789} {
		cfg := words.Config{Nodes: n}.WithDefaults()
		r, election := NewReplica(0, cfg), House(words.Ranked, cfg)
		views := make([][]int, 0)
		got := 0
		var choose func(i int)
		choose = func(i int) {
			if i == n {
				winner := election.AggregateShareState(r, nobody, ballots(views...)).(words.View)
				if winner.Leader != spec.NodeID(n-1) {
					got++
				}
				return
			}
			for subset := range 1 << n {
				if subset>>i&1 == 1 { // each sees itself
					views = append(slices.Clip(views[:i]), bitsOf(subset))
					choose(i + 1)
				}
			}
		}
		choose(0)
		if got != want {
			t.Errorf("n=%d: %d combinations, want %d", n, got, want)
		}
	}
}

func bitsOf(subset int) []int {
	var list []int
	for i := 0; subset>>i > 0; i++ {
		if subset>>i&1 == 1 {
			list = append(list, i)
		}
	}
	return list
}

// One aggregation of 64 shares of 64 members each; in the last rows no two lists are alike.
func BenchmarkAggregation(b *testing.B) {
	cfg := words.Config{Nodes: words.MaxNodes}.WithDefaults()
	r := NewReplica(1, cfg)
	alike, mixed := make([]Entry, cfg.Nodes), make([]Entry, cfg.Nodes)
	rosters := make([]Entry, cfg.Nodes)
	for i := range cfg.Nodes {
		all := ids(spec.AllNodes(cfg.Nodes))
		alike[i] = Entry{spec.NodeID(i), view(all)}
		rosters[i] = Entry{spec.NodeID(i), words.Roster{Members: all}}
		turned := slices.Concat(all[i:], all[:i])
		mixed[i] = Entry{spec.NodeID(i), view(turned)}
	}
	for _, row := range []struct {
		name, batch string
		shares      []Entry
	}{
		{words.Latest, "alike", alike},
		{words.Popular, "alike", alike},
		{words.Ranked, "alike", alike},
		{words.Members, "alike", rosters},
		{words.Popular, "mixed", mixed},
		{words.Ranked, "mixed", mixed},
	} {
		b.Run(fmt.Sprintf("%s/%s", row.name, row.batch), func(b *testing.B) {
			reducer := House(row.name, cfg)
			own := reducer.Beginning(r)
			b.ReportAllocs()
			for b.Loop() {
				reducer.AggregateShareState(r, own, row.shares)
			}
		})
	}
}
