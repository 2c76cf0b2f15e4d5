package paper

import (
	"github.com/scrutineer-go/scrutineer"
	discovery "github.com/scrutineer-go/scrutineer/properties/rsdp"
)

// Protocol returns RSDP with the experiments and the claims of its paper.
func Protocol() scrutineer.Registration {
	return discovery.Protocol().WithLedger(scrutineer.Ledger{
		Claims: []scrutineer.Paper{Paper()}, Experiments: Experiments(),
	})
}
