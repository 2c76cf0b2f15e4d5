package replog

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer"
)

// Leads is what a leader announces.
type Leads struct{ Term int }

// Protocol returns the log with three processes, and what must be true of it.
func Protocol() scrutineer.Protocol[State] {
	return scrutineer.Protocol[State]{
		Name: "replog", Nodes: 3, New: New, Recovers: scrutineer.MessagesVanish,
		Wire:       []any{Propose{}, Canvass{}, Vote{}, Append{}, Appended{}, Newer{}, Disk{}, Leads{}},
		Always:     scrutineer.Properties[State]{"OneLeader": oneLeader, "CommittedAgree": committedAgree},
		Eventually: scrutineer.Properties[State]{"OneLeads": oneLeads},
		Sometimes: scrutineer.Properties[State]{
			"Committed": func(v scrutineer.View[State]) error {
				for _, s := range v.All() {
					if s.Committed > 0 {
						return nil
					}
				}
				return scrutineer.Seen(false)
			},
			"TwoTermsCommitted": func(v scrutineer.View[State]) error {
				for _, s := range v.All() {
					if s.Committed > 1 && s.Log[0].Term < s.Log[s.Committed-1].Term {
						return nil
					}
				}
				return scrutineer.Seen(false)
			},
		},
		Announces: func(_ scrutineer.NodeID, s *State) any {
			if s.Role != Leader {
				return nil
			}
			return Leads{s.Term}
		},
		Inputs: func(_ scrutineer.NodeID, s *State) []scrutineer.Body {
			if s.Role != Leader || len(s.Log) >= 3 || last(s.Log) == s.Term {
				return nil
			}
			return []scrutineer.Body{Propose{}}
		},
	}
}

// oneLeader is true if each term had one leader at most.
func oneLeader(v scrutineer.View[State]) error {
	by := map[any]scrutineer.NodeID{}
	for _, a := range v.Announced() {
		if other, ok := by[a.What]; ok && other != a.By {
			return fmt.Errorf("%d leads in term %d, and so has %d", a.By, a.What.(Leads).Term, other)
		}
		by[a.What] = a.By
	}
	return nil
}

// committedAgree is true if no two processes have committed different entries.
func committedAgree(v scrutineer.View[State]) error {
	for id, a := range v.All() {
		for other, b := range v.All() {
			for i := range min(a.Committed, b.Committed) {
				if a.Log[i] != b.Log[i] {
					return fmt.Errorf("entry %d is %v at %d and %v at %d, and both have committed it", i+1,
						a.Log[i], id, b.Log[i], other)
				}
			}
		}
	}
	return nil
}

// oneLeads is true if one process leads all that are up.
func oneLeads(v scrutineer.View[State]) error {
	leaders, term := 0, 0
	for _, s := range v.All() {
		if s.Role == Leader {
			leaders++
			term = s.Term
		}
	}
	if leaders != 1 {
		return fmt.Errorf("%d lead", leaders)
	}
	for id, s := range v.All() {
		if s.Term != term {
			return fmt.Errorf("%d is in term %d, and the leader in term %d", id, s.Term, term)
		}
	}
	return nil
}
