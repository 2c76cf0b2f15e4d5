package coordination

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
	"github.com/scrutineer-go/scrutineer/properties/rsdp"
	"github.com/scrutineer-go/scrutineer/properties/rsdp/rsdptest"
	"github.com/scrutineer-go/scrutineer/spec"
	engine "github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

func TestProtocol(t *testing.T) { protocoltest.Run(t, suite()) }

func FuzzCampaign(f *testing.F) { protocoltest.Fuzz(f, Protocol().Registered().Campaigns()) }

func suite() protocoltest.Suite {
	return protocoltest.Suite{
		Protocol:      Protocol(),
		Runs:          400,
		Corpus:        []string{"injected-erased", "overwrites", "skew", "tie", "voted-batches", "voted-minority"},
		Digests:       map[int]string{400: "03e8f788ebc439a4d599c401299b818ff8f55f8ec5aef5daced2b8f3ae7dd6b4"},
		Lines:         engine.Lines(),
		SabotageOfTLA: tlaRows,
		Walks: []protocoltest.Walks{
			{Config: both, N: 50, Most: 2, MayCrash: spec.AllNodes(3)},
			{Config: side, N: 50, Most: 2, MayCrash: spec.AllNodes(2)},
		},
	}
}

const both = `{"nodes": 3, "reducers": ["newest-limit", "voted-limit"]}`

// side has a side channel, sessions by a clock, and replicas that come up again.
const side = `{"nodes": 2, "failures": "vanish", "syncMs": 5000, "limits": [{"slot": 500, "setAt": 1}],
	"injected": [{"slot": 1000, "setAt": 2}, {"slot": 250, "setAt": 3}]}`

// The engine replaces what a replica holds, and only the newest limit is merged with it. A vote counts what it is told
// twice, and the vote of votes is another vote.
func TestReducers(t *testing.T) {
	for _, c := range []struct {
		rsdp.Custom
		without []rsdptest.Law
	}{
		{Directory(Usual()), []rsdptest.Law{rsdptest.KeepsHeld}},
		{Timeframes(Usual()), []rsdptest.Law{rsdptest.KeepsHeld}},
		{Newest(Usual()), nil},
		{Voted(Usual()), []rsdptest.Law{
			rsdptest.KeepsHeld, rsdptest.ShareRepeats, rsdptest.StatusRepeats, rsdptest.Grouping,
		}},
	} {
		t.Run(c.Reducer.Name(), func(t *testing.T) {
			t.Run("Laws", func(t *testing.T) { rsdptest.Obeys(t, c.Custom, rsdptest.Without(c.without...)) })
			t.Run("Equal", func(t *testing.T) { rsdptest.Equal(t, c.Custom) })
		})
	}
}

// tlaRows are changes to the TLA+ modules.
var tlaRows = []protocoltest.Mutant{{
	ID: "tla: votes of a multiset are a set", File: "tla/coordination/Reducers.tla",
	Anchor: "Votes(list, v) == IF Set THEN 1", Replacement: "Votes(list, v) == IF TRUE THEN 1",
	Case: "coordination/coordination-voted-multiset", Says: []string{"MostHeld is violated"},
}, {
	ID: "tla: of limits that were set at the same time each stays", File: "tla/coordination/Reducers.tla",
	Anchor: `a.setAt < b.setAt \/ (~TiesStay`, Replacement: `a.setAt < b.setAt \/ (FALSE`,
	Case: "coordination/coordination-tie-by-value", Says: []string{"Agrees is violated"},
}, {
	ID: "tla: the newest limit is not merged", File: "tla/coordination/Reducers.tla",
	Anchor: "NewestOf(IF Overwrites THEN NoLimit ELSE own, list, 1)", Replacement: "NewestOf(NoLimit, list, 1)",
	Case: "coordination/coordination-merges", Says: []string{"NeverOlder"},
}, {
	ID: "tla: the side channel overwrites", File: "tla/coordination/Reducers.tla",
	Anchor: `IF r = "newest-limit" /\ ~Overwrites THEN Newer(own, data) ELSE data`, Replacement: "data",
	Case: "coordination/coordination-tie-raised", Says: []string{"TakesInjected holds, but it must be violated"},
}, {
	ID: "tla: a value of the side channel is handed over twice", File: "tla/rsdp/Rsdp.tla",
	Anchor: "!.p.injected = @ + 1", Replacement: "!.p.injected = @",
	Case: "coordination/coordination-injected-two", Says: []string{"Inject", "injected["},
}, {
	ID: "tla: the side channel reaches no replica", File: "tla/coordination/MCCoordination.tla",
	Anchor: ` /\ WF_mcvars(Free /\ InjectAt(i))`, Replacement: "",
	Case: "coordination/coordination-injected-converges", Says: []string{"Converges"},
}}
