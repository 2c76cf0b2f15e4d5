package diagram_test

import (
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/campaign/diagram"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

type (
	kick  struct{}
	news  struct{ Run int }
	reply struct {
		Run  int
		Seen spec.Set
	}
	saved struct{ Run int }
)

func (kick) Kind() string  { return "Kick" }
func (news) Kind() string  { return "News" }
func (reply) Kind() string { return "Reply" }

func init() {
	for _, v := range []any{kick{}, news{}, reply{}, saved{}} {
		codec.Register(v)
	}
}

// talker multicasts a few times, lets others answer, and asks two of them again.
type talker struct {
	id    spec.NodeID
	state struct{ Run int }
}

func (n *talker) State() any { return &n.state }

func (n *talker) Step(ev impl.Event, out *impl.Effects) {
	switch ev.Kind {
	case impl.Input:
		n.begin(out)
	case impl.Recovered:
		if disk, ok := ev.Disk.(saved); ok {
			n.state.Run = disk.Run
		}
		out.SetTimer("Again", 30*time.Millisecond)
	case impl.Fired:
		if n.state.Run < 3 {
			n.begin(out)
		}
	case impl.Delivered:
		switch body := ev.Body.(type) {
		case news:
			out.Send(ev.From, reply{body.Run, spec.Set{n.id}})
		case reply:
			if ev.From == n.id {
				out.StopTimer("Again")
				for _, to := range out.Pick("friends", spec.AllNodes(3), 2) {
					out.Send(to, reply{Run: -1})
				}
			}
		}
	}
}

func (n *talker) begin(out *impl.Effects) {
	n.state.Run++
	out.Save(saved{n.state.Run})
	out.SetTimer("Again", 25*time.Millisecond)
	out.Multicast(news{n.state.Run})
}

// keeper keeps a run's trace, what there is to say of its processes, and what the plan has done.
type keeper struct {
	diagram.Diagram
	acts []world.Act
}

func (k *keeper) Observe(w *world.World, e *world.Event) {
	if k.Lines = append(k.Lines, e.Line()); e.N == 120 {
		w.Stop("Enough", "the picture is big enough")
	}
	for id := range w.Nodes() {
		if s, ok := w.State(spec.NodeID(id)).(*struct{ Run int }); ok && e.Action.At == spec.NodeID(id) {
			text := []string{"", "in the first run", "in the second", "in the last"}[s.Run]
			k.Says = append(k.Says, diagram.Saying{Event: e.N, At: spec.NodeID(id), Text: text})
		}
	}
	if e.N%3 == 0 {
		k.Changes[e.N] = []string{"Run: 0 → 1", "<b>: & → \""}
	}
}

func (k *keeper) Acted(a world.Act) { k.acts = append(k.acts, a) }

// run returns the trace of a run in which much goes wrong, in its own way for each
// seed.
func run(t *testing.T, seed uint64, nodes int) []world.TraceLine {
	t.Helper()
	return runAll(t, seed, nodes).Lines
}

// runAll returns all that can be drawn of it.
func runAll(t *testing.T, seed uint64, nodes int) diagram.Diagram {
	t.Helper()
	ms := faults.Time(time.Millisecond)
	c := network.Cluster{
		Nodes: nodes, Failures: spec.Failures(1 - seed%2),
		New: func(id spec.NodeID) impl.Node { return &talker{id: id} },
		Inputs: func(at spec.NodeID, state any, _ spec.Set) []spec.Body {
			if at < 2 && state.(*struct{ Run int }).Run == 0 {
				return []spec.Body{kick{}}
			}
			return nil
		},
	}
	p := faults.Plan{
		Version: faults.PlanVersion, Protocol: "talker", Seed: seed, Stop: 200 * ms, Settle: 200 * ms,
		Delay: faults.Delay{Min: ms, Max: 20 * ms},
		Rates: faults.Rates{
			Loss: 120, Duplicate: 120, Reorder: 100, ReorderBy: 40 * ms, Early: 200,
			CrashIn: 60, MaxCrashes: 2,
		},
		Faults: []faults.Fault{
			{Kind: &faults.Partition{Groups: []spec.Set{{0}}, Begin: 5 * ms, End: 9 * ms}},
			{Kind: &faults.Pause{Node: 1, Begin: 6 * ms, End: 15 * ms}},
			{Kind: &faults.Rate{Node: 1, PPM: 400}},
		},
	}
	if c.Failures.Recovers() {
		p.Rates.Down, p.Rates.Lose = 40*ms, 400
	}
	k := keeper{Diagram: diagram.Diagram{Title: "talker", Nodes: nodes, Changes: map[int][]string{}}}
	w, err := world.New(c, p, &k)
	if err != nil {
		t.Fatal(err)
	}
	if r := w.Run(); r.Breach != nil && r.Breach.Contract != "Enough" {
		t.Fatalf("seed %d: %+v", seed, *r.Breach)
	}
	for i, f := range p.Faults {
		drawn := diagram.Fault{Text: f.Words(), Spans: f.Spans(nodes)}
		for _, a := range k.acts {
			switch {
			case a.Field != faults.FaultField(i):
			case a.Copy > 0:
				drawn.Copies = append(drawn.Copies, a.Copy)
			default:
				drawn.Events = append(drawn.Events, a.Event)
			}
		}
		k.Faults = append(k.Faults, drawn)
	}
	return k.Diagram
}
