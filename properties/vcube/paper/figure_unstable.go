package paper

import (
	"context"
	"fmt"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/internal/parallel"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/vcube/words"
)

// throne watches process 0 as the leader: how often it has failed when somebody last gave it up as
// the leader, and when that was.
type throne struct {
	failures  int
	followers int
	left      faults.Time
	failed    int
}

// Observe counts who follows process 0.
func (o *throne) Observe(w *world.World, e *world.Event) {
	if e.Action.At == 0 && e.Action.Name == spec.Crash {
		o.failures++
	}
	followers := 0
	for id := range spec.NodeID(w.Nodes()) {
		if v := viewOf(w.State(id)); v != nil && v.Leader == 0 {
			followers++
		}
	}
	if o.followers > 0 && followers == 0 {
		o.left, o.failed = e.At-begins, o.failures
	}
	o.followers = followers
}

// shaky is a scene in which process 0 fails and comes up once in each testing interval, at two
// times that are drawn, until it must have given way whatever is counted.
func shaky(penalty, drawn bool, seed uint64) scene {
	key := draw.New(seed).Named("shaky")
	list := figure7Incarnations()
	if drawn {
		for i := 1; i < len(list); i++ {
			list[i] = int(key.Named("incarnation").With(uint64(i)).Between(10, 20))
		}
	}
	least := list[1]
	for _, n := range list[1:] {
		least = min(least, n)
	}
	failures := least + 2
	cfg := configured(8, func(c *words.Config) {
		c.Incarnations = list
		if !penalty {
			c.Threshold = -1
		}
	})
	s := scene{of: vCube(), cfg: cfg, rounds: failures + 4}.onPaper(seed)
	most := int64(s.interval()/millisecond) - 1
	for n := range failures {
		at := func(what string) faults.Time {
			return faults.Time(key.Named(what).With(uint64(n)).Between(1, most)) * millisecond
		}
		one, other := at("one"), at("other")
		from, to := min(one, other), max(one, other)
		begin := faults.Time(n) * s.interval()
		s = s.failing(0, begin+from, begin+max(to, from+millisecond))
	}
	return s
}

// figure8 is how long it takes until process 0, once it has become unstable, leads no more.
func (e extent) figure8(ctx context.Context, progress reproduce.Progress) (reproduce.Table, error) {
	t := reproduce.Table{
		Columns: []reproduce.Column{
			{Name: "case", Means: "vCube-P has the penalty, vCube-NoP has none"},
			{Name: "incarnations", Means: "those of the others: of Figure 7, or drawn from 10 to 20 in each run"},
			{Name: "time", Unit: "units", Means: "from the beginning until nobody follows p0 any more, for good"},
			{Name: "failures", Means: "how often p0 has failed until then"},
		},
		Notes: []string{
			"Eight processes in the paper's network. In each interval of 100 units p0 fails and comes up once, at " +
				"two times that are drawn. The paper's figure is a picture.",
		},
		Figure: &reproduce.Figure{
			X:      reproduce.Axis{Column: "case", Label: "with and without penalty"},
			Y:      reproduce.Axis{Label: "time until p0 is leader no more (time units)"},
			Series: []reproduce.Series{{Column: "time", Label: "mean"}},
		},
	}
	cases := []struct {
		name, of       string
		penalty, drawn bool
	}{
		{"vCube-P", "Figure 7", true, false},
		{"vCube-NoP", "Figure 7", false, false},
		{"vCube-P, drawn", "drawn", true, true},
		{"vCube-NoP, drawn", "drawn", false, true},
	}
	runs, err := parallel.Each(ctx, progress, len(cases)*e.runs, func(i int) (throne, error) {
		c := cases[i/e.runs]
		var o throne
		err := shaky(c.penalty, c.drawn, uint64(i%e.runs)+1).run(ctx, &o)
		if err == nil && o.followers > 0 {
			err = fmt.Errorf("%s, run %d: after %d failures %d follow p0", c.name, i%e.runs, o.failures, o.followers)
		}
		return o, err
	})
	if err != nil {
		return t, err
	}
	for i, c := range cases {
		var times []faults.Time
		var failures []int
		for _, o := range runs[i*e.runs : (i+1)*e.runs] {
			times, failures = append(times, o.left), append(failures, o.failed)
		}
		t.Rows = append(t.Rows, []reproduce.Cell{
			reproduce.Text(c.name), reproduce.Text(c.of), reproduce.Mean(reproduce.Ratios(times, second), 1),
			reproduce.Mean(reproduce.Ratios(failures, 1), 2),
		})
	}
	return t, nil
}

// rivalry is a group in which some are unstable: each fails as soon as all follow it.
type rivalry struct {
	unstable     spec.Set
	incarnations incarnations
	penalty      bool
	down         int // for so many time units
}

// reign watches whom all who are up follow, and who is penalised.
type reign struct {
	leader             spec.NodeID // whom all follow, or have followed last
	agreed             bool        // all who are up follow it
	changes, penalties int
	known              []int
}

// Observe notes changes.
func (o *reign) Observe(w *world.World, e *world.Event) {
	at := e.Action.At
	if at == spec.None {
		return
	}
	if v := viewOf(w.State(at)); v != nil {
		if e.Action.Name != spec.Recover && v.Incarnations[at] > o.known[at] {
			o.penalties++
		}
		o.known[at] = v.Incarnations[at]
	}
	var followed spec.Set
	for _, id := range w.Living() {
		if v := viewOf(w.State(id)); v != nil {
			followed = followed.With(v.Leader)
		}
	}
	if o.agreed = len(followed) == 1; o.agreed && followed[0] != o.leader {
		o.leader = followed[0]
		o.changes++
	}
}

// episode is how many intervals go by from one failure to the next, more than it takes all to agree.
const episode = 8

// play has whoever all follow fail, until that is somebody stable, and returns the whole run and
// the failures in it. It runs what is known so far, and sees who is to fail next.
func (r rivalry) play(ctx context.Context) (reign, int, error) {
	cfg := configured(len(r.incarnations), func(c *words.Config) {
		c.Incarnations = r.incarnations
		if !r.penalty {
			c.Threshold = -1
		}
	})
	s := scene{of: vCube(), cfg: cfg}.onPaper(1)
	for failures := 0; ; failures++ {
		s.rounds = (failures + 1) * episode
		o := reign{known: append([]int{}, r.incarnations...)}
		if err := s.run(ctx, &o); err != nil {
			return o, failures, err
		}
		switch {
		case !o.agreed:
			return o, failures, fmt.Errorf("after %d failures not all follow %s", failures, o.leader)
		case !r.unstable.Has(o.leader):
			return o, failures, nil
		case failures > 100:
			return o, failures, fmt.Errorf("after %d failures %s still leads", failures, o.leader)
		}
		from := faults.Time(s.rounds)*s.interval() + 4*second
		s = s.failing(o.leader, from, from+faults.Time(r.down)*second)
	}
}

// rivalries is VC-22 and Y3: what the penalty saves where one process is unstable, and where two are.
func rivalries(ctx context.Context, progress reproduce.Progress) (reproduce.Table, error) {
	two := incarnations{0, 10, 20, 20, 20, 20, 20, 20}
	var list []rivalry
	for _, down := range []int{7, 250} {
		for _, penalty := range []bool{true, false} {
			list = append(list, rivalry{spec.Set{0}, figure7Incarnations(), penalty, down})
		}
		for _, penalty := range []bool{true, false} {
			list = append(list, rivalry{spec.Set{0, 1}, two, penalty, down})
		}
	}
	t := reproduce.Table{
		Columns: []reproduce.Column{
			{Name: "unstable", Means: "who fails each time that all follow it"},
			{Name: "incarnations", Means: "those at the beginning"},
			{Name: "penalty", Means: "whether there is one, after three failures in sequence"},
			{Name: "down", Unit: "units", Means: "for how long who fails is down; 7 are over before anybody tests it"},
			{Name: "failures", Means: "of the sitting leader, until somebody stable leads"},
			{Name: "penalties", Means: "how many there were"},
			{Name: "changes", Means: "how often all who were up came to follow another"},
			{Name: "leader", Means: "who leads in the end"},
		},
		Notes: []string{fmt.Sprintf("Eight processes in the paper's network; a failure comes %d intervals after the "+
			"last, when all agree again.", episode)},
	}
	type outcome struct {
		reign
		failures int
	}
	all, err := parallel.Each(ctx, progress, len(list), func(i int) (outcome, error) {
		o, failures, err := list[i].play(ctx)
		return outcome{o, failures}, err
	})
	if err != nil {
		return t, err
	}
	for i, r := range list {
		penalty := map[bool]string{true: "yes", false: "no"}[r.penalty]
		o := all[i]
		t.Rows = append(t.Rows, []reproduce.Cell{
			reproduce.Text(joined(r.unstable, ",")), reproduce.Text(r.incarnations.String()), reproduce.Text(penalty),
			reproduce.Int(r.down), reproduce.Int(o.failures), reproduce.Int(o.penalties), reproduce.Int(o.changes),
			reproduce.Int(o.leader),
		})
	}
	return t, nil
}
