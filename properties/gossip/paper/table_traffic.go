package paper

import (
	"context"
	"math/big"

	"github.com/scrutineer-go/scrutineer/internal/parallel"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
)

// compared is C-16, C-17 and C-18: what both algorithms send, each in each phase.
func (e extent) compared(ctx context.Context, progress reproduce.Progress) (reproduce.Table, error) {
	t := reproduce.Table{
		Columns: []reproduce.Column{
			{Name: "n", Means: "how many nodes"},
			{Name: "election", Means: "Gossip with F = 3 and T_gossip = 1 s: proposed, forwarded at once; or push"},
			{Name: "start", Unit: "messages", Means: "from a cold start until all follow one"},
			{Name: "for it", Unit: "messages", Means: "of them, that are neither heartbeats nor gossip"},
			{Name: "start, time", Unit: "s", Means: "how long that takes; Gossip settles for 6 s"},
			{Name: "regular", Unit: "a second", Means: "messages, all being well"},
			{Name: "regular, bytes", Unit: "a second", Means: "of the encoded bodies"},
			{Name: "recovery", Unit: "messages", Means: "from the master's crash until all follow another"},
			{Name: "recovery, bytes", Means: "of the encoded bodies"},
			{Name: "recovery, for it", Unit: "messages", Means: "of them, that are neither regular heartbeats nor " +
				"gossip"},
			{Name: "recovery, time", Unit: "s", Means: "how long that takes"},
			{Name: "less", Unit: "%", Means: "by how much the messages of the recovery are fewer than Fast Bully's"},
			{Name: "less, bytes", Unit: "%", Means: "likewise by bytes"},
			{Name: "less, for it", Unit: "%", Means: "likewise by those that are sent for it"},
		},
		Notes: []string{
			"T_hb = .5 s, T_fail = 1.5 s, 10 to 50 ms, no loss, one run of each. The master crashes just after the " +
				"beginning of a run in which all know all.",
			"The paper says that Gossip reduces the traffic of a recovery by up to 18 %, and neither of what nor " +
				"how it is counted; its Table 5 says that Gossip sends more.",
		},
	}
	kinds := contenders()
	all, err := parallel.Each(ctx, progress, len(e.groups)*len(kinds), func(i int) (traffic, error) {
		return kinds[i%len(kinds)].traffic(ctx, e.groups[i/len(kinds)])
	})
	if err != nil {
		return t, err
	}
	less := func(ours, theirs int) reproduce.Cell {
		if theirs == 0 {
			return reproduce.None()
		}
		return reproduce.Decimal(big.NewRat(int64(100*(theirs-ours)), int64(theirs)), 1)
	}
	for i, n := range e.groups {
		of := all[i*len(kinds) : (i+1)*len(kinds)]
		rival := of[3]
		for k, c := range kinds {
			v := of[k]
			cells := []reproduce.Cell{
				reproduce.Int(n), reproduce.Text(c.name), reproduce.Int(v.initial.copies), reproduce.Int(v.extraStart),
				inSeconds(v.starts, 2),
				reproduce.Int(v.regular.copies), reproduce.Int(v.regular.bytes),
				reproduce.Int(v.recovery.copies), reproduce.Int(v.recovery.bytes), reproduce.Int(v.extra),
				inSeconds(v.recovers, 2),
			}
			if k == 3 {
				cells = append(cells, reproduce.None(), reproduce.None(), reproduce.None())
			} else {
				cells = append(cells, less(v.recovery.copies, rival.recovery.copies),
					less(v.recovery.bytes, rival.recovery.bytes), less(v.extra, rival.extra))
			}
			t.Rows = append(t.Rows, cells)
		}
	}
	return t, nil
}
