package paper

import (
	_ "embed" // claims.json

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/internal/claims"
	"github.com/scrutineer-go/scrutineer/properties/coordination"
)

// claimed lists the claims with the numbers of the facts sheet, and what decides each.
//
//go:embed claims.json
var claimed []byte

// Protocol returns a cluster that coordinates its rate limit, with the claims of its paper.
func Protocol() scrutineer.Registration {
	paper := claims.Must("properties/coordination/paper/claims.json", claimed, nil)
	return coordination.Protocol().WithLedger(scrutineer.Ledger{Claims: []scrutineer.Paper{paper}})
}
