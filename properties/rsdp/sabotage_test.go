package rsdp

import "github.com/scrutineer-go/scrutineer/properties/protocoltest"

// tlaRows are changes to the TLA+ modules.
var tlaRows = []protocoltest.Mutant{
	{
		ID: "tla: a view is taken in which the replica is not (M12)", File: "tla/rsdp/Reducers.tla",
		Anchor: `    /\ i \in Range(aggregate.members)
`, Replacement: `    /\ aggregate.members # << >>
`,
		Case: "rsdp/rsdp-unbound-arrival", Says: []string{"part after", "TimeoutShare", "field values["},
	},
	{
		ID: "tla: a resynchronisation that has waited waits on", File: "tla/rsdp/Rsdp.tla",
		Anchor: "Resynced([c EXCEPT !.p.again = FALSE], i)", Replacement: "Resynced(c, i)",
		Case: "rsdp/rsdp-clock", Says: []string{"part after", "PrematureStatus", "field again["},
	},
	{
		ID: "tla: a CLOSE of an earlier life counts", File: "tla/rsdp/Rsdp.tla",
		Anchor: "IF c.life < before.lives[c.from] THEN before", Replacement: "IF c.life < 0 THEN before",
		Case: "rsdp/rsdp-rejoin", Says: []string{"part after", "DeliverClose", "field lives["},
	},
	{
		ID: "tla: who leaves still listens", File: "tla/rsdp/Rsdp.tla",
		Anchor: "IF j = i THEN p.on ELSE Hears(j)", Replacement: "Hears(j)",
		Case: "rsdp/rsdp-leave", Says: []string{"part after", "Leave", "field flight"},
	},
	{
		ID: "tla: links are ignored", File: "tla/rsdp/Rsdp.tla",
		Anchor:      `Ignores(m) == ~on[m.to] \/ ~(IsOwn(m) \/ m.from \in Links[m.to])`,
		Replacement: "Ignores(m) == ~on[m.to]",
		Case:        "rsdp/rsdp-links", Says: []string{"part after", "DeliverHello"},
	},
	{
		ID: "tla: a state in a HELLO counts for nothing", File: "tla/rsdp/Rsdp.tla",
		Anchor:      `~Interprets("hello-carries") \/ ~run.p.debating THEN run`,
		Replacement: "TRUE THEN run",
		Case:        "rsdp/rsdp-hello-carries", Says: []string{"part after", "DeliverHello"},
	},
	{
		ID: "tla: a SHARE window awaits what others get", File: "tla/rsdp/Rsdp.tla",
		Anchor:      `Awaited(LAMBDA m : m.kind = "Share" /\ m.to = i)`,
		Replacement: `Awaited(LAMBDA m : m.kind = "Share" /\ m.from = i)`,
		Case:        "rsdp/rsdp-resync-two", Says: []string{"part after", "TimeoutShare"},
	},
	{
		ID: "tla: replicas need not agree", File: "tla/rsdp/MCRsdp.tla",
		Anchor: "Agreement == Quiet => Same", Replacement: "Agreement == Quiet => TRUE",
		Case: "rsdp/rsdp-split-latest", Says: []string{"Agreement holds, but it must be violated"},
	},
	{
		ID: "tla: it is fair that no window ends", File: "tla/rsdp/MCRsdp.tla",
		Anchor: `TimeoutStatusAt(i) \/ TimeoutShareAt(i) \/ TickSyncAt(i)`, Replacement: "TickSyncAt(i)",
		Case: "rsdp/rsdp-settles", Says: []string{"Settles is violated"},
	},
	{
		ID: "tla: a process checks itself", File: "tla/rsdp/Failover.tla",
		Anchor: `Range(Seen(i).members) \ {i}`, Replacement: "Range(Seen(i).members)",
		Case: "rsdp/failover-two", Says: []string{"part after", "TickProbe", "field asked["},
	},
}
