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

// start is a cold start, read in a way.
type start struct {
	name      string
	technique words.Technique
	versions  int
	read      []words.Interpretation
}

// starts are those that are measured.
func starts() []start {
	return []start{
		{"forward", words.Forward, 0, []words.Interpretation{words.ClaimAtStart}},
		{"rounds", words.Rounds, 0, []words.Interpretation{words.ClaimAtStart}},
		{"push-pull", words.PushPull, 1, []words.Interpretation{words.ClaimAtStart}},
		{"settling", words.Rounds, 0, nil},
	}
}

// started runs a cold start, and counts who acts at these times.
func (c start) started(ctx context.Context, nodes int, seed uint64, at []faults.Time) (*masters, error) {
	cfg := read(nodes, as(c.read...), func(cfg *words.Config) {
		cfg.Fanout, cfg.Technique, cfg.Versions, cfg.Detector = 3, c.technique, c.versions, words.Told
		cfg.SettleMS = 12_000
	})
	s := scene{cfg: cfg, delay: inCluster(), loss: 10, seed: seed, lasts: at[len(at)-1] + millisecond}.measuring()
	o := s.watchMasters()
	o.samples = at
	_, err := s.run(ctx, nil, o)
	o.ends()
	return o, err
}

// cold is C4.4: how many act as the master after a cold start.
func (e extent) cold(ctx context.Context, progress reproduce.Progress) (reproduce.Table, error) {
	const rounds = 15
	at := []faults.Time{0}
	for k := range rounds {
		at = append(at, faults.Time(k+1)*second-millisecond)
	}
	t := reproduce.Table{
		Columns: []reproduce.Column{{Name: "R", Means: "after so many rounds of a second; 0, when all have booted"}},
		Notes: []string{
			fmt.Sprintf("%d nodes, F = 3, 1 %% loss, 10 to 50 ms; latencies and powers are drawn; means of %d runs. "+
				"In "+
				"the first three all claim at their start, as C_n = {n} has it; in settling nobody claims for 12 s, a "+
				"time within which rounds get to all: that is what it costs, once.", e.of, e.starts),
		},
	}
	kinds := starts()
	for _, c := range kinds {
		t.Columns = append(t.Columns, reproduce.Column{
			Name: c.name, Unit: "masters", Means: "how many act as the master",
		}, reproduce.Column{Name: c.name + ", several", Unit: "%", Means: "of the runs, in which more than one does"})
	}
	all, err := parallel.Each(ctx, progress, len(kinds)*e.starts, func(i int) (*masters, error) {
		return kinds[i/e.starts].started(ctx, e.of, uint64(i%e.starts)+1, at)
	})
	if err != nil {
		return t, err
	}
	for k := range at {
		cells := []reproduce.Cell{reproduce.Int(k)}
		for i := range kinds {
			var counts []int
			several := int64(0)
			for _, o := range all[i*e.starts : (i+1)*e.starts] {
				counts = append(counts, o.counted[k])
				if o.counted[k] > 1 {
					several++
				}
			}
			cells = append(cells, reproduce.Mean(reproduce.Ratios(counts, 1), 2),
				reproduce.Decimal(big.NewRat(100*several, int64(e.starts)), 1))
		}
		t.Rows = append(t.Rows, cells)
	}
	return t, nil
}
