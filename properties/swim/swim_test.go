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
			100: "54c2238a6bda403f4d88a845c6120879390995b0c69d5fd4e731904f94466537",
			400: "a4c5ffceec2c1d660426aa64f554e7f380d5d626b6f0561aaae068da5b08414c",
		},
		SabotageOfTLA: []protocoltest.Mutant{{
			ID: "tla: SUSPECT beats ALIVE of a lower incarnation alone (N2)", File: "tla/swim/SwimNews.tla",
			Anchor:      `\/ (same /\ old.status = "alive")`,
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
			ID: "tla: with times a suspicion keeps the time of the entry before", File: "tla/swim/Swim.tla",
			Anchor:      `Now(i, n) == IF Times = 0 THEN n ELSE table[i][i].incarnation`,
			Replacement: `Now(i, n) == n`,
			Case:        "swim/swim-times", Says: []string{"part after"},
		}, {
			ID: "tla: the least weight is not taken off (N12)", File: "tla/swim/Swim.tla",
			Anchor: `IF @ > Least(i) THEN @ - Least(i) ELSE 0`, Replacement: `@`,
			Case: "swim/swim-round-robin", Says: []string{"ProbesInRounds"},
		}},
	}
}
