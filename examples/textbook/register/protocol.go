package register

import (
	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/linearizability"
)

// calls is how many operations a client calls.
const calls = 2

// Protocol returns the register with two clients, and what must be true of it.
func Protocol() scrutineer.Protocol[State] {
	return scrutineer.Protocol[State]{
		Name: "register", Nodes: 4, New: New, Recovers: scrutineer.MessagesVanish, Crashes: -1,
		Wire:   []any{Promote{}, Request{}, Replicate{}, Replicated{}, Result{}, Disk{}},
		Client: &scrutineer.Client[State]{Model: linearizability.Register(), Calls: operations, Answered: answers},
		Sometimes: scrutineer.Properties[State]{
			"PromotedAnswers": func(v scrutineer.View[State]) error {
				s := v.State(backup)
				return scrutineer.Seen(s != nil && s.Epoch == 1 && s.Seq > 0)
			},
			"ReadsAnothersWrite": func(v scrutineer.View[State]) error {
				for id, s := range v.All() {
					if read, ok := s.Answer.(linearizability.Value); ok && read.Value > 0 && read.Value/10 != int(id) {
						return nil
					}
				}
				return scrutineer.Seen(false)
			},
		},
		Inputs: func(at scrutineer.NodeID, s *State) []scrutineer.Body {
			if at != backup || s.Epoch > 0 {
				return nil
			}
			return []scrutineer.Body{Promote{}}
		},
	}
}

// operations are what a client may call. Each writes values of its own.
func operations(at scrutineer.NodeID, s *State) []scrutineer.Body {
	if at <= backup || s.Call != nil || s.Calls >= calls {
		return nil
	}
	return []scrutineer.Body{linearizability.Read{}, linearizability.Write{Value: 10*int(at) + s.Calls}}
}

func answers(_ scrutineer.NodeID, s *State) (int, any) { return s.Answers, s.Answer }
