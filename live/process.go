package live

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Process is one life of a process of a cluster. One goroutine takes its steps.
type Process struct {
	// Cluster is the cluster that the process belongs to.
	Cluster network.Cluster
	ID      spec.NodeID
	// Life is the number of this life, from 1. A process that has lived before recovers.
	Life int
	// Group tells programs and configurations apart. Packets of another group are dropped.
	Group     uint64
	Transport Transport
	Disk      Disk
	Log       *Log
	// Clients is where clients give inputs to the process. Without it the process gets none.
	Clients *ClientPort
	// Faults are injected between processes.
	Faults Faults
	// Skew is how far the clock of the process is ahead.
	Skew time.Duration
	// Seed decides the picks.
	Seed uint64
	// Warn, if set, is called with what the operator of the cluster should know, such as that others are waited for.
	Warn func(why string)

	rules     network.Rules
	node      impl.Node
	timers    map[spec.Timer]*alarm
	rang      chan *alarm
	began     time.Time // when the clocks of all processes read 0
	sent      int       // copies
	steps     int
	counts    Counts
	greeter   greeter
	early     []packet    // packets that arrived before the first step
	late      chan packet // packets that an injected delay has held back
	topics    topics
	inputs    inputs
	rose      time.Time // when the first step of a later life began
	stepBegan time.Time // when the current step began
}

// alarm is a timer that is set. One that is stopped or set anew is not in the table of timers any more.
type alarm struct {
	timer spec.Timer
	clock *time.Timer
}

// Run takes steps until the context ends or something fails that the process cannot go on without: its disk or its log.
func (p *Process) Run(ctx context.Context) error {
	p.rules, p.node = network.RulesOf(p.Cluster), p.Cluster.New(p.ID)
	p.timers, p.rang = map[spec.Timer]*alarm{}, make(chan *alarm)
	p.late, p.topics = make(chan packet), topics{}
	p.inputs = inputs{
		port: p.Clients, life: p.Life, last: map[int]int{}, calls: map[int]*result{}, others: map[int]*result{},
		answering: network.Answering{Client: p.Cluster.Client, At: p.ID},
	}
	p.greeter = greeter{
		id: p.ID, life: p.Life, group: p.Group, nodes: p.Cluster.Nodes, start: p.Log.start, transport: p.Transport,
		counts: &p.counts, warn: p.Warn,
	}
	p.inputs.answering.Up(p.node.State())
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	err := p.greet(ctx)
	if p.Clients != nil {
		go p.Clients.serve(ctx, p.Group)
	}
	if err == nil {
		err = p.rise(ctx)
	}
	p.rose = p.stepBegan
	for err == nil {
		err = p.next(ctx)
	}
	if ctx.Err() == nil || !errors.Is(err, ctx.Err()) {
		return err
	}
	p.Log.write(line{Stopped: &p.counts})
	return p.Log.err
}

// greet waits until all processes are there, before the first life takes its first step. In the model a message to a
// process that has not booted waits for it, and a socket that is not open yet does not keep it. The clocks of all
// processes read 0 when the last one started.
func (p *Process) greet(ctx context.Context) error {
	began := p.Log.began
	if began == 0 {
		record, err := p.Disk.Load()
		if record != nil || err != nil {
			return errors.Join(err, errors.New("its disk has a record before its first step: remove it"))
		}
		if began, p.early, err = p.greeter.meet(ctx); err != nil {
			return err
		}
	}
	p.began = time.Now()
	p.began = p.began.Add(time.Duration(began - p.began.UnixNano())) // by the monotonic clock, as timers are
	p.Log.write(line{Began: &began})
	return p.Log.err
}

// rise takes the first step of the life, if there is one.
func (p *Process) rise(ctx context.Context) (err error) {
	defer p.recovered(&err)
	switch {
	case p.Life > 1:
		record, err := p.Disk.Load()
		if err != nil {
			return err
		}
		return p.step(ctx, impl.Event{Kind: impl.Recovered, From: spec.None, Disk: record},
			begun{Kind: eventKind(impl.Recovered), Disk: encoded(record)})
	case p.Cluster.Boots:
		return p.step(ctx, impl.Event{Kind: impl.Booted, From: spec.None}, begun{Kind: eventKind(impl.Booted)})
	}
	p.inform()
	return nil
}

// next waits for the next event, and takes its step.
func (p *Process) next(ctx context.Context) error {
	if len(p.early) > 0 {
		came := p.early[0]
		p.early = p.early[1:]
		return p.arrive(ctx, came)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case data, open := <-p.Transport.Packets():
		if !open {
			return errClosed
		}
		came, err := decode(data, p.Group, p.Cluster.Nodes)
		if err != nil {
			p.counts.drop(err)
			return nil
		}
		return p.arrive(ctx, came)
	case came := <-p.late:
		return p.deliver(ctx, came)
	case r := <-p.inputs.incoming():
		return p.request(ctx, r)
	case a := <-p.rang:
		if p.timers[a.timer] != a {
			return nil // it was stopped or set anew
		}
		delete(p.timers, a.timer)
		return p.step(ctx, impl.Event{Kind: impl.Fired, From: spec.None, Timer: a.timer},
			begun{Kind: eventKind(impl.Fired), Timer: a.timer})
	}
}

// request takes a request of a client, and the step of the input that it gives.
func (p *Process) request(ctx context.Context, r request) (err error) {
	defer p.recovered(&err)
	body, id := p.inputs.take(r, p.node.State(), p.mayBeTold)
	if body == nil {
		p.inform()
		return nil
	}
	return p.step(ctx, impl.Event{Kind: impl.Input, From: spec.None, Body: body},
		begun{Kind: eventKind(impl.Input), Call: &id, Body: encoded(body)})
}

// inform sends the clients a report.
func (p *Process) inform() { p.inputs.tell(p.node.State(), p.mayBeTold) }

// mayBeTold returns the inputs that the environment may give the process now, as a client sees who is down.
func (p *Process) mayBeTold() []spec.Body {
	return p.Cluster.Told(p.ID, p.node.State(), p.inputs.suspects)
}

// arrive answers a greeting, and delivers a message when the time for that has come.
func (p *Process) arrive(ctx context.Context, came packet) error {
	if came.copy.Number == 0 {
		p.greeter.answer(came)
		return nil
	}
	if came.forAll {
		came.copy.Number += int(p.ID)
	}
	if p.misses(came) {
		return nil
	}
	due := p.Faults.due(came.copy, p.ID, time.Unix(0, came.sent).Sub(p.began))
	if wait := due - time.Since(p.began); wait > 0 {
		if p.Log.write(line{Held: &came.copy}); p.Log.err != nil {
			return p.Log.err
		}
		after(ctx, wait, p.late, came)
		return nil
	}
	return p.deliver(ctx, came)
}

// misses reports whether the process was down when the message was sent, or was not bound to its topic then. Such a
// message is counted.
func (p *Process) misses(came packet) bool {
	gone := p.Life > 1 && came.sent < p.rose.UnixNano() && (!p.rules.KeepsInbox() || came.topic != "")
	missed := gone || came.topic != "" && !p.topics.hears(came.topic, came.sent, p.stepBegan.UnixNano(), p.bound)
	if missed {
		p.counts.Missed++
	}
	return missed
}

// deliver takes the step of a message.
func (p *Process) deliver(ctx context.Context, came packet) error {
	return p.step(ctx, impl.Event{Kind: impl.Delivered, From: came.copy.From, Body: came.body},
		begun{Kind: eventKind(impl.Delivered), Copy: &came.copy, Topic: came.topic, Body: encoded(came.body)})
}

// bound reports whether the process is bound to a topic now.
func (p *Process) bound(topic string) bool { return p.Cluster.IsBound(p.ID, p.node.State(), topic) }

// step steps the node, and carries out the effects. A panic of the node, or of encoding an effect, is an error.
func (p *Process) step(ctx context.Context, ev impl.Event, b begun) (err error) {
	p.steps++
	defer func() {
		if err != nil {
			err = fmt.Errorf("step %d: %w", p.steps, err)
		}
	}()
	defer p.recovered(&err)
	p.stepBegan = time.Now()
	ev.Now = p.stepBegan.Sub(p.began) + p.Skew
	b.Now = ev.Now
	if p.Log.write(line{At: p.began.UnixNano() + int64(ev.Now-p.Skew), Begun: &b}); p.Log.err != nil {
		return p.Log.err
	}
	out := impl.NewWeightedEffects(p.pick, p.pickBy)
	p.node.Step(ev, out)
	p.rules.Demand(p.ID, out.List)
	for n := 0; n < len(out.List) && p.Log.err == nil; n++ {
		if err := p.carryOut(ctx, n, &out.List[n]); err != nil {
			return err
		}
	}
	p.Log.write(line{Ended: &ended{codec.Encode(p.node.State())}})
	p.topics.update(time.Now().UnixNano(), p.bound)
	if ev.Kind == impl.Recovered || ev.Kind == impl.Booted {
		p.inputs.answering.Up(p.node.State())
	}
	p.inform()
	return p.Log.err
}

// recovered makes an error of a panic of the protocol, or of encoding what it sends. Defer it.
func (p *Process) recovered(err *error) {
	if cause := spec.Recovered(recover()); cause != nil {
		*err = errors.New(spec.BreachOf(spec.Action{}, cause).Why)
	}
}

// carryOut carries out the n-th effect of a step. A record is saved before the log says so, a message is sent after it.
func (p *Process) carryOut(ctx context.Context, n int, e *impl.Effect) error {
	switch e.Kind {
	case impl.Save:
		if err := p.Disk.Save(e.Record); err != nil {
			return err
		}
		p.Log.write(line{Did: &n})
	case impl.Send, impl.Multicast, impl.Broadcast:
		if p.Log.write(line{Did: &n}); p.Log.err != nil {
			return p.Log.err
		}
		if e.Kind == impl.Broadcast && p.Faults.none() {
			return p.broadcast(e)
		}
		for _, m := range p.rules.Copies(nil, p.ID, e) {
			if err := p.send(&m, e.Topic); err != nil {
				return err
			}
		}
	case impl.SetTimer:
		p.stop(e.Timer)
		a := &alarm{timer: e.Timer}
		p.timers[e.Timer] = a
		a.clock = after(ctx, e.After, p.rang, a)
	case impl.StopTimer:
		p.stop(e.Timer)
	}
	return p.Log.err
}

// broadcast sends one packet to all processes. It has the numbers of a copy to each.
func (p *Process) broadcast(e *impl.Effect) error {
	all := packet{
		copy: MessageID{From: p.ID, Life: p.Life, Number: p.sent + 1},
		sent: p.stepBegan.UnixNano(), topic: e.Topic, body: e.Body, forAll: true,
	}
	p.sent += p.Cluster.Nodes
	data, err := p.encode(&all)
	if err == nil && p.Transport.Broadcast(data) != nil {
		p.counts.Unsent++
	}
	return err
}

// encode returns the bytes of a packet, and an error if it is too long.
func (p *Process) encode(of *packet) ([]byte, error) {
	data := of.encode(p.Group)
	if len(data) > mostBytes {
		return nil, fmt.Errorf("%s takes %d bytes, a packet has at most %d", of.body.Kind(), len(data), mostBytes)
	}
	return data, nil
}

// send sends a copy of a message. A fault that is injected is logged first.
func (p *Process) send(m *spec.Message, topic string) error {
	p.sent++
	of := packet{
		copy: MessageID{From: p.ID, Life: p.Life, Number: p.sent},
		sent: p.stepBegan.UnixNano(), topic: topic, body: m.Body,
	}
	number := p.sent
	if p.Faults.loses(of.copy, m, p.stepBegan.Sub(p.began)) {
		p.Log.write(line{Lost: &number})
		return nil
	}
	data, err := p.encode(&of)
	if err != nil {
		return err
	}
	copies := [][]byte{data}
	if p.Faults.doubles(of.copy, m.To) {
		if p.Log.write(line{Doubled: &number}); p.Log.err != nil {
			return p.Log.err
		}
		of.copy.Again = 1
		copies = append(copies, of.encode(p.Group))
	}
	for _, data := range copies {
		if p.Transport.Send(m.To, data) != nil {
			p.counts.Unsent++
		}
	}
	return nil
}

func (p *Process) stop(timer spec.Timer) {
	if a := p.timers[timer]; a != nil {
		a.clock.Stop()
		delete(p.timers, timer)
	}
}

// pick picks k members, each set with the same chance.
func (p *Process) pick(why string, from spec.Set, k int) spec.Set {
	weights := make([]int, len(from))
	for i := range weights {
		weights[i] = 1
	}
	return p.pickBy(why, from, k, weights)
}

// pickBy picks k members one after another, by weight, and logs them.
func (p *Process) pickBy(why string, from spec.Set, k int, weights []int) spec.Set {
	key := draw.New(p.Seed).With(uint64(p.ID)).With(uint64(p.Life)).With(uint64(p.steps)).Named(why)
	picked := spec.Set{} // which a log tells from none
	for _, n := range key.Weighted(k, weights) {
		picked = picked.With(from[n])
	}
	p.Log.write(line{Picked: &picked})
	return picked
}
