package ctolerant

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// churned is a configuration of four with c = 1 and f = 1, where 2 begins the election.
func churned(
	t *testing.T, rule words.Rule, interpretations []words.Interpretation, churn ...words.Change,
) words.Config {
	t.Helper()
	cfg := words.Config{
		Nodes: 4, C: 1, F: 1, Rule: rule, Initiator: 2, Interpretations: spec.NewSet(interpretations...), Churn: churn,
		CollectTimeoutMS: 70, AwaitTimeoutMS: 90,
	}.WithDefaults()
	if err := cfg.Check(); err != nil {
		t.Fatal(err)
	}
	return cfg
}

func changes(at spec.NodeID, does words.Verb, node spec.NodeID) words.Change {
	return words.Change{At: at, Does: does, Node: node}
}

var threeJoins, zeroLeaves = changes(3, words.Joins, spec.None), changes(0, words.Leaves, spec.None)

// What a process hears from its membership service and from those that come and go is in
// its list, and each change of its own is counted.
func TestList(t *testing.T) {
	cfg := churned(t, words.Tagged, nil, changes(1, words.Forgets, 0), changes(1, words.Learns, 0), threeJoins)
	n := New(1, cfg)
	for _, c := range []struct {
		name    string
		ev      impl.Event
		want    []bool
		version int
	}{
		{"forgets", told(words.Forget{Node: 0}), []bool{false, true, true, false}, 1},
		{"forgets it again", told(words.Forget{Node: 0}), []bool{false, true, true, false}, 2},
		{"one joins", delivered(3, words.Joined{}), []bool{false, true, true, true}, 2},
		{"learns", told(words.Learn{Node: 0}), []bool{true, true, true, true}, 3},
		{"one leaves", delivered(2, words.Left{}), []bool{true, true, false, true}, 3},
	} {
		handle(t, n, handled{c.name, c.ev, nil})
		if d := cmp.Diff(c.want, n.state.List); d != "" || n.state.Version != c.version {
			t.Errorf("%s: version %d, want %d; list (-want +got):\n%s", c.name, n.state.Version, c.version, d)
		}
	}
}

// A process that is not in the group ignores what comes, but for NOTIFY under LeftObeys, when
// it has left (D18).
func TestOutside(t *testing.T) {
	lead := []impl.Effect{multicast(words.Leader{Run: 1, Seq: 1, Election: el(1, 2)})}
	join := handled{"join", told(words.Join{}), []impl.Effect{multicast(words.Joined{})}}
	leave := handled{"leave", told(words.Leave{}), []impl.Effect{multicast(words.Left{})}}
	forget := handled{"forget", told(words.Forget{Node: 1}), nil}
	obeys := []words.Interpretation{words.LeftObeys}
	for _, c := range []struct {
		name            string
		at              spec.NodeID
		interpretations []words.Interpretation
		before          []handled
		hears           bool
		obeys           bool
	}{
		{"yet to join", 3, nil, nil, false, false},
		{"yet to join, under left-obeys", 3, obeys, nil, false, false},
		{"has joined", 3, nil, []handled{join}, true, true},
		{"stays", 1, nil, nil, true, true},
		{"has not left", 0, nil, []handled{forget}, true, true},
		{"has left", 0, nil, []handled{forget, leave}, false, false},
		{"has left and obeys", 0, obeys, []handled{forget, leave}, false, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			n := New(
				c.at, churned(t, words.Tagged, c.interpretations, threeJoins, changes(0, words.Forgets, 1), zeroLeaves),
			)
			handle(t, n, c.before...)
			want := slices.Clone(lead)
			if !c.obeys {
				want = nil
			}
			handle(t, n, handled{"NOTIFY", notifyBy(el(1, 2)), want})
			list := slices.Clone(n.state.List)
			for _, ev := range []impl.Event{
				queryOf(el(1, 2)), leaderOf(el(1, 2), 1), delivered(2, words.Left{}), delivered(1, words.Joined{}),
			} {
				if got := step(n, ev); !c.hears && got != nil {
					t.Errorf("the effects of %+v: %v, want none", ev, got)
				}
			}
			if heard := n.state.Leader == 1; heard != c.hears {
				t.Errorf("follows %s: heard %t, want %t", n.state.Leader, heard, c.hears)
			}
			if same := slices.Equal(list, n.state.List); same == c.hears {
				t.Errorf("list %v, was %v", n.state.List, list)
			}
		})
	}
}

// Whoever leads announces itself to those that join, with its last tag, unless it follows a
// later LEADER (D20). Its own coming is no news to it.
func TestWelcome(t *testing.T) {
	notify := func(run, seq int, e words.Election) handled {
		return handled{
			"NOTIFY", delivered(2, words.Notify{Run: run, Seq: seq, Election: e}),
			[]impl.Effect{multicast(words.Leader{Run: run, Seq: seq, Election: e})},
		}
	}
	leads := func(run, seq int) handled {
		return handled{"LEADER", delivered(0, words.Leader{Run: run, Seq: seq, Election: el(1, 2)}), nil}
	}
	first, unanswered := notify(1, 1, el(1, 2)), []words.Interpretation{words.JoinUnanswered}
	for _, c := range []struct {
		name            string
		rule            words.Rule
		interpretations []words.Interpretation
		before          []handled
		from            spec.NodeID
		want            words.Leader // zero where nothing is sent
	}{
		{"nobody leads", words.Tagged, nil, nil, 3, words.Leader{}},
		{"the leader", words.Tagged, nil, []handled{first}, 3, words.Leader{Run: 1, Seq: 1, Election: el(1, 2)}},
		{"itself", words.Tagged, nil, []handled{first}, 1, words.Leader{}},
		{
			"the latest tag", words.Tagged, nil,
			[]handled{notify(1, 2, el(2, 2)), notify(3, 1, el(1, 2))},
			3,
			words.Leader{Run: 1, Seq: 2, Election: el(2, 2)},
		},
		{
			"another with that tag", words.Tagged, nil,
			[]handled{first, leads(1, 1)},
			3,
			words.Leader{Run: 1, Seq: 1, Election: el(1, 2)},
		},
		{"a later tag", words.Tagged, nil, []handled{first, leads(1, 2)}, 3, words.Leader{}},
		{
			"a later seq under run", words.Run, nil,
			[]handled{first, leads(1, 2)},
			3,
			words.Leader{Run: 1, Seq: 1, Election: el(1, 2)},
		},
		{"a later run under run", words.Run, nil, []handled{first, leads(2, 1)}, 3, words.Leader{}},
		{"rule last", words.Last, nil, []handled{first}, 3, words.Leader{}},
		{"rule lowest", words.Lowest, nil, []handled{first}, 3, words.Leader{}},
		{"unanswered", words.Tagged, unanswered, []handled{first}, 3, words.Leader{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			n := New(1, churned(t, c.rule, c.interpretations, threeJoins))
			var want []impl.Effect
			if c.want.Run > 0 {
				want = []impl.Effect{multicast(c.want)}
			}
			handle(t, n, append(slices.Clone(c.before), handled{"Joined", delivered(c.from, words.Joined{}), want})...)
			if got := n.state.List[3]; got != (c.from == 3) {
				t.Errorf("3 is in the list: %t", got)
			}
		})
	}
	n := New(1, churned(t, words.Tagged, nil, zeroLeaves)) // nobody joins
	handle(t, n, first)
	if n.state.Announced != (words.Tag{}) {
		t.Errorf("announced %v is kept for nobody", n.state.Announced)
	}
}

// A run that waits for its list to grow goes on as the same run, as soon as the list is long
// enough (D7).
func TestUnblock(t *testing.T) {
	collect, joined := set(words.TimerCollect, 70), delivered(3, words.Joined{})
	learn := told(words.Learn{Node: 0})
	late := []impl.Effect{query(0, 1), query(2, 1), query(3, 1), collect}
	for _, c := range []struct {
		name            string
		interpretations []words.Interpretation
		then            []handled
	}{
		{"c+1 are enough", nil, []handled{
			{"learn", learn, []impl.Effect{query(0, 1), query(2, 1), collect}},
			{"one more, while it collects", joined, nil},
		}},
		{"whoever joins is asked", nil, []handled{
			{"joined", joined, []impl.Effect{query(2, 1), query(3, 1), collect}},
		}},
		{"k are wanted", []words.Interpretation{words.BlockBelowK}, []handled{
			{"learn", learn, nil}, {"a RESPONSE", response(0, 1, 0), nil}, {"joined", joined, late},
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			n := New(2, churned(t, words.Tagged, c.interpretations, threeJoins, changes(2, words.Learns, 0)))
			handle(t, n, []handled{{"purge", purge(0), nil}, {"purge", purge(1), nil}, {"start", start, nil}}...)
			handle(t, n, c.then...)
			if s := n.state; s.Election == nil || s.Election.Blocked || s.Run != 1 {
				t.Errorf("run %d, election %+v; want the first run, collecting", s.Run, s.Election)
			}
		})
	}
}

// QUERYs of a run that goes on come before the LEADER for who has joined.
func TestUnblockAndWelcome(t *testing.T) {
	n := New(2, churned(t, words.Tagged, nil, threeJoins))
	handle(t, n, []handled{
		{"purge", purge(0), nil},
		{"purge", purge(1), nil},
		{"start", start, nil},
		{"NOTIFY", notifyBy(el(1, 2)), []impl.Effect{multicast(words.Leader{Run: 1, Seq: 1, Election: el(1, 2)})}},
		{"joined", delivered(3, words.Joined{}), []impl.Effect{
			query(2, 1), query(3, 1), set(words.TimerCollect, 70),
			multicast(words.Leader{Run: 1, Seq: 1, Election: el(1, 2)}),
		}},
	}...)
}

// Whom its own list lacks an initiator notifies all the same, but under NotifyKnown (D18).
func TestNotifyKnown(t *testing.T) {
	for _, c := range []struct {
		name            string
		interpretations []words.Interpretation
		last            []impl.Effect
	}{
		{"as recommended", nil, []impl.Effect{notify(0, 1, 1), stop(words.TimerCollect), set(words.TimerAwait, 90)}},
		{"one that it knows", []words.Interpretation{words.NotifyKnown}, []impl.Effect{
			notify(1, 1, 1), stop(words.TimerCollect), set(words.TimerAwait, 90),
		}},
	} {
		n := New(2, churned(t, words.Tagged, c.interpretations, changes(2, words.Forgets, 0)))
		collect := set(words.TimerCollect, 70)
		handle(t, n, append(slices.Clone(begun), []handled{
			{"a RESPONSE", response(0, 1, 0), []impl.Effect{collect}},
			{"forget", told(words.Forget{Node: 0}), nil},
			{c.name, response(1, 1, 1), c.last},
		}...)...)
	}
	n := New(2, churned(t, words.Tagged, []words.Interpretation{words.NotifyKnown}, changes(2, words.Forgets, 0)))
	again := []impl.Effect{ask(1, 2, 2, 0), ask(2, 2, 2, 0), ask(3, 2, 2, 0), set(words.TimerCollect, 70)}
	handle(t, n, append(slices.Clone(begun), []handled{
		{"a RESPONSE", response(0, 1, 0), []impl.Effect{set(words.TimerCollect, 70)}},
		{"forget", told(words.Forget{Node: 0}), nil},
		{"nobody it knows is left", response(1, 1, 0), again},
	}...)...)
}
