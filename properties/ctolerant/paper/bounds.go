package paper

import (
	"cmp"
	"context"
	"math/big"
	"slices"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/parallel"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	elections "github.com/scrutineer-go/scrutineer/properties/ctolerant"
	"github.com/scrutineer-go/scrutineer/properties/swim/trace"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// listing sums up the lists in the traces of a point, at each second of the recordings.
type listing struct {
	removed, doubted lacking
	own, heard       reports // by the suspicions of a process's own probes, and with rumours
}

// reports counts the pairs of one of the topY unhealthiest processes of the whole group and the list of another
// process.
type reports struct {
	pairs, missed int64      // a pair is missed if the topY unhealthiest of the list lack the process
	traces        []*big.Rat // the share of missed pairs in each trace
}

// add adds the pairs of one trace.
func (r *reports) add(o reports) {
	r.pairs, r.missed, r.traces = r.pairs+o.pairs, r.missed+o.missed, append(r.traces, o.silence())
}

// lacking has the bounds c: the number of lists that lack one process, for the process that most lists lack.
type lacking struct {
	at   []int // at each second
	ever int   // the same number, if a list counts that lacks the process at any second of a recording
}

func (l *lacking) add(o lacking) {
	l.at = append(l.at, o.at...)
	l.ever = max(l.ever, o.ever)
}

// greatest returns the greatest bound at a second.
func (l *lacking) greatest() int { return slices.Max(l.at) }

// percentile returns the least bound that 95 % of all seconds keep.
func (l *lacking) percentile() int {
	return reproduce.Percentile(l.at, 95, cmp.Compare)
}

// mean returns the mean of the bounds.
func (l *lacking) mean() *big.Rat {
	return reproduce.Average(reproduce.Ratios(l.at, 1))
}

// silence returns p of Theorem 4: the share of the pairs that are missed.
func (r reports) silence() *big.Rat {
	if r.pairs == 0 {
		return new(big.Rat)
	}
	return big.NewRat(r.missed, r.pairs)
}

// listings returns the listings of points.
func (l *laboratory) listings(ctx context.Context, progress reproduce.Progress, points []point) ([]listing, error) {
	return parallel.Each(ctx, progress, len(points), func(i int) (listing, error) {
		var all listing
		for n := range points[i].traces {
			t, err := l.trace(ctx, points[i].sceneOf(n))
			if err != nil {
				return all, err
			}
			one := listsOf(t)
			all.removed.add(one.removed)
			all.doubted.add(one.doubted)
			all.own.add(one.own)
			all.heard.add(one.heard)
		}
		return all, nil
	})
}

// listsOf returns the listing of one trace.
func listsOf(t *trace.Trace) listing {
	var l listing
	removed, doubted := newLackers(t.Nodes), newLackers(t.Nodes)
	var moments []faults.Time
	for at := t.Begin(); at < t.End(); at += second {
		moments = append(moments, at)
	}
	_ = t.Visit(moments, func(_ int, m *trace.Moment, _ []trace.Change) error {
		l.removed.at = append(l.removed.at, removed.at(m, false))
		l.doubted.at = append(l.doubted.at, doubted.at(m, true))
		members := m.Lists(false)
		l.own.count(members, m.Suspicions())
		l.heard.count(members, m.Heard())
		return nil
	})
	l.removed.ever, l.doubted.ever = removed.most(), doubted.most()
	return l
}

// count adds the pairs of one moment.
func (r *reports) count(members []spec.Set, suspicions [][]int) {
	cfg := words.Config{Nodes: len(members), Lists: members, Suspicions: suspicions, Y: topY}
	worst := elections.UnhealthiestOfAll(cfg)
	for i := range members {
		at := spec.NodeID(i)
		own := elections.TopUnhealthy(cfg, at)
		for _, id := range worst {
			if id == at {
				continue
			}
			r.pairs++
			if !own.Has(id) {
				r.missed++
			}
		}
	}
}

// lackers has for each process the lists that have lacked it.
type lackers []spec.Set

func newLackers(nodes int) lackers { return make(lackers, nodes) }

// at adds a moment, and returns the bound c then.
func (l lackers) at(m *trace.Moment, suspects bool) int {
	most := 0
	for id := range l {
		by := m.Lackers(spec.NodeID(id), suspects)
		most = max(most, len(by))
		for _, at := range by {
			l[id] = l[id].With(at)
		}
	}
	return most
}

// most returns the bound c over all moments together.
func (l lackers) most() int {
	most := 0
	for _, by := range l {
		most = max(most, len(by))
	}
	return most
}
