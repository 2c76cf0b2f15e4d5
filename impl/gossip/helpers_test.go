package gossip

import (
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/impltest"
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
	step(n, impltest.Booted())
	return n
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
		impltest.Asks(t, h.name, h.want, step(n, h.ev))
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

// Words of the tests.
var (
	step      = impltest.StepFirst
	fired     = impltest.Fired
	told      = impltest.Told
	delivered = impltest.Delivered
	set       = impltest.Set
	stop      = impltest.Stop
	sends     = impltest.Sends
)

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
