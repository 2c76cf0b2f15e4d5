// Package paper is what Wang and Gupta claim of their churn-tolerant elections, and the
// computations, cases, plans and runs that decide each claim, and what they have measured, measured anew: elections on
// traces of a membership service.
//
// Start reading at [Protocol], then at the list of the claims, or at that of the experiments, [Experiments].
package paper

import (
	"github.com/scrutineer-go/scrutineer"
	elections "github.com/scrutineer-go/scrutineer/properties/ctolerant"
)

// Protocol returns the c-tolerant elections with the claims and the experiments of their paper.
func Protocol() scrutineer.Registration {
	return elections.Protocol().WithLedger(scrutineer.Ledger{
		Claims: []scrutineer.Paper{Paper()}, Experiments: append(Experiments(), Deployed()...),
	})
}
