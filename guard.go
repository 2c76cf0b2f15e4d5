package scrutineer

import (
	"bytes"
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"sync/atomic"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/internal/diff"
	"github.com/scrutineer-go/scrutineer/spec"
)

// guard records what the functions of a protocol do and must not: change a state that they are shown, or send when
// Step has returned. It slows runs down, so that only a few are guarded. One guard is for one run at a time.
type guard struct {
	changed string // the first change, as a sentence; "" if there is none
	steps   []sent
	calls   atomic.Int64           // of guarded functions
	now     atomic.Pointer[string] // the function that is being called, nil for none
	last    string                 // the last step, "" before the first
}

// enters records that a function is called.
func (g *guard) enters(who string) {
	g.calls.Add(1)
	g.now.Store(&who)
}

// leaves records that the function has returned.
func (g *guard) leaves() { g.now.Store(nil) }

// calling returns the function that is being called, and the number of its call. Another goroutine may call it.
func (g *guard) calling() (who string, call int64) {
	who = "a function that Check cannot name, such as Says, a handler of Spec or a Monitor,"
	if now := g.now.Load(); now != nil {
		who = *now
	}
	return who, g.calls.Load()
}

// mostSent is of how many steps a guard keeps what they asked for.
const mostSent = 100_000

// sent is what a step asked for.
type sent struct {
	step    string
	effects *Effects
	n       int // how many effects there were when Step returned
}

// late says which step asked for something after it had returned, "" for none.
func (g *guard) late() string {
	for range 100 { // for goroutines to come to it
		runtime.Gosched()
	}
	for _, s := range g.steps {
		if len(s.effects.List) > s.n {
			return s.step + " asks for something after it has returned, which nobody hears: a goroutine must not use " +
				"its Effects; have Step ask for all before it returns"
		}
	}
	return ""
}

// guards returns a protocol whose functions are guarded.
func (g *guard) guards(p protocol) protocol {
	p.New = g.making(p.New)
	p.Always, p.Eventually = g.properties(p.Always), g.properties(p.Eventually)
	p.Sometimes, p.SometimesAtEnd = g.properties(p.Sometimes), g.properties(p.SometimesAtEnd)
	if inputs := p.Inputs; inputs != nil {
		p.Inputs = func(at NodeID, s any) []Body { return asked(g, "Inputs", at, s, inputs) }
	}
	if inputs := p.InputsKnowing; inputs != nil {
		p.InputsKnowing = func(at NodeID, s any, down Set) []Body {
			return asked(g, "InputsKnowing", at, s, func(at NodeID, s any) []Body { return inputs(at, s, down) })
		}
	}
	if announces := p.Announces; announces != nil {
		p.Announces = func(at NodeID, s any) any { return asked(g, "Announces", at, s, announces) }
	}
	if awaits := p.Awaits; awaits != nil {
		p.Awaits = func(timer Timer, at NodeID, s any, m *Message) bool {
			return asked(g, "Awaits", at, s, func(at NodeID, s any) bool { return awaits(timer, at, s, m) })
		}
	}
	if repeats := p.Repeats; repeats != nil {
		p.Repeats = func(timer Timer, at NodeID, peer any) bool {
			return asked(g, "Repeats", timer.Of(), peer, func(_ NodeID, s any) bool { return repeats(timer, at, s) })
		}
	}
	if bound := p.Bound; bound != nil {
		p.Bound = func(at NodeID, s any, topic string) bool {
			return asked(g, "Bound", at, s, func(at NodeID, s any) bool { return bound(at, s, topic) })
		}
	}
	p.Client = g.client(p.Client)
	p.Assumptions = slices.Clone(p.Assumptions)
	for n, a := range p.Assumptions {
		if a.kept != nil {
			p.Assumptions[n].kept = func(v *snapshot) (kept bool) {
				g.shown("the assumption "+a.name, v, func() { kept = a.kept(v) })
				return kept
			}
		}
	}
	if begins := p.Watch; begins != nil {
		p.Watch = func() watch { return g.watching(begins()) }
	}
	reads := func(who string) func(NodeID, any, func()) {
		return func(at NodeID, s any, abstraction func()) {
			asked(g, who, at, s, func(NodeID, any) any {
				abstraction()
				return nil
			})
		}
	}
	p.Halves = slices.Clone(p.Halves)
	for n, half := range p.Halves {
		p.Halves[n] = half.guarded(reads("Halves.Abstraction"))
	}
	if p.Spec != nil {
		p.Spec = p.Spec.guarded(reads("Spec.Abstraction"))
	}
	return p
}

// client returns a client whose functions are guarded; nil for none.
func (g *guard) client(c *client) *client {
	if c == nil {
		return nil
	}
	guarded, own := *c, *c
	guarded.Calls = func(at NodeID, s any) []Body { return asked(g, "Client.Calls", at, s, own.Calls) }
	guarded.Answered = func(at NodeID, s any) (n int, answer any) {
		asked(g, "Client.Answered", at, s, func(at NodeID, s any) any {
			n, answer = own.Answered(at, s)
			return nil
		})
		return n, answer
	}
	return &guarded
}

// watching returns a function of Watch that is guarded.
func (g *guard) watching(of watch) watch {
	return func(action *spec.Action, after *snapshot, n *notes) {
		g.shown("Watch", after, func() { of(action, after, n) })
	}
}

// properties returns properties that are guarded.
func (g *guard) properties(of properties) properties {
	if of == nil {
		return nil
	}
	guarded := properties{}
	for name, check := range of {
		if check == nil { // which is an error of its own
			guarded[name] = nil
			continue
		}
		guarded[name] = func(v *snapshot) (err error) {
			g.shown("the property "+name, v, func() { err = check(v) })
			return err
		}
	}
	return guarded
}

// small is up to how many processes all states are looked at that a function is shown. In a larger group it is those
// that the last step has changed: a copy of all costs too much.
const small = 16

// shown calls a function that is shown all states.
func (g *guard) shown(who string, v *snapshot, call func()) {
	ids := spec.AllNodes(v.nodes.count())
	if len(ids) > small {
		ids = v.Changed()
	}
	before := make([][]byte, len(ids))
	for n, id := range ids {
		before[n] = encoded(v.nodes.at(id))
	}
	during := who
	if g.last != "" && v.timeless == nil { // an exploration judges states long after the step that has led to them
		during += ", called after " + g.last + ","
	}
	g.enters(during)
	call()
	g.leaves()
	for n, id := range ids {
		g.compare(who, id, before[n], v.nodes.at(id))
	}
}

// asked calls a function that is shown a state.
func asked[R any](g *guard, who string, at NodeID, state any, f func(NodeID, any) R) R {
	before := encoded(state)
	g.enters(fmt.Sprintf("%s for %s", who, at))
	result := f(at, state)
	g.leaves()
	g.compare(who, at, before, state)
	return result
}

// encoded returns the encoding of a state, nil for the state of a process that is down.
func encoded(state any) []byte {
	if state == nil {
		return nil
	}
	return codec.Encode(state)
}

// compare records the first field of a state that differs from the encoding of the state before a function was called.
func (g *guard) compare(who string, at NodeID, before []byte, after any) {
	if g.changed != "" || bytes.Equal(before, encoded(after)) {
		return
	}
	g.changed = fmt.Sprintf("%s changes the state of %s, which Step alone may change", who, at)
	old := reflect.New(reflect.TypeOf(after).Elem())
	if err := codec.Decode(before, old.Interface()); err != nil {
		panic(spec.Breach{Contract: "StateShowsAll", Why: err.Error()})
	}
	was, is := old.Elem(), reflect.ValueOf(after).Elem()
	for n := range was.NumField() {
		if codec.Equal(was.Field(n).Addr().Interface(), is.Field(n).Addr().Interface()) {
			continue
		}
		g.changed += ": " + was.Type().Field(n).Name
		if from, to := text(was.Field(n)), text(is.Field(n)); from != to { // else they differ further on
			g.changed += fmt.Sprintf(" was %s, is %s", from, to)
		}
		return
	}
}

// text is a field of a state in a few letters.
func text(v reflect.Value) (short string) {
	defer func() {
		if recover() != nil { // JSON has not all that a state may have
			short = diff.Abbreviate(fmt.Sprint(v.Interface()), 60)
		}
	}()
	return diff.Abbreviate(campaign.Text(v.Interface()), 60)
}

// making returns a New whose processes are guarded.
func (g *guard) making(of func(NodeID, int) Node) func(NodeID, int) Node {
	return func(id NodeID, n int) Node {
		node := of(id, n)
		return &guarded{node, func(ev Event, out *Effects) { g.step(node, id, ev, out) }}
	}
}

// guarded is a process that is guarded. It refers to its guard by a function alone: explorations compare what a process
// refers to with a new process's, and a guard changes with each call.
type guarded struct {
	Node
	step func(Event, *Effects)
}

// Step handles one event.
func (p *guarded) Step(ev Event, out *Effects) { p.step(ev, out) }

// step has a process handle one event with effects of its own.
func (g *guard) step(p Node, id NodeID, ev Event, out *Effects) {
	own := *out
	own.List = nil
	of := fmt.Sprintf("the step of %s for %s", id, eventText(ev))
	g.enters(of)
	p.Step(ev, &own)
	g.leaves()
	g.last = of
	out.List = append(out.List, own.List...)
	if len(g.steps) < mostSent {
		g.steps = append(g.steps, sent{of, &own, len(own.List)})
	}
}

// eventText is an event in a few words.
func eventText(ev Event) string {
	switch ev.Kind {
	case impl.Delivered:
		return fmt.Sprintf("%s from %s", ev.Body.Kind(), ev.From)
	case impl.Fired:
		return "timer " + string(ev.Timer)
	case impl.Input:
		return ev.Body.Kind()
	case impl.Recovered:
		return "Recover"
	}
	return "Boot"
}
