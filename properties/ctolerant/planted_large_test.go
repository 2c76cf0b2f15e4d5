package ctolerant

import (
	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
)

// Many processes that decide with each answer, and nothing else.
var streaming = []string{"protocol=optimistic", "churn=[]", "rivals=[]"}

// plantedLarge are bugs that do not show as long as a number is small.
var plantedLarge = []protocoltest.Planted{
	{
		Mutant: protocoltest.Mutant{
			ID: "the fourth NOTIFYLEADER of a run is not sent", File: "impl/ctolerant/election.go",
			Anchor:      "\te.Seq++\n\tout.Send(e.ID, words.Notify{",
			Replacement: "\tif e.Seq >= 3 {\n\t\treturn\n\t}\n\te.Seq++\n\tout.Send(e.ID, words.Notify{",
		},
		Set: streaming, Property: RestartsHaveCause, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "the fifth NOTIFYLEADER of a run is before the fourth", File: "impl/ctolerant/rivals.go",
			Anchor: "a.Run == b.Run && a.Seq > b.Seq", Replacement: "a.Run == b.Run && a.Seq%5 > b.Seq%5", Seldom: true,
		},
		Set: streaming, Property: LowestLately, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "a RESPONSE has six bits for the run", File: "impl/ctolerant/health.go",
			Anchor: "Run: q.Run, Candidates:", Replacement: "Run: min(q.Run, 63), Candidates:",
		},
		Property: TrueAnswers, Elements: 0, // a timeout too short for any LEADER
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "nobody beyond the eighth process is chosen", File: "impl/ctolerant/election.go",
			Anchor:      "if candidate && !e.Unhealthy[id] &&",
			Replacement: "if candidate && id < 8 && !e.Unhealthy[id] &&", Seldom: true,
		},
		Set: streaming, Property: FewRestarts, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "nine responses are enough", File: "impl/ctolerant/election.go",
			Anchor: "last := e.Count > n.cfg.C\n", Replacement: "last := e.Count > min(n.cfg.C, 8)\n", Seldom: true,
		},
		Property: CT1, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "whom it forgets a process keeps, beyond the eighth", File: "impl/ctolerant/membership.go",
			Anchor:      "\tn.state.List[id] = false\n",
			Replacement: "\tn.state.List[id] = id > 8\n", Seldom: true,
		},
		Property: Lists, Elements: 0,
	},
}
