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
		Corpus:   []string{"many-removed", "refuted"},
		Digests: map[int]string{
			100: "8ba3948fbacb0171cb2660fb2681841b54a7a35c29ec99e5816e3f4bd651cee3",
			400: "e1a8fc7f993f62b996662ae85efe7c87814101ca310c7785736c87552c753d16",
		},
		SabotageOfTLA: []protocoltest.Mutant{{
			ID: "tla: SUSPECT beats ALIVE of a lower incarnation alone (N2)", File: "tla/swim/Swim.tla",
			Anchor:      `\/ old.status = "alive" /\ new.incarnation = old.incarnation`,
			Replacement: `\/ FALSE`,
			Case:        "swim/swim-three-accurate", Says: []string{"part after"},
		}, {
			ID: "tla: a process refutes without a higher incarnation (N4)", File: "tla/swim/Swim.tla",
			Anchor:      `Entry("alive", news[j].incarnation + 1) ELSE t[j]`,
			Replacement: `Entry("alive", news[j].incarnation) ELSE t[j]`,
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
