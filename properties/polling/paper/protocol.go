package paper

import (
	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/properties/polling"
)

// Protocol returns polling in slots with the experiments and the claims of its paper.
func Protocol() scrutineer.Registration {
	return polling.Protocol().WithLedger(scrutineer.Ledger{
		Claims: []scrutineer.Paper{Paper()}, Experiments: Experiments(),
	})
}
