package paper

import (
	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	discovery "github.com/scrutineer-go/scrutineer/properties/rsdp"
)

// Protocol registers RSDP with the experiments and the claims of its paper.
func Protocol() verify.Protocol {
	p := discovery.Protocol()
	p.Claims, p.Experiments = []scrutineer.Paper{Paper()}, Experiments()
	return p.Registered()
}
