package scrutineer

import (
	"encoding/json"
	"io/fs"
	"reflect"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
)

// The type State of a Protocol ends in this file. Go compiles generic code again in each package that registers a
// protocol. So all other code of this package works on a protocol, an instance and a snapshot, which have no State.
//
// A package that reads the type instance also compiles the generic types in the signatures of its methods, with all of
// their methods. So functions, not methods, return such types: see columnsOf.

// door is what the rest of the package needs of a Protocol.
type door interface {
	// erased returns the protocol before it is configured.
	erased() protocol
	// configured returns the protocol in a configuration, nil for its own, and the configuration as it was read.
	configured(config json.RawMessage) (p protocol, value any, err error)
	// timed returns the protocol with the length of a typical timer, for runs that are guarded. A run that finds
	// CrashAfter would not be guarded: if it is nil, no crashes are drawn after steps.
	timed(timeout time.Duration) door
}

// protocol is a Protocol without the type State. Where a function of a Protocol takes a *State, the function here takes
// any, which holds a *State. A function that is nil there is nil here.
type protocol struct {
	// state is the type State. unboxed returns the state that a pointer points to, or the zero State for nil. boxed
	// returns a pointer to a state. It uses the memory of box, unless box is nil.
	state   reflect.Type
	unboxed func(pointer any) any
	boxed   func(box, state any) any

	Name  string
	Nodes int
	New   func(id NodeID, n int) Node
	Wire  []any

	Always, Eventually, Sometimes, SometimesAtEnd properties

	Watch       func() watch
	Watched     []string
	GoesOn      bool
	Assumptions []assumption
	Needs       map[string][]string
	Says        func(at NodeID, state any) string
	Announces   func(at NodeID, state any) any
	Client      *client

	Recovers      Failures
	Crashes       int
	Ordered       bool
	NoBoot        bool
	Inputs        func(at NodeID, state any) []Body
	InputsKnowing func(at NodeID, state any, down Set) []Body
	Awaits        func(timer Timer, at NodeID, state any, m *Message) bool
	Repeats       func(timer Timer, at NodeID, peer any) bool
	Bound         func(at NodeID, state any, topic string) bool

	Without, Beside []string

	Ticks                   []string
	ReadsClocks             bool
	Skew                    int
	Discrete                *DiscreteTime
	Timeout, Settle, Enough time.Duration

	Config     configuration
	Spec       specification
	TLA        fs.FS
	Halves     []half
	Corpus     fs.FS
	Pinned     bool
	Projection bool
	Monitor    *Monitor
	Lines      []spec.Line
	CrashAfter []string
	NeverEarly []string
	Contenders []Contender
	More       []Registration
	RunsOnly   bool
	Ledger

	// budgeted returns the protocol in this configuration and under a budget; nil without Budgeted.
	budgeted func(spec.Budget) protocol
	// steps are the Steps of Spec, for runs: their snapshot holds the states before and after the step. imagined reads
	// the present states into a snapshot.
	steps    properties
	imagined func(*snapshot)
}

// Registered returns the protocol for the commands. If something is missing in it, Registered panics and says
// what to write.
func (p Protocol[State]) Registered() verify.Protocol {
	i, err := enter(p, nil)
	if err != nil {
		panic(spec.Breach{Contract: "Protocol", Why: err.Error()})
	}
	return i.registered()
}

// WithLedger returns the protocol with a ledger in place of its own.
func (p Protocol[State]) WithLedger(l Ledger) Registration {
	p.Ledger = l
	return p
}

func (p Protocol[State]) timed(timeout time.Duration) door {
	p.Timeout = timeout
	if p.CrashAfter == nil {
		p.CrashAfter = []string{}
	}
	return p
}

func (p Protocol[State]) configured(config json.RawMessage) (in protocol, value any, err error) {
	if p.Config != nil {
		value, err = p.Config.apply(config, &p)
	} else {
		err = resize(config, &p.Nodes)
	}
	if err != nil {
		return protocol{}, nil, err
	}
	if p.Budgeted != nil {
		p.Budgeted(spec.Budget{}, &p)
	}
	return p.erased(), value, nil
}

func (p Protocol[State]) erased() protocol {
	var zero any = *new(State)
	u := protocol{
		state: reflect.TypeFor[State](),
		unboxed: func(pointer any) any {
			if s, up := pointer.(*State); up {
				return *s
			}
			return zero
		},
		boxed: func(box, state any) any {
			s, ok := box.(*State)
			if !ok {
				s = new(State)
			}
			*s = state.(State)
			return s
		},
		Name: p.Name, Nodes: p.Nodes, New: p.New, Wire: p.Wire,
		Always: untypedProperties(p.Always), Eventually: untypedProperties(p.Eventually),
		Sometimes: untypedProperties(p.Sometimes), SometimesAtEnd: untypedProperties(p.SometimesAtEnd),
		Watched: p.Watched, GoesOn: p.GoesOn, Needs: p.Needs,
		Says: untyped(p.Says), Announces: untyped(p.Announces), Client: p.Client.untyped(),
		Recovers: p.Recovers, Crashes: p.Crashes, Ordered: p.Ordered, NoBoot: p.NoBoot, Inputs: untyped(p.Inputs),
		Without: p.Without, Beside: p.Beside,
		Ticks: p.Ticks, ReadsClocks: p.ReadsClocks, Skew: p.Skew, Discrete: p.Discrete,
		Timeout: p.Timeout, Settle: p.Settle, Enough: p.Enough,
		Config: p.Config, Spec: p.Spec, TLA: p.TLA, Corpus: p.Corpus, Pinned: p.Pinned, Projection: p.Projection,
		Monitor: p.Monitor, Lines: p.Lines, CrashAfter: p.CrashAfter, NeverEarly: p.NeverEarly,
		Contenders: p.Contenders, More: p.More, RunsOnly: p.RunsOnly, Ledger: p.Ledger,
	}
	p.eraseWorld(&u)
	p.eraseJudging(&u)
	if p.Budgeted != nil {
		u.budgeted = func(b spec.Budget) protocol {
			under := p
			p.Budgeted(b, &under)
			return under.erased()
		}
	}
	return u
}

// eraseWorld sets the functions that take more than a process and its state.
func (p *Protocol[State]) eraseWorld(u *protocol) {
	if inputs := p.InputsKnowing; inputs != nil {
		u.InputsKnowing = func(at NodeID, state any, down Set) []Body { return inputs(at, state.(*State), down) }
	}
	if awaits := p.Awaits; awaits != nil {
		u.Awaits = func(timer Timer, at NodeID, state any, m *Message) bool {
			return awaits(timer, at, state.(*State), m)
		}
	}
	if repeats := p.Repeats; repeats != nil {
		u.Repeats = func(timer Timer, at NodeID, peer any) bool { return repeats(timer, at, peer.(*State)) }
	}
	if bound := p.Bound; bound != nil {
		u.Bound = func(at NodeID, state any, topic string) bool { return bound(at, state.(*State), topic) }
	}
}

// eraseJudging sets what sees a View, beside properties, and the halves.
func (p *Protocol[State]) eraseJudging(u *protocol) {
	if begins := p.Watch; begins != nil {
		u.Watch = func() watch {
			of := begins()
			if of == nil {
				return nil
			}
			return func(action *spec.Action, after *snapshot, n *notes) {
				of(Step[State]{Action: action, After: View[State]{after}, notes: n})
			}
		}
	}
	if p.Assumptions != nil {
		u.Assumptions = make([]assumption, len(p.Assumptions))
	}
	for n, a := range p.Assumptions {
		u.Assumptions[n] = assumption{name: a.Name, final: a.Final}
		if a.Kept != nil {
			u.Assumptions[n].kept = func(s *snapshot) bool { return a.Kept(View[State]{s}) }
		}
	}
	for _, half := range p.Halves {
		u.Halves = append(u.Halves, half)
	}
}

// untyped returns a function of a process and its state without the type State.
func untyped[State, R any](f func(NodeID, *State) R) func(NodeID, any) R {
	if f == nil {
		return nil
	}
	return func(at NodeID, state any) R { return f(at, state.(*State)) }
}

func untypedProperties[State any](of Properties[State]) properties {
	if of == nil {
		return nil
	}
	all := make(properties, len(of))
	for name, check := range of {
		all[name] = nil
		if check != nil { // else an error says that it is missing
			all[name] = func(s *snapshot) error { return check(View[State]{s}) }
		}
	}
	return all
}

// untyped returns a client without the type State, nil for none.
func (c *Client[State]) untyped() *client {
	if c == nil {
		return nil
	}
	u := &client{Model: c.Model, Calls: untyped(c.Calls)}
	if answered := c.Answered; answered != nil {
		u.Answered = func(at NodeID, state any) (int, any) { return answered(at, state.(*State)) }
	}
	return u
}
