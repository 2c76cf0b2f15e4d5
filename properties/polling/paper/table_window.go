package paper

import (
	"context"
	"fmt"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/parallel"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/polling/words"
)

// reading is a way in which the paper is read, as printed and repaired. R is one a second, T four seconds, so that a
// window allows four requests.
type reading struct {
	name              string
	printed, repaired words.Config
	delay             faults.Time
}

// T is the window of what is measured, in milliseconds, and change when divisions change.
const (
	window = 4000
	change = 20_500
)

func readings() []reading {
	three := words.Config{Workers: 3, Window: window, Divisions: []words.Division{{Slot: 1000}}}
	jitter := three
	jitter.Safe, jitter.Jitter = true, 100
	apart := three
	apart.Divisions = []words.Division{
		{Slot: 1000, Views: []spec.Set{spec.NewSet[spec.NodeID](0), spec.AllNodes(3), spec.AllNodes(3)}},
	}
	joins := three
	joins.Divisions = []words.Division{
		{Slot: 1000, Members: spec.AllNodes(2)},
		{Slot: 1000, Members: spec.AllNodes(3), At: []int{change, change + 4000, change, change}},
	}
	agreed := joins
	agreed.Agreed, agreed.Divisions = true, []words.Division{joins.Divisions[0], joins.Divisions[1]}
	agreed.Divisions[1].Adopt = change + 5000
	lowered := three
	lowered.Divisions = []words.Division{{Slot: 500}, {Slot: 1000, At: []int{change, change, change, change}}}
	paused := lowered
	paused.Silence = 2000
	return []reading{
		{"jitter", three, jitter, 100 * millisecond},
		{"views", apart, three, 0},
		{"switch", joins, agreed, 0},
		{"lowered", lowered, paused, 0},
	}
}

// window prints the most requests in a window that ends in each second.
func (e extent) window(ctx context.Context, progress reproduce.Progress) (reproduce.Table, error) {
	t := reproduce.Table{
		Columns: []reproduce.Column{{Name: "second", Unit: "s", Means: "the second in which windows end"}},
		Notes: []string{
			"R = 1/s and T = 4 s, so RT = 4, with three workers. Lowered: R = 2/s until 20.5 s, RT = 8. Jitter: " +
				"requests take up to 100 ms. Views: worker 0 knows of no other. Switch: a third worker joins, " +
				"and worker 1 hears of it 4 s later; repaired, all adopt the division at 25.5 s.",
		},
		Figure: &reproduce.Figure{
			X: reproduce.Axis{Column: "second", Label: "time (s)"},
			Y: reproduce.Axis{Label: "requests in a window of 4 s"},
		},
	}
	all := readings()
	logs, err := parallel.Each(ctx, progress, 2*len(all), func(i int) (*log, error) {
		r := all[i/2]
		cfg := []words.Config{r.printed, r.repaired}[i%2]
		return scene{cfg: cfg, delay: r.delay, end: e.observed, seed: 1}.run(ctx)
	})
	if err != nil {
		return t, err
	}
	for i := range logs {
		name := fmt.Sprintf("%s %s", all[i/2].name, []string{"printed", "repaired"}[i%2])
		t.Columns = append(t.Columns, reproduce.Column{Name: name, Means: "the most requests in such a window"})
		if i%2 == 0 || i == len(logs)-1 { // what is repaired stays at RT, but for the limit that is lowered
			t.Figure.Series = append(t.Figure.Series, reproduce.Series{Column: name, Label: name})
		}
	}
	for s := range int(e.observed / second) {
		row := []reproduce.Cell{reproduce.Int(s + 1)}
		for _, l := range logs {
			begins := faults.Time(s) * second
			row = append(row, reproduce.Int(l.most(window*millisecond, begins, begins+second)))
		}
		t.Rows = append(t.Rows, row)
	}
	return t, nil
}
