package paper

import (
	"context"
	"fmt"
	"math/big"

	"github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/internal/parallel"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	specification "github.com/scrutineer-go/scrutineer/spec/rsdp"
)

// timed is a setting in which the time to a consensus is measured, in units of t_p.
type timed struct {
	nodes, most int // n and d
	// delays are those of which all combinations are tried, none where these are too many.
	delays []int
}

func timings(nodes []int) []timed {
	all := map[int]timed{
		2: {2, 4, []int{0, 1, 2, 3, 4}},
		3: {3, 10, []int{0, 10}},
	}
	var list []timed
	for _, n := range nodes {
		one, is := all[n]
		if !is {
			one = timed{nodes: n, most: 10}
		}
		list = append(list, one)
	}
	return list
}

// ways are the ways on which a message of a session goes, by phase, sender and receiver.
func (c timed) ways() [][3]int {
	var list [][3]int
	for phase := range phases() {
		for from := range c.nodes {
			for to := range c.nodes {
				if from != to {
					list = append(list, [3]int{phase, from, to})
				}
			}
		}
	}
	return list
}

// combinations is how many ways there are to give each message one of the delays.
func (c timed) combinations() int {
	many := 1
	for range c.ways() {
		many *= len(c.delays)
	}
	return many
}

// combined is the delay of each message in the combination of that number.
func (c timed) combined(number int) func(phase, from, to int) int {
	delays := make([]int, len(phases())*c.nodes*c.nodes)
	at := func(phase, from, to int) int { return (phase*c.nodes+from)*c.nodes + to }
	for _, way := range c.ways() {
		delays[at(way[0], way[1], way[2])] = c.delays[number%len(c.delays)]
		number /= len(c.delays)
	}
	return func(phase, from, to int) int { return delays[at(phase, from, to)] }
}

// worst is the longest that was found, and how: in which combination, by which decisions.
type worst struct {
	finish
	debatesBy, consensusBy found
	runs                   int
}

type found struct {
	combination int
	decisions   []int
}

// search tries all combinations from one to before another, and in each all orders in which letters that
// come at one time are taken.
func (c timed) search(from, to int) worst {
	var most worst
	s := service{nodes: c.nodes, work: 1, with: countingOf}
	for n := from; n < to; n++ {
		s.delay = c.combined(n)
		var decided, of []int // what was decided, and of how many
		for more := true; more; {
			at := 0
			s.first = func(many int) int {
				if at == len(decided) {
					decided, of = append(decided, 0), append(of, many)
				}
				at++
				return decided[at-1]
			}
			end := s.run()
			most.runs++
			if end.debates > most.debates {
				most.debates, most.debatesBy = end.debates, found{n, append([]int{}, decided...)}
			}
			if end.consensus > most.consensus {
				most.consensus, most.consensusBy = end.consensus, found{n, append([]int{}, decided...)}
			}
			for len(decided) > 0 && decided[len(decided)-1] == of[len(of)-1]-1 {
				decided, of = decided[:len(decided)-1], of[:len(of)-1]
			}
			if more = len(decided) > 0; more {
				decided[len(decided)-1]++
			}
		}
	}
	return most
}

// longest is the longest of all combinations, which the running replicas must take as well.
func (c timed) longest(ctx context.Context, progress reproduce.Progress) (worst, error) {
	const parts = 256
	all := c.combinations()
	list, err := parallel.Each(ctx, progress, parts, func(i int) (worst, error) {
		return c.search(i*all/parts, (i+1)*all/parts), nil
	})
	var most worst
	for _, w := range list {
		most.runs += w.runs
		if w.debates > most.debates {
			most.debates, most.debatesBy = w.debates, w.debatesBy
		}
		if w.consensus > most.consensus {
			most.consensus, most.consensusBy = w.consensus, w.consensusBy
		}
	}
	if err != nil {
		return most, err
	}
	if again := c.replay(most.debatesBy); again.debates != most.debates {
		return most, fmt.Errorf("%d running replicas take %d for DEBATES, not %d",
			c.nodes, again.debates, most.debates)
	}
	if again := c.replay(most.consensusBy); again.consensus != most.consensus {
		return most, fmt.Errorf("%d running replicas take %d in all, not %d",
			c.nodes, again.consensus, most.consensus)
	}
	return most, nil
}

// replay is how long the running replicas take in what was found.
func (c timed) replay(f found) finish {
	at := 0
	s := service{
		nodes: c.nodes, work: 1, delay: c.combined(f.combination), with: runningOf,
		first: func(int) int { at++; return f.decisions[at-1] },
	}
	return s.run()
}

// fine is how many units t_p has where delays are drawn.
const fine = 1000

// drawn is how long the running replicas take where each message takes 0 to d, in units of which t_p has so
// many.
func (c timed) drawn(seed uint64) finish {
	key := draw.New(seed).Named("service")
	s := service{
		nodes: c.nodes, work: fine, with: runningOf, first: func(int) int { return 0 },
		delay: func(phase, from, to int) int {
			way := key.With(uint64(phase)).With(uint64(from)).With(uint64(to))
			return int(way.Between(0, int64(fine*c.most)))
		},
	}
	return s.run()
}

// equal is how long they take where each message takes d.
func (c timed) equal() finish {
	s := service{
		nodes: c.nodes, work: 1, with: runningOf, first: func(int) int { return 0 },
		delay: func(int, int, int) int { return c.most },
	}
	return s.run()
}

// closed is what the closed forms say.
func (c timed) closed() specification.Timing {
	return specification.Timing{
		Replicas: c.nodes, Delay: big.NewRat(int64(c.most), 1), Processing: big.NewRat(1, 1),
	}
}

// times is A4.6: how long a session takes in which each replica takes one message after the other.
func (e extent) times(ctx context.Context, progress reproduce.Progress) (reproduce.Table, error) {
	t := reproduce.Table{
		Columns: []reproduce.Column{
			{Name: "replicas", Means: "n"},
			{Name: "d", Means: "the longest that a message takes, in units of t_p"},
			{Name: "until", Means: "until the last replica ends DEBATES, or until it has all SHAREs"},
			{Name: "all d", Means: "how long it takes where each message takes d; by equation (1) or (3) at most"},
			{Name: "mean", Means: "where each takes 0 to d"},
			{Name: "longest", Means: "the longest of all; by equation (1) or (3)"},
			{Name: "bound", Means: "what it never exceeds: 2d and 6 t_p (n-1), and d and 3 t_p (n-1) more"},
		},
	}
	for _, c := range timings(e.timeSizes) {
		longest := worst{}
		if c.delays != nil {
			var err error
			if longest, err = c.longest(ctx, progress); err != nil {
				return t, err
			}
			t.Notes = append(t.Notes, fmt.Sprintf("The longest of %d replicas is that of all %d combinations of "+
				"delays %v, and of all orders in which messages that come at one time are taken: %d runs.",
				c.nodes, c.combinations(), c.delays, longest.runs))
		}
		ends, err := parallel.Each(ctx, progress, e.timeRuns, func(i int) (finish, error) {
			return c.drawn(uint64(i) + 1), nil
		})
		if err != nil {
			return t, err
		}
		t.Rows = append(t.Rows, c.rows(longest, ends)...)
	}
	t.Notes = append(t.Notes, "In each order in which messages are taken the time is the longest of some sums of "+
		"delays and work, which is longest where delays are whole: with two replicas no delay makes it longer than "+
		"that.")
	return t, nil
}

// rows are those of DEBATES and of the consensus.
func (c timed) rows(most worst, ends []finish) [][]reproduce.Cell {
	closed, equal := c.closed(), c.equal()
	bound := closed.DebatesAtMost()
	of := func(until string, printed, bound *big.Rat, equal, longest int, time func(finish) int) []reproduce.Cell {
		var times []int
		for _, end := range ends {
			times = append(times, time(end))
		}
		cell := reproduce.None()
		if c.delays != nil {
			cell = reproduce.Int(longest).Beside(printed.RatString(), "A HELLO that comes last waits behind a "+
				"STATUS, which the equation has come after all HELLOs.")
		}
		return []reproduce.Cell{
			reproduce.Int(c.nodes), reproduce.Int(c.most), reproduce.Text(until),
			reproduce.Int(equal).Beside(printed.RatString(), "Not all of the work comes behind the last delay."),
			reproduce.Mean(reproduce.Ratios(times, fine), 1), cell, reproduce.Decimal(bound, 0),
		}
	}
	return [][]reproduce.Cell{
		of("DEBATES", closed.Debates(), bound, equal.debates, most.debates, func(f finish) int { return f.debates }),
		of("SHARE", closed.Consensus(), new(big.Rat).Add(bound, closed.ShareAtMost()), equal.consensus, most.consensus,
			func(f finish) int { return f.consensus }),
	}
}
