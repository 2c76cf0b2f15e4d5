package ctolerant

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// rival returns process 2 of Base among four with c = 1 and f = 1, where 1 and 3 may begin
// elections too.
func rival(t *testing.T, rule words.Rule, interpretations ...words.Interpretation) *Node {
	t.Helper()
	cfg := words.Config{
		Nodes: 4, C: 1, F: 1, Rule: rule, Initiator: 2, Rivals: spec.Set{1, 3}, Interpretations: spec.NewSet(
			interpretations...,
		),
		CollectTimeoutMS: 70, AwaitTimeoutMS: 90, TakeoverTimeoutMS: 200,
	}.WithDefaults()
	if err := cfg.Check(); err != nil {
		t.Fatal(err)
	}
	return New(2, cfg)
}

func el(number int, initiator spec.NodeID) words.Election {
	return words.Election{Number: number, Initiator: initiator}
}

// queryOf is a QUERY of the first run of an election, and responds the RESPONSE to it.
func queryOf(e words.Election) impl.Event {
	return delivered(e.Initiator, words.Query{Run: 1, X: 1, Election: e.Number})
}

func responds(to spec.NodeID, rival words.Election) impl.Effect {
	return impl.Effect{Kind: impl.Send, To: to, Body: words.Response{Run: 1, Candidates: spec.Set{0}, Rival: rival}}
}

// tells is a RESPONSE of 0 that tells of a rival.
func tells(run int, rival words.Election) impl.Event {
	return delivered(0, words.Response{Run: run, Candidates: spec.Set{0}, Rival: rival})
}

func notifyBy(e words.Election) impl.Event {
	return delivered(e.Initiator, words.Notify{Run: 1, Seq: 1, Election: e})
}

func leaderOf(e words.Election, from spec.NodeID) impl.Event {
	return delivered(from, words.Leader{Run: 1, Seq: 1, Election: e})
}

func multicast(body spec.Body) impl.Effect {
	return impl.Effect{Kind: impl.Multicast, To: spec.None, Body: body}
}

func notifyOf(e words.Election, to spec.NodeID, run, seq int) impl.Effect {
	return impl.Effect{Kind: impl.Send, To: to, Body: words.Notify{Run: run, Seq: seq, Election: e}}
}

// numbered makes QUERYs those of another election than the first.
func numbered(number int, effects []impl.Effect) []impl.Effect {
	effects = slices.Clone(effects)
	for i, e := range effects {
		if q, ok := e.Body.(words.Query); ok {
			q.Election = number
			effects[i].Body = q
		}
	}
	return effects
}

// yields are the effects of yielding to another election, in place of the wait with a timer.
func yields(timer spec.Timer, then ...impl.Effect) []impl.Effect {
	return append([]impl.Effect{stop(timer), set(words.TimerTakeover, 200)}, then...)
}

var (
	begun = []handled{{"start", start, []impl.Effect{
		query(0, 1), query(1, 1), query(2, 1), set(words.TimerCollect, 70),
	}}}
	// awaits has it go on until it awaits the LEADER of 0.
	awaits = append(slices.Clone(begun), []handled{
		{"a RESPONSE", response(0, 1, 0), []impl.Effect{set(words.TimerCollect, 70)}},
		{"the last", response(1, 1, 0), []impl.Effect{
			notify(0, 1, 1), stop(words.TimerCollect), set(words.TimerAwait, 90),
		}},
	}...)
	blocked = []handled{
		{"purge", purge(0), nil}, {"purge", purge(1), nil}, {"purge", purge(3), nil}, {"start", start, nil},
	}
	none = words.Election{}
)

// When an initiator yields, to whom, and what it tells others (D16, D17).
func TestYield(t *testing.T) {
	type reads = []words.Interpretation
	byQuery := reads{words.QueryOnly}
	const (
		collect = words.TimerCollect
		await   = words.TimerAwait
	)
	lead := func(e words.Election) impl.Effect { return multicast(words.Leader{Run: 1, Seq: 1, Election: e}) }
	again := set(words.TimerTakeover, 200)
	listsItself := impl.Effect{Kind: impl.Send, To: 1, Body: words.Response{Run: 1, Candidates: spec.Set{2}}}
	counted := set(collect, 70)
	for _, c := range []struct {
		name            string
		interpretations reads
		before          []handled
		ev              impl.Event
		want            []impl.Effect
		rival           words.Election
	}{
		{"QUERY of a lower initiator", nil, begun, queryOf(el(1, 1)), yields(collect, responds(1, none)), el(1, 1)},
		{"of a higher one", nil, begun, queryOf(el(1, 3)), []impl.Effect{responds(3, el(1, 2))}, none},
		{"of a later election", nil, begun, queryOf(el(2, 3)), yields(collect, responds(3, none)), el(2, 3)},
		{"its own", nil, begun, queryOf(el(1, 2)), []impl.Effect{responds(2, none)}, none},
		{"before its own", nil, nil, queryOf(el(1, 1)), []impl.Effect{responds(1, none)}, none},
		{"after its NOTIFY", nil, awaits, queryOf(el(1, 1)), yields(await, responds(1, none)), el(1, 1)},
		{"while it is blocked", nil, blocked, queryOf(el(1, 1)), []impl.Effect{again, listsItself}, el(1, 1)},
		{"RESPONSE", nil, begun, tells(1, el(1, 1)), yields(collect), el(1, 1)},
		{"RESPONSE of another run", nil, begun, tells(0, el(2, 3)), yields(collect), el(2, 3)},
		{"RESPONSE of no use", nil, begun, tells(1, el(1, 3)), []impl.Effect{counted}, none},
		{"NOTIFY", nil, begun, notifyBy(el(1, 1)), yields(collect, lead(el(1, 1))), el(1, 1)},

		{"QUERY only: QUERY", byQuery, begun, queryOf(el(1, 1)), yields(collect, responds(1, none)), el(1, 1)},
		{"QUERY only: no rival is told", byQuery, begun, queryOf(el(1, 3)), []impl.Effect{responds(3, none)}, none},
		{"QUERY only: NOTIFY", byQuery, begun, notifyBy(el(1, 1)), []impl.Effect{lead(el(1, 1))}, none},
		{"nobody yields", reads{words.NobodyYields}, begun, queryOf(el(1, 1)), []impl.Effect{responds(1, none)}, none},
		{"nor tells", reads{words.NobodyYields}, begun, queryOf(el(1, 3)), []impl.Effect{responds(3, none)}, none},
		{
			"no takeover",
			reads{words.NoTakeover},
			begun, queryOf(el(1, 1)),
			[]impl.Effect{stop(collect), responds(1, none)},
			el(1, 1),
		},
		{"not yet notified", reads{words.NotifiedGoesOn}, begun, tells(1, el(1, 1)), yields(collect), el(1, 1)},
		{"notified", reads{words.NotifiedGoesOn}, awaits, queryOf(el(1, 1)), []impl.Effect{responds(1, none)}, none},
	} {
		t.Run(c.name, func(t *testing.T) {
			n := rival(t, words.Tagged, c.interpretations...)
			handle(t, n, append(slices.Clone(c.before), handled{c.name, c.ev, c.want})...)
			if n.state.Rival != c.rival {
				t.Errorf("yielded to %v, want %v", n.state.Rival, c.rival)
			}
			if c.rival != none && n.state.Election != nil {
				t.Errorf("yielded, and its run goes on: %+v", n.state.Election)
			}
		})
	}
}

// What an initiator does that has yielded.
func TestYielded(t *testing.T) {
	over, again := []impl.Effect{stop(words.TimerTakeover)}, []impl.Effect{set(words.TimerTakeover, 200)}
	for _, c := range []struct {
		name  string
		ev    impl.Event
		want  []impl.Effect
		rival words.Election
	}{
		{"another goes before the rival", queryOf(el(2, 3)), append(slices.Clone(again), responds(3, none)), el(2, 3)},
		{"another does not", queryOf(el(1, 3)), []impl.Effect{responds(3, el(1, 1))}, el(1, 1)},
		{"the rival itself", queryOf(el(1, 1)), []impl.Effect{responds(1, none)}, el(1, 1)},
		{"a RESPONSE", response(0, 1, 0), nil, el(1, 1)},
		{"a RESPONSE that tells more", tells(1, el(2, 1)), again, el(2, 1)},
		{"LEADER of the rival", leaderOf(el(1, 1), 0), over, none},
		{"LEADER of a later one", leaderOf(el(2, 3), 0), over, none},
		{"LEADER of an earlier one", leaderOf(el(1, 3), 0), nil, el(1, 1)},
		{"LEADER of its own", leaderOf(el(1, 2), 0), nil, el(1, 1)},
	} {
		t.Run(c.name, func(t *testing.T) {
			n := rival(t, words.Tagged)
			handle(t, n, begun...)
			handle(t, n, handled{"QUERY", queryOf(el(1, 1)), yields(words.TimerCollect, responds(1, none))},
				handled{c.name, c.ev, c.want})
			if n.state.Rival != c.rival || n.state.Election != nil {
				t.Errorf("yielded to %v, its run %+v; want %v and none", n.state.Rival, n.state.Election, c.rival)
			}
		})
	}
}

// A LEADER of an election that goes before its own ends an initiator's election (D16).
func TestLeaderOfARival(t *testing.T) {
	for _, c := range []struct {
		name            string
		interpretations []words.Interpretation
		before          []handled
		of              words.Election
		want            []impl.Effect
		over            bool
	}{
		{"collecting", nil, begun, el(1, 1), []impl.Effect{stop(words.TimerCollect)}, true},
		{"awaiting", nil, awaits, el(2, 3), []impl.Effect{stop(words.TimerAwait)}, true},
		{"blocked", nil, blocked, el(1, 1), nil, true},
		{"its own", nil, awaits, el(1, 2), []impl.Effect{stop(words.TimerAwait)}, true},
		{"one that does not", nil, awaits, el(1, 3), nil, false},
		{
			"any LEADER", []words.Interpretation{words.AnyLeader}, awaits, el(1, 3), []impl.Effect{
				stop(words.TimerAwait),
			}, true,
		},
		{"QUERY only", []words.Interpretation{words.QueryOnly}, awaits, el(1, 1), nil, false},
		{"nobody yields", []words.Interpretation{words.NobodyYields}, awaits, el(1, 1), nil, false},
		{"notified", []words.Interpretation{words.NotifiedGoesOn}, awaits, el(1, 1), nil, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			n := rival(t, words.Tagged, c.interpretations...)
			handle(t, n, append(slices.Clone(c.before), handled{"LEADER", leaderOf(c.of, 0), c.want})...)
			if over := n.state.Election == nil; over != c.over {
				t.Errorf("its election is over: %t, want %t", over, c.over)
			}
		})
	}
}

// Whoever takes over begins an election that goes before the rival's, as a new run.
func TestTakeover(t *testing.T) {
	n := rival(t, words.Tagged)
	collect := set(words.TimerCollect, 70)
	asks := []impl.Effect{query(0, 2), query(1, 2), query(2, 2), collect}
	handle(t, n, begun...)
	handle(t, n, []handled{
		{"QUERY", queryOf(el(3, 1)), yields(words.TimerCollect, responds(1, none))},
		{"takeover", fired(words.TimerTakeover), numbered(4, asks)},
		{"a RESPONSE of the run before", response(0, 1, 0), nil},
		{"the rival again", queryOf(el(3, 1)), []impl.Effect{responds(1, el(4, 2))}},
		{"its LEADER", leaderOf(el(3, 1), 0), nil},
		{"a RESPONSE", response(0, 2, 1), []impl.Effect{collect}},
		{"the last", response(1, 2, 1), []impl.Effect{
			notifyOf(el(4, 2), 1, 2, 1), stop(words.TimerCollect), set(words.TimerAwait, 90),
		}},
		{"timeout", fired(words.TimerAwait), numbered(4, []impl.Effect{
			query(0, 3), query(1, 3), query(2, 3), collect,
		})},
	}...)
	if s := n.state; s.ElectionNumber != 4 || s.Rival != none || s.Run != 3 {
		t.Errorf("election %d, yielded to %v, run %d; want 4, none, 3", s.ElectionNumber, s.Rival, s.Run)
	}
}

// An election that is begun late has a number beyond that of the leader's, as far as the
// rule keeps it.
func TestFirstNumber(t *testing.T) {
	for rule, want := range map[words.Rule]int{words.Last: 1, words.Lowest: 1, words.Run: 3, words.Tagged: 3} {
		n := rival(t, rule)
		step(n, leaderOf(el(2, 3), 0))
		step(n, start)
		if got := n.own(); got != el(want, 2) {
			t.Errorf("%s: %v, want number %d", rule, got, want)
		}
	}
}

// Of LEADERs of two elections that of the one that goes before is followed, whatever its run.
func TestRulesOfElections(t *testing.T) {
	late := func(e words.Election) words.Leader { return words.Leader{Run: 9, Seq: 9, Election: e} }
	early := func(e words.Election) words.Leader { return words.Leader{Run: 1, Seq: 1, Election: e} }
	for _, rule := range []words.Rule{words.Run, words.Tagged} {
		for _, c := range []struct {
			name string
			told []words.Leader // of process 0 and of process 1
			want int
		}{
			{"a later election", []words.Leader{late(el(1, 1)), early(el(2, 3))}, 1},
			{"an earlier one", []words.Leader{early(el(2, 3)), late(el(1, 1))}, 0},
			{"of a lower initiator", []words.Leader{late(el(1, 3)), early(el(1, 1))}, 1},
			{"of a higher one", []words.Leader{early(el(1, 1)), late(el(1, 3))}, 0},
		} {
			n := rival(t, rule)
			for from, l := range c.told {
				step(n, delivered(spec.NodeID(from), l))
			}
			want := words.Tag(c.told[c.want])
			if rule == words.Run {
				want.Seq = 0
			}
			if d := cmp.Diff(want, n.state.Tag); d != "" || n.state.Leader != spec.NodeID(c.want) {
				t.Errorf("%s, %s: follows %s, want %d (tag, -want +got):\n%s", rule, c.name, n.state.Leader, c.want, d)
			}
		}
	}
}
