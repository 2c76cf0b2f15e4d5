package paxos

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer"
)

// Decision is what a proposer has decided.
type Decision struct{ Value int }

// tries is how often a proposer tries.
const tries = 2

// Protocol returns Paxos with three acceptors, and what must be true of it.
func Protocol() scrutineer.Protocol[State] {
	return scrutineer.Protocol[State]{
		Name: "paxos", Nodes: 3 + Proposers, New: New, Recovers: scrutineer.MessagesVanish,
		Wire:   []any{Propose{}, Prepare{}, Promise{}, Accept{}, Accepted{}, Disk{}, Decision{}},
		Always: scrutineer.Properties[State]{"Agreement": agreement},
		Sometimes: scrutineer.Properties[State]{
			"Decided": func(v scrutineer.View[State]) error {
				return seen(v, func(_ scrutineer.NodeID, s *State) bool { return s.Decided > 0 })
			},
			"AnotherOnesValue": func(v scrutineer.View[State]) error {
				return seen(v, func(id scrutineer.NodeID, s *State) bool {
					return s.Decided > 0 && s.Decided != int(id)
				})
			},
		},
		Announces: func(_ scrutineer.NodeID, s *State) any {
			if s.Decided == 0 {
				return nil
			}
			return Decision{s.Decided}
		},
		Inputs: func(at scrutineer.NodeID, s *State) []scrutineer.Body {
			if at < 3 || s.Tries >= tries {
				return nil
			}
			return []scrutineer.Body{Propose{}}
		},
	}
}

// agreement is true if all that was ever decided is one value.
func agreement(v scrutineer.View[State]) error {
	all := v.Announced()
	for _, a := range all {
		if a.What != all[0].What {
			return fmt.Errorf("%d has decided %d, and %d has decided %d", all[0].By, all[0].What, a.By, a.What)
		}
	}
	return nil
}

// seen returns nil if some process that is up is such.
func seen(v scrutineer.View[State], such func(scrutineer.NodeID, *State) bool) error {
	for id, s := range v.All() {
		if such(id, s) {
			return nil
		}
	}
	return scrutineer.Seen(false)
}
