package verify

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/internal/tlc"
	"github.com/scrutineer-go/scrutineer/spec"
)

type (
	textLocal struct {
		List  spec.Set
		Count int
		Tag   struct{ Run, Seq int }
	}
	textGhost struct{ Heard []spec.Set }
	textBody  struct{ Run int }
	textDisk  struct{ For int }
)

func (textBody) Kind() string { return "Say" }

func init() {
	codec.Register(textBody{})
	codec.Register(textDisk{})
}

// The texts of states whose parts recur, in other places and beside other parts, are those of
// the states shown one by one.
func TestTextsOfStates(t *testing.T) {
	s := Columns[textLocal, textGhost]{
		Budget: spec.Budget{Lines: []spec.Line{{Name: "loss"}, {Name: "crash"}}},
	}.system()
	say := func(from, to spec.NodeID, run int) spec.Message {
		return spec.Message{From: from, To: to, Body: textBody{run}}
	}
	locals := []textLocal{{}, {List: spec.Set{0, 1}, Count: -1}, {Tag: struct{ Run, Seq int }{1, 2}}}
	flights := [][]spec.Message{nil, {say(0, 1, 1), say(0, 1, 1), say(1, 0, 2)}, {say(1, 0, 2)}}
	texts, seen := s.texts(), map[string]bool{}
	n := 0
	for i, first := range locals {
		for k, second := range locals {
			for m, flight := range flights {
				var st state
				st.State.State = spec.State[textLocal]{
					Alive: spec.AllNodes(2).Without(spec.NodeID(m)), Nodes: []textLocal{first, second}, Flight: flight,
					Disk:   []any{nil, textDisk{i}},
					Timers: []spec.SetOf[spec.Timer]{spec.SetOf[spec.Timer]{"T"}[:k%2], nil},
				}
				st.State.Ghost = textGhost{Heard: []spec.Set{spec.AllNodes(i), nil}[:i]} // none, as in flight
				st.Spent = []int{m, i}
				got, want := texts.state(st), tlc.StateText(s.show(st))
				if got != want {
					t.Errorf("got\n%s\nwant\n%s", got, want)
				}
				seen[got] = true
				n++
			}
		}
	}
	if len(seen) != n {
		t.Errorf("%d texts of %d states", len(seen), n)
	}
}
