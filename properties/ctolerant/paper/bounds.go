package paper

import (
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

// listing is what the traces of a point say of the lists, at each second of the recordings.
type listing struct {
	removed, doubted lacking
	own, heard       reports // by what processes suspect because of their own probes, and by all that they suspect
}

// reports are the pairs of one of the topY unhealthiest of the whole group and the list of another process.
type reports struct {
	pairs, missed int64 // missed are those in which the topY of the list lack it
}

func (r *reports) add(o reports) { r.pairs, r.missed = r.pairs+o.pairs, r.missed+o.missed }

// lacking are the bounds c: how many lists lack the process that is lacked by most others.
type lacking struct {
	at   []int // at each second
	ever int   // by how many lists it was lacked at some second of a recording
}

func (l *lacking) add(o lacking) {
	l.at = append(l.at, o.at...)
	l.ever = max(l.ever, o.ever)
}

// greatest returns the greatest bound at a second.
func (l *lacking) greatest() int { return slices.Max(l.at) }

// percentile returns the least bound that holds in 95 % of all seconds.
func (l *lacking) percentile() int {
	sorted := slices.Sorted(slices.Values(l.at))
	return sorted[(95*len(sorted)+99)/100-1]
}

// mean returns the mean of the bounds.
func (l *lacking) mean() *big.Rat {
	return new(big.Rat).Quo(sumOf(rats(l.at)), big.NewRat(int64(len(l.at)), 1))
}

// silence is the chance that an answer does not report one of the unhealthiest.
func (r reports) silence() *big.Rat {
	if r.pairs == 0 {
		return new(big.Rat)
	}
	return big.NewRat(r.missed, r.pairs)
}

// listings looks at the lists of all points.
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

// listsOf looks at the lists of one trace.
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

// count counts in which lists the unhealthiest of all are.
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

// lackers are for each process the lists that have lacked it.
type lackers []spec.Set

func newLackers(nodes int) lackers { return make(lackers, nodes) }

// at adds a moment, and returns how many lists lack the process that most of them lack.
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

// most is how many lists have lacked the process that most of them have lacked.
func (l lackers) most() int {
	most := 0
	for _, by := range l {
		most = max(most, len(by))
	}
	return most
}
