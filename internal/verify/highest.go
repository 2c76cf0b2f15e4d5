package verify

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/spec"
)

// Highest are properties of an election in which the highest process that is up is to lead.
type Highest[L, G any] struct {
	// Leader is whom a process follows, itself where it leads.
	Leader func(L) spec.NodeID
}

// Leads says that all who are up follow the highest of them.
func (h Highest[L, G]) Leads(st Judged[L, G]) error {
	s := st.State.State
	for _, id := range s.Alive {
		if leader := h.Leader(s.Nodes[id]); s.Unbooted.Has(id) || leader != spec.Highest(s.Alive) {
			return fmt.Errorf("%s follows %s, and up are %s", id, leader, s.Alive)
		}
	}
	return nil
}

// NeverLowerLeads is a witness: it must fail, or nobody but the highest of all ever led.
func (h Highest[L, G]) NeverLowerLeads(st Judged[L, G]) error {
	s := st.State.State
	for _, id := range s.Alive {
		if int(id) < len(s.Nodes)-1 && h.Leader(s.Nodes[id]) == id {
			return fmt.Errorf("%s leads", id)
		}
	}
	return nil
}

// NeverDeposed is a witness: it must fail, or nobody who led ever followed another while it was up.
func (h Highest[L, G]) NeverDeposed(before Judged[L, G], a spec.Action, after Judged[L, G]) error {
	was, is := before.State.State, after.State.State
	for _, id := range was.Alive {
		if is.Alive.Has(id) && h.Leader(was.Nodes[id]) == id && h.Leader(is.Nodes[id]) != id {
			return fmt.Errorf("after %s %s no longer leads", a, id)
		}
	}
	return nil
}
