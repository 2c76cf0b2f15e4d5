package paper

import (
	"github.com/scrutineer-go/scrutineer"
	implementation "github.com/scrutineer-go/scrutineer/impl/rsdp"
	discovery "github.com/scrutineer-go/scrutineer/properties/rsdp"
)

// Protocol returns RSDP with the experiments and the claims of its paper.
func Protocol() scrutineer.Protocol[implementation.State] {
	p := discovery.Protocol()
	p.Claims, p.Experiments = []scrutineer.Paper{Paper()}, Experiments()
	return p
}
