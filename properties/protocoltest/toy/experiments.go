package toy

import (
	"context"
	"fmt"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	"github.com/scrutineer-go/scrutineer/spec"
)

// experiments are what the paper would have measured if there were one.
func experiments() []reproduce.Experiment {
	return []reproduce.Experiment{
		{ID: "table-1", Title: "Copies until all guests are inside", Where: "Table 1", Run: countCopies},
		{ID: "figure-1", Title: "Time until all guests are inside", Where: "Figure 1", Run: timeVisits},
		{
			ID: "figure-2", Title: "Time until all guests are inside, of many runs", Where: "Figure 2", Long: true,
			Run: func(ctx context.Context, p reproduce.Progress) (reproduce.Table, error) {
				return timeRuns(ctx, p, 200)
			},
		},
	}
}

// visit watches a run: how many copies of each kind were sent, and when the last guest came in.
type visit struct {
	copies map[string]int
	over   faults.Time
}

// Observe counts copies, and notes the time where a guest is let in.
func (v *visit) Observe(_ *world.World, e *world.Event) {
	for _, sent := range e.Sent {
		v.copies[sent.Msg.Body.Kind()]++
	}
	if e.Action.Name == spec.Deliver(kindOpen) {
		v.over = e.At
	}
}

// visited runs one visit: all copies take from 1 ms to most, and so many of 1,000 are lost.
func visited(cfg config, seed uint64, most faults.Time, loss int) (*visit, error) {
	const millisecond = 1000 * faults.Microsecond
	plan := faults.Plan{
		Version: faults.PlanVersion, Protocol: "knock", Config: campaign.JSON(cfg), Seed: seed,
		Delay: faults.Delay{Min: millisecond, Max: most}, Inputs: faults.Delay{Min: millisecond, Max: millisecond},
		Rates: faults.Rates{Loss: loss}, Stop: 10_000 * millisecond, Settle: 1000 * millisecond,
	}
	subject, err := Protocol().Registered().Campaigns().Open(plan.Config)
	if err != nil {
		return nil, err
	}
	v := &visit{copies: map[string]int{}}
	o, err := campaign.Run(subject, plan.WithDefaults(), false, v)
	if err != nil {
		return nil, err
	}
	if failed, is := o.Failed(); is {
		return nil, fmt.Errorf("%s fails: %s", failed.Property, failed.Why)
	}
	return v, nil
}

// printed is what the paper would print of so many guests: its last count is wrong.
var printed = []struct{ knocks, opens string }{{"1", "1"}, {"2", "2"}, {"3", "3"}, {"4", "4"}, {"5", "6"}}

// countCopies counts the copies of visits without faults.
func countCopies(_ context.Context, progress reproduce.Progress) (reproduce.Table, error) {
	t := reproduce.Table{
		Columns: []reproduce.Column{
			{Name: "guests", Means: "how many processes knock"},
			{Name: "Knock", Unit: "copies", Means: "knocks that were sent"},
			{Name: "Open", Unit: "copies", Means: "answers of the host"},
		},
		Notes: []string{"One knock is enough, and every copy takes 1 ms."},
	}
	for i, p := range printed {
		v, err := visited(config{Nodes: i + 2, Knocks: 1}, 1, 1000*faults.Microsecond, 0)
		if err != nil {
			return t, err
		}
		opens := reproduce.Int(v.copies[kindOpen]).Exactly(p.opens)
		if i == len(printed)-1 {
			opens = reproduce.Int(v.copies[kindOpen]).Misprint(p.opens, "It is more than the knocks beside it.")
		}
		t.Rows = append(t.Rows, []reproduce.Cell{
			reproduce.Int(i + 1), reproduce.Int(v.copies[kindKnock]).Exactly(p.knocks), opens,
		})
		progress(i+1, len(printed))
	}
	return t, nil
}

func timeVisits(ctx context.Context, progress reproduce.Progress) (reproduce.Table, error) {
	return timeRuns(ctx, progress, 31)
}

// timeRuns measures how long visits take, of so many runs each, where copies are slow and where
// they are lost.
func timeRuns(ctx context.Context, progress reproduce.Progress, runs int) (reproduce.Table, error) {
	const millisecond = 1000 * faults.Microsecond
	const guests = 5
	t := reproduce.Table{
		Columns: []reproduce.Column{
			{Name: "guests", Means: "how many processes knock"},
			{Name: "slow", Unit: "ms", Means: "time until the last is inside, where copies take 1 ms to 20 ms"},
			{Name: "lossy", Unit: "ms", Means: "the same where one of ten is lost too"},
		},
		Notes: []string{"Two knocks are enough; a guest knocks again after 100 ms."},
		Figure: &reproduce.Figure{
			X: reproduce.Axis{Column: "guests", Label: "guests"},
			Y: reproduce.Axis{Label: "time until all are inside (ms)", Log: 10},
			Series: []reproduce.Series{
				{Column: "slow", Label: "slow copies"}, {Column: "lossy", Label: "slow and lossy copies"},
			},
		},
	}
	for n := range guests {
		row := []reproduce.Cell{reproduce.Int(n + 1)}
		for _, loss := range []int{0, 100} {
			var times []faults.Time
			for seed := range uint64(runs) {
				if err := ctx.Err(); err != nil {
					return t, err
				}
				v, err := visited(config{Nodes: n + 2, Knocks: 2}, seed, 20*millisecond, loss)
				if err != nil {
					return t, err
				}
				times = append(times, v.over)
			}
			row = append(row, reproduce.Mean(reproduce.Ratios(times, millisecond), 2))
		}
		row[1] = row[1].Beside("12", "The paper's doors would open on another network.")
		t.Rows = append(t.Rows, row)
		progress(n+1, guests)
	}
	return t, nil
}
