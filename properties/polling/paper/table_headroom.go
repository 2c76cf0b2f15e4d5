package paper

import (
	"context"
	"math/big"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/parallel"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	"github.com/scrutineer-go/scrutineer/spec/polling/words"
)

// headrooms are what slots have room for, in milliseconds, and takes is the longest that a request takes.
var headrooms = []int{0, 50, 100, 200, 400, 800, 1600, 4000}

const takes = 200 * millisecond

// headroom prints which share of the rate workers use, and which share of the requests is refused.
func (e extent) headroom(ctx context.Context, progress reproduce.Progress) (reproduce.Table, error) {
	t := reproduce.Table{
		Columns: []reproduce.Column{
			{Name: "J", Unit: "ms", Means: "how late a request may arrive that slots have room for"},
			{Name: "used", Unit: "%", Means: "the requests that are accepted, as a share of R t"},
			{Name: "derived", Unit: "%", Means: "T/(T+J)"},
			{Name: "refused", Unit: "%", Means: "the share of the requests that is refused"},
		},
		Notes: []string{
			"Three workers, R = 1/s, T = 4 s. A request takes up to 200 ms, so that none is refused from J = 200 on. " +
				"With J = 0 slots are 1/R apart, as the paper has it.",
		},
		Figure: &reproduce.Figure{
			X: reproduce.Axis{Column: "J", Label: "headroom J (ms)"}, Y: reproduce.Axis{Label: "share (%)"},
			Series: []reproduce.Series{
				{Column: "used", Label: "rate used"}, {Column: "refused", Label: "requests refused"},
			},
		},
	}
	logs, err := parallel.Each(ctx, progress, len(headrooms), func(i int) (*log, error) {
		cfg := words.Config{
			Workers: 3, Window: window, Divisions: []words.Division{{Slot: 1000}}, Safe: true, Jitter: headrooms[i],
		}
		return scene{cfg: cfg, delay: takes, end: e.hours, seed: 1}.run(ctx)
	})
	if err != nil {
		return t, err
	}
	for i, l := range logs {
		accepted := 0
		for _, r := range l.requests {
			if r.accepted {
				accepted++
			}
		}
		made := len(l.requests)
		t.Rows = append(t.Rows, []reproduce.Cell{
			reproduce.Int(headrooms[i]),
			reproduce.Decimal(percent(accepted, int(e.hours/second)), 1),
			reproduce.Decimal(percent(window, window+headrooms[i]), 1),
			reproduce.Decimal(percent(made-accepted, made), 2),
		})
	}
	return t, nil
}

func percent(part, of int) *big.Rat { return big.NewRat(int64(100*part), int64(max(of, 1))) }

// at is a time of a plan.
func at(t faults.Time) *faults.Time { return &t }
