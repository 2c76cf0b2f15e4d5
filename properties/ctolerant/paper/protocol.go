// Package paper is what Wang and Gupta claim of their churn-tolerant elections, and the
// computations, cases, plans and runs that decide each claim.
//
// Start reading at [Protocol], then at the list of the claims.
package paper

import (
	"github.com/scrutineer-go/scrutineer"
	implementation "github.com/scrutineer-go/scrutineer/impl/ctolerant"
	elections "github.com/scrutineer-go/scrutineer/properties/ctolerant"
)

// Protocol returns the c-tolerant elections with the claims of their paper.
func Protocol() scrutineer.Protocol[implementation.State] {
	p := elections.Protocol()
	p.Claims = []scrutineer.Paper{Paper()}
	return p
}
