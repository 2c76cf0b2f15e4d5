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
			100: "b13357c84962ede6fed1d989dc090e9692e16a9b372fb6dac81360fd4582c647",
			400: "ed9227f178e95f92d2b275a215b76126f2638736e7a0406c94ad09dec36a56db",
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
			Anchor:      `IF target[m.to] = None \/ m.number # number[m.to] THEN r`,
			Replacement: `IF target[m.to] = None THEN r`,
			Case:        "swim/swim-premature", Says: []string{"DeliverAck"},
		}},
	}
}
