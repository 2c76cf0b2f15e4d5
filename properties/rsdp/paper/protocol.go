package paper

import (
	"github.com/scrutineer-go/scrutineer/internal/claims"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	discovery "github.com/scrutineer-go/scrutineer/properties/rsdp"
)

// Protocol registers RSDP with the experiments and the claims of its paper.
func Protocol() verify.Protocol {
	p := discovery.Protocol()
	p.Experiments = Experiments()
	p.Claims = []claims.Paper{Paper()}
	return p
}
