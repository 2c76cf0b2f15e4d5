package scrutineer_test

import (
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/linearizability"
)

type (
	forgetfulProtocol = scrutineer.Protocol[forgetful]
	forgetfulView     = scrutineer.View[forgetful]
)

// saysOf demands that a Check of a changed protocol fails with some words.
func saysOf(t *testing.T, cases map[string]func(*forgetfulProtocol)) {
	t.Helper()
	for says, change := range cases {
		t.Run(says, func(t *testing.T) {
			p := forgetting("")
			change(&p)
			if r := checked(t, p); !strings.Contains(strings.Join(r.errors, "\n"), says) {
				t.Errorf("it says %q, want %q in it", r.errors, says)
			}
		})
	}
}

// hands changes a state that it is shown.
func hands(s *forgetful) { s.N += 7 }

// A function that changes a state that it is shown is named, with the field.
func TestChangedHands(t *testing.T) {
	const changes = " changes the state of 0, which Step alone may change: N was 0, is 7"
	property := func(v forgetfulView) error {
		if v.Up(0) {
			hands(v.State(0))
		}
		return nil
	}
	saysOf(t, map[string]func(*forgetfulProtocol){
		"run 0 of seed 1: Inputs" + changes: func(p *forgetfulProtocol) {
			p.Inputs = func(_ scrutineer.NodeID, s *forgetful) []scrutineer.Body { hands(s); return nil }
		},
		"InputsKnowing" + changes: func(p *forgetfulProtocol) {
			p.InputsKnowing = func(_ scrutineer.NodeID, s *forgetful, _ scrutineer.Set) []scrutineer.Body {
				hands(s)
				return nil
			}
		},
		"Announces" + changes: func(p *forgetfulProtocol) {
			p.Announces = func(_ scrutineer.NodeID, s *forgetful) any { hands(s); return nil }
		},
		"the property Fine" + changes: func(p *forgetfulProtocol) { p.Always["Fine"] = property },
		"the property Last" + changes: func(p *forgetfulProtocol) {
			p.Eventually = scrutineer.Properties[forgetful]{"Last": property}
		},
		"the property Some" + changes: func(p *forgetfulProtocol) {
			p.SometimesAtEnd = scrutineer.Properties[forgetful]{"Some": property}
		},
		"Watch" + changes: func(p *forgetfulProtocol) {
			p.Watch = func() func(scrutineer.Step[forgetful]) {
				return func(s scrutineer.Step[forgetful]) { hands(s.After.State(0)) }
			}
			p.Always["Fine"] = func(forgetfulView) error { return nil }
			p.Without = []string{"crash", "crashIn", "flap"}
		},
		"the assumption Sun" + changes: func(p *forgetfulProtocol) {
			p.Assumptions = []scrutineer.Assumption[forgetful]{{
				Name: "Sun", Kept: func(v forgetfulView) bool { return property(v) == nil },
			}}
		},
		"Client.Calls" + changes: func(p *forgetfulProtocol) {
			p.Client = &scrutineer.Client[forgetful]{
				Model:    linearizability.Register(),
				Calls:    func(_ scrutineer.NodeID, s *forgetful) []scrutineer.Body { hands(s); return nil },
				Answered: func(scrutineer.NodeID, *forgetful) (int, any) { return 0, nil },
			}
		},
		"Client.Answered" + changes: func(p *forgetfulProtocol) {
			p.Client = &scrutineer.Client[forgetful]{
				Model:    linearizability.Register(),
				Calls:    func(scrutineer.NodeID, *forgetful) []scrutineer.Body { return nil },
				Answered: func(_ scrutineer.NodeID, s *forgetful) (int, any) { hands(s); return 0, nil },
			}
		},
		"Spec.Abstraction" + changes: func(p *forgetfulProtocol) {
			of := statedOnly().(scrutineer.Spec[forgetful, int])
			of.Abstraction = func(_ scrutineer.NodeID, s *forgetful) int { hands(s); return 0 }
			of.Unspecified, of.Handlers.Handle = true, nil
			of.Always = scrutineer.Properties[int]{"Zero": func(v scrutineer.View[int]) error {
				for range v.All() {
				}
				return nil
			}}
			p.Spec = of
		},
		"the step of 0 for Boot asks for something after it has returned": func(p *forgetfulProtocol) {
			p.New = func(scrutineer.NodeID, int) scrutineer.Node { return &tardy{} }
		},
	})
}

// tardy sends by the Effects of a step that has returned.
type tardy struct {
	forgetfulNode
	old *scrutineer.Effects
}

func (n *tardy) Step(ev scrutineer.Event, out *scrutineer.Effects) {
	if ev.Kind == scrutineer.Booted {
		out.SetTimer("T", 1_000_000)
		n.old = out
	} else if n.old != nil {
		n.old.StopTimer("T")
	}
}

// looped has a State that refers to itself.
type looped struct{ Self *looped }

func (l *looped) State() any { return l }

func (l *looped) Step(ev scrutineer.Event, _ *scrutineer.Effects) {
	if ev.Kind == scrutineer.Recovered {
		l.Self = l
	}
}

type (
	anotherLead struct{}
	nameless    struct{}
	channeled   struct{ Reply chan int }
	hiding      struct{ id int }
)

func (anotherLead) Kind() string { return "Lead" }
func (nameless) Kind() string    { return "" }
func (channeled) Kind() string   { return "Channeled" }
func (h hiding) Kind() string    { return string(rune('A' + h.id)) }

// forwarding has the Kind of what it holds.
type forwarding struct{ Of scrutineer.Body }

func (f forwarding) Kind() string { return f.Of.Kind() }

// valued has a Kind that depends on its value.
type valued struct{ As string }

func (v valued) Kind() string { return v.As }

// A type may stand in Wire with each of its Kinds.
func TestKindsByValue(t *testing.T) {
	p := forgetting("")
	p.Wire = []any{valued{"A"}, valued{"B"}, forwarding{valued{"C"}}}
	if r := checked(t, p); len(r.errors) > 0 {
		t.Errorf("it says %q", r.errors)
	}
}

// What cannot be is refused before anything runs, with the field that says it.
func TestRefused(t *testing.T) {
	one := &forgetfulNode{}
	makes := func(f func() scrutineer.Node) func(*forgetfulProtocol) {
		return func(p *forgetfulProtocol) { p.New = func(scrutineer.NodeID, int) scrutineer.Node { return f() } }
	}
	wires := func(values ...any) func(*forgetfulProtocol) {
		return func(p *forgetfulProtocol) { p.Wire = values }
	}
	var none *forgetfulNode
	saysOf(t, map[string]func(*forgetfulProtocol){
		"Wire[1]: is scrutineer_test.anotherLead, whose Kind \"Lead\" is that of scrutineer_test.Lead": wires(
			Lead{}, anotherLead{}),
		"Wire[1]: is scrutineer_test.Lead, as Wire[0] is: leave one out":    wires(Lead{}, Lead{}),
		"Wire[0]: cannot be copied: channeled.Reply (type chan int) has no": wires(channeled{}),
		"Wire[0]: cannot be copied: hiding.id (type int) is unexported":     wires(hiding{}),
		"New: returns nil for process 0 of 2": makes(func() scrutineer.Node {
			return nil
		}),
		"New: returns nil for process 0 of 2, it must return a process": makes(func() scrutineer.Node {
			return none
		}),
		"New: returns processes that share one State, asked for 0 and for 0": makes(func() scrutineer.Node {
			return one
		}),
		"New: New of process 0 panics: out of order, at guard_test.go:": makes(func() scrutineer.Node {
			panic("out of order")
		}),
		"Skew: is set without ReadsClocks: set ReadsClocks too": func(p *forgetfulProtocol) { p.Skew = 5 },
		"Timeout: 2562047h47m16.854775807s, and Settle 0s; they must be 0, or 1ms to": func(p *forgetfulProtocol) {
			p.Timeout = 1<<63 - 1
		},
		"process 0 sets timer T to 1281023h53m38.427387904s, it must be 0 to 8760h0m0s": func(p *forgetfulProtocol) {
			p.New = func(scrutineer.NodeID, int) scrutineer.Node { return &forgetfulNode{does: "sets far"} }
		},
		"process 0 sends a scrutineer_test.nameless whose Kind is empty: plans and": func(p *forgetfulProtocol) {
			p.Wire = []any{nameless{}}
			p.New = func(scrutineer.NodeID, int) scrutineer.Node { return &forgetfulNode{does: "sends nameless"} }
		},
		"Wire[0]: is scrutineer_test.forwarding, whose Kind panics": wires(forwarding{}),
		"New: returns nil for process 3 of 4": func(p *forgetfulProtocol) {
			p.Nodes = 4
			p.New = func(id scrutineer.NodeID, _ int) scrutineer.Node {
				if id == 3 {
					return nil
				}
				return &forgetfulNode{}
			}
		},
		"Timeout: 5ns, and Settle 0s; they must be 0, or 1ms": func(p *forgetfulProtocol) { p.Timeout = 5 },
		"a scrutineer_test.nameless whose Kind is empty": func(p *forgetfulProtocol) {
			p.Wire = []any{nameless{}}
			p.Inputs = func(scrutineer.NodeID, *forgetful) []scrutineer.Body { return []scrutineer.Body{nameless{}} }
		},
		"run 0: the run panics: kept, at guard_test.go:": func(p *forgetfulProtocol) {
			p.Assumptions = []scrutineer.Assumption[forgetful]{{
				Name: "Sun", Kept: func(forgetfulView) bool { panic("kept") },
			}}
		},
		"Inputs offers 0 a nil Body": func(p *forgetfulProtocol) {
			p.Inputs = func(scrutineer.NodeID, *forgetful) []scrutineer.Body { return []scrutineer.Body{nil} }
		},
	})
}

// A State that refers to itself from the beginning, or once a process comes up again, fails the test in a sentence.
func TestStateThatRefersToItself(t *testing.T) {
	for _, late := range []bool{false, true} {
		refersToItself(t, late)
	}
}

func refersToItself(t *testing.T, late bool) {
	t.Helper()
	p := scrutineer.Protocol[looped]{
		Name: "looped", Nodes: 1, Recovers: scrutineer.MessagesWait,
		New: func(scrutineer.NodeID, int) scrutineer.Node {
			l := &looped{}
			if !late {
				l.Self = l
			}
			return l
		},
		Always: scrutineer.Properties[looped]{"Fine": func(scrutineer.View[looped]) error { return nil }},
	}
	const says = "refers to itself, or is nested more than 2000 deep"
	if r := checked(t, p); !strings.Contains(strings.Join(r.errors, "\n"), says) {
		t.Errorf("late: %t: it says %q, want %q in it", late, r.errors, says)
	}
}
