package gossip

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
)

// configured is a configuration that words.Config has checked.
func configured(t *testing.T, json string) words.Config {
	t.Helper()
	cfg, err := words.Parse([]byte(json))
	if err != nil {
		t.Fatal(err)
	}
	return cfg
}

// process is a process that has booted.
func process(t *testing.T, id spec.NodeID, json string) *Node {
	t.Helper()
	n := New(id, configured(t, json))
	step(n, impl.Event{Kind: impl.Booted})
	return n
}

// step returns what a process asks for. It picks the first.
func step(n *Node, ev impl.Event) []impl.Effect {
	out := impl.NewEffects(func(_ string, from spec.Set, k int) spec.Set { return from[:k] })
	n.Step(ev, out)
	return out.List
}

// handled is one event and the effects that it should have.
type handled struct {
	name string
	ev   impl.Event
	want []impl.Effect
}

// handle steps the process with each event in turn.
func handle(t *testing.T, n *Node, events ...handled) {
	t.Helper()
	for _, h := range events {
		if d := cmp.Diff(h.want, step(n, h.ev)); d != "" {
			t.Errorf("%s (-want +got):\n%s", h.name, d)
		}
	}
}

// follows holds a process's list, leader, epoch and reign against these.
func follows(t *testing.T, n *Node, ranking []spec.NodeID, leader spec.NodeID, epoch, reign int) {
	t.Helper()
	s := &n.state
	if !slices.Equal(s.Ranking, ranking) || s.Leader != leader || s.Epoch != epoch || s.Reign != reign {
		t.Errorf("%s ranks %v and follows %s, epoch %d, reign %d; want %v, %s, %d, %d",
			n.id, s.Ranking, s.Leader, s.Epoch, s.Reign, ranking, leader, epoch, reign)
	}
}

func fired(timer spec.Timer) impl.Event { return impl.Event{Kind: impl.Fired, Timer: timer} }
func told(body spec.Body) impl.Event    { return impl.Event{Kind: impl.Told, Body: body} }

func delivered(from spec.NodeID, body spec.Body) impl.Event {
	return impl.Event{Kind: impl.Delivered, From: from, Body: body}
}

func set(timer spec.Timer, after time.Duration) impl.Effect {
	return impl.Effect{Kind: impl.SetTimer, To: spec.None, Timer: timer, After: after}
}

func stop(timer spec.Timer) impl.Effect {
	return impl.Effect{Kind: impl.StopTimer, To: spec.None, Timer: timer}
}

// sends are copies of one message to several.
func sends(body spec.Body, to ...spec.NodeID) []impl.Effect {
	list := make([]impl.Effect, len(to))
	for i, id := range to {
		list[i] = impl.Effect{Kind: impl.Send, To: id, Body: body}
	}
	return list
}

// then is one effect and more.
func then(first impl.Effect, rest []impl.Effect) []impl.Effect {
	return append([]impl.Effect{first}, rest...)
}

func missing(records ...words.Record) words.Missing { return words.Missing{Records: records} }

// record is a record without metrics.
func record(origin spec.NodeID, version int) words.Record {
	return words.Record{Origin: origin, Version: version}
}

func gossip(r words.Record, ttl int) words.Gossip { return words.Gossip{Record: r, TTL: ttl} }
