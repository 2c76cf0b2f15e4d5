package scrutineer_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/impl/pair"
	"github.com/scrutineer-go/scrutineer/spec"
)

// What the machines of a process say: a Beep is the lower one's, a Note the upper one's, and Heard is what the lower
// machine tells the upper one.
type (
	Beep  struct{}
	Note  struct{ N int }
	Heard struct{ N int }
	Kept  struct{ N int }
)

func (Beep) Kind() string  { return "Beep" }
func (Note) Kind() string  { return "Note" }
func (Heard) Kind() string { return "Heard" }

// Beeper is the lower machine: it beeps three times, and counts what it hears, also on its disk.
type Beeper struct{ Left, N int }

type beeperNode struct {
	id, next spec.NodeID
	bug      string
	state    Beeper
}

func (b *beeperNode) State() any { return &b.state }

func (b *beeperNode) Step(ev scrutineer.Event, out *scrutineer.Effects) {
	s := &b.state
	switch ev.Kind {
	case scrutineer.Booted, scrutineer.Recovered:
		if kept, is := ev.Disk.(Kept); is {
			s.N = kept.N
		}
		s.Left = 3
		out.SetTimer("Beat", time.Second)
	case scrutineer.Fired:
		if s.Left--; s.Left > 0 {
			out.SetTimer("Beat", time.Second)
		}
		out.Send(b.next, Beep{})
	case scrutineer.Delivered:
		if s.N++; b.bug != "saves nothing" {
			out.Save(Kept{s.N})
		}
		if b.bug == "beeps too often" && s.N == 2 {
			out.Send(b.next, Beep{})
		}
		if b.bug == "sets a timer of nobody" {
			out.SetTimer("Stray", time.Second)
		}
	}
}

// Noter is the upper machine: it notes what the lower one has heard, and tells process 0.
type Noter struct{ Heard, Notes int }

type noterNode struct {
	bug   string
	state Noter
}

func (n *noterNode) State() any { return &n.state }

func (n *noterNode) Step(ev scrutineer.Event, out *scrutineer.Effects) {
	switch body := ev.Body.(type) {
	case Heard:
		n.state.Heard = body.N
		if n.bug != "is deaf" {
			out.Send(0, Note(body))
			out.Send(0, Note(body))
		}
		out.SetTimer("Rest", time.Second)
	case Note:
		n.state.Notes++
	}
}

// Both is a process with both machines.
type Both = pair.State[Beeper, Noter]

// beeps is the pair, with a bug if one is named.
func beeps(bug string) scrutineer.Protocol[Both] {
	tells := func(_ *impl.Event, before, after *Beeper) []spec.Body {
		switch {
		case bug == "is told late" && after.Left < before.Left && after.N > 0:
			return []spec.Body{Heard{after.N}}
		case bug == "is told too often" && after.Left < before.Left:
			return []spec.Body{Heard{after.N}}
		case bug == "is told late" || after.N == before.N:
			return nil
		}
		return []spec.Body{Heard{after.N}}
	}
	return scrutineer.Protocol[Both]{
		Name: "beeps", Nodes: 3, Recovers: scrutineer.MessagesVanish, Wire: []any{Beep{}, Note{}, Kept{}},
		Ticks: []string{"Beat", "Rest"},
		New: func(id scrutineer.NodeID, n int) scrutineer.Node {
			return pair.New[Beeper, Noter](
				pair.Machine{
					Node:  &beeperNode{id: id, next: (id + 1) % spec.NodeID(n), bug: bug},
					Kinds: spec.NewSet("Beep"), Timers: spec.NewSet("Beat"), Saves: true,
				},
				pair.Machine{
					Node: &noterNode{bug: bug}, Kinds: spec.NewSet("Heard", "Note"), Timers: spec.NewSet("Rest"),
				}, tells)
		},
		Always: scrutineer.Properties[Both]{"Follows": func(v scrutineer.View[Both]) error {
			for _, s := range v.All() {
				if s.Upper.Heard > s.Lower.N {
					return errors.New("the upper machine has heard too much")
				}
			}
			return nil
		}},
		Halves: halvesWith(bug),
	}
}

// halvesWith returns the halves of the pair, with a bug in what belongs to them if one is named.
func halvesWith(bug string) []scrutineer.Half[Both] {
	lower, upper := lowerHalf(), upperHalf()
	switch bug {
	case "has no timer":
		upper.Timers = nil
	case "shares its timer":
		upper.Timers = append(upper.Timers, lower.Timers...)
	case "has no record":
		lower.Saved = nil
	}
	return []scrutineer.Half[Both]{lower, upper}
}

func lowerHalf() scrutineer.HalfSpec[Both, Beeper] {
	return scrutineer.HalfSpec[Both, Beeper]{
		Name: "beeper", Kinds: []string{"Beep"}, Timers: []string{"Beat"},
		Saved:       func(record any) any { return record },
		Abstraction: func(_ spec.NodeID, s *Both) Beeper { return s.Lower },
		Tells: func(_ spec.Action, before, after Beeper) (told []scrutineer.Body) {
			if before.N != after.N {
				told = append(told, Heard{after.N})
			}
			return told
		},
		Handlers: spec.Handlers[Beeper]{
			Fresh: func(spec.NodeID) Beeper { return Beeper{} },
			Handle: func(p Beeper, disk any, a spec.Action) []spec.Outcome[Beeper] {
				var o spec.Outcome[Beeper]
				switch {
				case a.Msg.Body != nil:
					p.N++
					o.Effects = []spec.Effect{spec.SaveRecord(Kept{p.N})}
				case a.Timer != "":
					p.Left--
					o.Effects = []spec.Effect{spec.SendTo((a.At+1)%3, Beep{})}
				default:
					if kept, is := disk.(Kept); is {
						p.N = kept.N
					}
					p.Left = 3
				}
				if o.Local = p; a.Msg.Body == nil && p.Left > 0 {
					o.Arm = spec.NewSet[spec.Timer]("Beat")
				}
				return []spec.Outcome[Beeper]{o}
			},
		},
	}
}

func upperHalf() scrutineer.HalfSpec[Both, Noter] {
	return scrutineer.HalfSpec[Both, Noter]{
		Name: "noter", Kinds: []string{"Heard", "Note"}, Timers: []string{"Rest"},
		Abstraction: func(_ spec.NodeID, s *Both) Noter { return s.Upper },
		Handlers: spec.Handlers[Noter]{
			Fresh: func(spec.NodeID) Noter { return Noter{} },
			Handle: func(p Noter, _ any, a spec.Action) []spec.Outcome[Noter] {
				var o spec.Outcome[Noter]
				switch body := a.Msg.Body.(type) {
				case Heard:
					p.Heard = body.N
					o.Effects = []spec.Effect{spec.SendTo(0, Note(body)), spec.SendTo(0, Note(body))}
					o.Arm = spec.NewSet[spec.Timer]("Rest")
				case Note:
					p.Notes++
				}
				o.Local = p
				return []spec.Outcome[Noter]{o}
			},
		},
	}
}

// Each half of a process is compared with its own specification in each step of a run, crashes inside steps among them,
// and what one machine tells the other is a step of the other.
func TestHalves(t *testing.T) {
	t.Chdir(t.TempDir())
	for bug, says := range map[string]string{
		"": "", "saves nothing": "the beeper of the process", "beeps too often": "the beeper of the process",
		"is deaf": "the noter of the process", "is told late": "the noter of the process",
		"is told too often": "the specification takes no step here, and something has changed",
		"has no timer":      "Rest belongs to 0 halves", "shares its timer": "Beat belongs to 2 halves",
		"has no record":          "a record is saved, and no half saves",
		"sets a timer of nobody": "Stray does not belong to the machine that has it",
	} {
		l := &deaf{TB: t}
		scrutineer.Check(l, beeps(bug))
		if says == "" && l.said != "" || !strings.Contains(l.said, says) {
			t.Errorf("with a machine that %q: it says %s", bug, l.said)
		}
	}
}

// Halves say what is wrong with them.
func TestHalvesAreChecked(t *testing.T) {
	for want, change := range map[string]func(*scrutineer.Protocol[Both]){
		"Halves: has one, set Spec": func(p *scrutineer.Protocol[Both]) { p.Halves = p.Halves[:1] },
		"are set beside Ordered":    func(p *scrutineer.Protocol[Both]) { p.Ordered = true },
		"are set beside Spec": func(p *scrutineer.Protocol[Both]) {
			p.Spec = scrutineer.Spec[Both, Beeper]{Handlers: lowerHalf().Handlers, Abstraction: lowerHalf().Abstraction}
		},
		"without a Name": func(p *scrutineer.Protocol[Both]) {
			half := lowerHalf()
			half.Name = ""
			p.Halves = []scrutineer.Half[Both]{half, upperHalf()}
		},
		"lacks the Abstraction of beeper": func(p *scrutineer.Protocol[Both]) {
			half := lowerHalf()
			half.Abstraction = nil
			p.Halves = []scrutineer.Half[Both]{half, upperHalf()}
		},
		"they must set Fresh": func(p *scrutineer.Protocol[Both]) {
			half := upperHalf()
			half.Handlers.Fresh = nil
			p.Halves = []scrutineer.Half[Both]{lowerHalf(), half}
		},
	} {
		p := beeps("")
		change(&p)
		func() {
			defer func() {
				if breach, is := recover().(spec.Breach); !is || !strings.Contains(breach.Why, want) {
					t.Errorf("%v, want %q", breach, want)
				}
			}()
			p.Registered()
		}()
	}
}
