package paper

import (
	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/properties/swim"
)

// Protocol returns SWIM with the experiments and the claims of its papers.
func Protocol() scrutineer.Registration {
	return swim.Protocol().WithLedger(scrutineer.Ledger{
		Claims: []scrutineer.Paper{Paper()}, Experiments: Experiments(),
	})
}
