package paper

import (
	"context"
	"fmt"
	"math/big"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/parallel"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	"github.com/scrutineer-go/scrutineer/spec/vcube/words"
)

// series are runs in groups of all sizes, so many in each.
type series struct {
	most  int // the largest group
	scene func(nodes int) scene
	// shows is what is seen of a run; the last of it comes last.
	shows []shown
}

// shown is a time that is seen of a run: a column.
type shown struct {
	name, means string
	what        func(*watch) *times
}

// sampled are the times of all runs in one group, none where there was no run.
type sampled struct {
	times []faults.Time
	given int // tests that were given up too early
}

// sample runs all series: what is seen of them by name and, in their order, by sizes.
func (e extent) sample(
	ctx context.Context, progress reproduce.Progress, list []series,
) (map[string][]sampled, error) {
	sizes := e.sizes(false)
	every := len(list) * e.runs
	runs, err := parallel.Each(ctx, progress, len(sizes)*every, func(i int) (*watch, error) {
		n, s := sizes[i/every], list[i%every/e.runs]
		if n > s.most {
			return nil, nil
		}
		return s.scene(n).onPaper(uint64(i%e.runs)+1).watched(ctx, s.shows[len(s.shows)-1].what)
	})
	if err != nil {
		return nil, err
	}
	all := map[string][]sampled{}
	for i := 0; i < len(runs); i += e.runs {
		for _, column := range list[i%every/e.runs].shows {
			var of sampled
			for _, o := range runs[i : i+e.runs] {
				if o != nil {
					of.times, of.given = append(of.times, column.what(o).last), of.given+o.given
				}
			}
			all[column.name] = append(all[column.name], of)
		}
	}
	return all, nil
}

// mean is the cell of samples, in the paper's units.
func (s sampled) mean() reproduce.Cell {
	if len(s.times) == 0 {
		return reproduce.None()
	}
	return reproduce.Mean(reproduce.Ratios(s.times, second), 2)
}

// mostRounds is in which round the latest of all samples came.
func (s sampled) mostRounds() int {
	most := 0
	for _, t := range s.times {
		most = max(most, int(t/faults.Time(configured(2).IntervalTime()))+1)
	}
	return most
}

// timeTable is the table of some series, with a plot.
func (e extent) timeTable(list []series, samples map[string][]sampled, y string) reproduce.Table {
	t := reproduce.Table{
		Columns: []reproduce.Column{{Name: "N", Means: "how many processes"}},
		Figure: &reproduce.Figure{
			X: reproduce.Axis{Column: "N", Label: "processes", Log: 2},
			Y: reproduce.Axis{Label: y + " (time units)", Log: 10},
		},
	}
	for _, n := range e.sizes(false) {
		t.Rows = append(t.Rows, []reproduce.Cell{reproduce.Int(n)})
	}
	given := 0
	for _, s := range list {
		for _, column := range s.shows {
			t.Columns = append(t.Columns, reproduce.Column{Name: column.name, Unit: "units", Means: column.means})
			t.Figure.Series = append(t.Figure.Series, reproduce.Series{Column: column.name, Label: column.name})
			for i, one := range samples[column.name] {
				t.Rows[i] = append(t.Rows[i], one.mean())
			}
		}
		for _, one := range samples[s.shows[0].name] {
			given += one.given
		}
	}
	t.Notes = []string{
		"The network is the paper's, see setup; a time unit is a second of virtual time. The paper's figure is a " +
			"picture.",
		fmt.Sprintf("Tests that were given up though the reply was on its way, in all runs: %d.", given),
	}
	return t
}

// figure4 is VC-19: how long a round without faults takes, until the last process has ended it.
func (e extent) figure4(ctx context.Context, progress reproduce.Progress) (reproduce.Table, error) {
	of := func(k election, most int, means string) series {
		return series{most, func(n int) scene {
			return scene{of: k, cfg: configured(n), rounds: 3}
		}, []shown{{k.name, means, roundsEnded}}}
	}
	list := []series{
		of(vCube(), e.most, "until all have ended a round of vCube"),
		of(all(), e.slow, "likewise of ALL"),
		of(ring(), e.most, "likewise of the ring"),
	}
	samples, err := e.sample(ctx, progress, list)
	if err != nil {
		return reproduce.Table{}, err
	}
	t := e.timeTable(list, samples, "time of a round")
	t.Columns = append(t.Columns, reproduce.Column{
		Name: "ALL, at least", Unit: "units", Means: "when the last of its N-1 requests can be there: 0.1 (N-1)",
	})
	for i, n := range e.sizes(false) {
		least := 100 * millisecond * faults.Time(n-1)
		for _, time := range samples[all().name][i].times {
			if time < least {
				return t, fmt.Errorf("ALL, %d processes: a round takes %s, and to send its requests %s", n, time, least)
			}
		}
		t.Rows[i] = append(t.Rows[i], reproduce.Decimal(big.NewRat(int64(least), int64(second)), 1))
	}
	return t, nil
}

// frozen is the name of the column with the worst case.
const frozen = "vCube, frozen"

// figure6 is VC-18: the time from the crash of p0 to its detection by all.
func (e extent) figure6(ctx context.Context, progress reproduce.Progress) (reproduce.Table, error) {
	of := func(k election, after faults.Time, most int, shows []shown, how ...words.Interpretation) series {
		return series{most, func(n int) scene {
			cfg := configured(n, func(c *words.Config) { c.Interpretations = how })
			return scene{of: k, cfg: cfg, rounds: n}.crashed(after, 0)
		}, shows}
	}
	list := []series{
		of(vCube(), 0, e.most, []shown{
			{"vCube", "until all suspect p0", detected},
			{"vCube, elected", "until all follow another leader, which is at the end of a round", elected},
		}),
		of(vCube(), 0, e.most, []shown{
			{frozen, "until all suspect p0, where replies tell what was known when the round began", detected},
		}, words.FrozenReplies),
		of(all(), 0, e.slow, []shown{
			{"ALL", "until all suspect p0, whom all test first", detected},
			{"ALL, elected", "until all follow another leader", elected},
		}),
		of(all(), 200*millisecond, e.slow, []shown{
			{"ALL, halfway", "until all suspect p0, which crashes 0.2 after the round has begun", detected},
		}),
		of(ring(), 0, e.slow, []shown{{"vRing", "until all suspect p0 in the ring", detected}}),
	}
	samples, err := e.sample(ctx, progress, list)
	if err != nil {
		return reproduce.Table{}, err
	}
	return e.withRounds(e.timeTable(list, samples, "time until all know"), samples), nil
}

// withRounds adds in how many rounds vCube has told all. Where replies are frozen these are log2 N,
// the worst case; as it is, news is told on within a round.
func (e extent) withRounds(t reproduce.Table, samples map[string][]sampled) reproduce.Table {
	t.Columns = append(t.Columns,
		reproduce.Column{Name: "rounds", Means: "the most rounds that vCube took in any run until all suspected p0"},
		reproduce.Column{Name: "frozen", Means: "likewise with frozen replies; the paper's worst case is log2 N"},
		reproduce.Column{Name: "ALL, rounds", Means: "likewise of ALL"},
	)
	for i, n := range e.sizes(false) {
		worst := reproduce.Int(samples[frozen][i].mostRounds()).Exactly(fmt.Sprint(log2(n)))
		inAll := reproduce.None()
		if of := samples[all().name][i]; len(of.times) > 0 {
			inAll = reproduce.Int(of.mostRounds()).Exactly("1")
		}
		t.Rows[i] = append(t.Rows[i], reproduce.Int(samples[vCube().name][i].mostRounds()), worst, inAll)
	}
	return t
}
