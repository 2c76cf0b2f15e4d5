package paper

import (
	"github.com/scrutineer-go/scrutineer"
	implementation "github.com/scrutineer-go/scrutineer/impl/polling"
	"github.com/scrutineer-go/scrutineer/properties/polling"
)

// Protocol returns polling in slots with the experiments and the claims of its paper.
func Protocol() scrutineer.Protocol[implementation.State] {
	p := polling.Protocol()
	p.Claims, p.Experiments = []scrutineer.Paper{Paper()}, Experiments()
	return p
}
