package ring

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/faultstest"
	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ring/words"
)

func TestProtocol(t *testing.T) { protocoltest.Run(t, suite) }

func FuzzCampaign(f *testing.F) { protocoltest.Fuzz(f, Protocol().Registered().Campaigns()) }

// Every property that the monitor judges finds some bug.
func TestEveryPropertyFindsABug(t *testing.T) {
	protocoltest.EveryPropertyFindsABug(t, monitored())
}

var suite = protocoltest.Suite{
	Protocol: Protocol(),
	Corpus:   []string{"dies", "no-rounds"},
	Digests: map[int]string{
		200:  "225757b20d86e970b7eff2a0330c25b97ef1b542617886ba2b03175b63c9a0b5",
		1000: "43b394373ef99630808c9d5caa93727bb94c615985a895ebebb6e71d34578b06",
	},
	Reaches: map[string]int64{"config.nodes": 40},
	Lines:   words.Lines(),
	Walks: []protocoltest.Walks{
		{Config: `{"nodes": 3, "detector": "told"}`, N: 60, Most: 3, MayCrash: spec.AllNodes(3)},
		{Config: `{"nodes": 3, "direction": "down"}`, N: 60, Most: 3, MayCrash: spec.AllNodes(3)},
	},
	SabotageOfTLA: tlaRows,
}

// messages counts the tokens and the words of who leads in a run without faults.
func messages(t *testing.T, cfg words.Config) (tokens, elected int) {
	t.Helper()
	count := faultstest.Watch(func(_ *world.World, e *world.Event) {
		switch e.Action.Name {
		case spec.Deliver(words.KindToken):
			tokens++
		case spec.Deliver(words.KindElected):
			elected++
		}
	})
	plan := faults.Plan{
		Version: faults.PlanVersion, Protocol: "ring", Seed: 1,
		Delay:  faults.Delay{Min: faults.Microsecond, Max: faults.Microsecond},
		Inputs: faults.Delay{Min: faults.Microsecond, Max: faults.Microsecond},
		Stop:   faults.Microsecond, Settle: faults.Time(spec.Milliseconds(1000)),
	}
	w, err := world.New(Protocol().Registered().Subject(cfg).Cluster, plan, count)
	if err != nil {
		t.Fatal(err)
	}
	if r := w.Run(); r.Breach != nil {
		t.Fatalf("%+v", *r.Breach)
	}
	return tokens, elected
}

// Without faults, and where copies take equal times, there are as many tokens as Chang and Roberts count: N where the
// highest alone begins; where all begin 2N-1 in the best order and N(N+1)/2 in the worst. Word of who leads goes
// round once.
func TestMessages(t *testing.T) {
	for n := 2; n <= 64; n++ {
		all := spec.AllNodes(n)
		for _, c := range []struct {
			direction  words.Direction
			initiators spec.Set
			want       int
		}{
			{words.Up, all[n-1:], n},
			{words.Up, all, 2*n - 1},
			{words.Down, all, n * (n + 1) / 2},
		} {
			tokens, elected := messages(t, words.Config{
				Nodes: n, Direction: c.direction, Initiators: c.initiators, Detector: words.Told,
				ProbeMS: 1000, FailMS: 3000, RetryMS: 5000,
			})
			if tokens != c.want || elected != n {
				t.Errorf("%d processes, %s, %d begin: %d tokens and %d words of who leads, want %d and %d",
					n, c.direction, len(c.initiators), tokens, elected, c.want, n)
			}
		}
	}
}
