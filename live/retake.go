package live

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

// event is a step of a process, or the end of a life that was killed, before all events are put in order.
type event struct {
	Step
	copy   *MessageID // the copy that is delivered
	body   spec.Body
	source *event // the event that sent the copy
	raised *event // the recovery of the receiver, nil in its first life
	sent   []sentCopy
	causes []*event
	topic  string             // the topic of the copy
	bound  spec.SetOf[string] // the topics that the process is bound to after it
	call   *CallID            // the input that the process is told
	calls  bool               // that input is a call
	given  bool               // it is a line of a client, and no step
	raises bool               // the process comes up
	crash  bool               // the process goes down at the end of it
}

// sentCopy is a copy that a step hands to the network.
type sentCopy struct {
	id            MessageID
	msg           spec.Message
	topic         string // of a broadcast
	lost, doubled bool   // by an injected fault
}

// answer is a step that answers an input.
type answer struct {
	to     CallID
	by     *event
	answer any
}

// retake takes the steps of all lives of one process again. Each step must leave the logged state.
//
// A life that stopped by itself counts as killed if other processes ran on for longer than [outlived].
func retake(c network.Cluster, lives []Life, until int64, topics []string) (*retaking, error) {
	r := &retaking{cluster: c, rules: network.RulesOf(c), until: until, topics: topics}
	if len(lives) > 0 {
		r.node, r.id = c.New(lives[0].ID), lives[0].ID
		r.first = r.bound()
	}
	for n := range lives {
		if err := r.life(&lives[n], n+1 == len(lives)); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// bound returns the topics that the process is bound to.
func (r *retaking) bound() spec.SetOf[string] {
	var bound []string
	for _, topic := range r.topics {
		if r.cluster.IsBound(r.id, r.node.State(), topic) {
			bound = append(bound, topic)
		}
	}
	return spec.NewSet(bound...)
}

type retaking struct {
	cluster network.Cluster
	rules   network.Rules
	node    impl.Node
	id      spec.NodeID
	topics  []string
	until   int64
	disk    any
	sent    int
	events  []*event
	first   spec.SetOf[string] // the topics that the process is bound to before its first event
	torn    *torn              // how the last life ended, nil if not inside a step
	calls   network.Answering
	open    *CallID // of the call that is not answered yet
	answers []answer
}

// torn is a step in which a process was killed.
type torn struct {
	event *event
	rest  []impl.Effect // effects that are not logged
	whole Step          // the step, had it ended
}

// life takes the steps of a life.
func (r *retaking) life(l *Life, last bool) error {
	r.node, r.id, r.sent = r.cluster.New(l.ID), l.ID, 0
	r.calls = network.Answering{Client: r.cluster.Client, At: l.ID}
	r.calls.Up(r.node.State())
	for n := range l.steps {
		at := Place{l.ID, l.Life, n + 1}
		if why := r.misplaced(impl.EventKind(l.steps[n].Kind), at); why != "" {
			return refusal(at, "%s", why)
		}
		if err := r.step(&l.steps[n], at); err != nil {
			return err
		}
	}
	up := len(l.steps) > 0 || l.Life == 1 // a later life that has taken no step has not come up
	ends := !last || !l.Stopped || r.until-l.ended > outlived
	if up && ends && r.torn == nil {
		at := l.began
		if len(l.steps) > 0 {
			at = l.steps[len(l.steps)-1].at
		}
		r.crash(Place{l.ID, l.Life, 0}, at)
	}
	return nil
}

// crash adds the end of a life that was killed.
func (r *retaking) crash(where Place, at int64) {
	end := Step{Action: spec.Action{Name: spec.Crash, At: where.ID}, Where: where, At: at}
	r.events = append(r.events, &event{Step: end, crash: true})
}

// outlived is how long the others must run on after a process for its end to be a crash, and not that of the cluster.
const outlived = int64(time.Second)

// misplaced returns why an event of the kind cannot be at a place, "" if it can.
func (r *retaking) misplaced(kind impl.EventKind, at Place) string {
	switch first := at.Step == 1; {
	case kind == impl.Recovered && !(first && at.Life > 1), kind == impl.Booted && !(first && at.Life == 1):
		return "only the first step of a life is a recovery, or a boot if it is the first life"
	case first && at.Life > 1 && kind != impl.Recovered:
		return "the first step of a later life must be a recovery"
	case first && at.Life == 1 && r.cluster.Boots && kind != impl.Booted:
		return "the first step of the first life must be a boot"
	}
	return ""
}

// step takes one step.
func (r *retaking) step(s *logged, at Place) error {
	ev, err := s.seen()
	if err != nil {
		return refusal(at, "%v", err)
	}
	e := &event{
		Step: Step{Action: r.action(&ev, at.ID, s), Where: at, At: s.at, Now: s.Now},
		copy: s.Copy, topic: s.Topic, body: ev.Body, call: s.Call,
	}
	if s.Call != nil {
		if e.calls = r.calls.Told(r.node.State(), ev.Body); e.calls {
			r.open = s.Call
		}
	}
	e.raises = ev.Kind == impl.Recovered
	if e.raises {
		if err := r.recover(ev.Disk, at); err != nil {
			return err
		}
	}
	r.torn = nil
	effects, err := r.run(ev, s, &e.Action.Pick)
	if err != nil {
		return refusal(at, "%v", err)
	}
	rest, err := r.carryOut(e, effects, s)
	if err != nil {
		return refusal(at, "%v", err)
	}
	r.events = append(r.events, e)
	e.State, e.bound = codec.Key(r.node.State()), r.bound()
	switch {
	case !s.ended && len(rest) > 0:
		r.torn = &torn{e, rest, e.Step}
		e.crash, e.State, e.bound = true, "", nil
		e.Action.Name, e.Action.Cut = spec.CrashIn(e.Action.Name), len(s.did)
		return nil
	case len(rest) > 0:
		return refusal(at, "it has ended, and of its effects %d are not carried out", len(rest))
	case s.ended && e.State != string(s.state):
		return refusal(at, "%s leaves another state than the log has", e.Action)
	}
	r.answer(e)
	return nil
}

// answer adds what a whole step answers: its own input if that is no call, and the open call.
func (r *retaking) answer(e *event) {
	if e.Action.Name == spec.Recover || e.Action.Name == spec.Boot {
		r.calls.Up(r.node.State())
		r.open = nil
	}
	if e.call != nil && !e.calls {
		r.answers = append(r.answers, answer{*e.call, e, nil})
	}
	if said, is := r.calls.Stepped(r.node.State()); is && r.open != nil {
		r.answers = append(r.answers, answer{*r.open, e, said})
		r.open = nil
	}
}

// action returns the action that an event is.
func (r *retaking) action(ev *impl.Event, at spec.NodeID, s *logged) spec.Action {
	a := spec.Action{At: at, Pick: s.picked}
	switch ev.Kind {
	case impl.Recovered:
		a.Name = spec.Recover
	case impl.Booted:
		a.Name = spec.Boot
	case impl.Fired:
		a.Name, a.Timer = r.rules.Firing(ev.Timer, false), ev.Timer
	case impl.Input:
		a.Name, a.Msg = ev.Body.Kind(), spec.Message{From: spec.Environment, To: at, Body: ev.Body}
	default:
		a.Name = spec.Deliver(ev.Body.Kind())
		a.Msg = spec.Message{From: ev.From, To: at, Body: ev.Body}
	}
	return a
}

// recover checks that the record found on the disk is the last record saved. A killed process may have saved a record
// without logging it.
func (r *retaking) recover(found any, at Place) error {
	if spec.SameRecord(found, r.disk) {
		return nil
	}
	if r.torn != nil && len(r.torn.rest) > 0 {
		if next := &r.torn.rest[0]; next.Kind == impl.Save && spec.SameRecord(found, next.Record) {
			r.disk = found
			r.savedUnlogged()
			return nil
		}
	}
	return refusal(at, "the process finds %s on its disk, and had saved %s", text(found), text(r.disk))
}

// savedUnlogged adds one effect to those carried out before the process was killed.
func (r *retaking) savedUnlogged() {
	e := r.torn.event
	e.Action.Cut++
	if r.torn.rest = r.torn.rest[1:]; len(r.torn.rest) == 0 { // behind the step
		e.Step, e.crash = r.torn.whole, false
		r.crash(Place{e.Where.ID, e.Where.Life, 0}, e.At)
	}
}

func text(record any) string {
	if record == nil {
		return "nothing"
	}
	return fmt.Sprintf("%+v", record)
}

// run steps the node, and returns the effects. The pick is the logged one; if the process was killed before logging it,
// any pick is possible.
func (r *retaking) run(ev impl.Event, s *logged, picked *spec.Set) (effects []impl.Effect, err error) {
	defer func() {
		if cause := spec.Recovered(recover()); cause != nil {
			err = errors.New(spec.BreachOf(spec.Action{}, cause).Why)
		}
	}()
	out := impl.NewEffects(func(why string, from spec.Set, k int) spec.Set {
		if *picked == nil && !s.ended {
			*picked = from[:k]
		}
		if len(*picked) != k || len(picked.Minus(from)) > 0 {
			panic(fmt.Sprintf("the log says that it picked %s, and for %q it picks %d of %s", *picked, why, k, from))
		}
		return *picked
	})
	r.node.Step(ev, out)
	r.rules.Demand(r.id, out.List)
	return out.List, nil
}

// carryOut carries out the logged effects, and returns the other effects that a crash can precede. The logged effects
// must be the first ones, in their order.
func (r *retaking) carryOut(e *event, effects []impl.Effect, s *logged) (rest []impl.Effect, err error) {
	did := s.did
	for n := range effects {
		effect := &effects[n]
		if !network.Cuttable(*effect) {
			continue
		}
		if len(did) == 0 {
			rest = append(rest, *effect)
			continue
		}
		if did[0] != n {
			return nil, fmt.Errorf("effect %d is carried out where effect %d must be", did[0], n)
		}
		did = did[1:]
		if effect.Kind == impl.Save {
			r.disk = effect.Record
		}
		for _, m := range r.rules.Copies(nil, e.Where.ID, effect) {
			r.sent++
			id := MessageID{From: e.Where.ID, Life: e.Where.Life, Number: r.sent}
			e.sent = append(e.sent, sentCopy{
				id: id, msg: m, topic: effect.Topic,
				lost: slices.Contains(s.lost, r.sent), doubled: slices.Contains(s.doubled, r.sent),
			})
		}
	}
	for _, number := range slices.Concat(s.lost, s.doubled) {
		if !slices.ContainsFunc(e.sent, func(sent sentCopy) bool { return sent.id.Number == number }) {
			return nil, fmt.Errorf("the log drops or doubles copy %d, which the step does not send", number)
		}
	}
	if len(did) > 0 {
		return nil, fmt.Errorf("effect %d is carried out, which it does not ask for", did[0])
	}
	return rest, nil
}
