// Package paper is what Syvolovskyi and Lysechko claim of the Gossip election, "Method for Leader Node
// Selection and Processing Pipeline Formation in Distributed Telecommunication Systems" (2025), decided, and
// what they say of its times, messages and rounds, measured from the running protocol in simulated worlds,
// with the paper's figures beside ours.
//
// Where time, loss or messages matter real processes run. What is arithmetic is worked out exactly, and held
// against runs where both can be had. c1 to c17, C4.1 to C4.8 and C-01 to C-25 are the facts sheet's numbers, C-26 to
// C-41 those of the claims of Table 1.
//
// Start reading at [Protocol], then at the list of the claims, [Paper], or at that of the experiments.
package paper

import (
	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/internal/compare"
	elections "github.com/scrutineer-go/scrutineer/properties/gossip"
)

// Protocol returns the Gossip election with the experiments and the claims of its paper, and with the
// comparison of all elections.
func Protocol() scrutineer.Registration {
	return elections.Protocol().WithLedger(scrutineer.Ledger{
		Claims: []scrutineer.Paper{Paper()}, Experiments: Experiments(),
		Among: func(all []scrutineer.Contender) []scrutineer.Experiment {
			return compare.Experiments(all, compare.Whole())
		},
	})
}
