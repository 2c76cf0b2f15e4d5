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
		Digests: map[int]string{
			100: "10a232c8bc1742c28dfaefe8a4c4950b150e489639855c41ec1c6c46a4e0bb1d",
			400: "9f9960cc9ddbc092019b5519669b96670b026971bff4aafa2333121e3a66cf81",
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
