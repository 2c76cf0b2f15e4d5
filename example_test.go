package scrutineer_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
)

// Ping asks for a Pong; a Pong counts how often it was asked.
type (
	Ping struct{}
	Pong struct{ N int }
)

func (Ping) Kind() string { return "Ping" }
func (Pong) Kind() string { return "Pong" }

// Counter is a process: process 0 counts Pings, and all are told how many there were.
type Counter struct{ Counted, Told int }

func newCounter(scrutineer.NodeID, int) scrutineer.Node { return &Counter{} }

// State is the process itself.
func (c *Counter) State() any { return c }

// Step handles one event.
func (c *Counter) Step(ev scrutineer.Event, out *scrutineer.Effects) {
	switch body := ev.Body.(type) {
	case Ping:
		c.Counted++
		out.Send(ev.From, Pong{c.Counted})
	case Pong:
		c.Told = body.N
	default:
		if ev.Kind == scrutineer.Booted {
			out.Send(0, Ping{})
		}
	}
}

// counter is the protocol without anything that must be true of it.
func counter() scrutineer.Protocol[Counter] {
	return scrutineer.Protocol[Counter]{Name: "counter", Nodes: 3, New: newCounter, Wire: []any{Ping{}, Pong{}}}
}

// campaigned runs a protocol in drawn worlds, as Check does, and prints what came of it.
func campaigned(p scrutineer.Registration) {
	harness := p.Registered().Campaigns()
	r, err := harness.Campaign(context.Background(), campaign.Options{Runs: 200, Seed: 1}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d runs; failed: %q; never seen: %q\n", r.Run, slices.Sorted(maps.Keys(r.Failed)), r.Unseen(harness))
}

// The whole of a test.
func ExampleCheck() {
	_ = func(t *testing.T) { // func TestCounter(t *testing.T)
		p := counter()
		p.Always = scrutineer.Properties[Counter]{"NoneAhead": noneAhead}
		scrutineer.Check(t, p)
	}
}

// noneAhead says that nobody knows of more Pings than process 0 has counted.
func noneAhead(v scrutineer.View[Counter]) error {
	for id, c := range v.All() {
		if v.Up(0) && c.Told > v.State(0).Counted {
			return fmt.Errorf("%v was told of %d", id, c.Told)
		}
	}
	return nil
}

// A property is a function of a View, and says why it is not true. What is Sometimes true must be
// seen in some run.
func ExampleProperties() {
	p := counter()
	p.Always = scrutineer.Properties[Counter]{"NoneAhead": noneAhead}
	p.Sometimes = scrutineer.Properties[Counter]{
		"AllCounted": func(v scrutineer.View[Counter]) error {
			if v.Up(0) && v.State(0).Counted == v.Nodes() {
				return nil
			}
			return errors.New("not yet")
		},
		"Overrun": func(v scrutineer.View[Counter]) error {
			if v.Up(0) && v.State(0).Counted > 100 {
				return nil
			}
			return errors.New("never")
		},
	}
	campaigned(p)
	// Output: 200 runs; failed: []; never seen: ["Overrun"]
}

// A Protocol runs by other programs than a test, too.
func ExampleProtocol_Registered() {
	p := counter()
	p.Always = scrutineer.Properties[Counter]{"NoneAhead": noneAhead}
	campaigned(p)
	// Output: 200 runs; failed: []; never seen: []
}

// A history: nobody may announce what somebody else has announced before.
func ExampleView_Announced() {
	p := counter()
	p.Announces = func(_ scrutineer.NodeID, c *Counter) any {
		if c.Told == 0 {
			return nil
		}
		return Pong{c.Told}
	}
	p.Always = scrutineer.Properties[Counter]{"CountsDiffer": func(v scrutineer.View[Counter]) error {
		by := map[any]scrutineer.NodeID{}
		for _, a := range v.Announced() {
			if other, ok := by[a.What]; ok && other != a.By {
				return fmt.Errorf("%v and %v have had %v", other, a.By, a.What)
			}
			by[a.What] = a.By
		}
		return nil
	}}
	campaigned(p)
	// Output: 200 runs; failed: []; never seen: []
}

// Clients read and write a register, and what they see must be linearizable: see the package
// linearizability for models, and how to make one.
func ExampleClient() {
	right, wrong := register(false), register(true) // the wrong one answers reads from memory
	campaigned(right)
	campaigned(wrong)
	// Output:
	// 200 runs; failed: []; never seen: []
	// 200 runs; failed: ["Linearizable"]; never seen: []
}

// Groups of three to five; what fails in five is tried in fewer.
func ExampleConfigs() {
	type config struct {
		Nodes int `json:"nodes"`
	}
	p := counter()
	p.Always = scrutineer.Properties[Counter]{"NoneAhead": noneAhead}
	p.Config = scrutineer.Configs[config, Counter]{
		Default: config{Nodes: 3},
		Apply: func(c config, p *scrutineer.Protocol[Counter]) error {
			if c.Nodes < 3 || c.Nodes > 5 {
				return scrutineer.Bad("nodes", "%d, it must be 3 to 5", c.Nodes)
			}
			p.Nodes = c.Nodes
			return nil
		},
		Draw:   func(c scrutineer.Chooser) config { return config{Nodes: 3 + c.Choose("nodes", 3)} },
		Shrink: []func(*config){func(c *config) { c.Nodes-- }},
	}
	campaigned(p)
	// Output: 200 runs; failed: []; never seen: []
}

// A program with every command of this repository, for one protocol.
func ExampleMain() {
	main := func() {
		p := counter()
		p.Always = scrutineer.Properties[Counter]{"NoneAhead": noneAhead}
		scrutineer.Main(p)
	}
	_ = main
}

// A fuzz test draws the worlds by what the code covers: go test -fuzz FuzzCounter.
func ExampleFuzz() {
	_ = func(f *testing.F) { // func FuzzCounter(f *testing.F)
		p := counter()
		p.Always = scrutineer.Properties[Counter]{"NoneAhead": noneAhead}
		scrutineer.Fuzz(f, p)
	}
}
