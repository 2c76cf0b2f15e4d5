package paper

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/parallel"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/vcube/words"
)

// figure5Scene is p0's crash at 0.0 among eight, in three rounds.
func figure5Scene(of election, how ...words.Interpretation) scene {
	cfg := configured(8, func(c *words.Config) { c.Interpretations = how })
	return scene{of: of, cfg: cfg, rounds: 3}.crashed(0, 0)
}

// inRound are those to whom something came in a round, in the order in which it came.
func (s scene) inRound(t times, round int) []spec.NodeID {
	var list []spec.NodeID
	for id, at := range t.at {
		if at >= 0 && int(at/s.interval())+1 == round {
			list = append(list, spec.NodeID(id))
		}
	}
	slices.SortStableFunc(list, func(a, b spec.NodeID) int { return int(min(max(t.at[a]-t.at[b], -1), 1)) })
	return list
}

// detection is what the paper says of a round: who suspects p0 in it, and who elects p1 then, in
// that order where one is printed.
type detection struct {
	name              string
	of                scene
	round             int
	suspects, follows string
	where             string
}

// figure5 is VC-17 and VC-13. That all of vCube know after two rounds is so where news is told on
// within a round, as in the paper's run; its example in section 4 has p7 know in the third.
func figure5() []detection {
	cube, frozen, everybody := figure5Scene(vCube()), figure5Scene(vCube(), words.FrozenReplies), figure5Scene(all())
	return []detection{
		{"vCube", cube, 1, "1,2,4", "4,2,1", "Figure 5"},
		{"vCube", cube, 2, "3,5,6,7", "5,6,7,3", "Figure 5"},
		{"vCube, frozen", frozen, 1, "1,2,4", "", "section 4"},
		{"vCube, frozen", frozen, 2, "3,5,6", "", "section 4"},
		{"vCube, frozen", frozen, 3, "7", "", "section 4"},
		{"ALL", everybody, 1, "1,2,3,4,5,6,7", "1,2,3,4,5,6,7", "Figure 5"},
	}
}

// detections are the sets of Figure 5, of the first run, and in how many of all runs they are these.
func (e extent) detections(
	ctx context.Context, progress reproduce.Progress, printed []detection,
) (reproduce.Table, error) {
	t := reproduce.Table{
		Columns: []reproduce.Column{
			{Name: "election", Means: "frozen: replies tell what was known when the replier's round began"},
			{Name: "round", Means: "the testing round after the crash"},
			{Name: "suspect p0", Means: "who comes to suspect p0 in the round"},
			{Name: "runs", Means: fmt.Sprintf("in how many of %d runs these are the ones", e.runs)},
			{Name: "elect p1", Means: "who elects p1 at the end of the round, in this order"},
			{Name: "p1 last", Means: "in how many runs p1, which tests four more then, elects after p2 and p4"},
			{Name: "where", Means: "where in the paper that stands"},
		},
		Notes: []string{"Sets and order are those of the first run. Times are drawn, and the paper's are other draws."},
	}
	const drawn = "In which order several elect in one round is drawn."
	runs, err := parallel.Each(ctx, progress, len(printed)*e.runs, func(i int) (*watch, error) {
		return printed[i/e.runs].of.onPaper(uint64(i%e.runs)+1).watched(ctx, elected)
	})
	if err != nil {
		return t, err
	}
	for i, p := range printed {
		of := runs[i*e.runs : (i+1)*e.runs]
		suspects := func(o *watch) string { return members(p.of.inRound(o.suspected, p.round)) }
		same, last := 0, 0
		for _, o := range of {
			if suspects(o) == suspects(of[0]) {
				same++
			}
			if at := o.followed.at; at[1] > at[2] && at[1] > at[4] {
				last++
			}
		}
		follows := reproduce.Text(joined(p.of.inRound(of[0].followed, p.round), ","))
		if p.follows != "" {
			follows = follows.Beside(p.follows, drawn)
		}
		after := reproduce.None()
		if p.round == 1 && p.of.of.name == vCube().name {
			after = reproduce.Int(last)
		}
		t.Rows = append(t.Rows, []reproduce.Cell{
			reproduce.Text(p.name), reproduce.Int(p.round), reproduce.Text(suspects(of[0])).Exactly(p.suspects),
			reproduce.Int(same), follows, after, reproduce.Text(p.where),
		})
	}
	return t, nil
}

// members writes a set.
func members(list []spec.NodeID) string { return joined(spec.NewSet(list...), ",") }

// journal is an event log as the paper prints it: who suspects p0, and whom each elects at the end
// of a round, as long as it still follows p0.
type journal struct {
	suspects, follows spec.Set
	lines             []string
}

func (j *journal) add(at faults.Time, text string) {
	ms := int((at - begins) / millisecond)
	j.lines = append(j.lines, fmt.Sprintf("%d.%03d %s", ms/1000, ms%1000, text))
}

// Observe writes lines.
func (j *journal) Observe(w *world.World, e *world.Event) {
	at := e.Action.At
	if e.Action.Name == spec.Crash {
		j.add(e.At, fmt.Sprintf("p%s crash", at))
	}
	if at == spec.None || viewOf(w.State(at)) == nil {
		return
	}
	v := viewOf(w.State(at))
	if !v.Correct[0] && !j.suspects.Has(at) {
		j.suspects = j.suspects.With(at)
		j.add(e.At, fmt.Sprintf("p%s suspect 0", at))
	}
	if !elects(e) || j.follows.Has(at) {
		return
	}
	if v.Leader == 0 {
		j.add(e.At, fmt.Sprintf("p%s Leader remains: 0", at))
		return
	}
	j.follows = j.follows.With(at)
	j.add(e.At, fmt.Sprintf("p%s New Leader: %s", at, v.Leader))
}

// figure5Logs are the paper's logs, without the word messages.
func figure5Logs() []string {
	cube := `0.000 p0 crash|1.390 p6 Leader remains: 0|1.392 p7 Leader remains: 0|1.676 p3 Leader remains: 0|` +
		`2.547 p5 Leader remains: 0|4.000 p1 suspect 0|4.202 p2 suspect 0|4.933 p4 suspect 0|` +
		`4.933 p4 New Leader: 1|5.241 p2 New Leader: 1|7.359 p1 New Leader: 1|` +
		`100.360 p5 suspect 0|100.783 p7 suspect 0|100.871 p6 suspect 0|101.060 p3 suspect 0|` +
		`101.088 p5 New Leader: 1|101.386 p6 New Leader: 1|101.748 p7 New Leader: 1|102.420 p3 New Leader: 1`
	everybody := "0.000 p0 crash"
	for id := 1; id <= 7; id++ {
		everybody += fmt.Sprintf("|4.100 p%d suspect 0|4.100 p%d New Leader: 1", id, id)
	}
	return []string{cube, everybody}
}

// logs are the logs of Figure 5 beside the paper's.
func logs(ctx context.Context, _ reproduce.Progress, printed []string) (reproduce.Table, error) {
	t := reproduce.Table{
		Columns: []reproduce.Column{
			{Name: "election", Means: "which election"},
			{Name: "here", Means: "what happens in the first run, with its time in the paper's units"},
			{Name: "the paper's log", Means: "its lines, in its order"},
		},
		Notes: []string{
			"Times are drawn: what is to be held against the paper's is who suspects in which round, and who elects " +
				"then. The table of figure5 does that.",
			"In the paper's ALL the timeout is over 0.1 later than here, where it runs from when the request departs.",
		},
	}
	for i, of := range []election{vCube(), all()} {
		var j journal
		if err := figure5Scene(of).onPaper(1).run(ctx, &j); err != nil {
			return t, err
		}
		theirs := strings.Split(printed[i], "|")
		for n := range max(len(theirs), len(j.lines)) {
			t.Rows = append(t.Rows, []reproduce.Cell{
				reproduce.Text(of.name), lineOf(j.lines, n), lineOf(theirs, n),
			})
		}
	}
	return t, nil
}

func lineOf(lines []string, n int) reproduce.Cell {
	if n >= len(lines) {
		return reproduce.None()
	}
	return reproduce.Text(lines[n])
}
