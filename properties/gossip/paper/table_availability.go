package paper

import (
	"context"
	"fmt"
	"math/big"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/parallel"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
)

// refreshed is a group whose master has died: it is ranked anew after each refresh. Where it gossips, each
// publishes a new version a second.
type refreshed struct {
	timeout, refresh faults.Time
	gossips          bool
	read             []words.Interpretation
}

// available is which part of the time somebody acts, over periods of T_refresh, from the first on that
// begins after the failure was noticed.
func (r refreshed) available(ctx context.Context, periods int) (*big.Rat, error) {
	s := beating(5, r.timeout/2, r.timeout, r.read...)
	s.cfg.RefreshMS = int(r.refresh / millisecond)
	if r.gossips {
		s.cfg.Versions = 0
	}
	s = s.crashed(r.refresh/2, 0)
	s.lasts = faults.Time(periods+1) * r.refresh
	o := s.watchMasters()
	o.from = begins + r.refresh
	_, err := s.run(ctx, nil, o)
	o.ends()
	return big.NewRat(int64(s.lasts-r.refresh-o.none), int64(s.lasts-r.refresh)), err
}

// printedReturns are the readings under which the failed master returns.
func printedReturns() []words.Interpretation {
	return spec.NewSet(words.DeadReturns, words.NoEpochs)
}

// availability is C4.3: the failed master is first in the list after each ranking.
func (e extent) availability(ctx context.Context, progress reproduce.Progress) (reproduce.Table, error) {
	var list []refreshed
	for _, gossips := range []bool{false, true} {
		for _, pair := range [][2]faults.Time{
			{2 * second, 10 * second}, {3 * second / 2, 10 * second}, {2 * second, 30 * second},
		} {
			list = append(list, refreshed{pair[0], pair[1], gossips, printedReturns()})
		}
	}
	list = append(list, refreshed{2 * second, 10 * second, true, nil})
	t := reproduce.Table{
		Columns: []reproduce.Column{
			{Name: "reading", Means: "what is read otherwise than recommended"},
			{Name: "T_fail", Unit: "s", Means: "after which who is silent is taken for down"},
			{Name: "T_refresh", Unit: "s", Means: "from one ranking to the next"},
			{Name: "gossip", Means: "whether records are published meanwhile, each second"},
			{Name: "available", Means: "part of the time in which somebody acts, after the master has died"},
			{Name: "1 - T_fail/T_refresh", Means: "where only T_refresh has it ranked anew"},
		},
		Notes: []string{"Five processes, no loss, ten periods of T_refresh. As printed nobody is ever removed from " +
			"C_n, and the next ranking has the dead master first again. Records that come more often than T_fail " +
			"have it ranked anew before its silence is noticed."},
	}
	all, err := parallel.Each(ctx, progress, len(list), func(i int) (*big.Rat, error) {
		return list[i].available(ctx, 10)
	})
	if err != nil {
		return t, err
	}
	for i, r := range list {
		formula, gossip := reproduce.None(), "no"
		is := new(big.Rat).Sub(big.NewRat(1, 1), big.NewRat(int64(r.timeout), int64(r.refresh)))
		switch {
		case r.gossips:
			gossip = "yes"
		default:
			formula = reproduce.Decimal(is, 3)
			if off := new(big.Rat).Sub(all[i], is); off.Abs(off).Cmp(big.NewRat(1, 100)) > 0 {
				return t, fmt.Errorf("available %s of the time, and %s by the formula", all[i].FloatString(4),
					is.FloatString(4))
			}
		}
		t.Rows = append(t.Rows, []reproduce.Cell{
			reproduce.Text(readAs(early(r.timeout/2, r.timeout, r.read))), inSeconds(r.timeout, 1),
			inSeconds(r.refresh, 0), reproduce.Text(gossip),
			reproduce.Decimal(all[i], 3), formula,
		})
	}
	return t, nil
}
