package checker

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/spec"
)

// twice is a process that is told a word and sends two, on links that may keep their order.
func twice(ordered bool) spec.Model[spec.State[int]] {
	return spec.Of(spec.Handlers[int]{
		Nodes: 2, Failures: spec.CopiesWait, Ordered: ordered,
		Fresh: func(spec.NodeID) int { return 0 },
		Handle: func(n int, _ any, a spec.Action) []spec.Outcome[int] {
			if a.Msg.From != spec.Environment {
				return []spec.Outcome[int]{{Local: n + 1}}
			}
			return []spec.Outcome[int]{{
				Local: n + 1, Arm: spec.NewSet[spec.Timer]("T"),
				Effects: []spec.Effect{
					spec.SaveRecord(kept{n + 1}), spec.SendTo(1, word{1}), spec.SendTo(1, word{2}),
				},
			}}
		},
		Inputs: func(at spec.NodeID, n int, _ spec.Set) []spec.Body {
			if at == 0 && n == 0 {
				return []spec.Body{word{0}}
			}
			return nil
		},
	})
}

// flight is a network in which these are in flight after a step.
type flight []spec.Message

func (f flight) After([]spec.Message) []spec.Message { return f }

func (f flight) Inbox(at spec.NodeID) (inbox []spec.Message) {
	for _, m := range f {
		if m.To == at {
			inbox = append(inbox, m)
		}
	}
	return inbox
}

// A refiner takes a step that is seen as the specification has it, also where copies are told of in another order, and
// refuses it where one thing is otherwise.
func TestRefinerComparesWhatChanged(t *testing.T) {
	for _, ordered := range []bool{false, true} {
		t.Run(fmt.Sprintf("ordered %v", ordered), func(t *testing.T) { compareWhatChanged(t, ordered) })
	}
}

func compareWhatChanged(t *testing.T, ordered bool) {
	m := twice(ordered)
	first, second := spec.Message{From: 0, To: 1, Body: word{1}}, spec.Message{From: 0, To: 1, Body: word{2}}
	if ordered {
		first.Place, second.Place = 1, 2
	}
	tell := spec.Action{Name: "Word", At: 0, Msg: spec.Message{From: spec.Environment, To: 0, Body: word{0}}}
	told := SeenStep[int]{
		Alive: spec.AllNodes(2), Local: 1, Disk: kept{1}, Timers: spec.NewSet[spec.Timer]("T"),
		Changed: spec.Delta{At: 0, Sent: []spec.Message{first, second}}, Network: flight{first, second},
	}
	hear := spec.Action{Name: spec.Deliver("Word"), At: 1, Msg: first}
	moved := second
	moved.Place = first.Place
	heard := SeenStep[int]{
		Alive: spec.AllNodes(2), Local: 1, Changed: spec.Delta{At: 1, Taken: true}, Network: flight{moved},
	}
	begin := func() *Refiner[int] { return NewRefiner(m, slices.Collect(m.Init())[0]) }
	later := func() *Refiner[int] {
		r := begin()
		if refusal := r.Step(tell, &told); refusal != nil {
			t.Fatal(refusal)
		}
		return r
	}
	for _, tt := range []struct {
		name   string
		begin  func() *Refiner[int]
		action spec.Action
		seen   SeenStep[int]
		change func(*SeenStep[int])
		says   string // "" where it is taken
	}{
		{"as it is", later, hear, heard, func(*SeenStep[int]) {}, ""},
		{"sent in another order", begin, tell, told, func(s *SeenStep[int]) {
			s.Changed.Sent = []spec.Message{second, first}
		}, ""},
		{"who is up", begin, tell, told, func(s *SeenStep[int]) { s.Alive = spec.Set{0} }, "Alive"},
		{"local state", begin, tell, told, func(s *SeenStep[int]) { s.Local = 2 }, "Nodes"},
		{"disk", begin, tell, told, func(s *SeenStep[int]) { s.Disk = kept{2} }, "Disk"},
		{"timers", begin, tell, told, func(s *SeenStep[int]) { s.Timers = nil }, "Timers"},
		{"one sent", begin, tell, told, func(s *SeenStep[int]) {
			s.Changed.Sent, s.Network = s.Changed.Sent[:1], flight{first}
		}, "Flight"},
		{"another one sent", begin, tell, told, func(s *SeenStep[int]) {
			other := second
			other.Body = word{3}
			s.Changed.Sent, s.Network = []spec.Message{first, other}, flight{first, other}
		}, "Flight"},
		{"not taken", later, hear, heard, func(s *SeenStep[int]) {
			s.Changed.Taken, s.Network = false, flight{first, second}
		}, "Flight"},
		{"not moved up", later, hear, heard, func(s *SeenStep[int]) { s.Network = flight{second} }, "Flight"},
	} {
		if tt.name == "not moved up" && !ordered {
			continue // where nothing has a place
		}
		t.Run(tt.name, func(t *testing.T) {
			r, seen := tt.begin(), tt.seen
			tt.change(&seen)
			refusal := r.Step(tt.action, &seen)
			switch {
			case refusal == nil && tt.says == "":
				if _, is := r.States(); is.Nodes[tt.action.At] != 1 {
					t.Errorf("the step leaves %+v", is)
				}
			case refusal == nil || tt.says == "" || !strings.Contains(refusal.String(), tt.says):
				t.Errorf("refused: %v, want %q", refusal, tt.says)
			}
		})
	}
}
