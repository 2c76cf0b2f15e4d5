package checker

import (
	"slices"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

type word struct{ N int }

func (word) Kind() string { return "Word" }

type kept struct{ N int }

func init() {
	codec.Register(word{})
	codec.Register(kept{})
}

// scribe counts its words. On each it saves, sends the word on and sets a timer.
func scribe() spec.Model[spec.State[int]] {
	return spec.Of(spec.Cluster{Nodes: 2, Failures: spec.MessagesWait}, spec.Handlers[int]{
		Fresh: func(spec.NodeID) int { return 0 },
		Handle: func(n int, _ any, a spec.Action) []spec.Outcome[int] {
			if a.Msg.Body == nil {
				return []spec.Outcome[int]{{Local: n}}
			}
			return []spec.Outcome[int]{{
				Local: n + 1, Arm: spec.NewSet[spec.Timer]("T"),
				Effects: []spec.Effect{spec.SaveRecord(kept{n + 1}), spec.SendTo(1, word{n + 1})},
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

// Every part of what a step has left is held against the specification, and a
// refusal names the step, the part and the state before.
func TestRefine(t *testing.T) {
	m := scribe()
	before := slices.Collect(m.Init())[0]
	told := spec.Message{From: spec.Environment, To: 0, Body: word{0}}
	a := spec.Action{Name: "Word", At: 0, Msg: told}
	sent := spec.Message{From: 0, To: 1, Body: word{1}}
	right := Seen{
		Alive: spec.AllNodes(2), Local: 1, Disk: kept{1}, Timers: spec.NewSet[spec.Timer]("T"),
		Flight: []spec.Message{sent},
	}
	after, refusal := Refine(m, before, a, right)
	if refusal != nil || after.Nodes[0] != 1 || len(after.Flight) != 1 {
		t.Fatalf("the specification's own step is refused: %v", refusal)
	}
	other := sent
	other.Body = word{2}
	for name, c := range map[string]struct {
		change func(*Seen, *spec.Action)
		says   string
	}{
		"alive":     {func(s *Seen, _ *spec.Action) { s.Alive = spec.NewSet[spec.NodeID](0) }, "field Alive"},
		"local":     {func(s *Seen, _ *spec.Action) { s.Local = 2 }, "field Nodes[0]: 2 in the implementation, 1"},
		"disk":      {func(s *Seen, _ *spec.Action) { s.Disk = kept{2} }, "field Disk[0].(kept).N: 2 in the impl"},
		"no disk":   {func(s *Seen, _ *spec.Action) { s.Disk = nil }, "field Disk[0]"},
		"a record":  {func(s *Seen, _ *spec.Action) { s.Disk = word{1} }, "field Disk[0]"},
		"timers":    {func(s *Seen, _ *spec.Action) { s.Timers = nil }, "field Timers[0]"},
		"a copy":    {func(s *Seen, _ *spec.Action) { s.Flight = nil }, "field Flight"},
		"a body":    {func(s *Seen, _ *spec.Action) { s.Flight = []spec.Message{other} }, "field Flight[0].Body"},
		"twice":     {func(s *Seen, _ *spec.Action) { s.Flight = []spec.Message{sent, sent} }, "field Flight"},
		"the name":  {func(_ *Seen, a *spec.Action) { a.Name = "DeliverWord" }, "takes no such step"},
		"the place": {func(_ *Seen, a *spec.Action) { a.At, a.Msg.To = 1, 1 }, "takes no such step"},
		"a pick":    {func(_ *Seen, a *spec.Action) { a.Pick = spec.Set{1} }, "takes no such step"},
	} {
		t.Run(name, func(t *testing.T) {
			seen, action := right, a
			c.change(&seen, &action)
			_, refusal := Refine(m, before, action, seen)
			if refusal == nil {
				t.Fatal("not refused")
			}
			text := refusal.String()
			for _, want := range []string{c.says, action.Name, "the specification's state before: {Alive:{0,1}"} {
				if !strings.Contains(text, want) {
					t.Errorf("the refusal lacks %q:\n%s", want, text)
				}
			}
		})
	}
}
