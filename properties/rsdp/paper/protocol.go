package paper

import (
	discovery "github.com/scrutineer-go/scrutineer/properties/rsdp"
	"github.com/scrutineer-go/scrutineer/verify"
)

// Protocol registers RSDP with the experiments of its paper.
func Protocol() verify.Protocol {
	p := discovery.Protocol()
	p.Experiments = Experiments()
	return p
}
