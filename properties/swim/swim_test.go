package swim

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
)

func TestProtocol(t *testing.T) { protocoltest.Run(t, suite()) }

func FuzzCampaign(f *testing.F) { protocoltest.Fuzz(f, Protocol().Registered().Campaigns()) }

func suite() protocoltest.Suite {
	return protocoltest.Suite{
		Protocol: Protocol(),
		Corpus:   []string{"many-removed", "news-of-many", "refuted"},
		Digests: map[int]string{
			100: "faaa72586a333e66f6e2d8e4653d4c1a853a9c26f913c8b14dd56fe969aff2cc",
			400: "206db76671c72bf12584b9b22d32ee6e0720a09540a4acbe4749aaa309381990",
		},
		SabotageOfTLA: []protocoltest.Mutant{{
			ID: "tla: SUSPECT beats ALIVE of a lower incarnation alone (N2)", File: "tla/swim/SwimNews.tla",
			Anchor:      `\/ old.status = "alive" /\ new.incarnation = old.incarnation`,
			Replacement: `\/ FALSE`,
			Case:        "swim/swim-three-accurate", Says: []string{"part after"},
		}, {
			ID: "tla: a process refutes without a higher incarnation (N4)", File: "tla/swim/SwimNews.tla",
			Anchor:      `Entry(i, "alive", new.incarnation + 1) ELSE old`,
			Replacement: `Entry(i, "alive", new.incarnation) ELSE old`,
			Case:        "swim/swim-two", Says: []string{"only"},
		}, {
			ID: "tla: an ACK of an earlier probe counts (N7)", File: "tla/swim/Swim.tla",
			Anchor:      `m.number # number[m.to] \/ (Refreshes`,
			Replacement: `(Refreshes`,
			Case:        "swim/swim-premature", Says: []string{"DeliverAck"},
		}, {
			ID: "tla: the least weight is not taken off (N12)", File: "tla/swim/Swim.tla",
			Anchor: `IF @ > Least(i) THEN @ - Least(i) ELSE 0`, Replacement: `@`,
			Case: "swim/swim-round-robin", Says: []string{"ProbesInRounds"},
		}},
	}
}
