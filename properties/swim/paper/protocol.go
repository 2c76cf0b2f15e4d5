package paper

import (
	"github.com/scrutineer-go/scrutineer"
	implementation "github.com/scrutineer-go/scrutineer/impl/swim"
	"github.com/scrutineer-go/scrutineer/properties/swim"
)

// Protocol returns SWIM with the experiments and the claims of its papers.
func Protocol() scrutineer.Protocol[implementation.State] {
	p := swim.Protocol()
	p.Claims, p.Experiments = []scrutineer.Paper{Paper()}, Experiments()
	return p
}
