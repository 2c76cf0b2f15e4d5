package baseline

import (
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// SelfCount is Base, but for one thing: the initiator reads its own list first, which
// counts as an answer that no message brought. It asks c+f others and needs c answers,
// and still c+1 lists are heard, so 2(c+f)+1 unicasts are enough.
type SelfCount struct{ member }

// NewSelfCount returns process id of a group with that configuration.
func NewSelfCount(id spec.NodeID, cfg words.Config) *SelfCount {
	return &SelfCount{newMember(id, cfg)}
}

// Step handles one event.
func (n *SelfCount) Step(ev impl.Event, out *impl.Effects) {
	if n.step(ev, out) {
		n.begin()
		n.hear(n.id, spec.Lowest(n.state.List))
		n.ask(n.quorum, out)
		n.decide(out)
	}
}
