package paper

import (
	"context"
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/parallel"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
)

// horizon is how many rounds a run has until all must know all.
const horizon = 40

// times are when all knew all in the runs of a kind, and how many there were.
type times struct {
	came []faults.Time
	runs int
}

// worst is the longest.
func (t times) worst() faults.Time {
	if len(t.came) == 0 {
		return never
	}
	return slices.Max(t.came)
}

// within counts those from low to high.
func (t times) within(low, high faults.Time) int {
	n := 0
	for _, at := range t.came {
		if low <= at && at <= high {
			n++
		}
	}
	return n
}

// converges runs a scene under so many seeds.
func (s scene) converges(ctx context.Context, runs int) (times, error) {
	t := times{runs: runs}
	for seed := range uint64(runs) {
		s.seed = seed + 1
		o, err := s.covered(ctx, horizon)
		if err != nil {
			return t, err
		}
		if o.left == 0 {
			t.came = append(t.came, o.last)
		}
	}
	return t, nil
}

// convergence is C-09 with C-07, C-13, C-19 and C-23: how long it takes until all know all.
func (e extent) convergence(ctx context.Context, progress reproduce.Progress) (reproduce.Table, error) {
	t := reproduce.Table{
		Columns: []reproduce.Column{
			{Name: "reading", Means: "how records spread; each round: with a new version each second"},
			{Name: "n", Means: "how many nodes"},
			{Name: "loss", Unit: "%", Means: "of all copies"},
		},
		Notes: []string{
			fmt.Sprintf("T_gossip is 1 s, a copy takes 10 to 50 ms, TTL is n-1, as printed 12, all boot "+
				"together. Each cell is of %d runs, of %d for 200 nodes and of %d for 500. What is waited for is "+
				"that all know the records of all, of 50 where there are 100 nodes, and of 20 where there are more; "+
				"but for push and push-pull no others are published then.", e.runs, max(e.runs/2, 1), max(e.runs/5, 1)),
			"forward: a new version is passed on at once (techniques 1 and 2); rounds: with the next round, as " +
				"T_conv supposes; push: each round sends all that is known; anti-entropy: as forward, once, and a " +
				"digest each tenth round (technique 3); push-pull: as push, and whoever is sent to answers " +
				"(technique 4).",
		},
	}
	for _, f := range e.fanouts {
		t.Columns = append(t.Columns,
			reproduce.Column{
				Name: fmt.Sprintf("F=%d", f), Unit: "s",
				Means: fmt.Sprintf("median time until all know all, of the runs in which they come to, with fanout "+
					"%d", f),
			},
			reproduce.Column{Name: fmt.Sprintf("F=%d, worst", f), Unit: "s", Means: "the longest"},
			reproduce.Column{
				Name: fmt.Sprintf("F=%d, never", f), Unit: "runs", Means: fmt.Sprintf("in which after %d rounds "+
					"some lack a record", horizon),
			})
	}
	t.Columns = append(t.Columns, reproduce.Column{
		Name: "F=3 in 4-6 s", Unit: "runs", Means: "in which it takes the 4 to 6 s that the paper has for 50 nodes",
	})
	return t, e.convergenceRows(ctx, progress, &t)
}

// convergenceRows measures the rows.
func (e extent) convergenceRows(ctx context.Context, progress reproduce.Progress, t *reproduce.Table) error {
	type row struct {
		of          reading
		nodes, loss int
	}
	var rows []row
	for _, r := range readings() {
		for _, n := range e.sizes {
			for _, loss := range []int{0, 10} {
				rows = append(rows, row{r, n, loss})
			}
		}
	}
	all, err := parallel.Each(ctx, progress, len(rows)*len(e.fanouts), func(i int) (times, error) {
		r := rows[i/len(e.fanouts)]
		runs, records := e.runsOf(r.nodes)
		s := r.of.spreading(r.nodes, e.fanouts[i%len(e.fanouts)], r.loss, origins(r.nodes, records)...)
		return s.converges(ctx, runs)
	})
	if err != nil {
		return err
	}
	for i, r := range rows {
		cells := []reproduce.Cell{reproduce.Text(r.of.name), reproduce.Int(r.nodes), reproduce.Int(r.loss / 10)}
		inPaper := reproduce.None()
		for k, f := range e.fanouts {
			c := all[i*len(e.fanouts)+k]
			cells = append(cells, secondsOrNone(median(c.came), 2), secondsOrNone(c.worst(), 2),
				reproduce.Int(c.runs-len(c.came)))
			if f == 3 && r.nodes == e.of {
				inPaper = reproduce.Int(c.within(4*second, 6*second)).Beside(fmt.Sprint(c.runs), "The paper's "+
					"time is worked out from 3, 9, 27, 81, and no run is described.")
			}
		}
		t.Rows = append(t.Rows, append(cells, inPaper))
	}
	return nil
}
