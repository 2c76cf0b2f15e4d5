package polling

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
)

func TestProtocol(t *testing.T) { protocoltest.Run(t, suite) }

func FuzzCampaign(f *testing.F) { protocoltest.Fuzz(f, Protocol().Registered().Campaigns()) }

var suite = protocoltest.Suite{
	Protocol: Protocol(),
	Corpus: []string{
		"banned", "closed", "drifts", "jitter", "local", "lowered", "printed", "rows", "starts-late", "static",
		"straddled", "unequal-views",
	},
	Digests: map[int]string{
		200:  "d4585abcb8d61dce7b71269a800cc8eff29cea2b0ddb2d76bfb0c8398d26c99d",
		1000: "f7e1d6a72491af147831b0f748c3aa7ac96391056f09f65c61e86e821a23c042",
	},
	SabotageOfTLA: []protocoltest.Mutant{{
		ID: "tla: a window always includes its beginning", File: "tla/polling/Polling.tla",
		Anchor: `ELSE at > t - Window`, Replacement: `ELSE at >= t - Window`,
		Case: "polling/polling-divided", Says: []string{"DeliverRequest", "banned[2]"},
	}, {
		ID: "tla: a request too many is accepted", File: "tla/polling/Polling.tla",
		Anchor: `(n + 1) * rate <= Window`, Replacement: `n * rate <= Window`,
		Case: "polling/polling-printed-repaired", Says: []string{"AcceptedWithin is violated"},
	}, {
		ID: "tla: ranks descend", File: "tla/polling/Polling.tla",
		Anchor: `Place[i][j] < Place[i][i]`, Replacement: `Place[i][j] > Place[i][i]`,
		Case: "polling/polling-divided", Says: []string{"only the TLA+ module has this step Boot", "due[0]"},
	}, {
		ID: "tla: a period is 1/R", File: "tla/polling/Polling.tla",
		Anchor:      `ELSE Cardinality(IF Whole THEN View(i, d) ELSE Peers(i, d)) * Spacing(d)`,
		Replacement: `ELSE Spacing(d)`,
		Case:        "polling/polling-divided", Says: []string{"WindowKept is violated"},
	}, {
		ID: "tla: slots count from the start of a worker", File: "tla/polling/Polling.tla",
		Anchor: `IF OwnOrigin /\ i \in Worker`, Replacement: `IF i \in Worker`,
		Case: "polling/polling-divided", Says: []string{"OneOwner is violated", "origin[1]"},
	}, {
		ID: "tla: a group has the period of all", File: "tla/polling/Polling.tla",
		Anchor: `IF Whole THEN View(i, d) ELSE Peers(i, d)`, Replacement: `View(i, d)`,
		Case: "polling/polling-groups", Says: []string{"NeverFull holds, but it must be violated"},
	}, {
		ID: "tla: a division is adopted after the agreed instant", File: "tla/polling/Polling.tla",
		Anchor: `Later(from, new.adopt - 1)`, Replacement: `Later(from, new.adopt)`,
		Case: "polling/polling-switch-agreed", Says: []string{"pinned 1102"},
	}, {
		ID: "tla: a division is adopted at once though agreed", File: "tla/polling/Polling.tla",
		Anchor: `waits == Agreed /\ l.heard > 0`, Replacement: `waits == FALSE`,
		Case: "polling/polling-switch-agreed", Says: []string{"is violated"},
	}, {
		ID: "tla: refused requests never count", File: "tla/polling/Polling.tla",
		Anchor: `(Attempts \/ a.accepted)`, Replacement: `a.accepted`,
		Case: "polling/polling-attempts", Says: []string{"arrivals[2]"},
	}, {
		ID: "tla: refused requests always count", File: "tla/polling/Polling.tla",
		Anchor: `(Attempts \/ a.accepted)`, Replacement: `TRUE`,
		Case: "polling/polling-refused", Says: []string{"arrivals[2]"},
	}, {
		ID: "tla: a worker is not silent", File: "tla/polling/Polling.tla",
		Anchor: `[l EXCEPT !.quiet = t + Silence]`, Replacement: `[l EXCEPT !.quiet = t]`,
		Case: "polling/polling-switch-silent", Says: []string{"is violated"},
	}, {
		ID: "tla: a record is inserted without a unique check", File: "tla/polling/Polling.tla",
		Anchor: `IF m.interval \in rows[Store] /\ ~Unique`, Replacement: `IF m.interval \in rows[Store]`,
		Case: "polling/polling-rows", Says: []string{"OneRow is violated", "twice[3]"},
	}, {
		ID: "tla: slots have no room for the jitter", File: "tla/polling/Polling.tla",
		Anchor: `(Window + Jitter + Allowed(d) - 1)`, Replacement: `(Window + Allowed(d) - 1)`,
		Case: "polling/polling-late-safe", Says: []string{"WindowKept is violated"},
	}},
}
