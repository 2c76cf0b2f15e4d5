package scrutineer_test

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/linearizability"
)

// What the processes of the register tell each other. N tells the calls of a process apart.
type (
	Do   struct{ N, Write int } // Write is Nil for a read
	Did  struct{ N, Value int }
	Lead struct{ Term int }
)

func (Do) Kind() string   { return "Do" }
func (Did) Kind() string  { return "Did" }
func (Lead) Kind() string { return "Lead" }

// Register is a process of a small protocol: process 0 keeps a value, which the others read and
// write. The stale one answers reads from what it has seen last, once it has seen anything.
type Register struct {
	ID      scrutineer.NodeID
	Stale   bool
	Value   int
	Calls   int // how many it was asked to do
	Answers int
	Answer  any // of the last one
	Busy    scrutineer.Body
}

func newRegister(stale bool) func(scrutineer.NodeID, int) scrutineer.Node {
	return func(id scrutineer.NodeID, _ int) scrutineer.Node {
		return &Register{ID: id, Stale: stale, Value: linearizability.Nil}
	}
}

// State is the process itself.
func (r *Register) State() any { return r }

// Step handles one event.
func (r *Register) Step(ev scrutineer.Event, out *scrutineer.Effects) {
	switch body := ev.Body.(type) {
	case linearizability.Read:
		r.Calls, r.Busy = r.Calls+1, body
		if r.Stale && r.Value != linearizability.Nil {
			r.answer(linearizability.Value{Value: r.Value})
		} else {
			out.Send(0, Do{r.Calls, linearizability.Nil})
		}
	case linearizability.Write:
		r.Calls, r.Busy = r.Calls+1, body
		out.Send(0, Do{r.Calls, body.Value})
	case Do:
		if body.Write != linearizability.Nil {
			r.Value = body.Write
		}
		out.Send(ev.From, Did{body.N, r.Value})
	case Did:
		if body.N != r.Calls || r.Busy == nil {
			return
		}
		r.Value = body.Value
		if _, read := r.Busy.(linearizability.Read); read {
			r.answer(linearizability.Value{Value: body.Value})
		} else {
			r.answer(linearizability.Done{})
		}
	}
}

func (r *Register) answer(answer any) { r.Answers, r.Answer, r.Busy = r.Answers+1, answer, nil }

// register is the protocol: its clients call twice each.
func register(stale bool) scrutineer.Protocol[Register] {
	return scrutineer.Protocol[Register]{
		Name: "register", Nodes: 3, New: newRegister(stale), Wire: []any{Do{}, Did{}},
		Without: []string{"duplicate"}, // a second Do would write again
		Client: &scrutineer.Client[Register]{
			Model: linearizability.Register(),
			Calls: func(at scrutineer.NodeID, r *Register) []scrutineer.Body {
				if at == 0 || r.Busy != nil || r.Calls >= 2 {
					return nil
				}
				return []scrutineer.Body{linearizability.Read{}, linearizability.Write{Value: 10*int(at) + r.Calls}}
			},
			Answered: func(_ scrutineer.NodeID, r *Register) (int, any) {
				return r.Answers, r.Answer
			},
		},
		Sometimes: scrutineer.Properties[Register]{"Answered": func(v scrutineer.View[Register]) error {
			for _, r := range v.All() {
				if r.Answers > 1 {
					return nil
				}
			}
			return fmt.Errorf("nobody was answered twice")
		}},
	}
}
