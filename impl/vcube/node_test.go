package vcube

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/impltest"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/vcube/words"
)

// handled is one event and the effects that it should have.
type handled struct {
	name string
	ev   impl.Event
	want []impl.Effect
}

// handle steps the process with each event in turn.
func handle(t *testing.T, n impl.Node, events ...handled) {
	t.Helper()
	for _, h := range events {
		impltest.Asks(t, h.name, h.want, impltest.Step(n, h.ev))
	}
}

// Words of the tests.
var (
	booted    = impltest.Booted
	recovered = impltest.Recovered
	fired     = impltest.Fired
	delivered = impltest.Delivered
	set       = impltest.Set
	stop      = impltest.Stop
	send      = impltest.Send
)

func save(incarnation, count int, leader spec.NodeID) impl.Effect {
	return impltest.Save(words.Record{Incarnation: incarnation, Count: count, Leader: leader})
}

// test is what a process does that tests somebody, with a timeout of 4 seconds.
func test(whom spec.NodeID, life, nonce int) []impl.Effect {
	return []impl.Effect{
		send(whom, words.Request{Life: life, Nonce: nonce}), set(words.TimerTest, 4*time.Second),
	}
}

// next is what it does when a reply has come and it tests another one.
func next(whom spec.NodeID, life, nonce int) []impl.Effect {
	return append([]impl.Effect{stop(words.TimerTest)}, test(whom, life, nonce)...)
}

// tick is what it does when the interval is over, and then that.
func tick(then ...impl.Effect) []impl.Effect {
	return append([]impl.Effect{set(words.TimerInterval, 100*time.Second)}, then...)
}

// reply is a reply of four processes.
func reply(life, nonce int, timestamps, incarnations [4]int) words.Reply {
	return words.Reply{Life: life, Nonce: nonce, Timestamps: timestamps[:], Incarnations: incarnations[:]}
}

// four returns the configuration of four processes under interpretations, in ascending order.
func four(interpretations ...words.Interpretation) words.Config {
	return words.Config{Nodes: 4, Interpretations: interpretations}.WithDefaults()
}

var nothing [4]int

// A round of one of four processes, in which nothing happens but the death of 0.
func TestRound(t *testing.T) {
	n := New(1, four())
	learnt := [4]int{1, 0, 0, 0}
	handle(t, n, []handled{
		{"it boots", booted(), []impl.Effect{save(0, 0, 0), set(words.TimerInterval, soon)}},
		{"the first interval", fired(words.TimerInterval), tick(test(0, 0, 1)...)},
		{"an interval in a round", fired(words.TimerInterval), tick()},
		{"it is asked meanwhile", delivered(3, words.Request{Life: 2, Nonce: 9}), []impl.Effect{
			send(3, reply(2, 9, nothing, nothing)),
		}},
		{"a reply to another test", delivered(0, reply(0, 0, learnt, nothing)), nil},
		{"one of another life", delivered(0, reply(1, 1, learnt, nothing)), nil},
		{"one of another process", delivered(2, reply(0, 1, learnt, nothing)), nil},
		{"a timeout", fired(words.TimerTest), test(3, 0, 2)},
		{"it is asked again", delivered(3, words.Request{Life: 2, Nonce: 10}), []impl.Effect{
			send(3, reply(2, 10, learnt, nothing)),
		}},
		{"3 answers; it is 2's first, too", delivered(3, reply(0, 2, nothing, nothing)), next(2, 0, 3)},
		{"2 answers; the round is over", delivered(2, reply(0, 3, nothing, nothing)), []impl.Effect{
			stop(words.TimerTest), save(0, 0, 1),
		}},
		{"it comes again", delivered(2, reply(0, 3, nothing, nothing)), nil},
		{"the next interval", fired(words.TimerInterval), tick(test(0, 0, 4)...)},
	}...)
	if d := cmp.Diff(State{
		View: View{
			Timestamps: learnt[:], Incarnations: nothing[:], Correct: []bool{false, true, true, true},
			Leader: 1, Nonce: 4,
		},
		Testing: 0, Left: []spec.NodeID{},
	}, n.state); d != "" {
		t.Errorf("its state (-want +got):\n%s", d)
	}
}

// One process tests nobody, and follows itself.
func TestAlone(t *testing.T) {
	n := New(0, words.Config{Nodes: 1}.WithDefaults())
	handle(t, n, []handled{
		{"it boots", booted(), []impl.Effect{save(0, 0, 0), set(words.TimerInterval, soon)}},
		{"a round", fired(words.TimerInterval), tick(save(0, 0, 0))},
	}...)
}

// Before it boots a process costs next to nothing.
func TestNewIsCheap(t *testing.T) {
	cfg := words.Config{Nodes: words.MaxNodes}.WithDefaults()
	if allocs := testing.AllocsPerRun(10, func() { New(7, cfg) }); allocs > 1 {
		t.Errorf("%v allocations", allocs)
	}
	if d := cmp.Diff(&State{View: View{Leader: spec.None}, Testing: spec.None}, New(7, cfg).State()); d != "" {
		t.Errorf("a new process (-want +got):\n%s", d)
	}
}

// Nonces go round in a circle.
func TestNonces(t *testing.T) {
	cfg := four()
	cfg.Nonces = 2
	n := New(0, cfg)
	handle(t, n, []handled{
		{"it boots", booted(), []impl.Effect{save(0, 0, 0), set(words.TimerInterval, soon)}},
		{"the first test", fired(words.TimerInterval), tick(test(1, 0, 1)...)},
		{"the second", delivered(1, reply(0, 1, nothing, nothing)), next(2, 0, 0)},
		{"the round is over", delivered(2, reply(0, 0, nothing, nothing)), []impl.Effect{
			stop(words.TimerTest), save(0, 0, 0),
		}},
		{"the third", fired(words.TimerInterval), tick(test(1, 0, 1)...)},
	}...)
}

// Groups of any size come to know what has happened to one of them, in as many rounds as there
// are clusters, and elect.
func TestGroupsOfAnySize(t *testing.T) {
	for _, nodes := range []int{1, 2, 3, 4, 5, 6, 7, 8, 11, 16} {
		for _, read := range [][]words.Interpretation{nil, {words.FrozenReplies}} {
			for q := range spec.NodeID(nodes) {
				t.Run(fmt.Sprint(nodes, read, q), func(t *testing.T) {
					g := newGroup(words.Config{Nodes: nodes, Interpretations: slices.Clone(read)})
					rounds := max(g.cfg.Dimension(), 1)
					for range rounds {
						g.round()
					}
					g.settled(t)
					g.crash(q)
					for range rounds {
						g.round()
					}
					g.settled(t)
					g.recover(q)
					for range rounds {
						g.round()
					}
					g.settled(t)
				})
			}
		}
	}
}
