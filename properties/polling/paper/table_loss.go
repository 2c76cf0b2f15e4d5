package paper

import (
	"context"
	"fmt"
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
			Workers: n, Failures: spec.MessagesVanish, Window: 4000, Divisions: []words.Division{{Slot: 1000}},
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
		Columns: []reproduce.Column{{Name: "workers", Means: "n"}},
		Notes: []string{
			"R = 1/s, and an interval has n slots, one for each worker. With more workers fewer records are lost, " +
				"but there is one every n seconds only. A record comes from the first worker that is not down.",
		},
		Figure: &reproduce.Figure{
			X: reproduce.Axis{Column: "workers", Label: "workers n"}, Y: reproduce.Axis{Label: "records lost (%)"},
		},
	}
	for _, p := range failures {
		lost, derived := fmt.Sprintf("lost p=%d", p), fmt.Sprintf("p^n p=%d", p)
		t.Columns = append(t.Columns,
			reproduce.Column{
				Name: lost, Unit: "%",
				Means: fmt.Sprintf("the intervals without a record, if a worker is down in %d %% of the intervals", p),
			},
			reproduce.Column{Name: derived, Unit: "%", Means: "p^n"},
			reproduce.Column{
				Name: fmt.Sprintf("age p=%d", p), Unit: "s",
				Means: "how long after its interval begins a record is stored, on average",
			})
		t.Figure.Series = append(t.Figure.Series, reproduce.Series{Column: lost, Label: lost + " %"},
			reproduce.Series{Column: derived, Label: derived + " %"})
	}
	logs, err := parallel.Each(ctx, progress, len(e.workers)*len(failures), func(i int) (*log, error) {
		return redundant(e.workers[i/len(failures)], failures[i%len(failures)], e.intervals).run(ctx)
	})
	if err != nil {
		return t, err
	}
	for i, n := range e.workers {
		row := []reproduce.Cell{reproduce.Int(n)}
		for k, p := range failures {
			row = append(row, e.lost(logs[i*len(failures)+k], n, p)...)
		}
		t.Rows = append(t.Rows, row)
	}
	return t, nil
}

// lost returns the share of the intervals without a record, p^n, and the average age of records, of n workers that are
// down in p percent of the intervals.
func (e extent) lost(l *log, n, p int) []reproduce.Cell {
	stored, ages := map[int]bool{}, new(big.Rat)
	for _, r := range l.records {
		if r.interval > 0 && !stored[r.interval] {
			stored[r.interval] = true
			ages.Add(ages, big.NewRat(int64(r.at)-int64(r.interval*n)*int64(second), int64(second)))
		}
	}
	derived := power(10*p, n)
	return []reproduce.Cell{
		reproduce.Decimal(percent(e.intervals-1-len(stored), e.intervals-1), 2),
		reproduce.Decimal(derived.Mul(derived, big.NewRat(100, 1)), 3),
		reproduce.Decimal(ages.Quo(ages, big.NewRat(int64(max(len(stored), 1)), 1)), 2),
	}
}
