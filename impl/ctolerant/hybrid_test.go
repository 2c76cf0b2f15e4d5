package ctolerant

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/impltest"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// prefers returns the initiator, 3, of Preferred or Hybrid among four with c = 2, f = 0
// and x = y = 1, which has asked 0, 1 and 2.
func prefers(t *testing.T, p words.Variant, interpretations ...words.Interpretation) *Node {
	t.Helper()
	cfg := words.Config{
		Nodes: 4, Protocol: p, C: 2, X: 1, Y: 1, Initiator: 3, Interpretations: interpretations,
		CollectTimeoutMS: 70, AwaitTimeoutMS: 90,
	}.WithDefaults()
	if err := cfg.Check(); err != nil {
		t.Fatal(err)
	}
	n := New(3, cfg)
	handle(t, n, handled{"start", start, asked(1, 1, 1)})
	return n
}

// asked are the effects with which a run begins there.
func asked(run, x, y int) []impl.Effect {
	return collect(ask(0, run, x, y), ask(1, run, x, y), ask(2, run, x, y))
}

func collect(first ...impl.Effect) []impl.Effect { return append(first, set(words.TimerCollect, 70)) }

func await(first ...impl.Effect) []impl.Effect {
	return append(first, stop(words.TimerCollect), set(words.TimerAwait, 90))
}

func over() []impl.Effect { return []impl.Effect{stop(words.TimerAwait)} }

func purge(node spec.NodeID) impl.Event {
	return impltest.Told(words.Purge{Node: node})
}

// Hybrid may come back to a process that it left (D13). It is notified again, and only
// the LEADER that this brings about ends the wait: what was heard before is forgotten
// (D8).
func TestBackToTheFirst(t *testing.T) {
	n := prefers(t, words.Hybrid)
	handle(t, n, []handled{
		{"1 is proposed", report(0, 1, spec.Set{1}, nil), collect(notify(1, 1, 1))},
		{"its LEADER inside the loop", leader(1, 1, 1), nil},
		{"0 is proposed", report(1, 1, spec.Set{0}, nil), collect(notify(0, 1, 2))},
		{"0 is reported", report(2, 1, spec.Set{1}, spec.Set{0}), await(notify(1, 1, 3))},
		{"the first LEADER again", leader(1, 1, 1), nil},
		{"that of 0", leader(0, 1, 2), nil},
		{"the second of 1", leader(1, 1, 3), over()},
	}...)
	if s := n.state; s.Election != nil || s.Leader != 1 || s.Tag != (words.Tag{Run: 1, Seq: 3, Election: n.own()}) {
		t.Errorf("election %+v, follows %s by %v; want none, 1 by the third NOTIFY", s.Election, s.Leader, s.Tag)
	}
}

// A LEADER inside the loop counts at its end if it obeys the last NOTIFYLEADER (D8).
func TestLeaderInsideTheLoop(t *testing.T) {
	n := prefers(t, words.Hybrid)
	handle(t, n, []handled{
		{"the first RESPONSE", report(0, 1, spec.Set{1}, nil), collect(notify(1, 1, 1))},
		{"LEADER", leader(1, 1, 1), nil},
		{"the second proposes a higher one", report(1, 1, spec.Set{2}, nil), collect()},
		{"the last reports that one", report(2, 1, spec.Set{1}, spec.Set{2}), []impl.Effect{stop(words.TimerCollect)}},
		{"LEADER after the end", leader(1, 1, 1), nil},
	}...)
	if n.state.Election != nil || n.state.Leader != 1 {
		t.Errorf("election %+v, follows %s; want none and 1", n.state.Election, n.state.Leader)
	}
}

// A run that leaves nobody is begun again in the same step, with x and y one step
// further and no further than N and 0; x and y are never set back.
func TestNobodyLeft(t *testing.T) {
	n := prefers(t, words.Hybrid)
	handle(t, n, []handled{
		{"0 is proposed", report(0, 1, spec.Set{0}, spec.Set{1}), collect(notify(0, 1, 1))},
		{"LEADER", leader(0, 1, 1), nil},
		{"0 is reported inside the loop", report(1, 1, spec.Set{1}, spec.Set{0}), asked(2, 2, 0)},
	}...)
	fresh := &Election{
		Responders: make([]bool, 4), Candidates: make([]bool, 4), Unhealthy: make([]bool, 4), ID: spec.None,
	}
	if d := cmp.Diff(fresh, n.state.Election); d != "" {
		t.Errorf("the second run (-want +got):\n%s", d)
	}
	handle(t, n, []handled{
		{"a RESPONSE of the run before", report(2, 1, spec.Set{2}, nil), nil},
		{"LEADER of the run before", leader(0, 1, 1), nil},
		{"nobody again", report(1, 2, spec.Set{1}, spec.Set{1}), asked(3, 3, 0)},
		{"and again", report(1, 3, spec.Set{1}, spec.Set{1}), asked(4, 4, 0)},
		{"no further than that", report(1, 4, spec.Set{1}, spec.Set{1}), asked(5, 4, 0)},
		{"0 is proposed", report(0, 5, spec.Set{0}, nil), collect(notify(0, 5, 1))},
		{"timeout", fired(words.TimerCollect), collect(ask(1, 5, 4, 0), ask(2, 5, 4, 0))},
		{"and again", report(1, 5, spec.Set{0}, nil), collect()},
		{"by the last, too", report(2, 5, spec.Set{0}, nil), await()},
		{"timeout", fired(words.TimerAwait), asked(6, 4, 0)},
		{"0 is proposed", report(0, 6, spec.Set{0}, nil), collect(notify(0, 6, 1))},
		{"LEADER", leader(0, 6, 1), nil},
		{"again", report(1, 6, spec.Set{0}, nil), collect()},
		{"by the last, too", report(2, 6, spec.Set{0}, nil), []impl.Effect{stop(words.TimerCollect)}},
	}...)
	if s := n.state; s.Election != nil || s.X != 4 || s.Y != 0 {
		t.Errorf("election %+v, x %d, y %d; want none, 4, 0", s.Election, s.X, s.Y)
	}
}

// What knows too few to begin again waits, and no timer runs meanwhile (D7).
func TestNobodyLeftAndTooFewKnown(t *testing.T) {
	n := prefers(t, words.Hybrid)
	handle(t, n, []handled{
		{"purge of 0", purge(0), nil},
		{"purge of 1", purge(1), nil},
		{"nobody is left", report(2, 1, spec.Set{2}, spec.Set{2}), []impl.Effect{stop(words.TimerCollect)}},
		{"a RESPONSE while blocked", report(2, 2, spec.Set{2}, nil), nil},
	}...)
	if s := n.state; !s.Election.Blocked || s.Run != 2 || s.X != 2 || s.Y != 0 {
		t.Errorf("election %+v, run %d, x %d, y %d; want it blocked, 2, 2, 0", s.Election, s.Run, s.X, s.Y)
	}
}

// Preferred looks at who is left with the last RESPONSE only.
func TestNobodyLeftInPreferred(t *testing.T) {
	handle(t, prefers(t, words.Preferred), []handled{
		{"the first RESPONSE", report(0, 1, spec.Set{0}, spec.Set{1}), collect()},
		{"nobody is left", report(1, 1, spec.Set{1}, spec.Set{0}), collect()},
		{"nor with the last", report(2, 1, spec.Set{0}, spec.Set{1}), asked(2, 2, 0)},
		{"the first RESPONSE", report(2, 2, spec.Set{0, 1}, nil), collect()},
		{"the second", report(1, 2, spec.Set{1, 2}, nil), collect()},
		{"the last", report(0, 2, spec.Set{0, 2}, nil), await(notify(0, 2, 1))},
		{"LEADER of no NOTIFY", leader(0, 2, 0), nil},
		{"LEADER", leader(0, 2, 1), over()},
	}...)
}

// Base has the same kernel: where a responder proposes nobody, as it may under
// OmitSelf, the next run asks for more.
func TestNobodyProposedInBase(t *testing.T) {
	n := New(1, words.Config{Nodes: 2, Initiator: 1, Interpretations: spec.NewSet(words.OmitSelf)}.WithDefaults())
	timer := set(words.TimerCollect, 500)
	handle(t, n, []handled{
		{"start", start, []impl.Effect{query(0, 1), timer}},
		{"a RESPONSE with nobody", report(0, 1, nil, nil), []impl.Effect{ask(0, 2, 2, 0), timer}},
		{"another", report(0, 2, nil, nil), []impl.Effect{ask(0, 3, 2, 0), timer}},
	}...)
}

// What each interpretation of the initiator's part does in the place where it differs.
func TestInterpretations(t *testing.T) {
	one := report(0, 1, spec.Set{1}, nil)
	for _, c := range []struct {
		name            string
		interpretations []words.Interpretation
		then            []handled
	}{
		{"the RESPONSE of an older run counts", []words.Interpretation{words.AcceptOld}, []handled{
			{"nobody is left", report(1, 1, spec.Set{1}, spec.Set{1}), asked(2, 2, 0)},
			{"a RESPONSE of the run before", report(2, 1, spec.Set{2}, spec.Set{1}), collect(notify(2, 2, 1))},
			{"and of this one, from the same", report(2, 2, spec.Set{0}, nil), nil},
		}},
		{"LEADER inside the loop is not noted", []words.Interpretation{words.AwaitAfterLoop}, []handled{
			{"the first RESPONSE", one, collect(notify(1, 1, 1))},
			{"LEADER", leader(1, 1, 1), nil},
			{"the second", report(1, 1, spec.Set{1}, nil), collect()},
			{"the last", report(2, 1, spec.Set{1}, nil), await()},
			{"LEADER", leader(1, 1, 1), over()},
		}},
		{"where nobody is left others are waited for", []words.Interpretation{words.WaitWhenEmpty}, []handled{
			{"the first RESPONSE", one, collect(notify(1, 1, 1))},
			{"1 is reported", report(1, 1, spec.Set{0}, spec.Set{0, 1}), collect()},
			{"2 is proposed", report(2, 1, spec.Set{2}, nil), await(notify(2, 1, 2))},
			{"LEADER of the first", leader(1, 1, 1), nil},
			{"LEADER", leader(2, 1, 2), over()},
		}},
		{"not after the last", []words.Interpretation{words.WaitWhenEmpty}, []handled{
			{"nobody", report(0, 1, spec.Set{1}, spec.Set{1}), collect()},
			{"nobody", report(1, 1, spec.Set{0}, spec.Set{0}), collect()},
			{"nobody", report(2, 1, spec.Set{0}, spec.Set{1}), asked(2, 2, 0)},
		}},
		{"what was answered is kept after TIMEOUT", []words.Interpretation{words.KeepAnswers}, []handled{
			{"0 is reported", report(0, 1, spec.Set{1}, spec.Set{0}), collect(notify(1, 1, 1))},
			{"the second RESPONSE", report(1, 1, spec.Set{2}, nil), collect()},
			{"the last", report(2, 1, spec.Set{2}, nil), await()},
			{"timeout", fired(words.TimerAwait), asked(2, 1, 1)},
			{"0 is proposed", report(0, 2, spec.Set{0}, nil), collect(notify(1, 2, 1))},
			{"LEADER of the run before", leader(1, 1, 1), nil},
			{"1 is reported", report(1, 2, spec.Set{0}, spec.Set{1}), collect(notify(2, 2, 2))},
			{"and 2", report(2, 2, nil, spec.Set{2}), asked(3, 2, 0)},
			{"only 3 is left", report(2, 3, spec.Set{0, 3}, nil), collect(notify(3, 3, 1))},
		}},
		{"not after the end", []words.Interpretation{words.KeepAnswers}, []handled{
			{"0 is reported", report(0, 1, spec.Set{1}, spec.Set{0}), collect(notify(1, 1, 1))},
			{"LEADER", leader(1, 1, 1), nil},
			{"the second RESPONSE", report(1, 1, spec.Set{2}, nil), collect()},
			{"the last", report(2, 1, spec.Set{2}, nil), []impl.Effect{stop(words.TimerCollect)}},
			{"start", start, numbered(2, asked(2, 1, 1))},
			{"0 is proposed", report(0, 2, spec.Set{0}, nil), collect(notifyOf(el(2, 3), 0, 2, 1))},
		}},
		{"a process is notified once", []words.Interpretation{words.NotifyOnce}, []handled{
			{"the first RESPONSE", one, collect(notify(1, 1, 1))},
			{"LEADER", leader(1, 1, 1), nil},
			{"0 is proposed", report(1, 1, spec.Set{0}, nil), collect(notify(0, 1, 2))},
			{"and reported", report(2, 1, spec.Set{1}, spec.Set{0}), await()},
			{"LEADER of 0", leader(0, 1, 2), nil},
			{"LEADER of the first NOTIFY", leader(1, 1, 1), over()},
		}},
		{"but again in the next run", []words.Interpretation{words.NotifyOnce}, []handled{
			{"the first RESPONSE", one, collect(notify(1, 1, 1))},
			{"nobody is left", report(1, 1, spec.Set{0}, spec.Set{0, 1}), asked(2, 2, 0)},
			{"1 is proposed", report(1, 2, spec.Set{1}, nil), collect(notify(1, 2, 1))},
		}},
	} {
		t.Run(c.name, func(t *testing.T) { handle(t, prefers(t, words.Hybrid, c.interpretations...), c.then...) })
	}
}

// Whoever knows fewer than k, but c+1, asks those, and under BlockBelowK waits (D7).
func TestBelowK(t *testing.T) {
	timer := set(words.TimerCollect, 500)
	for _, c := range []struct {
		name            string
		interpretations spec.SetOf[words.Interpretation]
		want            []impl.Effect
		blocked         bool
	}{
		{"as recommended", nil, []impl.Effect{query(1, 1), query(2, 1), timer}, false},
		{"waiting", spec.NewSet(words.BlockBelowK), nil, true},
	} {
		n := New(2, words.Config{Nodes: 3, C: 1, F: 1, Initiator: 2, Interpretations: c.interpretations}.WithDefaults())
		handle(t, n, handled{"purge", purge(0), nil}, handled{"start", start, c.want})
		if n.state.Election.Blocked != c.blocked {
			t.Errorf("%s: blocked %t, want %t", c.name, n.state.Election.Blocked, c.blocked)
		}
	}
}
