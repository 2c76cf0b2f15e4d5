package baseline

import (
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// Adaptive is Base, but for one thing: it asks c+1 processes, and f more only when
// TIMEOUT tells that somebody may have failed. Where nothing fails that is 2(c+1)+1
// unicasts.
type Adaptive struct{ member }

// NewAdaptive returns process id of a group with that configuration.
func NewAdaptive(id spec.NodeID, cfg words.Config) *Adaptive {
	return &Adaptive{newMember(id, cfg)}
}

// Step handles one event.
func (n *Adaptive) Step(ev impl.Event, out *impl.Effects) {
	if n.step(ev, out) {
		n.begin()
		n.ask(n.c+1, out)
	}
}
