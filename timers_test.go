package scrutineer_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/internal/cases"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Ball goes to and fro between two processes for ever.
type Ball struct{}

func (Ball) Kind() string { return "Ball" }

// player plays, and has played when its timer has fired.
type player struct{ Played bool }

type playing struct {
	id    scrutineer.NodeID
	anew  bool // it sets the timer anew whenever the ball comes
	idle  bool // it does nothing when the timer fires
	again bool // it only sets the timer again then
	state player
}

func (p *playing) State() any { return &p.state }

func (p *playing) Step(ev scrutineer.Event, out *scrutineer.Effects) {
	switch {
	case ev.Kind == scrutineer.Fired && p.again:
		out.SetTimer("T", time.Second)
	case ev.Kind == scrutineer.Fired && p.idle:
	case ev.Kind == scrutineer.Fired:
		p.state.Played = true
	case ev.Kind == scrutineer.Delivered:
		if p.id == 0 && p.anew && !p.state.Played {
			out.SetTimer("T", time.Second)
		}
		out.Send(ev.From, Ball{})
	case p.id == 0:
		out.SetTimer("T", time.Second)
		out.Send(1, Ball{})
	}
}

// A timer that stays set while a message is always in flight fires at last: that it does not is no counterexample. If
// the message sets it anew each time, it is one. So it is if nothing comes of it that the timer has fired.
func TestTimersInLoops(t *testing.T) {
	flagged(t, "scrutineer.n", "20") // the players never rest
	const stays = "  all the while: timer T of 0 is set"
	for name, test := range map[string]struct {
		playing playing
		want    spec.Verdict
		path    string // how it ends
	}{
		"fires":        {playing{}, spec.Holds, ""},
		"set anew":     {playing{anew: true}, spec.Violated, stays + "\n"},
		"does nothing": {playing{idle: true}, spec.Violated, ""},
		"set again": {
			playing{again: true},
			spec.Violated,
			stays + " again whenever it fires, and nothing else comes of that\n",
		},
	} {
		p := scrutineer.Protocol[player]{
			Name: "players", Nodes: 2, Wire: []any{Ball{}}, Without: []string{"duplicate"},
			New: func(id scrutineer.NodeID, _ int) scrutineer.Node {
				node := test.playing
				node.id = id
				return &node
			},
			Eventually: scrutineer.Properties[player]{"Plays": func(v scrutineer.View[player]) error {
				if s := v.State(0); s != nil && !s.Played {
					return errors.New("it has not played")
				}
				return nil
			}},
		}
		subject, err := p.Registered().Open(cases.Case{Config: json.RawMessage(`{"nodes":2}`)})
		if err != nil {
			t.Fatal(err)
		}
		r, err := subject.Reach([]string{"Plays"}, "MCFairSpec", verify.ReachOptions{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		found := r.Results[0]
		if found.Verdict != test.want {
			t.Errorf("%s: %s, want %s (%s)\n%s", name, found.Verdict, test.want, found.Why, found.Path)
		}
		if !strings.HasSuffix(found.Path, test.path) {
			t.Errorf("%s: it says %s, want %q at its end", name, found.Path, test.path)
		}
		if said := checked(t, p); (test.want == spec.Holds) != (len(said.errors) == 0) {
			t.Errorf("%s: runs say %q", name, said.errors)
		}
	}
}
