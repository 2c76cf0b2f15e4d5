package rsdp

import (
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

const drawnNodes = 6

// drawList draws members, ascending, of whom there may be none.
func drawList(t *rapid.T, name string) []spec.NodeID {
	return bitset(rapid.IntRange(0, 1<<drawnNodes-1).Draw(t, name))
}

func bitset(subset int) []spec.NodeID { return list(bitsOf(subset)...) }

// drawView draws a view whose leader may be outside of it.
func drawView(t *rapid.T, name string) words.View {
	v := words.View{Members: drawList(t, name), Leader: spec.None}
	v.Leader = spec.NodeID(rapid.IntRange(-1, drawnNodes-1).Draw(t, name+"'s leader"))
	return v
}

// drawBench draws a reducer, under interpretations, of a replica that knows that some have left.
func drawBench(t *rapid.T) bench {
	cfg := words.Config{Nodes: drawnNodes}
	for _, read := range []words.Interpretation{
		words.Arrays, words.CloseLast, words.LeaderOutside, words.TieArrival, words.TieLexicographic, words.Union,
	} {
		if rapid.IntRange(0, 3).Draw(t, string(read)) == 0 {
			cfg.Interpretations = append(cfg.Interpretations, read)
		}
	}
	if cfg.Interprets(words.TieArrival) {
		cfg.Interpretations = cfg.Interpretations.Without(words.TieLexicographic)
	}
	cfg = cfg.WithDefaults()
	cfg.Addresses = rapid.Permutation([]int{2, 9, 10, 30, 100, 1000}).Draw(t, "addresses")
	if rapid.Bool().Draw(t, "as text") {
		cfg.AsText = spec.Set{0}
	}
	b := bench{House(rapid.SampledFrom(every()).Draw(t, "reducer"), cfg), NewReplica(0, cfg)}
	for _, id := range drawList(t, "gone") {
		b.r.Gone[id] = id != 0
	}
	return b
}

// value draws a value of the reducer.
func (b bench) value(t *rapid.T, name string) Value {
	if b.Name() == words.Members {
		return words.Roster{Members: drawList(t, name)}
	}
	return drawView(t, name)
}

// buffer draws a buffer of messages with the reducer's values.
func (b bench) buffer(t *rapid.T) []Entry {
	entries := make([]Entry, rapid.IntRange(0, 6).Draw(t, "messages"))
	for i := range entries {
		from := spec.NodeID(rapid.IntRange(0, drawnNodes-1).Draw(t, "from"))
		entries[i] = Entry{from, b.value(t, "data")}
	}
	return entries
}

// results are what all methods make of the arguments.
func (b bench) results(own Value, buffer []Entry, closers spec.Set) []Value {
	shared := b.AggregateShareState(b.r, own, buffer)
	results := []Value{
		b.GetCurrentState(b.r, own), b.NormalizeState(b.r, own), b.AggregateState(b.r, own, buffer), shared,
		b.UpdateState(b.r, own, shared), b.AggregateCloseState(b.r, own, closers),
	}
	valid, is := b.SanitizeShareState(b.r, shared)
	if !is {
		valid = words.Nothing
	}
	return append(results, valid, Value(note(b.ShouldReload(b.r, own, shared))), Value(note(b.IsBeginning(own))))
}

func note(is bool) words.Note {
	if is {
		return "yes"
	}
	return "no"
}

// all methods are functions of their arguments, which they do not change.
func TestMethodsArePure(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := drawBench(t)
		own, buffer, closers := b.value(t, "own"), b.buffer(t), spec.Set(drawList(t, "closers"))
		type arguments struct {
			Own     Value
			Buffer  []Entry
			Closers spec.Set
			Gone    []bool
			Order   []spec.NodeID
		}
		given := arguments{own, buffer, closers, b.r.Gone, b.r.Order}
		before := codec.Key(given)
		first := b.results(own, buffer, closers)
		if codec.Key(given) != before {
			t.Fatalf("arguments were changed, to %+v", given)
		}
		var copied arguments
		if err := codec.Decode([]byte(before), &copied); err != nil {
			t.Fatal(err)
		}
		if second := b.results(copied.Own, copied.Buffer, copied.Closers); !codec.Equal(first, second) {
			t.Fatalf("of equal arguments came %v, and then %v", first, second)
		}
	})
}

// in what order a buffer was filled does not matter, but to who takes the
// last, or the first of a tie.
func TestOrderOfABuffer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := drawBench(t)
		own, buffer := b.value(t, "own"), b.buffer(t)
		order := rapid.Permutation(numbers(0, len(buffer))).Draw(t, "order")
		shuffled := make([]Entry, len(buffer))
		for i, j := range order {
			shuffled[i] = buffer[j]
		}
		x, y := b.AggregateState(b.r, own, buffer), b.AggregateState(b.r, own, shuffled)
		if !codec.Equal(holder{x}, holder{y}) {
			t.Fatalf("of STATUSes came %v, and of the same in another order %v", x, y)
		}
		e, elects := b.Reducer.(*election)
		if elects && !e.union && (e.name == words.Latest || e.ties == words.TieArrival) {
			return
		}
		x, y = b.AggregateShareState(b.r, own, buffer), b.AggregateShareState(b.r, own, shuffled)
		if !codec.Equal(holder{x}, holder{y}) {
			t.Fatalf("of SHAREs came %v, and of the same in another order %v", x, y)
		}
	})
}

// holder lets the codec write a value behind an interface.
type holder struct{ Value Value }

// What sanitising lets through has the replica and its leader among the members, but as printed; an
// update with it is what a second one finds.
func TestValidValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := drawBench(t)
		own := b.value(t, "own")
		valid, is := b.SanitizeShareState(b.r, b.AggregateShareState(b.r, own, b.buffer(t)))
		if !is {
			return
		}
		after := b.UpdateState(b.r, own, valid)
		if b.IsBeginning(after) || b.ShouldReload(b.r, after, valid) {
			t.Fatalf("%v is not what %v has become", valid, after)
		}
		members, leader := membersOf(after)
		if !slices.Contains(members, b.r.Self) {
			t.Fatalf("%v is without 0", after)
		}
		e, elects := b.Reducer.(*election)
		if elects && (leader == spec.None || !e.leaderOutside && !slices.Contains(members, leader)) {
			t.Fatalf("the leader of %v is none of them", after)
		}
	})
}

// membersOf are a value's members and its leader, None where it has none.
func membersOf(value Value) ([]spec.NodeID, spec.NodeID) {
	if v, is := value.(words.View); is {
		return v.Members, v.Leader
	}
	return value.(words.Roster).Members, spec.None
}

// A CLOSE that comes twice does what it does once, and none of the closers is left.
func TestCloseIsIdempotent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := drawBench(t)
		own, closers := b.value(t, "own"), spec.Set(drawList(t, "closers"))
		once := b.AggregateCloseState(b.r, own, closers)
		if twice := b.AggregateCloseState(b.r, once, closers); !codec.Equal(holder{once}, holder{twice}) {
			t.Fatalf("once %v, twice %v", once, twice)
		}
		members, leader := membersOf(once)
		if closers.Has(leader) || slices.ContainsFunc(members, closers.Has) {
			t.Fatalf("%v is left, %v have left", once, closers)
		}
	})
}

// the winner of a ranked vote is that of the sums as math/big has them, over ballots of any
// length.
func TestRankedVoteIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		nodes := rapid.SampledFrom([]int{3, 63, 64, 65, 66, 130}).Draw(t, "nodes")
		cfg := words.Config{Nodes: nodes, Reducers: []string{words.Ranked}}.WithDefaults()
		cfg.Addresses = numbers(0, nodes)
		r := NewReplica(0, cfg)
		scores, marked := make([]*big.Int, nodes), make([]bool, nodes)
		for i := range scores {
			scores[i] = new(big.Int)
		}
		shares := make([]Entry, rapid.IntRange(1, 70).Draw(t, "ballots"))
		turns := rapid.SliceOfN(rapid.IntRange(0, nodes-1), len(shares), len(shares)).Draw(t, "turns")
		for i := range shares {
			ballot := numbers(0, nodes)
			ballot = slices.Concat(ballot[turns[i]:], ballot[:turns[i]])[min(i/2, nodes-1):]
			shares[i] = Entry{0, view(list(ballot...))}
			for j, id := range ballot {
				marked[id] = true
				scores[id].Add(scores[id], new(big.Int).Lsh(big.NewInt(1), uint(j)))
			}
		}
		want := words.View{Leader: spec.None}
		for id, is := range marked {
			if is {
				want.Members = append(want.Members, spec.NodeID(id))
				if want.Leader == spec.None || scores[id].Cmp(scores[want.Leader]) >= 0 {
					want.Leader = spec.NodeID(id)
				}
			}
		}
		got := House(words.Ranked, cfg).AggregateShareState(r, nobody, shares)
		if !codec.Equal(got, want) {
			t.Fatalf("%v, want %v", got, want)
		}
	})
}

// A second copy of any message changes nothing but the place of a SHARE in its batch.
func TestRepeatsChangeNothing(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g := newGroup(t, words.Config{
			Nodes: 3, Reducers: []string{words.Popular, words.Ranked, words.Members}, Leavers: spec.Set{2},
		})
		g.all(booted())
		leaves := rapid.IntRange(0, 20).Draw(rt, "leaves")
		for steps := 0; len(g.sent) > 0 || g.fire(words.TimerStatus) || g.fire(words.TimerShare); steps++ {
			if steps == leaves {
				g.step(2, told(words.Leave{}))
			}
			if len(g.sent) == 0 {
				continue
			}
			m := g.take(rapid.IntRange(0, len(g.sent)-1).Draw(rt, "next"))
			g.step(m.To, delivered(m.From, m.Body))
			before, sent := *g.state(m.To), g.sent
			g.step(m.To, delivered(m.From, m.Body))
			g.sent = sent // a second answer is no matter
			if !codec.Equal(sorted(before), sorted(*g.state(m.To))) {
				rt.Fatalf("a second %s has %+v become %+v", m.Body.Kind(), before, *g.state(m.To))
			}
		}
	})
}

// sorted is a state with its SHAREs in the order of their senders.
func sorted(s State) State {
	s.Shares = slices.SortedFunc(slices.Values(s.Shares), func(a, b Share) int { return int(a.From - b.From) })
	return s
}
