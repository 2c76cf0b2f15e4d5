package lease

import (
	"slices"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/explore"
	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/lease/words"
)

func TestProtocol(t *testing.T) { protocoltest.Run(t, suite) }

func FuzzCampaign(f *testing.F) { protocoltest.Fuzz(f, Protocol().Registered().Campaigns()) }

var suite = protocoltest.Suite{
	Protocol: Protocol(),
	Corpus:   []string{"beyond", "dated", "jump", "within"},
	Digests: map[int]string{
		200:  "64c795485e6fe4e6bc4aea71f28837bdf4e1d60838e9090e83debd975ad7c680",
		1000: "edaee9fe6fa9fcd0e09bcad9712f7239c4421f375cf0d89d65f6ebd7ff857491",
	},
	SabotageOfTLA: []protocoltest.Mutant{{
		ID: "tla: a tick passes a deadline", File: "tla/TimedNet.tla",
		Anchor: `left[i][t] + Late <= 0`, Replacement: `left[i][t] + Late < 0`,
		Case: "lease/lease-relative", Says: []string{"only TLC's counterexample goes on with AdvanceFast"},
	}, {
		ID: "tla: a timer fires late", File: "tla/TimedNet.tla",
		Anchor: `left[i][timer] <= 0`, Replacement: `left[i][timer] < 0`,
		Case: "lease/lease-relative", Says: []string{"only the specification has this step TickRetry"},
	}, {
		ID: "tla: an offset is not added", File: "tla/TimedNet.tla",
		Anchor: `First..(First + Skew)`, Replacement: `First..First`,
		Case: "lease/lease-horizon", Says: []string{"they begin in different states"},
	}, {
		ID: "tla: a deadline by the wrong clock", File: "tla/TimedNet.tla",
		Anchor: `left[i][t] - moves[i]`, Replacement: `left[i][t] - 1`,
		Case: "lease/lease-relative", Says: []string{"left"},
	}, {
		ID: "tla: a younger copy comes first", File: "tla/TimedNet.tla",
		Anchor:      `IsOldest(m) == \A x \in DOMAIN flight : Ageless(x) = Ageless(m) => Age(x) <= Age(m)`,
		Replacement: `IsOldest(m) == \A x \in DOMAIN flight : Ageless(x) = Ageless(m) => Age(x) >= Age(m)`,
		Case:        "lease/lease-stop", Says: []string{"flight"},
	}, {
		ID: "tla: absolute readings grow old", File: "tla/TimedNet.tla",
		Anchor: `IF ~Relative \/ reading = 0`, Replacement: `IF reading = 0`,
		Case: "lease/lease-horizon", Says: []string{"flight"},
	}, {
		ID: "tla: a clock goes wrong at any tick", File: "tla/TimedNet.tla",
		Anchor: `moves[i] # 1 => steady[i] = 0`, Replacement: `TRUE`,
		Case: "lease/lease-steady", Says: []string{"Advance"},
	}, {
		ID: "tla: a dated lease begins at the Ask", File: "tla/lease/Lease.tla",
		Anchor: `IF Dated THEN readings[m.to] ELSE m.at`, Replacement: `m.at`,
		Case: "lease/lease-dated", Says: []string{"DeliverAsk", "flight"},
	}},
}

// Without Discrete the cluster is not explored: if it says that it reads its clocks, it is refused at once, and else at
// the first step that reads its clock.
func TestItReadsItsClocks(t *testing.T) {
	cfg := words.Config{Nodes: 2, Length: 1000, Margin: 100}
	for _, reads := range []bool{true, false} {
		c := Protocol().Registered().Subject(cfg).Cluster
		c.Reads = reads
		got := func() (found spec.Breach) {
			defer func() { found, _ = recover().(spec.Breach) }()
			model := explore.Model(c)
			states := slices.Collect(model.Init())
			for range 4 { // two boots and a tick lead to the first Ask
				for a := range model.Actions(states[0]) {
					if spec.ClassOf(a.Name) != spec.ClassCrash {
						states[0], _ = model.Do(states[0], a)
						break
					}
				}
			}
			return spec.Breach{}
		}()
		if got.Contract != "ClockFree" || !reads && !strings.Contains(got.Why, "TickRetry reads the clock") {
			t.Errorf("reads %t: breach %q", reads, got)
		}
	}
}

// The margin allows the rates that it is said to, to the last part per million.
func TestDriftThatTheMarginAllows(t *testing.T) {
	for _, cfg := range []words.Config{
		{Length: 1000, Margin: 0},
		{Length: 1000, Margin: 20},
		{Length: 1000, Margin: 100},
		{Length: 7, Margin: 3},
		{Length: 60_000, Margin: 10_000},
		{Length: 1000, Margin: 600},
	} {
		const million = 1_000_000
		safe := func(d int) bool { // (L-M)/(1-d) ≤ L/(1+d)
			return (cfg.Length-cfg.Margin)*(million+d) <= cfg.Length*(million-d)
		}
		if d := drift(cfg); !safe(d) || safe(d+1) {
			t.Errorf("%+v allows %d, which is safe: %t, and one more: %t", cfg, d, safe(d), safe(d+1))
		}
	}
}
