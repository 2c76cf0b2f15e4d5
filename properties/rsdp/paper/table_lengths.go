package paper

import (
	"context"
	"fmt"
	"math/big"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/parallel"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	specification "github.com/scrutineer-go/scrutineer/spec/rsdp"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// windows are those in which STATUS and SHARE are gathered.
type windows struct {
	nodes         int
	status, share faults.Time
}

// lengths are the shortest that are long enough where all start together, and those of the house.
func (e extent) lengths() []windows {
	house := words.Config{}.WithDefaults()
	var list []windows
	for _, n := range e.timeSizes {
		list = append(list,
			windows{n, 2*longest + millisecond, longest + millisecond},
			windows{n, faults.Time(house.StatusTime()), faults.Time(house.ShareTime())})
	}
	return list
}

// batches notes when each replica has made one state of all SHAREs.
type batches struct{ at []faults.Time }

// Observe notes it.
func (b *batches) Observe(_ *world.World, e *world.Event) {
	if e.Action.Timer == words.TimerShare {
		b.at = append(b.at, e.At-begins)
	}
}

// run runs a cold start of all together.
func (c windows) run(ctx context.Context, seed uint64) ([]faults.Time, error) {
	cluster, err := replicas(words.Config{
		Nodes: c.nodes, StatusMS: milliseconds(c.status), ShareMS: milliseconds(c.share),
	})
	if err != nil {
		return nil, err
	}
	var b batches
	w, err := scene{cluster: cluster, delay: anyDelay(), end: c.status + c.share + 10*longest, seed: seed}.run(ctx, &b)
	switch {
	case err != nil:
		return nil, err
	case len(b.at) != c.nodes || !viewsOf(w, 0).agree():
		return nil, fmt.Errorf("%d replicas, seed %d: %d have a state, and they must agree", c.nodes, seed, len(b.at))
	}
	return b.at, nil
}

// windows is A-24: how long a consensus takes where the windows are real, beside equation (3).
func (e extent) windows(ctx context.Context, progress reproduce.Progress) (reproduce.Table, error) {
	t := reproduce.Table{
		Columns: []reproduce.Column{
			{Name: "replicas", Means: "n"},
			{Name: "STATUS", Unit: "d", Means: "the window in which STATUSes are gathered"},
			{Name: "SHARE", Unit: "d", Means: "the window in which SHAREs are gathered, from the first on"},
			{Name: "first", Unit: "d", Means: "until the first replica has made one state of all SHAREs"},
			{Name: "last", Unit: "d", Means: "until the last has; by equation (3), with nothing for t_p"},
			{Name: "longest", Unit: "d", Means: "the longest of all runs"},
		},
		Notes: []string{
			fmt.Sprintf("%d cold starts of each, all together; a message takes 0 to d, and work no time. All "+
				"replicas agree in the end.", e.timeRuns),
		},
	}
	list := e.lengths()
	runs, err := parallel.Each(ctx, progress, len(list)*e.timeRuns, func(i int) ([]faults.Time, error) {
		return list[i/e.timeRuns].run(ctx, uint64(i%e.timeRuns)+1)
	})
	if err != nil {
		return t, err
	}
	for i, c := range list {
		var first, last []faults.Time
		most := faults.Time(0)
		for _, at := range runs[i*e.timeRuns : (i+1)*e.timeRuns] {
			first, last = append(first, at[0]), append(last, at[len(at)-1])
			most = max(most, at[len(at)-1])
		}
		in := func(t faults.Time) reproduce.Cell {
			return reproduce.Decimal(big.NewRat(int64(t), int64(longest)), 2)
		}
		closed := specification.Timing{Replicas: c.nodes, Delay: big.NewRat(1, 1), Processing: new(big.Rat)}
		t.Rows = append(t.Rows, []reproduce.Cell{
			reproduce.Int(c.nodes), in(c.status), in(c.share), reproduce.Mean(reproduce.Ratios(first, longest), 2),
			reproduce.Mean(reproduce.Ratios(last, longest), 2).Beside(closed.Consensus().FloatString(2),
				"A replica knows not how many will answer: it waits for its windows to end, however fast messages "+
					"are."),
			in(most),
		})
	}
	return t, nil
}
