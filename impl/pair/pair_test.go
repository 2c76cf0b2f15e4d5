package pair

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

// word is a message or an input.
type word struct {
	Of string
	N  int
}

func (w word) Kind() string { return w.Of }

type record struct{ N int }

func init() { codec.Register(word{}, record{}) }

// counter is a machine that counts its events. With each it sends the count, saves it and sets its timer.
type counter struct {
	name  string
	saves bool
	state count
}

type count struct {
	N    int
	Seen []string
	Disk any
}

func (c *counter) State() any { return &c.state }

func (c *counter) Step(ev impl.Event, out *impl.Effects) {
	s := &c.state
	s.N++
	s.Seen = append(s.Seen, fmt.Sprintf("%d %v %s at %s", ev.Kind, ev.Body, ev.Timer, ev.Now))
	if ev.Kind == impl.Recovered {
		s.Disk = ev.Disk
	}
	if c.saves {
		out.Save(record{s.N})
	}
	out.Send(1, word{c.name, s.N})
	out.SetTimer(spec.Timer(c.name), time.Second)
}

// tells tells the upper machine each second count.
func tells(_ *impl.Event, before, after *count) []spec.Body {
	if after.N == before.N || after.N%2 == 1 {
		return nil
	}
	return []spec.Body{word{"Hear", after.N}}
}

// paired returns a process of two counters.
func paired(lowerSaves, upperSaves bool) *Node[count, count] {
	return New[count, count](
		Machine{&counter{name: "Low", saves: lowerSaves}, spec.NewSet("Low"), spec.NewSet("Low"), lowerSaves},
		Machine{
			&counter{name: "Up", saves: upperSaves},
			spec.NewSet("Hear", "Up"), spec.NewSet("Up"), upperSaves,
		}, tells)
}

// did steps a process and returns what it asks for, each effect as a text.
func did(p impl.Node, ev impl.Event) (asked []string) {
	out := impl.NewEffects(func(string, spec.Set, int) spec.Set { return nil })
	p.Step(ev, out)
	for _, e := range out.List {
		asked = append(asked, fmt.Sprintf("%d %v %v%s", e.Kind, e.Body, e.Record, e.Timer))
	}
	return asked
}

func same(t *testing.T, what string, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// An event goes to the machine to which it belongs, and what the lower machine changes is told in the same step.
func TestRoutes(t *testing.T) {
	p := paired(false, false)
	s := p.State().(*State[count, count])
	did(p, impl.Event{Kind: impl.Booted})
	same(t, "both boot", []int{s.Lower.N, s.Upper.N}, []int{1, 1})
	asked := did(p, impl.Event{Kind: impl.Delivered, From: 1, Body: word{"Low", 7}, Now: time.Minute})
	same(t, "the upper machine is told", s.Upper.Seen[1:], []string{"2 {Hear 2}  at 1m0s"})
	same(t, "the effects of both", asked, []string{
		"0 {Low 2} <nil>", "3 <nil> <nil>Low", "0 {Up 2} <nil>", "3 <nil> <nil>Up",
	})
	did(p, impl.Event{Kind: impl.Fired, Timer: "Up(3)"})
	did(p, impl.Event{Kind: impl.Input, Body: word{"Up", 1}})
	same(t, "the upper machine alone", []int{s.Lower.N, s.Upper.N}, []int{2, 4})
	did(p, impl.Event{Kind: impl.Fired, Timer: "Low(3)"})
	same(t, "the lower machine alone", []int{s.Lower.N, s.Upper.N}, []int{3, 4})
}

// A process whose state is restored goes on from there, whatever its machines were stepped with before.
func TestRestores(t *testing.T) {
	p, q := paired(true, true), paired(true, true)
	did(p, impl.Event{Kind: impl.Booted})
	did(p, impl.Event{Kind: impl.Fired, Timer: "Low"})
	did(q, impl.Event{Kind: impl.Input, Body: word{"Up", 1}})
	if err := codec.Decode(codec.Encode(p.State()), q.State()); err != nil {
		t.Fatal(err)
	}
	ev := impl.Event{Kind: impl.Delivered, From: 1, Body: word{"Low", 7}}
	same(t, "the same effects", did(q, ev), did(p, ev))
	same(t, "the same state", q.State(), p.State())
}

// The record of one machine that saves is that of the process. If both save, the record has a field for each.
func TestSaves(t *testing.T) {
	for _, c := range []struct {
		lower, upper bool
		saved        []string // at the boot, and with an event of the upper machine
		disk         any
		read         [2]any
	}{
		{false, false, nil, nil, [2]any{nil, nil}},
		{true, false, []string{"{1}"}, record{5}, [2]any{record{5}, nil}},
		{false, true, []string{"{1}", "{2}"}, record{5}, [2]any{nil, record{5}}},
		{
			true, true,
			[]string{"{{1} <nil>}", "{{1} {1}}", "{{1} {2}}"},
			Record{record{5}, record{6}},
			[2]any{record{5}, record{6}},
		},
	} {
		p := paired(c.lower, c.upper)
		out := impl.NewEffects(nil)
		p.Step(impl.Event{Kind: impl.Booted}, out)
		p.Step(impl.Event{Kind: impl.Fired, Timer: "Up"}, out)
		var saved []string
		for _, e := range out.List {
			if e.Kind == impl.Save {
				saved = append(saved, fmt.Sprint(e.Record))
			}
		}
		same(t, "saved", saved, c.saved)
		p = paired(c.lower, c.upper)
		p.Step(impl.Event{Kind: impl.Recovered, Disk: c.disk}, out)
		same(t, "read", [2]any{p.state.Lower.Disk, p.state.Upper.Disk}, c.read)
		out.List = nil
		if p.Step(impl.Event{Kind: impl.Fired, Timer: "Up"}, out); c.lower && c.upper {
			same(t, "the other field stays", out.List[0].Record.(Record).Lower, any(record{1}))
		}
	}
}

// What belongs to neither machine, or to both, is refused.
func TestRefuses(t *testing.T) {
	odd := func(change func(lower, upper *Machine)) func() {
		return func() {
			lower := Machine{&counter{name: "Low", saves: true}, spec.NewSet("Low"), spec.NewSet("Low"), true}
			upper := Machine{&counter{name: "Up"}, spec.NewSet("Hear", "Up"), spec.NewSet("Up"), false}
			change(&lower, &upper)
			p := New[count, count](lower, upper, tells)
			did(p, impl.Event{Kind: impl.Booted})
			did(p, impl.Event{Kind: impl.Fired, Timer: "Low"})
		}
	}
	for name, act := range map[string]func(){
		"an event":   func() { did(paired(false, false), impl.Event{Kind: impl.Fired, Timer: "Other"}) },
		"a message":  odd(func(_, upper *Machine) { upper.Kinds = spec.NewSet("Hear") }),
		"a timer":    odd(func(_, upper *Machine) { upper.Timers = nil }),
		"a record":   odd(func(lower, _ *Machine) { lower.Saves = false }),
		"told":       odd(func(_, upper *Machine) { upper.Kinds = spec.NewSet("Up") }),
		"both kinds": odd(func(lower, _ *Machine) { lower.Kinds = spec.NewSet("Low", "Up") }),
		"both times": odd(func(lower, _ *Machine) { lower.Timers = spec.NewSet("Low", "Up") }),
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("not refused")
				}
			}()
			act()
		})
	}
	odd(func(_, _ *Machine) {})()
}

// chooser is a machine that picks by weight.
type chooser struct{ state count }

func (c *chooser) State() any { return &c.state }

func (c *chooser) Step(_ impl.Event, out *impl.Effects) {
	for _, to := range out.PickBy("whom", spec.Set{1, 2}, 1, []int{3, 5}) {
		out.Send(to, word{"Low", 0})
	}
}

// The weights of a machine's pick reach who decides it.
func TestMachinesPickByWeight(t *testing.T) {
	var by []int
	out := impl.NewWeightedEffects(nil, func(_ string, from spec.Set, k int, weights []int) spec.Set {
		by = weights
		return from[:k]
	})
	p := New[count, count](
		Machine{&chooser{}, spec.NewSet("Low"), nil, false},
		Machine{&counter{name: "Up"}, spec.NewSet("Hear", "Up"), spec.NewSet("Up"), false}, tells)
	p.Step(impl.Event{Kind: impl.Delivered, Body: word{"Low", 0}}, out)
	same(t, "weights", by, []int{3, 5})
	same(t, "receiver", out.List[0].To, spec.NodeID(1))
}
