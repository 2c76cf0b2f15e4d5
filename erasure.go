package scrutineer

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"reflect"
	"slices"
	"time"

	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
)

// The types of a Protocol and of its Spec end in this file. Go compiles generic code again in each package that
// registers a protocol. So the other code of this package works on a protocol, a specification, an instance and a
// snapshot, which have no type parameters. Only a HalfSpec and Configs have a few methods with types elsewhere.
//
// A package that reads the type instance also compiles the generic types in the signatures of its methods, with all of
// their methods. So functions, not methods, return such types: see columnsOf.

// typed is a Protocol of any State. The rest of the package calls these methods alone.
type typed interface {
	// erased returns the protocol before it is configured.
	erased() protocol
	// configured returns the protocol in a configuration, nil for its own, and the configuration as it was read.
	configured(config json.RawMessage) (p protocol, value any, err error)
	// timed returns the protocol with the length of a typical timer, for runs that are guarded. A run that finds
	// CrashAfter would not be guarded: if it is nil, no crashes are drawn after steps.
	timed(timeout time.Duration) typed
}

// protocol is a Protocol without the type State. Where a function of a Protocol takes a *State, the function here takes
// any, which holds a *State. A function that is nil there is nil here.
type protocol struct {
	// state is the type State. unboxed returns the state that a pointer points to, or the zero State for nil. boxed
	// returns a pointer to a state. It uses the memory of box, unless box is nil.
	state   reflect.Type
	unboxed func(pointer any) any
	boxed   func(box, state any) any
	// newStates makes states of n processes, which are down.
	newStates func(n int) states

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
	Spec       *specification
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
	i, err := instanceOf(p, nil)
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

func (p Protocol[State]) timed(timeout time.Duration) typed {
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
		newStates: newStates[State],
		Name:      p.Name, Nodes: p.Nodes, New: p.New, Wire: p.Wire,
		Always: untypedProperties(p.Always), Eventually: untypedProperties(p.Eventually),
		Sometimes: untypedProperties(p.Sometimes), SometimesAtEnd: untypedProperties(p.SometimesAtEnd),
		Watched: p.Watched, GoesOn: p.GoesOn, Needs: p.Needs,
		Says: untyped(p.Says), Announces: untyped(p.Announces), Client: p.Client.untyped(),
		Recovers: p.Recovers, Crashes: p.Crashes, Ordered: p.Ordered, NoBoot: p.NoBoot, Inputs: untyped(p.Inputs),
		Without: p.Without, Beside: p.Beside,
		Ticks: p.Ticks, ReadsClocks: p.ReadsClocks, Skew: p.Skew, Discrete: p.Discrete,
		Timeout: p.Timeout, Settle: p.Settle, Enough: p.Enough,
		Config: p.Config, TLA: p.TLA, Corpus: p.Corpus, Pinned: p.Pinned, Projection: p.Projection,
		Monitor: p.Monitor, Lines: p.Lines, CrashAfter: p.CrashAfter, NeverEarly: p.NeverEarly,
		Contenders: p.Contenders, More: p.More, RunsOnly: p.RunsOnly, Ledger: p.Ledger,
	}
	if p.Spec != nil {
		u.Spec = p.Spec.erased(nil)
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
				of(Step[State]{Action: action, After: viewOf[State](after), notes: n})
			}
		}
	}
	if p.Assumptions != nil {
		u.Assumptions = make([]assumption, len(p.Assumptions))
	}
	for n, a := range p.Assumptions {
		u.Assumptions[n] = assumption{name: a.Name, final: a.Final}
		if a.Kept != nil {
			u.Assumptions[n].kept = func(s *snapshot) bool { return a.Kept(viewOf[State](s)) }
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
			all[name] = func(s *snapshot) error { return check(viewOf[State](s)) }
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

func (s GhostSpec[State, L, G]) erased(*State) *specification {
	u := &specification{
		module: s.Module, unspecified: s.Unspecified, check: s.check, always: untypedProperties(s.Always),
		eventually: untypedProperties(s.Eventually), sometimes: untypedProperties(s.Sometimes),
		steps: map[string]func(before, after *snapshot) error{}, atTheEnd: s.AtTheEnd, taken: s.Actions,
		local: func(at NodeID, state any) any {
			local := s.Abstraction(at, state.(*State))
			return &local
		},
		newStates: newStates[L],
	}
	u.guarded = func(call func(at NodeID, state any, abstraction func())) *specification {
		of, read := s, s.Abstraction
		if read != nil {
			of.Abstraction = func(at NodeID, state *State) (local L) {
				call(at, state, func() { local = read(at, state) })
				return local
			}
		}
		return of.erased(nil)
	}
	for name, check := range s.Steps {
		u.steps[name] = func(before, after *snapshot) error { return check(viewOf[L](before), viewOf[L](after)) }
	}
	for n, p := range statedBy(&s) {
		u.stated = append(u.stated, stated{p.Name, n < len(s.Properties), p.Witness, p.InRuns()})
	}
	u.subject = func(i *instance, b spec.Budget) verify.Subject { return subjectOf(&s, u, i, b) }
	return u
}

// subjectOf returns the specification and the implementation under a budget, ready to be explored.
func subjectOf[State, L, G any](
	s *GhostSpec[State, L, G], u *specification, i *instance, b spec.Budget,
) verify.Subject {
	c := i.cluster()
	timed := c
	if b.Lines == nil { // runs have clocks and delays of their own
		timed.Discrete = nil
	}
	fairness := s.Fairness
	if fairness == nil {
		fairness = i.fairness(b)
	}
	of := verify.Columns[L, G]{
		Model: modelOf(s, &timed), Cluster: c, Budget: b,
		Actions: func() spec.SetOf[string] { return u.actions(i) }, Cannot: s.Cannot,
		Local: func(at NodeID, state any) L {
			if up, ok := state.(*State); ok {
				return s.Abstraction(at, up)
			}
			return s.Handlers.Fresh(at)
		},
		Ghost: s.Ghost, Properties: statedBy(s), Fairness: fairness, Excuses: s.Excuses, Cfg: s.Constants,
		Variety: s.Variety, Within: s.Within,
	}
	return of.Subject()
}

// modelOf returns the specification of the processes of a cluster, nil for none.
func modelOf[State, L, G any](s *GhostSpec[State, L, G], c *network.Cluster) spec.Model[spec.State[L]] {
	if s.Unspecified {
		return nil
	}
	return spec.Of(spec.Cluster{
		Nodes: c.Nodes, Failures: c.Failures, Boots: c.Boots, Ordered: c.Ordered, Clocks: c.Clocks,
		Discrete: c.Discrete,
	}, s.Handlers)
}

// statedBy returns the properties that are judged of the specification.
func statedBy[State, L, G any](s *GhostSpec[State, L, G]) []spec.Property[verify.Judged[L, G]] {
	type judged = verify.Judged[L, G]
	all := slices.Clip(s.Properties)
	views := views{newStates: newStates[L]}
	for _, name := range sortedNames(s.Always) {
		all = append(all, spec.Property[judged]{
			Name: name, Check: func(j judged) error { return ask(&views, &j.State.State, s.Always[name]) },
		})
	}
	for _, name := range sortedNames(s.Eventually) {
		all = append(all, spec.Property[judged]{
			Name: name, Kind: spec.Stable,
			Check: func(j judged) error { return ask(&views, &j.State.State, s.Eventually[name]) },
		})
	}
	for _, name := range sortedNames(s.Sometimes) {
		all = append(all, spec.Property[judged]{Name: "Never" + name, Witness: true, Check: func(j judged) error {
			if ask(&views, &j.State.State, s.Sometimes[name]) == nil {
				return fmt.Errorf("%s is seen", name)
			}
			return nil
		}})
	}
	for _, name := range slices.Sorted(maps.Keys(s.Steps)) {
		all = append(all, spec.Property[judged]{
			Name: name, Kind: spec.Stepwise,
			Step: func(was judged, a spec.Action, is judged) error {
				if a.Class().IsTime() {
					return nil // readings are older then, and no process has taken a step
				}
				return ask(&views, &was.State.State, func(before View[L]) error {
					return ask(&views, &is.State.State, func(after View[L]) error {
						return s.Steps[name](before, after)
					})
				})
			},
		})
	}
	return all
}
