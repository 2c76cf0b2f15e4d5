package paper

import (
	"context"
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/internal/parallel"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	"github.com/scrutineer-go/scrutineer/properties/swim/trace"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// laboratory keeps traces and elections, which several experiments share.
type laboratory struct {
	traces    memo[trace.Scene, *trace.Trace]
	elections memo[traced, []four]
}

// traced names one of a point's traces.
type traced struct {
	point
	number int
}

// four holds the elections at one instant of a trace, in the order of words.Variants.
type four [4]ran

// trace returns the trace of a scene.
func (l *laboratory) trace(ctx context.Context, s trace.Scene) (*trace.Trace, error) {
	return l.traces.of(s, func() (*trace.Trace, error) {
		t, err := trace.Record(ctx, s)
		if err != nil {
			return nil, fmt.Errorf("the detector, %d processes, %d of 1000 lost: %w", s.Nodes, s.Loss, err)
		}
		return t, nil
	})
}

// run runs the elections of all points, and returns a row for each point.
func (l *laboratory) run(ctx context.Context, progress reproduce.Progress, points []point) ([][]four, error) {
	var units []traced
	for _, p := range points {
		for n := range p.traces {
			units = append(units, traced{p, n})
		}
	}
	done, err := parallel.Each(ctx, progress, len(units), func(i int) ([]four, error) {
		return l.elections.of(units[i], func() ([]four, error) { return l.elect(ctx, units[i]) })
	})
	if err != nil {
		return nil, err
	}
	all := make([][]four, len(points))
	for i := range points {
		for range points[i].traces {
			all[i], done = append(all[i], done[0]...), done[1:]
		}
	}
	return all, nil
}

// elect runs the elections of one trace: the four at each of its instants, with an initiator that is drawn anew.
func (l *laboratory) elect(ctx context.Context, u traced) ([]four, error) {
	t, err := l.trace(ctx, u.sceneOf(u.number))
	if err != nil {
		return nil, err
	}
	moments := u.moments()
	all := make([]four, len(moments))
	err = t.Visit(moments, func(i int, m *trace.Moment, later []trace.Change) error {
		key := u.key().With(uint64(i))
		s := scene{
			point: u.point, topology: t.Map, at: moments[i], lists: m.Lists(u.unsuspected), suspicions: m.Suspicions(),
			later: later, seed: key.Uint64(),
			initiator: spec.NodeID(key.Named("initiator").Below(uint64(u.scene.Nodes))),
		}
		if u.told {
			s.suspicions = m.Heard()
		}
		if u.dead && s.initiator == 0 {
			s.initiator = 1
		}
		for k, variant := range words.Variants() {
			if u.only != "" && variant != u.only {
				continue
			}
			var err error
			if all[i][k], err = s.run(ctx, variant); err != nil {
				return fmt.Errorf("%s, %d processes, %d of 1000 lost, trace %d, election %d: %w",
					variant, u.scene.Nodes, u.scene.Loss, u.number+1, i+1, err)
			}
		}
		return nil
	})
	return all, err
}

func (u traced) key() draw.Key { return draw.New(uint64(u.number) + 1).Named("elections") }

// moments returns the times at which elections begin, in ascending order. They are early enough for the trace to go on
// during the window, or for half of its length if that is shorter.
func (u traced) moments() []faults.Time {
	all := make([]faults.Time, (u.seeds+u.traces-1-u.number)/u.traces)
	last := u.scene.End() - min(window, u.scene.Lasts/2)
	for i := range all {
		if u.dead {
			all[i] = u.sceneOf(u.number).Crash + u.after
			continue
		}
		all[i] = faults.Time(u.key().Named("moment").With(uint64(i)).Between(int64(u.scene.Begin()), int64(last)))
	}
	slices.Sort(all)
	return all
}
