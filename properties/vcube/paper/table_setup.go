package paper

import (
	"context"
	"fmt"
	"math/big"
	"strings"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	"github.com/scrutineer-go/scrutineer/spec"
)

// units writes a time in the paper's units.
func units(t faults.Time) string {
	text := big.NewRat(int64(t), int64(second)).FloatString(1)
	return strings.TrimSuffix(text, ".0")
}

// setup is VC-23: the parameters of the paper's simulation beside what the runs here have. Ours are
// read off the scenes that are run.
func (e extent) setup(context.Context, reproduce.Progress) (reproduce.Table, error) {
	s := scene{of: vCube(), cfg: configured(8)}.onPaper(1)
	crash := s.crashed(0, 0)
	sizes := e.sizes(false)
	t := reproduce.Table{
		Columns: []reproduce.Column{
			{Name: "parameter", Means: "times are in the paper's units, of which one is a second here"},
			{Name: "here", Means: "what the experiments have"},
		},
		Notes: []string{
			"The paper gives neither the seeds of its runs nor their single results, and its figures are " +
				"pictures: what can be held against ours is what its tables, its logs and its prose say.",
			"What a process sends at once departs 0.1 apart, and a test's timeout runs from then. Steps do not " +
				"wait for each other: a reply departs when it is given. If replies queued behind the requests of a " +
				"round, as on one wire, those of ALL would come after the timeout from 64 processes on.",
		},
	}
	add := func(parameter string, cell reproduce.Cell) {
		t.Rows = append(t.Rows, []reproduce.Cell{reproduce.Text(parameter), cell})
	}
	add("processes", reproduce.Text(fmt.Sprintf("%d, %d, ..., %d", sizes[0], sizes[1], sizes[len(sizes)-1])).
		Beside("8, 16, ..., 512", "The experiments are run small here."))
	add("runs of each", reproduce.Text(fmt.Sprint(e.runs)).Beside("31", "The experiments are run small here."))
	add("testing interval", reproduce.Text(units(s.interval())).Exactly("100"))
	add("timeout of a test", reproduce.Text(units(faults.Time(s.cfg.TimeoutTime()))).Exactly("4"))
	add("transmission, at least", reproduce.Text(units(s.delay.Min)).Exactly("0.1"))
	add("and exponential, of mean", reproduce.Text(units(s.delay.Mean-s.delay.Min)).Exactly("0.2"))
	add("shift of successive messages", reproduce.Text(units(s.gap)).Exactly("0.1"))
	add("crash, of p0 at", reproduce.Text(units(crash.until-begins)).Exactly("0"))
	add("failures before a penalty", reproduce.Text(fmt.Sprint(s.cfg.Threshold)).Exactly("3"))
	add("incarnations in Figure 7", reproduce.Text(figure7Incarnations().String()).Exactly("0,10,18,19,17,15,13,11"))
	add("failures in Figure 8, within", reproduce.Text(units(s.interval())).Exactly("100"))
	add("copies to who is down", reproduce.Text(fmt.Sprint(s.cfg.Failures)).Exactly(fmt.Sprint(spec.MessagesVanish)))
	add("simulator", reproduce.Text("faults/world").Beside("Neko, RandomNetwork", "It is another program."))
	return t, nil
}
