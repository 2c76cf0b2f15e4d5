package paper

import (
	"context"
	"fmt"
	"math/big"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/parallel"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
)

// timeouts are pairs of T_hb and T_fail within what Table 3 has, and beyond.
func timeouts() []watching {
	return []watching{
		typical(second/2, second),
		typical(second, 2*second),
		typical(3*second/4, 3*second/2),
		typical(second/2, 3*second/2),
		typical(second/2, 2*second),
		typical(second, 3*second/2),
		typical(second/2, 1700*millisecond),
	}
}

// watched runs a group that beats for so many hours, at a loss of 1 %.
func watched(
	ctx context.Context, nodes, hours int, of watching, seed uint64, list ...words.Interpretation,
) (*masters, error) {
	return beating(nodes, of.interval, of.timeout, list...).watched(ctx, hours, of.loss, seed)
}

func (s scene) watched(ctx context.Context, hours int, loss int64, seed uint64) (*masters, error) {
	s.loss, s.lasts, s.seed = int(loss), faults.Time(hours)*hour, seed
	o := s.watchMasters()
	_, err := s.run(ctx, nil, o)
	o.ends()
	return o, err
}

// falseSuspicions is C4.6: how often a process that beats is suspected.
func (e extent) falseSuspicions(ctx context.Context, progress reproduce.Progress) (reproduce.Table, error) {
	monitors := int64(e.watchers * (e.watchers - 1) * e.hours)
	t := reproduce.Table{
		Columns: []reproduce.Column{
			{Name: "T_hb", Unit: "s", Means: "between two heartbeats"},
			{Name: "T_fail", Unit: "s", Means: "after which who is silent is suspected"},
			{Name: "suspicions", Means: fmt.Sprintf("all are false, in %d hours of one process that watches another",
				monitors)},
			{Name: "an hour", Means: "of them for each such hour"},
			{Name: "exactly", Means: "what is expected of each, worked out"},
			{Name: "windows", Unit: "an hour", Means: "in which two act as the master, in the group, an hour"},
			{Name: "longest", Unit: "s", Means: "of them"},
		},
		Notes: []string{fmt.Sprintf("%d processes that all beat, 1 %% loss, 10 to 50 ms. T_fail = 2 T_hb is as "+
			"printed; "+
			"one lost heartbeat is enough there whenever the next takes longer than the last did.", e.watchers)},
	}
	list := timeouts()
	all, err := parallel.Each(ctx, progress, len(list), func(i int) (*masters, error) {
		return watched(ctx, e.watchers, e.hours, list[i], uint64(i)+1)
	})
	if err != nil {
		return t, err
	}
	for i, of := range list {
		o := all[i]
		t.Rows = append(t.Rows, []reproduce.Cell{
			inSeconds(of.interval, 2), inSeconds(of.timeout, 2), reproduce.Int(o.suspicions),
			reproduce.Decimal(big.NewRat(int64(o.suspicions), monitors), 4), reproduce.Decimal(of.expected(), 4),
			reproduce.Decimal(big.NewRat(int64(o.windows), int64(e.hours)), 1), inSeconds(o.longest, 3),
		})
	}
	return t, nil
}

// splitBrain is C-14: how often two act as the master, and for how long, in readings.
func (e extent) splitBrain(ctx context.Context, progress reproduce.Progress) (reproduce.Table, error) {
	t := reproduce.Table{
		Columns: []reproduce.Column{
			{Name: "reading", Means: "of Gossip, what is read otherwise than recommended; or Fast Bully"},
			{Name: "T_hb", Unit: "s", Means: "between two heartbeats"},
			{Name: "T_fail", Unit: "s", Means: "after which who is silent is suspected"},
			{Name: "windows", Means: "in which two or more act, nobody having failed"},
			{Name: "mean", Unit: "s", Means: "how long they are"},
			{Name: "longest", Unit: "s", Means: "of them; one that has no end counts until the run's"},
			{Name: "share", Unit: "%", Means: "of the time"},
		},
		Notes: []string{
			"T_fail = 2 T_hb is early-timeout, as printed; repaired it is three at least.",
			fmt.Sprintf("%d processes, warm, %d h, 1 %% loss, 10 to 50 ms.", e.watchers, e.hours),
		},
	}
	kinds := [][]words.Interpretation{
		nil, {words.MasterBeats}, {words.NoStepBack}, {words.DeadReturns}, {words.DeadReturns, words.MasterBeats},
	}
	pairs := []watching{typical(second/2, second), typical(second/2, 3*second/2)}
	all, err := parallel.Each(ctx, progress, (len(kinds)+1)*len(pairs), func(i int) (*masters, error) {
		of := pairs[i%len(pairs)]
		if i/len(pairs) == len(kinds) {
			return bullying(e.watchers, of.interval, of.timeout).watched(ctx, e.hours, of.loss, uint64(i)+1)
		}
		return watched(ctx, e.watchers, e.hours, of, uint64(i)+1, kinds[i/len(pairs)]...)
	})
	if err != nil {
		return t, err
	}
	for i, o := range all {
		of, mean := pairs[i%len(pairs)], reproduce.None()
		if o.windows > 0 {
			mean = reproduce.Decimal(big.NewRat(int64(o.several), int64(o.windows)*int64(second)), 3)
		}
		name := "Fast Bully"
		if i/len(pairs) < len(kinds) {
			name = readAs(early(of.interval, of.timeout, kinds[i/len(pairs)]))
		}
		t.Rows = append(t.Rows, []reproduce.Cell{
			reproduce.Text(name), inSeconds(of.interval, 2), inSeconds(of.timeout, 2),
			reproduce.Int(o.windows), mean, inSeconds(o.longest, 3),
			reproduce.Decimal(big.NewRat(100*int64(o.several), int64(e.hours)*int64(hour)), 3),
		})
	}
	return t, nil
}
