package explore

import (
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/spec"
)

// WithFlight returns the state with copies in flight that were sent in this order.
func (s Global) WithFlight(c network.Cluster, flight []spec.Message) Global {
	for _, m := range flight {
		p := s.Procs[m.To]
		if c.Ordered {
			m.Place = next(p.Inbox, &m)
		}
		s = s.with(m.To, p.add(m, 1))
	}
	return s
}
