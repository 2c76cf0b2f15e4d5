package rsdp

import (
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// What a replica begins with.
func TestFresh(t *testing.T) {
	reducers := []string{words.Members, words.Popular}
	never := State{
		Life: -1, Lives: make([]int, 3), Gone: make([]bool, 3),
		Values: []Value{roster(), nobody}, Told: []Value{roster(), words.NoLeader},
	}
	same(t, "cold", State(never), New(1, config(t, words.Config{Nodes: 3, Reducers: reducers})).state)
	views := settled(3, 2)
	same(t, "outside", never, New(2, config(t, words.Config{Nodes: 3, Reducers: reducers, Views: views})).state)
	addressed := config(t, words.Config{Nodes: 3, Reducers: reducers, Views: views, Addresses: []int{7, 3, 5}})
	addressed.Views[1].Leader = 0
	same(t, "settled", State{
		On: true, Lives: make([]int, 3), Gone: make([]bool, 3),
		Values: []Value{roster(1, 0), seen(0, 1, 0)}, Told: []Value{roster(1, 0), words.Follows},
	}, New(1, addressed).state)
}

// Who hears what is broadcast (a2).
func TestListens(t *testing.T) {
	boots, joins := config(t, words.Config{Nodes: 3}), config(t, words.Config{Nodes: 3, Views: settled(3, 2)})
	unbound := config(t, words.Config{Nodes: 3}, words.Unbound)
	left := &State{Life: 0}
	for _, row := range []struct {
		name  string
		cfg   words.Config
		state *State
		want  bool
	}{
		{"before it boots", boots, &New(1, boots).state, true},
		{"before it boots, unbound", unbound, &New(1, unbound).state, false},
		{"before it joins", joins, &New(2, joins).state, false},
		{"settled", joins, &New(1, joins).state, true},
		{"after it has left", boots, left, false},
	} {
		if got := row.state.Listens(row.cfg); got != row.want {
			t.Errorf("%s it listens: %t", row.name, got)
		}
	}
}

// stops is what a replica does that leaves.
func stops(life int) []impl.Effect {
	return effects(broadcast(words.Close{Life: life}),
		stop(words.TimerStatus), stop(words.TimerShare), stop(words.TimerSync))
}

// A replica leaves in the midst of everything, and comes back with nothing but its life.
func TestLeaveAndRejoin(t *testing.T) {
	for _, row := range []struct {
		read []words.Interpretation
		life int // as it is told
	}{{nil, 1}, {[]words.Interpretation{words.CountersRestart}, 0}} {
		n := known(t, row.read...)
		handle(t, n, []handled{
			{"a share", delivered(2, share(seen(2, 1, 2))), window()},
			resynced(),
			{"an answer", delivered(2, status(0, 1, 3)), nil},
			{"a close", delivered(0, words.Close{}), nil},
			{"the window ends", fired(words.TimerShare), nil},
			{"leave", told(words.Leave{}), stops(0)},
		}...)
		same(t, "what is left", State{
			Lives: make([]int, 3), Gone: make([]bool, 3), Values: []Value{nobody}, Told: []Value{words.NoLeader},
		}, n.state)
		handle(t, n, []handled{
			{"start", told(words.Start{}), append(effects(save(1)), debate(row.life, 0)...)},
			{"the own hello", delivered(1, hello(row.life, 0)), effects(send(1, status(row.life, 0, row.life)))},
			{"the own answer", delivered(1, status(row.life, 0, row.life)), nil},
			{"leave", told(words.Leave{}), stops(row.life)},
		}...)
	}
}

// An answer to the session of an earlier life is dropped, where lives are told (a5).
func TestStaleAnswerAfterRejoin(t *testing.T) {
	for _, row := range []struct {
		read []words.Interpretation
		want []impl.Effect
	}{
		{nil, nil},
		{[]words.Interpretation{words.CountersRestart}, effects(broadcast(share(seen(2, 2))))},
	} {
		n := cold(t, row.read...)
		handle(t, n, []handled{{"boot", booted(), debate(0, 0)}, {"leave", told(words.Leave{}), stops(0)}}...)
		out := impl.NewEffects(nil)
		n.Step(told(words.Start{}), out)
		handle(t, n, []handled{
			{"an old answer", delivered(2, status(0, 0, 0)), nil},
			{"the end", fired(words.TimerStatus), row.want},
		}...)
	}
}

// Who comes up again begins the life after the last that it has saved, and has no view.
func TestRecover(t *testing.T) {
	for _, row := range []struct {
		disk any
		life int
	}{{nil, 1}, {words.Record{Life: 1}, 2}, {words.Record{Life: 7}, 8}} {
		n := known(t)
		want := append(effects(save(row.life)), debate(row.life, 0)...)
		handle(t, n, handled{"it recovers", recovered(row.disk), want})
		same(t, "state", State{
			On: true, Life: row.life, Debating: true,
			Lives: make([]int, 3), Gone: make([]bool, 3), Values: []Value{nobody}, Told: []Value{words.NoLeader},
		}, n.state)
	}
}

// A SHARE tells the lives that its sender has heard of in answers, but for first ones; a message's
// own life is heard as well, whatever else becomes of it.
func TestLivesAreTold(t *testing.T) {
	n := known(t)
	handle(t, n, []handled{
		resynced(),
		{"2's", delivered(2, status(0, 1, 2)), nil},
		{"2's, in place of it", delivered(2, status(0, 1, 3)), nil},
		{"1's", delivered(1, status(0, 1, 0)), nil},
		{"0's, to another session", delivered(0, status(0, 0, 4)), nil},
		{"the end", fired(words.TimerStatus), effects(broadcast(words.Share{
			Lives: []words.Life{{Of: 2, Life: 3}}, Data: []any{seen(2, 1, 2)},
		}))},
	}...)
	same(t, "lives", []int{4, 0, 3}, n.state.Lives)
	handle(t, n, []handled{
		{"a hello", delivered(2, hello(5, 0)), effects(send(2, status(5, 0, 0)))},
		{"a share", delivered(2, words.Share{
			Life: 6, Lives: []words.Life{{Of: 0, Life: 9}, {Of: 1, Life: 0}}, Data: []any{seen(2, 1, 2)},
		}), window()},
	}...)
	same(t, "lives", []int{9, 0, 6}, n.state.Lives)
}

// Of several answers of one sender the SHARE tells the highest life.
func TestLivesOfRepeats(t *testing.T) {
	n := known(t, words.KeepsRepeats)
	handle(t, n, []handled{
		resynced(),
		{"2's", delivered(2, status(0, 1, 3)), nil},
		{"2's, older", delivered(2, status(0, 1, 1)), nil},
		{"2's, oldest", delivered(2, status(0, 1, 0)), nil},
		{"0's", delivered(0, status(0, 1, 1)), nil},
		{"0's, newer", delivered(0, status(0, 1, 2)), nil},
		{"the end", fired(words.TimerStatus), effects(broadcast(words.Share{
			Lives: []words.Life{{Of: 0, Life: 2}, {Of: 2, Life: 3}}, Data: []any{seen(2, 0, 2)},
		}))},
	}...)
}

// Who has left is stripped of what is shared, until another life of its is heard of (A4.3).
func TestTombstones(t *testing.T) {
	for _, row := range []struct {
		read                  []words.Interpretation
		closed, ghost, reborn words.View
	}{
		{nil, seen(1, 0, 1), seen(1, 0, 1), seen(2, 0, 1, 2)},
		{[]words.Interpretation{words.NoTombstones}, seen(1, 0, 1), seen(2, 0, 1, 2), seen(2, 0, 1, 2)},
	} {
		n := known(t, row.read...)
		all := share(seen(2, 0, 1, 2))
		handle(t, n, handled{"2 leaves", delivered(2, words.Close{}), nil})
		same(t, "closed", row.closed, n.state.View(0))
		same(t, "told", Value(words.Leads), n.state.Told[0])
		handle(t, n, []handled{
			{"its hello comes late", delivered(2, hello(0, 7)), effects(send(2, status(0, 7, 0)))},
			{"its close comes again", delivered(2, words.Close{}), nil},
			{"a share names it", delivered(0, all), window()},
			{"the window ends", fired(words.TimerShare), nil},
		}...)
		same(t, "ghost", row.ghost, n.state.View(0))
		handle(t, n, []handled{
			{"somebody has its next life's answer", delivered(0, words.Share{
				Lives: []words.Life{{Of: 2, Life: 1}}, Data: all.Data,
			}), window()},
			{"a close of its first life", delivered(2, words.Close{}), nil},
			{"the window ends", fired(words.TimerShare), nil},
		}...)
		same(t, "reborn", row.reborn, n.state.View(0))
	}
}

// A CLOSE of a life that was not heard of is one all the same; a first life that is heard of after
// it was before.
func TestCloseOfUnknownLife(t *testing.T) {
	n := known(t)
	handle(t, n, []handled{
		{"a close", delivered(2, words.Close{Life: 4}), nil},
		{"a hello of an older life", delivered(2, hello(3, 0)), effects(send(2, status(3, 0, 0)))},
	}...)
	same(t, "lives", []int{0, 0, 4}, n.state.Lives)
	same(t, "gone", []bool{false, false, true}, n.state.Gone)
	handle(t, n, handled{"the next life", delivered(2, hello(5, 0)), effects(send(2, status(5, 0, 0)))})
	same(t, "gone", make([]bool, 3), n.state.Gone)
}

// CLOSEs wait for the mutex, each once and in order; one's own is nobody's.
func TestClosesWait(t *testing.T) {
	for _, row := range []struct {
		read []words.Interpretation
		told Value
	}{{nil, words.Leads}, {[]words.Interpretation{words.Silent}, words.Follows}} {
		n := known(t, row.read...)
		handle(t, n, []handled{
			resynced(),
			{"2's", delivered(2, words.Close{Life: 1}), nil},
			{"0's", delivered(0, words.Close{}), nil},
			{"2's, of an earlier life", delivered(2, words.Close{}), nil},
			{"2's again", delivered(2, words.Close{Life: 1}), nil},
			{"its own", delivered(1, words.Close{}), nil},
		}...)
		if want := []Close{{0, 0}, {2, 0}, {2, 1}}; !slices.Equal(n.state.Closes, want) {
			t.Errorf("closes %v, want %v", n.state.Closes, want)
		}
		same(t, "value", seen(2, 0, 1, 2), n.state.View(0))
		handle(t, n, handled{"the mutex is free", fired(words.TimerStatus), nil})
		same(t, "value", seen(1, 1), n.state.View(0))
		same(t, "told", row.told, n.state.Told[0])
		same(t, "gone", []bool{true, false, true}, n.state.Gone)
		same(t, "lives", []int{0, 0, 1}, n.state.Lives)
	}
}

// What the client is told, and when it is not, as printed (a14).
func TestSilent(t *testing.T) {
	for _, row := range []struct {
		read                 []words.Interpretation
		first, shared, again Value
	}{
		{nil, words.Leads, words.Leads, words.Follows},
		{[]words.Interpretation{words.Silent}, words.NoLeader, words.NoLeader, words.Follows},
	} {
		n := cold(t, row.read...)
		handle(t, n, []handled{
			{"boot", booted(), debate(0, 0)},
			{"the own answer", delivered(1, status(0, 0, 0)), nil},
			{"the end", fired(words.TimerStatus), effects(broadcast(share(seen(1, 1))))},
		}...)
		same(t, "after the first aggregate", row.first, n.state.Told[0])
		handle(t, n, []handled{
			{"a share", delivered(1, share(seen(1, 1))), window()},
			{"the window ends", fired(words.TimerShare), nil},
		}...)
		same(t, "after a share that is equal", row.shared, n.state.Told[0])
		handle(t, n, []handled{
			{"a share", delivered(2, share(seen(2, 1, 2))), window()},
			{"the window ends", fired(words.TimerShare), nil},
		}...)
		same(t, "after one that is not", row.again, n.state.Told[0])
	}
}

// The state's arrays are not written to: who has seen one has it as it was.
func TestArraysAreReplaced(t *testing.T) {
	n := New(1, config(t, words.Config{Nodes: 3, Resyncers: spec.Set{1}, Resyncs: 1}))
	for _, ev := range []impl.Event{
		booted(), delivered(1, status(0, 0, 0)), delivered(2, status(0, 0, 4)), fired(words.TimerStatus),
		delivered(0, share(seen(1, 0, 1))), fired(words.TimerShare), delivered(2, words.Close{Life: 5}),
		delivered(2, hello(6, 0)), delivered(0, words.Close{}), told(words.Resync{}),
	} {
		type arrays struct {
			Lives        []int
			Gone         []bool
			Values, Told []Value
		}
		before := arrays{n.state.Lives, n.state.Gone, n.state.Values, n.state.Told}
		key := codec.Key(before)
		n.Step(ev, impl.NewEffects(nil))
		if codec.Key(before) != key {
			t.Errorf("%+v has written to what was, and is now %+v", ev, before)
		}
	}
	same(t, "lives", []int{0, 0, 6}, n.state.Lives)
	same(t, "gone", []bool{true, false, false}, n.state.Gone)
	same(t, "value", seen(1, 1), n.state.View(0))
	same(t, "told", Value(words.Leads), n.state.Told[0])
}

// Who does not elect has no view.
func TestViewOfAnotherReducer(t *testing.T) {
	same(t, "view", nobody, (&State{Values: []Value{roster(1)}}).View(0))
}
