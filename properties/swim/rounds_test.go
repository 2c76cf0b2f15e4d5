package swim

import (
	"fmt"
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/swim"
	keyed "github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/swim"
	"github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// around has process 0 in the corner of a map, and the others along both sides, at these distances from it.
func around(picks words.Picks, exponent int, distances ...int) words.Config {
	cfg := words.Config{Nodes: 1 + len(distances), Numbers: 2, Picks: picks, Exponent: exponent}.WithDefaults()
	if picks.OnMap() {
		cfg.Positions = []words.Position{{}}
		for i, d := range distances {
			cfg.Positions = append(cfg.Positions, words.Position{d * (i % 2), d * (1 - i%2)})
		}
	}
	return cfg
}

// length returns how many probes of process 0 are a round.
func length(cfg words.Config) (probes int) {
	bag := specification.Bags(cfg)[0][1:]
	least := slices.Min(bag)
	for _, weight := range bag {
		probes += (weight + least - 1) / least
	}
	return probes
}

// SW-7: whatever process 0 picks, two probes of a member are at most 2n-1 probes apart, where n is the length of a
// round: the number of members under roundRobin. Some picks reach that. It is so in both columns, for all picks.
func TestLongestGaps(t *testing.T) {
	for _, c := range []struct {
		cfg  words.Config
		want int
	}{
		{around(words.RoundRobin, 0, 1), 1},
		{around(words.RoundRobin, 0, 1, 2), 3},
		{around(words.RoundRobin, 0, 1, 2, 3, 4), 7},
		{around(words.TimeBounded, 0, 1, 2, 3), 5},
		{around(words.TimeBounded, 1, 1, 2), 5},    // 2 + 1 probes
		{around(words.TimeBounded, 1, 2, 3), 5},    // weights 3 and 2
		{around(words.TimeBounded, 1, 1, 2, 2), 7}, // 2 + 1 + 1
		{around(words.TimeBounded, 2, 1, 2), 9},    // 4 + 1
	} {
		if most := 2*length(c.cfg) - 1; most != c.want {
			t.Errorf("%s of %d: a round is of %d probes", c.cfg.Picks, c.cfg.Nodes, length(c.cfg))
		}
		bySpec := longestGap(c.cfg, specification.Handlers(c.cfg).Fresh(0), specified)
		byImpl := longestGap(c.cfg, *stateOf(implementation.New(0, c.cfg)), implemented)
		if bySpec != c.want || byImpl != c.want {
			t.Errorf("%s of %d: the longest gap is %d in the specification and %d in the implementation, want %d",
				c.cfg.Picks, c.cfg.Nodes, bySpec, byImpl, c.want)
		}
	}
}

// probe is a probe of process 0 that was answered.
type probe[S any] struct {
	target spec.NodeID
	left   S
}

// longestGap explores all picks and returns how many probes two probes of a member are apart at most.
func longestGap[S any](cfg words.Config, start S, next func(words.Config, S) []probe[S]) (longest int) {
	type place struct {
		state S
		since []int // for each member, the number of probes since one of it
	}
	todo, seen := []place{{start, make([]int, cfg.Nodes)}}, map[string]bool{}
	for len(todo) > 0 && longest < 100 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		key := fmt.Sprint(at)
		if seen[key] {
			continue
		}
		seen[key] = true
		for _, p := range next(cfg, at.state) {
			since := slices.Clone(at.since)
			for i := range since[1:] {
				since[1+i]++
			}
			longest = max(longest, since[p.target])
			since[p.target] = 0
			todo = append(todo, place{p.left, since})
		}
	}
	return longest
}

// specified returns all probes that the specification may begin.
func specified(cfg words.Config, l specification.Local) (all []probe[specification.Local]) {
	h := specification.Handlers(cfg)
	for _, o := range h.Handle(l, nil, spec.Action{Name: "TickPeriod", Timer: words.ClockPeriod}) {
		ack := spec.Message{From: o.Local.Target, Body: words.Ack{Number: o.Local.Number, News: l.Table}}
		over := h.Handle(o.Local, nil, spec.Action{Name: spec.Deliver(words.KindAck), Msg: ack})
		all = append(all, probe[specification.Local]{o.Local.Target, over[0].Local})
	}
	return all
}

// implemented returns all probes that the implementation may begin.
func implemented(cfg words.Config, s implementation.State) (all []probe[implementation.State]) {
	for nth, choices := 0, 1; nth < choices; nth++ {
		n := implementation.New(0, cfg)
		state := stateOf(n)
		*state = s
		probeOnce(n, impl.NewEffects(func(_ string, from spec.Set, _ int) spec.Set {
			choices = len(from)
			return from[nth : nth+1]
		}))
		target := state.Probe.Target
		answer(n)
		all = append(all, probe[implementation.State]{target, *state})
	}
	return all
}

func stateOf(n *implementation.Node) *implementation.State { return n.State().(*implementation.State) }

func probeOnce(n *implementation.Node, out *impl.Effects) {
	n.Step(impl.Event{Kind: impl.Fired, Timer: words.ClockPeriod}, out)
}

// answer delivers the ACK of the target.
func answer(n *implementation.Node) {
	state := stateOf(n)
	ack := words.Ack{Number: state.Probe.Number, News: state.Known}
	n.Step(impl.Event{Kind: impl.Delivered, From: state.Probe.Target, Body: ack}, impl.NewEffects(nil))
}

// SW-7 with 49 members whose weights take 31 bits: picks by weight keep to the longest gap, and the bag of each process
// is what the specification says.
func TestGapsOfManyMembers(t *testing.T) {
	cfg := words.Config{Nodes: 49, Numbers: 2, Picks: words.TimeBounded, Exponent: 1}.WithDefaults()
	for i := range cfg.Nodes {
		cfg.Positions = append(cfg.Positions, words.Position{2143 * (i % 7), 2143*(i/7) + i})
	}
	bag, round := specification.Bags(cfg)[0], length(cfg)
	if most := slices.Max(bag); most < words.MostWeight/2 || round < 100 {
		t.Fatalf("weights up to %d, and rounds of %d probes", most, round)
	}
	n := implementation.New(0, cfg)
	state := stateOf(n)
	probed, seed := make([]int, cfg.Nodes), keyed.New(1)
	since := make([]int, cfg.Nodes)
	for k := range 20 * round {
		probeOnce(n, impl.NewWeightedEffects(nil, func(_ string, from spec.Set, _ int, weights []int) spec.Set {
			return byWeight(seed.With(uint64(k)), from, weights)
		}))
		target := state.Probe.Target
		answer(n)
		if probed[target]++; k+1-since[target] > 2*round-1 {
			t.Fatalf("%s is probed again after %d probes, rounds are of %d", target, k+1-since[target], round)
		}
		since[target] = k + 1
	}
	for i, weight := range bag[1:] {
		least := slices.Min(bag[1:])
		if want := 20 * ((weight + least - 1) / least); probed[1+i] != want {
			t.Errorf("member %d of weight %d is probed %d times in 20 rounds, want %d", 1+i, weight, probed[1+i], want)
		}
	}
}

// byWeight draws one member by weight.
func byWeight(key keyed.Key, from spec.Set, weights []int) spec.Set {
	total := int64(0)
	for _, weight := range weights {
		total += int64(weight)
	}
	ticket := key.Between(0, total-1)
	for i, weight := range weights {
		if ticket -= int64(weight); ticket < 0 {
			return from[i : i+1]
		}
	}
	panic("no member")
}

// Both columns have the same bags, on any map.
func TestBags(t *testing.T) {
	for run := range uint64(60) {
		key := keyed.New(run)
		cfg := words.Config{
			Nodes: 2 + int(run)%48, Picks: words.TimeBounded, Exponent: int(run) % (words.MostExponent + 1),
		}.WithDefaults()
		most := int64(1) << (10 + run%20)
		for i := range cfg.Nodes {
			x, y := key.With(uint64(i)).With(0), key.With(uint64(i)).With(1)
			cfg.Positions = append(cfg.Positions, words.Position{int(x.Between(0, most)), int(y.Between(0, most))})
		}
		for i, bag := range specification.Bags(cfg) {
			n := implementation.New(spec.NodeID(i), cfg)
			if left := stateOf(n).Bag; !slices.Equal(left, bag) {
				t.Fatalf("run %d: process %d has %v, the specification %v", run, i, left, bag)
			}
		}
	}
}
