package paper

import (
	"context"
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/parallel"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	bully "github.com/scrutineer-go/scrutineer/spec/fastbully/words"
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
				list = append(list, failing(e.watchers, of.interval, of.timeout, dead, read...))
			}
		}
	}
	return list
}

// recoveryTimes is C-10 and C-11: the time from the master's crash until a substitute acts and until all follow
// it, and what is sent for that.
func (e extent) recoveryTimes(ctx context.Context, progress reproduce.Progress) (reproduce.Table, error) {
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
			reproduce.Text(readAs(early(f.interval, f.timeout, f.read))), inSeconds(f.interval, 1),
			inSeconds(f.timeout, 1), reproduce.Int(f.dead),
			reproduce.Mean(reproduce.Ratios(o.acts, second), 2), inSeconds(slices.Min(o.acts), 2),
			inSeconds(slices.Max(o.acts), 2), reproduce.Mean(reproduce.Ratios(o.follows, second), 2),
			inSeconds(slices.Max(o.follows), 2), reproduce.Int(o.extra),
		})
	}
	return t, nil
}

// beside is how the master's crash is compared with Fast Bully's, in groups of the sizes of which the traffic is.
func (e extent) beside(ctx context.Context, progress reproduce.Progress) (reproduce.Table, error) {
	kinds := []struct {
		name string
		failure
	}{
		{"Gossip, repaired", failure{}},
		{"Gossip, as printed", failure{read: words.AsPrinted()}},
		{"Fast Bully", failure{isBully: true}},
		{"Fast Bully, scores gathered", failure{isBully: true, bully: []bully.Interpretation{bully.Regathers}}},
	}
	moments := max(e.moments/4, 2)
	t := reproduce.Table{
		Columns: []reproduce.Column{
			{Name: "n", Means: "how many nodes"},
			{Name: "election", Means: "which"},
			{Name: "acts", Unit: "s", Means: "mean time from the master's crash until another acts"},
			{Name: "least", Unit: "s", Means: "the shortest"},
			{Name: "worst", Unit: "s", Means: "the longest"},
			{Name: "all follow", Unit: "s", Means: "mean time until all who are up follow it"},
			{Name: "worst of all", Unit: "s", Means: "the longest"},
			{Name: "extra", Unit: "messages", Means: "sent for the change, beside regular heartbeats; the most"},
		},
		Notes: []string{fmt.Sprintf("All know all, T_hb = .5 s, T_fail = 1.5 s, 10 to 50 ms, no loss, no gossip; the "+
			"crash comes at %d moments between two heartbeats. As printed the master alone beats, and its first "+
			"heartbeats are those that are sent for the change.", moments)},
	}
	all, err := parallel.Each(ctx, progress, len(e.groups)*len(kinds), func(i int) (cells []reproduce.Cell, err error) {
		f := kinds[i%len(kinds)].failure
		f.nodes, f.interval, f.timeout, f.quiet = e.groups[i/len(kinds)], second/2, 3*second/2, second
		acts, follows, extra, err := f.recoveries(ctx, moments)
		if err != nil {
			return nil, err
		}
		return []reproduce.Cell{
			reproduce.Int(f.nodes), reproduce.Text(kinds[i%len(kinds)].name),
			reproduce.Mean(reproduce.Ratios(acts, second), 2), inSeconds(slices.Min(acts), 2),
			inSeconds(slices.Max(acts), 2), reproduce.Mean(reproduce.Ratios(follows, second), 2),
			inSeconds(slices.Max(follows), 2), reproduce.Int(extra),
		}, nil
	})
	t.Rows = all
	return t, err
}
