package paper

import (
	"context"
	"math/big"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/internal/parallel"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/polling/words"
)

// failures are how often a worker is down in a collection interval, in percent.
var failures = []int{10, 30}

// redundant is n workers that each make one request in a collection interval, of R = 1/s, and are down in some of the
// intervals, independently.
func redundant(n, percent, intervals int) scene {
	period := faults.Time(n) * second
	s := scene{
		cfg: words.Config{
			Workers: n, Failures: spec.CopiesVanish, Window: 4000, Divisions: []words.Division{{Slot: 1000}},
			Store: words.StoreUnique, Collect: n * 1000,
		},
		end: faults.Time(intervals) * period, seed: 1,
	}
	key := draw.New(1).Named("failures").With(uint64(n)).With(uint64(percent))
	for id := range spec.NodeID(n) {
		for k := 1; k < intervals; k++ {
			if key.With(uint64(id)).With(uint64(k)).Hits(10 * percent) {
				crash := &faults.Crash{ // from before its first slot of the interval until after its last
					Node: id, At: at(faults.Time(k)*period - 100*millisecond), Down: at(period - 200*millisecond),
				}
				s.faults = append(s.faults, faults.Fault{Kind: crash})
			}
		}
	}
	return s
}

// loss prints which share of the intervals has no record, and how old records are when they are stored.
func (e extent) loss(ctx context.Context, progress reproduce.Progress) (reproduce.Table, error) {
	t := reproduce.Table{
		Columns: []reproduce.Column{
			{Name: "workers", Means: "n"},
			{Name: "down", Unit: "%", Means: "p, how often a worker is down in an interval"},
			{Name: "lost", Unit: "%", Means: "the share of intervals of which there is no record"},
			{Name: "derived", Unit: "%", Means: "p^n"},
			{Name: "age", Unit: "s", Means: "how long after its interval begins a record is stored, on average"},
		},
		Notes: []string{
			"R = 1/s, and an interval has n slots, one for each worker. With more workers fewer records are lost, " +
				"but there is one every n seconds only. A record comes from the first worker that is not down.",
		},
	}
	all := len(e.workers) * len(failures)
	logs, err := parallel.Each(ctx, progress, all, func(i int) (*log, error) {
		return redundant(e.workers[i%len(e.workers)], failures[i/len(e.workers)], e.intervals).run(ctx)
	})
	if err != nil {
		return t, err
	}
	for i, l := range logs {
		n, p := e.workers[i%len(e.workers)], failures[i/len(e.workers)]
		stored, ages := map[int]bool{}, new(big.Rat)
		for _, r := range l.records {
			if r.interval > 0 && !stored[r.interval] {
				stored[r.interval] = true
				ages.Add(ages, big.NewRat(int64(r.at)-int64(r.interval*n)*int64(second), int64(second)))
			}
		}
		lost := e.intervals - 1 - len(stored)
		derived := big.NewRat(100, 1)
		for range n {
			derived.Mul(derived, big.NewRat(int64(p), 100))
		}
		t.Rows = append(t.Rows, []reproduce.Cell{
			reproduce.Int(n), reproduce.Int(p), reproduce.Decimal(percent(lost, e.intervals-1), 2),
			reproduce.Decimal(derived, 3),
			reproduce.Decimal(ages.Quo(ages, big.NewRat(int64(max(len(stored), 1)), 1)), 2),
		})
	}
	return t, nil
}
