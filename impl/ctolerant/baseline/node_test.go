package baseline

import (
	"slices"
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/impltest"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// handled is one event and the effects that it should have.
type handled struct {
	name string
	ev   impl.Event
	want []impl.Effect
}

// handle steps the process with each event in turn; it picks the first that it may.
func handle(t *testing.T, n impl.Node, events ...handled) {
	t.Helper()
	for _, h := range events {
		impltest.Asks(t, h.name, h.want, impltest.StepFirst(n, h.ev))
	}
}

var start = impltest.Told(words.Start{})

func purge(id spec.NodeID) impl.Event { return impltest.Told(words.Purge{Node: id}) }

// Words of the tests.
var (
	fired     = impltest.Fired
	delivered = impltest.Delivered
	stop      = impltest.Stop
	send      = impltest.Send
)

func response(run int, lowest spec.NodeID) words.Response {
	return words.Response{Run: run, Candidates: spec.NewSet(lowest)}
}

func query(to spec.NodeID, run int) impl.Effect { return send(to, words.Query{Run: run, X: 1}) }

func notify(to spec.NodeID, run int) impl.Effect { return send(to, words.Notify{Run: run, Seq: 1}) }

func set(timer spec.Timer) impl.Effect {
	return impltest.Set(timer, 500*time.Millisecond)
}

// decides is what an initiator does when it has heard enough.
func decides(id spec.NodeID, run int) []impl.Effect {
	return []impl.Effect{stop(words.TimerCollect), notify(id, run), set(words.TimerAwait)}
}

// after is what comes first, and then that.
func after(first []impl.Effect, then ...impl.Effect) []impl.Effect {
	return append(slices.Clone(first), then...)
}

func config(c, f int) words.Config {
	return words.Config{Nodes: 4, C: c, F: f, Initiator: 3}.WithDefaults()
}

// The initiator's own list is the first answer; it asks c+f others, and asks for what is
// missing when TIMEOUT comes.
func TestSelfCount(t *testing.T) {
	cfg := config(2, 0)
	cfg.Lists[3] = spec.NewSet[spec.NodeID](1, 2, 3)
	handle(t, NewSelfCount(3, cfg), []handled{
		{"it starts", start, []impl.Effect{query(1, 1), query(2, 1), set(words.TimerCollect)}},
		{"an answer", delivered(2, response(1, 1)), []impl.Effect{set(words.TimerCollect)}},
		{"the same again", delivered(2, response(1, 1)), nil},
		{"an answer to another run", delivered(1, response(0, 0)), nil},
		{"TIMEOUT", fired(words.TimerCollect), []impl.Effect{query(1, 1), set(words.TimerCollect)}},
		{
			"the last answer", delivered(1, response(1, 0)),
			after([]impl.Effect{set(words.TimerCollect)}, decides(0, 1)...),
		},
		{"one that is too late", delivered(0, response(1, 0)), nil},
		{"LEADER", delivered(0, words.Leader{Run: 1, Seq: 1}), []impl.Effect{stop(words.TimerAwait)}},
	}...)
}

// With c = 0 its own list is enough.
func TestSelfCountAlone(t *testing.T) {
	handle(t, NewSelfCount(3, config(0, 0)), handled{
		"it starts", start, after([]impl.Effect{set(words.TimerCollect)}, decides(0, 1)...),
	})
	handle(t, NewSelfCount(3, config(0, 1)), handled{
		"it starts", start, after([]impl.Effect{query(0, 1), set(words.TimerCollect)}, decides(0, 1)...),
	})
}

// Adaptive asks c+1, itself perhaps, and with TIMEOUT f more; without LEADER it begins again.
func TestAdaptive(t *testing.T) {
	n := NewAdaptive(3, config(1, 1))
	collects := set(words.TimerCollect)
	handle(t, n, []handled{
		{"it starts", start, []impl.Effect{query(0, 1), query(1, 1), collects}},
		{"TIMEOUT", fired(words.TimerCollect), []impl.Effect{query(0, 1), query(1, 1), query(2, 1), collects}},
		{"an answer", delivered(1, response(1, 0)), []impl.Effect{collects}},
		{"TIMEOUT again", fired(words.TimerCollect), []impl.Effect{query(0, 1), query(2, 1), collects}},
		{"the last answer", delivered(2, response(1, 0)), after([]impl.Effect{collects}, decides(0, 1)...)},
		{"the membership service", purge(0), nil},
		{"no LEADER", fired(words.TimerAwait), []impl.Effect{query(1, 2), query(2, 2), collects}},
		{"an old answer", delivered(1, response(1, 0)), nil},
		{"an answer", delivered(1, response(2, 1)), []impl.Effect{collects}},
		{"the last answer", delivered(3, response(2, 1)), after([]impl.Effect{collects}, decides(1, 2)...)},
		{"an old LEADER", delivered(0, words.Leader{Run: 1, Seq: 1}), nil},
		{"LEADER", delivered(1, words.Leader{Run: 2, Seq: 1}), []impl.Effect{stop(words.TimerAwait)}},
		{"a repeated LEADER", delivered(1, words.Leader{Run: 2, Seq: 1}), nil},
		{"an older one", delivered(0, words.Leader{Run: 1, Seq: 1}), nil},
	}...)
	if s := n.State().(*State); s.Leader != 1 || s.Phase != words.Done {
		t.Errorf("it follows %s in phase %s, want 1, done", s.Leader, s.Phase)
	}
}

// Every process answers with the lowest that it knows, and announces itself when told to.
func TestAnswers(t *testing.T) {
	for _, n := range []impl.Node{NewSelfCount(2, config(1, 0)), NewAdaptive(2, config(1, 0))} {
		handle(t, n, []handled{
			{"a query", delivered(3, words.Query{Run: 4, X: 1}), []impl.Effect{send(3, response(4, 0))}},
			{"0 has died", purge(0), nil},
			{"a query", delivered(3, words.Query{Run: 5, X: 1}), []impl.Effect{send(3, response(5, 1))}},
			{"it should lead", delivered(3, words.Notify{Run: 5, Seq: 1}), []impl.Effect{
				{Kind: impl.Multicast, To: spec.None, Body: words.Leader{Run: 5, Seq: 1}},
			}},
		}...)
	}
}

// LocalHash follows the lowest of its list, and says nothing.
func TestLocalHash(t *testing.T) {
	n := NewLocalHash(2, config(0, 0))
	if s := n.State().(*LocalState); s.Leader != 0 {
		t.Errorf("it follows %s, want 0", s.Leader)
	}
	handle(t, n, handled{"it starts", start, nil}, handled{"0 has died", purge(0), nil})
	if s := n.State().(*LocalState); s.Leader != 1 {
		t.Errorf("it follows %s, want 1", s.Leader)
	}
}
