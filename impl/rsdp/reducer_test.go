package rsdp

import (
	"fmt"
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// elections are the kinds of elections.
func elections() []string { return []string{words.Latest, words.Popular, words.Ranked} }

// bench is a reducer and the replica that it works for.
type bench struct {
	Reducer
	r *Replica
}

// benchOf is that of process 1 of five, unless a test says otherwise.
func benchOf(name string, interpretations ...words.Interpretation) bench {
	cfg := words.Config{Nodes: 5, Interpretations: interpretations}.WithDefaults()
	return bench{House(name, cfg), NewReplica(1, cfg)}
}

// gone has processes have left.
func (b bench) gone(who ...int) bench {
	for _, id := range who {
		b.r.Gone[id] = true
	}
	return b
}

func TestOnlyReducersOfTheHouseAreKnown(t *testing.T) {
	cfg := words.Config{Nodes: 2}.WithDefaults()
	for _, name := range []string{words.Latest, words.Popular, words.Ranked, words.Members} {
		if got := House(name, cfg).Name(); got != name {
			t.Errorf("the reducer %s is called %s", name, got)
		}
	}
	if House("first", cfg) != nil {
		t.Error("there is a reducer called first")
	}
	defer func() {
		if recover() == nil {
			t.Error("a replica was made with a reducer that there is not")
		}
	}()
	cfg.Reducers = []string{"first"}
	New(0, cfg)
}

// What an election begins with, and when it is initialised.
func TestElectionBegins(t *testing.T) {
	for _, name := range elections() {
		b := benchOf(name)
		same(t, "beginning", Value(nobody), b.Beginning(b.r))
		same(t, "current state", Value(words.Nothing), b.GetCurrentState(b.r, seen(1, 1)))
		for _, row := range []struct {
			own  words.View
			want bool
		}{{nobody, true}, {seen(spec.None, 1), true}, {seen(1), true}, {seen(1, 1), false}} {
			if got := b.IsBeginning(row.own); got != row.want {
				t.Errorf("%s: %v is a beginning: %t", name, row.own, got)
			}
		}
	}
}

// a11, a8: senders become members, the greatest leads.
func TestElectionAggregateState(t *testing.T) {
	for _, row := range []struct {
		name  string
		read  []words.Interpretation
		own   words.View
		gone  []int
		froms []int
		want  words.View
	}{
		{"nobody", nil, nobody, nil, nil, nobody},
		{"oneself", nil, nobody, nil, []int{1}, seen(1, 1)},
		{"any order", nil, nobody, nil, []int{3, 0, 1}, seen(3, 0, 1, 3)},
		{"what is known does not matter", nil, seen(4, 1, 4), nil, []int{0, 1}, seen(1, 0, 1)},
		{"repeats", nil, nobody, nil, []int{3, 1, 3}, seen(3, 1, 3)},
		{"repeats in an array", []words.Interpretation{words.Arrays}, nobody, nil, []int{3, 1, 3}, seen(3, 1, 3, 3)},
		{"an empty array", []words.Interpretation{words.Arrays}, nobody, nil, nil, nobody},
		{"united", []words.Interpretation{words.Union}, seen(4, 1, 4), nil, []int{0, 1}, seen(4, 0, 1, 4)},
		{
			"united, but who has left",
			[]words.Interpretation{words.Union},
			seen(4, 1, 4),
			[]int{4},
			[]int{0, 1},
			seen(1, 0, 1),
		},
		{
			"united, and who has left has answered",
			[]words.Interpretation{words.Union},
			seen(4, 1, 4),
			[]int{0, 4},
			[]int{0, 1},
			seen(1, 0, 1),
		},
		{
			"a set where united",
			[]words.Interpretation{words.Arrays, words.Union},
			seen(4, 1, 4), nil,
			[]int{0, 0, 1},
			seen(4, 0, 1, 4),
		},
	} {
		for _, name := range elections() {
			t.Run(row.name+"/"+name, func(t *testing.T) {
				b := benchOf(name, row.read...).gone(row.gone...)
				same(t, "aggregate", Value(row.want), b.AggregateState(b.r, row.own, said(row.froms, words.Nothing)))
			})
		}
	}
}

// a13: the ids 9, 10 and 100 as numbers, and as text.
func TestOrderOfAddresses(t *testing.T) {
	for _, row := range []struct {
		asText spec.Set
		want   words.View
	}{
		{nil, seen(1, 0, 2, 1)},
		{spec.Set{0}, seen(1, 0, 2, 1)}, // another compares them as text
		{spec.Set{1}, seen(0, 2, 1, 0)},
	} {
		cfg := words.Config{Nodes: 3, Addresses: []int{9, 100, 10}, AsText: row.asText}.WithDefaults()
		r := NewReplica(1, cfg)
		got := House(words.Latest, cfg).AggregateState(r, nobody, said([]int{0, 1, 2}, words.Nothing))
		same(t, fmt.Sprint(row.asText), Value(row.want), got)
	}
}

//
func TestElectionNormalizeState(t *testing.T) {
	for _, name := range elections() {
		b := benchOf(name)
		same(t, "itself", Value(words.Leads), b.NormalizeState(b.r, seen(1, 0, 1)))
		same(t, "another", Value(words.Follows), b.NormalizeState(b.r, seen(0, 0, 1)))
		same(t, "nobody", Value(words.NoLeader), b.NormalizeState(b.r, nobody))
	}
}

// A-12, a12, a16.
func TestElectionSanitizeShareState(t *testing.T) {
	for _, row := range []struct {
		view            words.View
		asText, outside bool
	}{
		{nobody, false, false},
		{seen(2), false, false},
		{seen(1, 0, 1), true, true},
		{seen(0, 0, 1), true, true},
		{seen(0, 0), false, false},
		{seen(2, 0, 1), false, true},
		{seen(spec.None, 0, 1), false, false},
	} {
		for _, name := range elections() {
			for _, read := range []struct {
				interpretations []words.Interpretation
				want            bool
			}{{nil, row.asText}, {[]words.Interpretation{words.LeaderOutside}, row.outside}} {
				b := benchOf(name, read.interpretations...)
				got, is := b.SanitizeShareState(b.r, row.view)
				if is != read.want {
					t.Errorf("%s %v: %v is valid: %t", name, read.interpretations, row.view, is)
				}
				if is {
					same(t, "what is valid", Value(row.view), got)
				}
			}
		}
	}
}

// A-13, a11.
func TestElectionShouldReload(t *testing.T) {
	for _, row := range []struct {
		own, aggregate words.View
		set, array     bool
	}{
		{seen(2, 1, 2), seen(2, 1, 2), false, false},
		{seen(2, 1, 2), seen(1, 1, 2), true, true},
		{seen(2, 1, 2), seen(2, 0, 1, 2), true, true},
		{nobody, seen(1, 1), true, true},
		{seen(2, 1, 2), seen(2, 2, 1), false, true},
		{seen(2, 1, 2), seen(2, 1, 2, 2), false, true},
	} {
		for _, name := range elections() {
			b, array := benchOf(name), benchOf(name, words.Arrays)
			if got := b.ShouldReload(b.r, row.own, row.aggregate); got != row.set {
				t.Errorf("%s: %v after %v reloads: %t", name, row.aggregate, row.own, got)
			}
			if got := array.ShouldReload(b.r, row.own, row.aggregate); got != row.array {
				t.Errorf("%s, arrays: %v after %v reloads: %t", name, row.aggregate, row.own, got)
			}
		}
	}
}

func TestUpdateStateReplaces(t *testing.T) {
	for _, name := range elections() {
		b := benchOf(name)
		same(t, name, Value(seen(1, 1)), b.UpdateState(b.r, seen(4, 0, 1, 4), seen(1, 1)))
	}
	b := benchOf(words.Members)
	same(t, "members", Value(roster(1)), b.UpdateState(b.r, roster(0, 1), roster(1)))
}

// A-15, a15, a16.
func TestElectionAggregateCloseState(t *testing.T) {
	for _, row := range []struct {
		own             words.View
		closers         spec.Set
		want, closeLast words.View
	}{
		{seen(3, 1, 2, 3), spec.Set{3}, seen(2, 1, 2), seen(1, 1, 2)},
		{seen(3, 1, 2, 3), spec.Set{2, 3}, seen(1, 1), seen(1, 1)},
		{seen(3, 1, 2, 3), spec.Set{1, 2, 3}, nobody, nobody},
		{seen(2, 1, 2, 3), spec.Set{4}, seen(3, 1, 2, 3), seen(1, 1, 2, 3)}, // the greatest, whoever it was
		{nobody, spec.Set{0}, nobody, nobody},
	} {
		for _, name := range elections() {
			b := benchOf(name)
			same(t, name, Value(row.want), b.AggregateCloseState(b.r, row.own, row.closers))
			b, want := benchOf(name, words.CloseLast), row.want
			if name == words.Ranked {
				want = row.closeLast
			}
			same(t, name+", close-last", Value(want), b.AggregateCloseState(b.r, row.own, row.closers))
		}
	}
}

// A leaver is gone from all lists; the order in which several are told does not matter.
func TestClosesCommute(t *testing.T) {
	for _, name := range elections() {
		b, all := benchOf(name), Value(seen(4, 0, 1, 2, 3, 4))
		for _, order := range [][]spec.NodeID{{2, 4, 0}, {4, 0, 2}, {0, 2, 4}, {2, 2, 4, 0, 4}} {
			own := all
			for _, id := range order {
				own = b.AggregateCloseState(b.r, own, spec.Set{id})
			}
			same(t, name, Value(seen(3, 1, 3)), own)
			same(t, name+" at once", own, b.AggregateCloseState(b.r, all, spec.Set{0, 2, 4}))
		}
	}
}

func TestMembers(t *testing.T) {
	b, united := benchOf(words.Members), benchOf(words.Members, words.Union).gone(4)
	own, froms := Value(roster(1, 3, 4)), []int{2, 1, 2}
	same(t, "beginning", Value(roster()), b.Beginning(b.r))
	if !b.IsBeginning(roster()) || b.IsBeginning(own) {
		t.Error("an empty list is a beginning, and no other")
	}
	same(t, "current state", Value(words.Nothing), b.GetCurrentState(b.r, own))
	same(t, "current state, united", own, united.GetCurrentState(united.r, own))
	same(t, "answers", Value(roster(1, 2)), b.AggregateState(b.r, own, said(froms, words.Nothing)))
	same(t, "answers, united", Value(roster(0, 1, 2, 3)),
		united.AggregateState(united.r, own, said(froms, roster(0, 4), roster())))
	same(t, "answers, united, 4 is back", Value(roster(1, 3, 4)),
		united.AggregateState(united.r, own, said([]int{4}, roster(1))))
	shares := said([]int{2, 0}, roster(2, 4), roster(0, 1))
	same(t, "shares", Value(roster(0, 1, 2, 4)), b.AggregateShareState(b.r, own, shares))
	same(t, "shares, united", Value(roster(0, 1, 2, 3)), united.AggregateShareState(united.r, own, shares))
	same(t, "shares, 4 has left", Value(roster(0, 1, 2)), b.gone(4).AggregateShareState(b.r, own, shares))
	same(t, "told", own, b.NormalizeState(b.r, own))
	for _, row := range []struct {
		list words.Roster
		want bool
	}{{roster(), false}, {roster(0, 2), false}, {roster(0, 1), true}} {
		if _, got := b.SanitizeShareState(b.r, row.list); got != row.want {
			t.Errorf("%v is valid: %t", row.list, got)
		}
	}
	if b.ShouldReload(b.r, own, own) || !b.ShouldReload(b.r, own, roster(1)) {
		t.Error("another list is to be told, and no other")
	}
	same(t, "closes", Value(roster(1)), b.AggregateCloseState(b.r, own, spec.Set{3, 4}))
}

// ballots are members lists and the leaders of their ends.
func ballots(lists ...[]int) []Entry {
	var entries []Entry
	for i, members := range lists {
		entries = append(entries, Entry{spec.NodeID(i % 5), view(list(members...))})
	}
	return entries
}

// times repeats ballots.
func times(n int, members ...int) [][]int { return slices.Repeat([][]int{members}, n) }
