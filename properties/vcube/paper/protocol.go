// Package paper is what Rodrigues, Freitas, Fulber-Garcia and Duarte claim and measure of vCube's
// leader election, "A Hierarchical Adaptive Leader Election Algorithm for Crash-Recovery Distributed
// Systems" (LADC 2024), measured from the running protocol in simulated worlds, with the paper's
// figures beside ours.
//
// No figure of ours is worked out by a formula: where there is one it is worked out apart, and an
// experiment fails whose measurement is another. V1 to V17, Y1 to Y11 and VC-1 to VC-23 are the
// facts sheet's numbers.
//
// Start reading at [Protocol], then at the list of the claims, [Paper], or at that of the experiments.
package paper

import (
	"github.com/scrutineer-go/scrutineer"
	elections "github.com/scrutineer-go/scrutineer/properties/vcube"
)

// Protocol returns vCube's election with the experiments and the claims of its paper.
func Protocol() scrutineer.Registration {
	return elections.Protocol().WithLedger(scrutineer.Ledger{
		Claims: []scrutineer.Paper{Paper()}, Experiments: Experiments(),
	})
}
