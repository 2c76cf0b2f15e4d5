package paper

import (
	"context"
	"fmt"
	"math/big"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/parallel"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
)

// header is the size of the headers of IP and UDP.
const header = 28

// quiet is a group in which nobody crashes and nobody is removed, for a number of periods.
func quiet(n, k, loss, periods int) scene {
	const never = 1000 // periods of suspicion
	return scene{
		cfg: group(n, k, never), loss: loss, end: begins + faults.Time(periods+1)*period - 2*hop,
	}
}

// load is the traffic of a member in a period.
type load struct {
	messages, bytes *big.Rat
	most            int // the most messages that a member sent in one period
}

// sends counts what each process has sent in each period.
type sends struct {
	counts map[[2]int]int
	most   int
}

// Observe counts.
func (o *sends) Observe(_ *world.World, e *world.Event) {
	for _, effect := range e.Effects {
		if effect.Kind == impl.Send {
			key := [2]int{int(e.Action.At), int((e.At - begins) / period)}
			o.counts[key]++
			o.most = max(o.most, o.counts[key])
		}
	}
}

// load runs the scene, and returns its traffic.
func (s scene) load(ctx context.Context, periods int) (load, error) {
	o := &sends{counts: map[[2]int]int{}}
	_, report, err := s.run(ctx, o)
	if err != nil {
		return load{}, err
	}
	var all world.Traffic
	for _, kind := range report.Traffic {
		all.Add(kind.WithHeaders(header))
	}
	each := frac(s.cfg.Nodes*periods, 1)
	return load{quo(frac(all.Copies, 1), each), quo(frac(all.CopyBytes, 1), each), o.most}, nil
}

// loads runs the scene under the seeds from 1 on, and compares the mean of the messages with the formula.
func (s scene) loads(ctx context.Context, periods, many int) (messages, bytes []*big.Rat, most int, err error) {
	if s, err = s.open(); err != nil {
		return nil, nil, 0, err
	}
	for seed := range uint64(many) {
		s.seed = seed + 1
		l, err := s.load(ctx, periods)
		if err != nil {
			return nil, nil, 0, err
		}
		messages, bytes, most = append(messages, l.messages), append(bytes, l.bytes), max(most, l.most)
	}
	o := oddsOf(s.loss)
	m := reproduce.Average(messages)
	square := quo(o.spread(s.cfg.Helpers), frac(s.cfg.Nodes*periods*many, 1))
	what := fmt.Sprintf("%d processes, loss %d: messages", s.cfg.Nodes, s.loss)
	return messages, bytes, most, agrees(what, m, square, o.messages(s.cfg.Helpers))
}

// losses are how many of a thousand copies are lost, in the rows of a table.
var losses = []int{0, 50, 100, 200}

// messages is SW-8.
func (e extent) messages(ctx context.Context, progress reproduce.Progress) (reproduce.Table, error) {
	const helpers = 3
	t := reproduce.Table{
		Columns: []reproduce.Column{
			{Name: "N", Means: "processes"},
			{Name: "loss", Unit: "%", Means: "of the copies"},
			{Name: "messages", Means: "of a member in a period"},
			{Name: "derived", Means: "the mean messages by the formula that is worked out here"},
			{Name: "most", Means: "messages that one member sent in one period"},
			{Name: "bytes", Unit: "B", Means: "of a member in a period, with 28 B of headers a message"},
			{Name: "bytes a message", Unit: "B", Means: "bytes over messages"},
			{Name: "bytes, b = 6", Unit: "B", Means: "bytes if a message carries at most 6 entries that are news"},
		},
		Notes: []string{
			fmt.Sprintf("%d runs of %d periods of each row, seeds 1 to %d: k = 3, nobody crashes, and a "+
				"suspicion never ends. 2 + 4k is 14. The means must be within five standard errors of the formula.",
				e.traffic, e.periods, e.traffic),
			"Each message carries the whole table, so its bytes grow with N, but for the last column.",
		},
	}
	type row struct {
		messages, bytes, bounded []*big.Rat
		most                     int
	}
	rows, err := parallel.Each(ctx, progress, len(e.sizes)*len(losses), func(i int) (r row, err error) {
		s := quiet(e.sizes[i/len(losses)], helpers, losses[i%len(losses)], e.periods)
		if r.messages, r.bytes, r.most, err = s.loads(ctx, e.periods, e.traffic); err == nil {
			_, r.bounded, _, err = s.bounded().loads(ctx, e.periods, e.traffic)
		}
		return r, err
	})
	if err != nil {
		return t, err
	}
	for i, r := range rows {
		n, loss := e.sizes[i/len(losses)], losses[i%len(losses)]
		messages := reproduce.Average(r.messages)
		bytes := reproduce.Average(r.bytes)
		t.Rows = append(t.Rows, []reproduce.Cell{
			reproduce.Int(n), reproduce.Decimal(frac(loss, 10), 0), reproduce.Mean(r.messages, 2),
			reproduce.Decimal(oddsOf(loss).messages(helpers), 3), reproduce.Int(r.most), reproduce.Mean(r.bytes, 0),
			reproduce.Decimal(quo(bytes, messages), 0), reproduce.Mean(r.bounded, 0),
		})
	}
	return t, nil
}
