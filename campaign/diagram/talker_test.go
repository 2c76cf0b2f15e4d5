package diagram_test

import (
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl"
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
	case impl.Told:
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

// keeper keeps a run's trace.
type keeper struct{ lines []world.TraceLine }

func (k *keeper) Observe(w *world.World, e *world.Event) {
	if k.lines = append(k.lines, e.Line()); e.N == 120 {
		w.Stop("Enough", "the picture is big enough")
	}
}

// run returns the trace of a run in which much goes wrong, in its own way for each
// seed.
func run(t *testing.T, seed uint64, nodes int) []world.TraceLine {
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
			CrashIn: 60, MaxCrashes: 2, Lose: 400,
		},
		Faults: []faults.Fault{
			{Kind: &faults.Partition{Groups: []spec.Set{{0}}, Begin: 5 * ms, End: 9 * ms}},
			{Kind: &faults.Pause{Node: 1, Begin: 6 * ms, End: 15 * ms}},
		},
	}
	if c.Failures.Recovers() {
		p.Rates.Down = 40 * ms
	}
	var k keeper
	w, err := world.New(c, p, &k)
	if err != nil {
		t.Fatal(err)
	}
	if r := w.Run(); r.Breach != nil && r.Breach.Contract != "Enough" {
		t.Fatalf("seed %d: %+v", seed, *r.Breach)
	}
	return k.lines
}
