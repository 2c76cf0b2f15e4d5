package paper

import (
	"context"
	"fmt"
	"math/big"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/parallel"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/rsdp"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// guards are the topologies whose times are measured.
func guards() []guard {
	return []guard{
		guarded(words.Mutual, 2, 0),
		guarded(words.Mutual, 5, 0),
		guarded(words.Mutual, 10, 0),
		guarded(words.Mutual, 5, 0).after(3),
		guarded(words.Mutual, 5, 0).after(1),
		guarded(words.Mutual, 5, 0).in(together),
		guarded(words.Mutual, 5, 0).in(anyhow),
		guarded(words.Observer, 5, 1),
		guarded(words.Observers, 5, 3),
		guarded(words.Observers, 5, 3).after(6),
		guarded(words.Observers, 5, 3).in(together),
		guarded(words.Observers, 5, 3).in(anyhow),
	}
}

// closed is what the closed forms say of the topology, in seconds. T_c is that of equation (3), and T_p is
// nothing: who is elected, or appointed, acts.
func (g guard) closed() specification.Failover {
	replicas := g.instances
	if g.topology == words.Observers {
		replicas = g.watchers
	}
	session := specification.Timing{Replicas: replicas, Delay: rat(quick), Processing: new(big.Rat)}
	return specification.Failover{
		Instances: g.instances, Watchers: max(1, g.watchers), Interval: rat(g.interval()),
		Consensus: session.Consensus(), Procedure: new(big.Rat),
	}
}

// printed are the times to detect a failure and to the end of the failover, by the equations.
func (g guard) printed() (detection, all *big.Rat) {
	f := g.closed()
	switch g.topology {
	case words.Mutual:
		return f.MutualDetection(), f.MutualFailover()
	case words.Observer:
		return f.ObserverDetection(), f.ObserverFailover()
	}
	return f.ObserversDetection(), f.ObserversFailover()
}

// why says why the next check comes at another time than by the equation.
func (g guard) why() string {
	switch {
	case g.phases == together:
		return "All check at one time: that is half of an interval."
	case g.phases == anyhow:
		return "Phases that are drawn leave longer gaps than even ones."
	case g.before != spec.None:
		return "The checks of who failed before are missing, and nobody shifts its own."
	}
	return "Who fails has checked too: of N that check evenly N-1 are left."
}

// detection is A4.7: how long it takes until a failed leader is checked, found to have failed, and replaced.
func (e extent) detection(ctx context.Context, progress reproduce.Progress) (reproduce.Table, error) {
	t := e.detectionTable()
	list := guards()
	runs, err := parallel.Each(ctx, progress, len(list)*e.instants, func(i int) (takeover, error) {
		g, nth := list[i/e.instants], faults.Time(i%e.instants)
		after := (2*nth + 1) * g.interval() / faults.Time(2*e.instants)
		return g.takesOver(ctx, after, uint64(nth)+1)
	})
	if err != nil {
		return t, err
	}
	for i, g := range list {
		row, err := g.row(runs[i*e.instants : (i+1)*e.instants])
		if err != nil {
			return t, err
		}
		t.Rows = append(t.Rows, row)
	}
	return t, nil
}

func (e extent) detectionTable() reproduce.Table {
	cfg := guards()[0].config()
	return reproduce.Table{
		Columns: []reproduce.Column{
			{Name: "topology", Means: "mutual is that of section 4.1, observer 4.2, observers 4.3"},
			{Name: "N", Means: "instances"},
			{Name: "M", Means: "observers"},
			{Name: "phases", Means: "how health checks of several lie in an interval"},
			{Name: "failed", Means: "who has failed before, of 0 to N-1 and the observers behind them"},
			{Name: "checked", Unit: "s", Means: "until the failed leader is next checked; by equation (12), (19) " +
				"or (25)"},
			{Name: "detected", Unit: "s", Means: "until a check of it is found to be without an answer"},
			{Name: "replaced", Unit: "s", Means: "until another acts; by equation (13), (20) or (26)"},
		},
		Notes: []string{
			fmt.Sprintf("Means of the times after a failure at each of %d instants, evenly in an interval of %s. "+
				"They are exact, but where phases are drawn for each.", e.instants, cfg.ProbeTime()),
			fmt.Sprintf("A message takes %s, an answer is awaited for %s, the windows are %s for STATUS and %s for "+
				"SHARE. For T_c there is what equation (3) gives, and for T_p nothing.",
				quick, cfg.AckTime(), cfg.StatusTime(), cfg.ShareTime()),
			"Whom the observers elect appoints a leader when a session has ended, if the one that was did not " +
				"answer its own check: that another observer has found it earlier hastens nothing, and three take " +
				"as long as one.",
		},
	}
}

// row is that of a topology. A mean that is exact must be the expected one.
func (g guard) row(runs []takeover) ([]reproduce.Cell, error) {
	cell := func(of func(takeover) faults.Time) reproduce.Cell {
		var times []faults.Time
		for _, o := range runs {
			times = append(times, of(o))
		}
		if samples := reproduce.Ratios(times, second); g.phases == anyhow {
			return reproduce.Mean(samples, 2)
		}
		sum := faults.Time(0)
		for _, one := range times {
			sum += one
		}
		return reproduce.Decimal(big.NewRat(int64(sum), int64(second)*int64(len(times))), 2)
	}
	checked := cell(func(o takeover) faults.Time { return o.checked })
	if want := g.expected().FloatString(2); g.phases != anyhow && checked.Value != want {
		return nil, fmt.Errorf("%s, %d instances, phases %s: checked after %s on average, and by the gaps after %s",
			g.topology, g.instances, g.phases, checked.Value, want)
	}
	detection, all := g.printed()
	failed := reproduce.None()
	if g.before != spec.None {
		failed = reproduce.Int(g.before)
	}
	return []reproduce.Cell{
		reproduce.Text(string(g.topology)), reproduce.Int(g.instances), reproduce.Int(g.watchers),
		reproduce.Text(string(g.phases)), failed, checked.Beside(detection.FloatString(2), g.why()),
		cell(func(o takeover) faults.Time { return o.detected }),
		cell(func(o takeover) faults.Time { return o.acts }).Beside(all.FloatString(2),
			"The equation has no time for the missing answer, nor for the windows, which last whatever comes."),
	}, nil
}
