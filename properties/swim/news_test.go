package swim

import (
	"math/bits"
	"testing"

	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/swim"
	keyed "github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// lockstep runs a group period by period: each process that is up begins a probe, and every message arrives at once. A
// probe that is not answered asks helpers, and ends.
type lockstep struct {
	cfg      words.Config
	nodes    []*implementation.Node // nil is down
	flight   []carried
	draws    uint64
	messages int // that were sent
	entries  int // the most that a message carried
}

// carried is a message in flight.
type carried struct {
	from, to spec.NodeID
	body     spec.Body
}

func newLockstep(cfg words.Config) *lockstep {
	p := &lockstep{cfg: cfg.WithDefaults()}
	for id := range spec.NodeID(cfg.Nodes) {
		p.nodes = append(p.nodes, implementation.New(id, p.cfg))
	}
	return p
}

// state returns what a process knows.
func (p *lockstep) state(id spec.NodeID) *implementation.State { return stateOf(p.nodes[id]) }

// step has a process handle an event, and puts its messages into the network.
func (p *lockstep) step(id spec.NodeID, ev impl.Event) {
	out := impl.NewEffects(func(_ string, from spec.Set, k int) (picked spec.Set) {
		for len(picked) < k {
			p.draws++
			picked = picked.With(from[keyed.New(p.draws).Below(uint64(len(from)))])
		}
		return picked
	})
	p.nodes[id].Step(ev, out)
	for _, e := range out.List {
		if e.Kind == impl.Send {
			p.messages++
			p.entries = max(p.entries, len(words.NewsOf(e.Body)))
			p.flight = append(p.flight, carried{id, e.To, e.Body})
		}
	}
}

// arrive delivers all messages, and those that answer them.
func (p *lockstep) arrive() {
	for len(p.flight) > 0 {
		m := p.flight[0]
		p.flight = p.flight[1:]
		if p.nodes[m.to] != nil {
			p.step(m.to, impl.Event{Kind: impl.Delivered, From: m.from, Body: m.body})
		}
	}
}

// period runs one period.
func (p *lockstep) period() {
	for _, timer := range []spec.Timer{words.ClockPeriod, words.TimerReply, words.TimerEnd} {
		for id := range spec.NodeID(len(p.nodes)) {
			if p.nodes[id] != nil && (timer == words.ClockPeriod || p.state(id).Probe.Going) {
				p.step(id, impl.Event{Kind: impl.Fired, Timer: timer})
			}
		}
		p.arrive()
	}
}

// givesUp is after how many periods news that have not reached all are lost.
const givesUp = 200

// comesUp has processes come up again together, and returns after how many periods all know their incarnations.
func (p *lockstep) comesUp(some ...spec.NodeID) (after int) {
	for _, id := range some {
		p.step(id, impl.Event{Kind: impl.Recovered})
	}
	for ; !p.allKnow(some); after++ {
		if after == givesUp {
			return after
		}
		p.period()
	}
	return after
}

func (p *lockstep) allKnow(some []spec.NodeID) bool {
	for id := range spec.NodeID(len(p.nodes)) {
		for _, other := range some {
			if p.state(id).Known[other].Incarnation == 0 {
				return false
			}
		}
	}
	return true
}

// SW-9: news of one process reach all within O(log N) periods. News of more processes than a message carries entries
// take longer.
func TestNewsReachAll(t *testing.T) {
	for _, n := range []int{8, 16, 32, 64, 128} {
		log := bits.Len(uint(n))
		one := newLockstep(words.Config{Nodes: n, Helpers: 1, NewsMost: 6}).comesUp(spec.NodeID(n - 1))
		many := newLockstep(words.Config{Nodes: n, Helpers: 1, NewsMost: 6}).comesUp(spec.AllNodes(n)[:3*n/4]...)
		t.Logf("%d processes, log2 is %d: one piece of news reaches all in %d periods, %d pieces in %d",
			n, log-1, one, 3*n/4, many)
		if one > 2*log || many == givesUp {
			t.Errorf("%d processes: news take %d periods, those of %d processes %d", n, one, 3*n/4, many)
		}
	}
}

// SW-8: the messages of a probe are at most 2 + 4k, whatever N, and the news on them are bounded. Without crashes they
// are 2.
func TestLoadIsConstant(t *testing.T) {
	const helpers, most, lasting = 3, 6, 20
	for _, n := range []int{8, 16, 32, 64, 128} {
		p := newLockstep(words.Config{Nodes: n, Helpers: helpers, NewsMost: most, Patience: 1000})
		for range lasting {
			p.period()
		}
		if p.messages != 2*n*lasting || p.entries != 0 {
			t.Errorf("%d processes send %d messages in %d periods, and %d entries", n, p.messages, lasting, p.entries)
		}
		up := n / 2
		for id := up; id < n; id++ {
			p.nodes[id] = nil
		}
		p.messages = 0
		for range lasting {
			p.period()
		}
		t.Logf("%d processes, half of them down: %d messages in %d probes, at most %d entries on one",
			n, p.messages, up*lasting, p.entries)
		if p.messages > (2+4*helpers)*up*lasting || p.messages <= 2*up*lasting || p.entries != min(most, n/2) {
			t.Errorf("%d processes send %d messages, and %d entries on one", up, p.messages, p.entries)
		}
	}
}
