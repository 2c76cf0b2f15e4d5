package paper

import (
	"context"
	"fmt"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/parallel"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// variant is an election as a table lists it: one of those that run side by side, under a tie rule.
type variant struct {
	name string
	of   int // its index among the elections
	tie  int // that of its tie rule among tieRules
}

// tieRules are the interpretations for tuples that are equally popular, none for the recommended one.
func tieRules() []spec.SetOf[words.Interpretation] {
	return []spec.SetOf[words.Interpretation]{
		nil, spec.NewSet(words.TieLexicographic), spec.NewSet(words.TieArrival),
	}
}

// variants are the elections, and the popular vote under each tie rule.
func variants() []variant {
	return []variant{
		{"latest", 0, 0},
		{"popular", 1, 0},
		{"popular, greatest list", 1, 1},
		{"popular, first come", 1, 2},
		{"ranked", 2, 0},
	}
}

// circumstances are those of a start: whether a queue is bound when its replica starts, or all are there
// before, and whether the window for SHARE is too short for all of them.
type circumstances struct {
	name, means    string
	unbound, short bool
}

func allCircumstances() []circumstances {
	return []circumstances{
		{"bound", "how often they end in disagreement where all queues are there before", false, false},
		{"unbound", "how often where a queue is bound when its replica starts", true, false},
		{"short", "how often where that is so, and the window for SHARE is d/4", true, true},
	}
}

// start is a cold start of replicas that boot within d of each other, without losses; later one of them
// begins a session.
type start struct {
	nodes, tie int
	circumstances
}

// resyncs is how long after it has booted the first replica begins its second session: when all is
// quiet. It then is again before twice that time is over.
const resyncs = 20 * longest

func (s start) scene(seed uint64) (scene, error) {
	how, share := tieRules()[s.tie], milliseconds(2*longest)+1
	if s.unbound {
		how = how.With(words.Unbound)
	}
	if s.short {
		share = milliseconds(longest / 4)
	}
	cluster, err := replicas(words.Config{
		Nodes: s.nodes, Reducers: elections(), Interpretations: how, Resyncers: spec.NewSet[spec.NodeID](0), Resyncs: 1,
		StatusMS: milliseconds(3*longest) + 1, ShareMS: share,
	})
	return scene{
		cluster: cluster, delay: anyDelay(), spread: longest, end: 2 * resyncs, seed: seed,
		pins: []faults.Pin{{Kind: &faults.InputPin{Kind: words.KindResync, Nth: 1, By: resyncs}}},
	}, err
}

// before notes what is held when the second session begins.
type before struct{ held []held }

// Observe notes it.
func (b *before) Observe(w *world.World, e *world.Event) {
	if e.Action.Name == words.KindResync {
		for i := range elections() {
			b.held = append(b.held, viewsOf(w, i))
		}
	}
}

// ends is how the elections end: what is held before the clean session, and what after it.
type ends struct{ before, after []held }

func (s start) run(ctx context.Context, seed uint64) (ends, error) {
	scene, err := s.scene(seed)
	if err != nil {
		return ends{}, err
	}
	var b before
	w, err := scene.run(ctx, &b)
	if err != nil {
		return ends{}, err
	}
	if len(b.held) == 0 || !w.Quiescent() {
		return ends{}, fmt.Errorf("%d replicas, seed %d: no session was begun and ended after the start",
			s.nodes, seed)
	}
	e := ends{before: b.held}
	for i := range elections() {
		e.after = append(e.after, viewsOf(w, i))
	}
	return e, nil
}

// starts is A4.1: how often replicas end in disagreement without any loss.
func (e extent) starts(ctx context.Context, progress reproduce.Progress) (reproduce.Table, error) {
	t := e.startsTable()
	under := allCircumstances()
	var list []start
	for _, n := range e.startSizes {
		for tie := range tieRules() {
			for _, c := range under {
				list = append(list, start{n, tie, c})
			}
		}
	}
	runs, err := parallel.Each(ctx, progress, len(list)*e.startRuns, func(i int) (ends, error) {
		return list[i/e.startRuns].run(ctx, uint64(i%e.startRuns)+1)
	})
	if err != nil {
		return t, err
	}
	for i := 0; i < len(list); i += len(tieRules()) * len(under) {
		for _, v := range variants() {
			row := []reproduce.Cell{reproduce.Int(list[i].nodes), reproduce.Text(v.name)}
			var after []bool
			for c := range under {
				first := (i + v.tie*len(under) + c) * e.startRuns
				var samples []bool
				for _, one := range runs[first : first+e.startRuns] {
					samples = append(samples, !one.before[v.of].agree())
					after = append(after, !one.after[v.of].agree())
				}
				row = append(row, percent(samples).Beside("0.0", noLossWhy))
			}
			t.Rows = append(t.Rows, append(row, percent(after)))
		}
	}
	return t, nil
}

func (e extent) startsTable() reproduce.Table {
	t := reproduce.Table{
		Columns: []reproduce.Column{
			{Name: "replicas", Means: "n"},
			{Name: "election", Means: "of tuples that are equally popular that with the most members wins, but " +
				"where another rule is given"},
		},
		Notes: []string{
			fmt.Sprintf("%d starts of each, the elections side by side on the same messages. A message takes 0 to "+
				"d, replicas boot within d of each other, the window for STATUS is 3d, that for SHARE "+
				"2d.", e.startRuns),
			"Nothing is lost and nobody fails: by equation (8) no election fails, and by section 2.4 all end in " +
				"one state.",
		},
	}
	for _, c := range allCircumstances() {
		t.Columns = append(t.Columns, reproduce.Column{Name: c.name, Unit: "%", Means: c.means})
	}
	t.Columns = append(t.Columns, reproduce.Column{
		Name: "resynced", Unit: "%", Means: "how often, of all these, after one of them has begun one more session",
	})
	return t
}

const noLossWhy = "Equation (8) counts lost messages and failed replicas, and not who starts when."
