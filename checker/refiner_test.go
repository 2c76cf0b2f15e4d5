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
	return spec.Of(spec.Cluster{Nodes: 2, Failures: spec.MessagesWait, Ordered: ordered}, spec.Handlers[int]{
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

// seenStep is a step and what is seen of it.
type seenStep struct {
	action spec.Action
	seen   SeenStep[int]
}

// twiceSteps are the first two steps of twice: it is told a word, and what it has sent first arrives.
func twiceSteps(ordered bool) (tell, hear seenStep) {
	first, second := spec.Message{From: 0, To: 1, Body: word{1}}, spec.Message{From: 0, To: 1, Body: word{2}}
	moved := second
	if ordered {
		first.Place, second.Place, moved.Place = 1, 2, 1
	}
	word := spec.Message{From: spec.Environment, To: 0, Body: word{0}}
	tell = seenStep{spec.Action{Name: "Word", At: 0, Msg: word}, SeenStep[int]{
		Alive: spec.AllNodes(2), Local: 1, Disk: kept{1}, Timers: spec.NewSet[spec.Timer]("T"),
		Changed: spec.Delta{At: 0, Sent: []spec.Message{first, second}}, Network: flight{first, second},
	}}
	hear = seenStep{spec.Action{Name: spec.Deliver("Word"), At: 1, Msg: first}, SeenStep[int]{
		Alive: spec.AllNodes(2), Local: 1, Changed: spec.Delta{At: 1, Taken: true}, Network: flight{moved},
	}}
	return tell, hear
}

func compareWhatChanged(t *testing.T, ordered bool) {
	m := twice(ordered)
	tell, hear := twiceSteps(ordered)
	sent := tell.seen.Changed.Sent
	for _, tt := range []struct {
		name   string
		of     seenStep
		change func(*SeenStep[int])
		says   string // "" where it is taken
	}{
		{"as it is", hear, func(*SeenStep[int]) {}, ""},
		{"sent in another order", tell, func(s *SeenStep[int]) {
			s.Changed.Sent = []spec.Message{sent[1], sent[0]}
		}, ""},
		{"who is up", tell, func(s *SeenStep[int]) { s.Alive = spec.Set{0} }, "Alive"},
		{"local state", tell, func(s *SeenStep[int]) { s.Local = 2 }, "Nodes"},
		{"disk", tell, func(s *SeenStep[int]) { s.Disk = kept{2} }, "Disk"},
		{"timers", tell, func(s *SeenStep[int]) { s.Timers = nil }, "Timers"},
		{"one sent", tell, func(s *SeenStep[int]) { s.Changed.Sent, s.Network = sent[:1], flight{sent[0]} }, "Flight"},
		{"another one sent", tell, func(s *SeenStep[int]) {
			other := sent[1]
			other.Body = word{3}
			s.Changed.Sent, s.Network = []spec.Message{sent[0], other}, flight{sent[0], other}
		}, "Flight"},
		{"not taken", hear, func(s *SeenStep[int]) { s.Changed.Taken, s.Network = false, flight(sent) }, "Flight"},
		{"not moved up", hear, func(s *SeenStep[int]) { s.Network = flight{sent[1]} }, "Flight"},
	} {
		if tt.name == "not moved up" && !ordered {
			continue // where nothing has a place
		}
		t.Run(tt.name, func(t *testing.T) {
			r, seen := NewRefiner(m, slices.Collect(m.Init())[0]), tt.of.seen
			if tt.of.action.At == hear.action.At {
				if refusal := r.Step(tell.action, &tell.seen); refusal != nil {
					t.Fatal(refusal)
				}
			}
			tt.change(&seen)
			refusal := r.Step(tt.of.action, &seen)
			switch {
			case refusal == nil && tt.says == "":
				if _, is := r.States(); is.Nodes[tt.of.action.At] != 1 {
					t.Errorf("the step leaves %+v", is)
				}
			case refusal == nil || tt.says == "" || !strings.Contains(refusal.String(), tt.says):
				t.Errorf("refused: %v, want %q", refusal, tt.says)
			}
		})
	}
}

// A process stays as it is if nothing of it, and of the network, is seen to differ from what stood there before.
func TestRefinerComparesWhatStays(t *testing.T) {
	tell, hear := twiceSteps(false)
	r := NewRefiner(twice(false), slices.Collect(twice(false).Init())[0])
	if refusal := r.Step(tell.action, &tell.seen); refusal != nil {
		t.Fatal(refusal)
	}
	for name, change := range map[string]func(*SeenStep[int]){
		"":            func(*SeenStep[int]) {},
		"who is up":   func(s *SeenStep[int]) { s.Alive = spec.Set{0} },
		"local state": func(s *SeenStep[int]) { s.Local = 2 },
		"disk":        func(s *SeenStep[int]) { s.Disk = kept{2} },
		"timers":      func(s *SeenStep[int]) { s.Timers = nil },
		"sent":        func(s *SeenStep[int]) { s.Changed.Sent = []spec.Message{hear.action.Msg} },
		"taken":       func(s *SeenStep[int]) { s.Changed.Taken = true },
		"cleared":     func(s *SeenStep[int]) { s.Changed.Cleared = true },
	} {
		seen := tell.seen
		seen.Changed = spec.Delta{At: 0}
		if change(&seen); r.Stays(&seen) != (name == "") {
			t.Errorf("it stays if %q differs: %t", name, r.Stays(&seen))
		}
	}
}
