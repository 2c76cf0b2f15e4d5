package paper

import (
	"context"
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/parallel"
	"github.com/scrutineer-go/scrutineer/reproduce"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
)

// failures are those that are measured.
func (e extent) failures() []failure {
	var list []failure
	for _, of := range []watching{
		typical(second/2, 3*second/2), typical(second/2, 1700*millisecond), typical(second, 2*second),
	} {
		for _, read := range [][]words.Interpretation{nil, {words.Announce}, {words.MasterBeats}} {
			for dead := range 3 {
				list = append(list, failure{e.watchers, of.interval, of.timeout, dead, read})
			}
		}
	}
	return list
}

// recovery is C-10 and C-11: the time from the master's crash until a substitute acts and until all follow
// it, and what is sent for that.
func (e extent) recovery(ctx context.Context, progress reproduce.Progress) (reproduce.Table, error) {
	t := reproduce.Table{
		Columns: []reproduce.Column{
			{Name: "reading", Means: "what is read otherwise than recommended"},
			{Name: "T_hb", Unit: "s", Means: "between two heartbeats"},
			{Name: "T_fail", Unit: "s", Means: "after which who is silent is taken for down"},
			{Name: "dead", Means: "how many of the first substitutes crash with the master"},
			{Name: "acts", Unit: "s", Means: "mean time until a substitute acts that is up"},
			{Name: "least", Unit: "s", Means: "the shortest"},
			{Name: "worst", Unit: "s", Means: "the longest"},
			{Name: "all follow", Unit: "s", Means: "mean time until all who are up follow it"},
			{Name: "worst of all", Unit: "s", Means: "the longest"},
			{Name: "extra", Unit: "messages", Means: "sent for the change, beside the heartbeats of the clock; the " +
				"most"},
		},
		Notes: []string{fmt.Sprintf("%d processes that know all, 10 to 50 ms, no loss; the crash comes at %d moments "+
			"between two heartbeats. Where only the master beats a substitute is taken for dead when it has not "+
			"beaten "+
			"for T_fail since it is followed, one after the other.", e.watchers, e.moments)},
	}
	list := e.failures()
	type outcome struct {
		acts, follows []faults.Time
		extra         int
	}
	all, err := parallel.Each(ctx, progress, len(list), func(i int) (o outcome, err error) {
		o.acts, o.follows, o.extra, err = list[i].recoveries(ctx, e.moments)
		return o, err
	})
	if err != nil {
		return t, err
	}
	for i, f := range list {
		o := all[i]
		t.Rows = append(t.Rows, []reproduce.Cell{
			reproduce.Text(readAs(early(f.interval, f.timeout, f.read))), inSeconds(f.interval, 1), inSeconds(f.timeout, 1), reproduce.Int(f.dead),
			reproduce.Mean(reproduce.Ratios(o.acts, second), 2), inSeconds(slices.Min(o.acts), 2),
			inSeconds(slices.Max(o.acts), 2), reproduce.Mean(reproduce.Ratios(o.follows, second), 2),
			inSeconds(slices.Max(o.follows), 2), reproduce.Int(o.extra),
		})
	}
	return t, nil
}
