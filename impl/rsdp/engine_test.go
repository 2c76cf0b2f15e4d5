package rsdp

import (
	"slices"
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// cold is replica 1 of three that boot together.
func cold(t *testing.T, interpretations ...words.Interpretation) *Node {
	return New(1, config(t, words.Config{Nodes: 3}, interpretations...))
}

// known is replica 1 of three that know each other.
func known(t *testing.T, interpretations ...words.Interpretation) *Node {
	return New(1, config(t, words.Config{
		Nodes: 3, Views: settled(3), Leavers: spec.Set{1}, Resyncers: spec.Set{1}, Rejoins: 3, Resyncs: 3,
	}, interpretations...))
}

// resynced is what brings replica 1 of three that know each other into its session 1.
func resynced() handled { return handled{"resync", told(words.Resync{}), debate(0, 1)} }

// A session from nothing: HELLO, STATUSes, SHARE, and the batch.
func TestSession(t *testing.T) {
	n := cold(t)
	handle(t, n, []handled{
		{"boot", booted(), debate(0, 0)},
		{"the own hello", delivered(1, hello(0, 0)), effects(send(1, status(0, 0, 0)))},
		{"another's", delivered(2, hello(0, 4)), effects(send(2, status(0, 4, 0)))},
		{"an answer", delivered(2, status(0, 0, 0)), nil},
		{"the own", delivered(1, status(0, 0, 0)), nil},
		{"one to another session", delivered(0, status(0, 1, 0)), nil},
		{"one to another life", delivered(0, status(1, 0, 0)), nil},
		{"the answer again", delivered(2, status(0, 0, 0)), nil},
		{"the end", fired(words.TimerStatus), effects(broadcast(share(seen(2, 1, 2))))},
		{"too late", delivered(0, status(0, 0, 0)), nil},
	}...)
	same(t, "state", &State{
		On: true, Lives: make([]int, 3), Gone: make([]bool, 3),
		Values: []Value{seen(2, 1, 2)}, Told: []Value{words.Follows},
	}, &n.state)
	handle(t, n, []handled{
		{"a share", delivered(1, share(seen(2, 1, 2))), window()},
		{"another", delivered(2, share(seen(2, 0, 1, 2))), nil},
		{"the window ends", fired(words.TimerShare), nil},
	}...)
	same(t, "state", &State{
		On: true, Lives: make([]int, 3), Gone: make([]bool, 3),
		Values: []Value{seen(2, 0, 1, 2)}, Told: []Value{words.Follows},
	}, &n.state)
	handle(t, n, []handled{
		{"a share of the next batch", delivered(1, share(seen(1, 1))), window()},
		{"the window ends", fired(words.TimerShare), nil},
	}...)
	same(t, "value", seen(1, 1), n.state.View(0))
	same(t, "told", Value(words.Leads), n.state.Told[0])
}

// A replica that is not on hears nothing, and answers nothing.
func TestOffIsDeaf(t *testing.T) {
	n := New(1, config(t, words.Config{Nodes: 3, Views: settled(3, 1)}))
	before := n.state
	handle(t, n, []handled{
		{"boot", booted(), nil},
		{"hello", delivered(0, hello(3, 0)), nil},
		{"status", delivered(0, status(0, 0, 3)), nil},
		{"share", delivered(0, share(seen(1, 1))), nil},
		{"close", delivered(0, words.Close{}), nil},
		{"leave", told(words.Leave{}), nil},
		{"resync", told(words.Resync{}), nil},
	}...)
	same(t, "state", before, n.state)
}

// An aggregate of nothing is not shared, and the mutex is released (a1, mutant 15).
func TestNobodyAnswers(t *testing.T) {
	for _, read := range [][]words.Interpretation{nil, {words.InitialUnsanitised}} {
		n := cold(t, read...)
		handle(t, n, []handled{
			{"boot", booted(), debate(0, 0)},
			{"the end", fired(words.TimerStatus), nil},
			{"it does not hold the mutex", told(words.Resync{}), debate(0, 1)},
		}...)
		same(t, "value", nobody, n.state.View(0))
		same(t, "told", Value(words.NoLeader), n.state.Told[0])
	}
}

// Who is not among those who have answered does not begin with them, but as printed.
func TestInitialAggregate(t *testing.T) {
	for _, row := range []struct {
		read []words.Interpretation
		want words.View
		told Value
	}{
		{nil, nobody, words.NoLeader},
		{[]words.Interpretation{words.InitialUnsanitised}, seen(2, 0, 2), words.Follows},
		{[]words.Interpretation{words.InitialUnsanitised, words.Silent}, seen(2, 0, 2), words.NoLeader},
	} {
		n := cold(t, row.read...)
		handle(t, n, []handled{
			{"boot", booted(), debate(0, 0)},
			{"an answer", delivered(2, status(0, 0, 0)), nil},
			{"an answer", delivered(0, status(0, 0, 0)), nil},
			{"the end", fired(words.TimerStatus), effects(broadcast(share(seen(2, 0, 2))))},
		}...)
		same(t, "value", row.want, n.state.View(0))
		same(t, "told", row.told, n.state.Told[0])
	}
}

// the aggregate of a later session does not take the place of what is known.
func TestLaterAggregateIsOnlyShared(t *testing.T) {
	n := known(t)
	handle(t, n, []handled{
		resynced(),
		{"the own answer", delivered(1, status(0, 1, 0)), nil},
		{"the end", fired(words.TimerStatus), effects(broadcast(share(seen(1, 1))))},
	}...)
	same(t, "value", seen(2, 0, 1, 2), n.state.View(0))
}

// The window begins with the first SHARE and ends while the mutex is held. What comes then joins the
// batch, or waits for the next (a6).
func TestBatchWaits(t *testing.T) {
	for _, row := range []struct {
		read    []words.Interpretation
		end     []impl.Effect
		atOnce  words.View
		waiting int
	}{
		{nil, effects(broadcast(share(seen(1, 1)))), seen(1, 0, 1), 0},
		{
			[]words.Interpretation{words.ClosedBatch},
			append(effects(broadcast(share(seen(1, 1)))), window()...), seen(1, 1), 1,
		},
	} {
		n := known(t, row.read...)
		handle(t, n, []handled{
			{"a share", delivered(2, share(seen(1, 1))), window()},
			resynced(),
			{"the window ends", fired(words.TimerShare), nil},
			{"a share", delivered(0, share(seen(0, 0, 1))), nil},
			{"in place of another", delivered(0, share(seen(1, 0, 1))), nil},
			{"the own answer", delivered(1, status(0, 1, 0)), nil},
			{"the mutex is free", fired(words.TimerStatus), row.end},
		}...)
		same(t, "value", row.atOnce, n.state.View(0))
		if n.state.Due || len(n.state.Next) > 0 || len(n.state.Shares) != row.waiting {
			t.Errorf("%v: %d shares wait, want %d", row.read, len(n.state.Shares), row.waiting)
		}
		if row.waiting > 0 {
			handle(t, n, handled{"the next window ends", fired(words.TimerShare), nil})
			same(t, "value", seen(1, 0, 1), n.state.View(0))
		}
	}
}

// A sender's second SHARE replaces its first, or is kept beside it (A4.4).
func TestRepeats(t *testing.T) {
	for _, row := range []struct {
		read []words.Interpretation
		want words.View
	}{{nil, seen(2, 0, 1, 2)}, {[]words.Interpretation{words.KeepsRepeats}, seen(1, 1)}} {
		cfg := config(t, words.Config{Nodes: 5, Views: settled(5), Reducers: []string{words.Popular}}, row.read...)
		n, honest, liar := New(1, cfg), share(seen(2, 0, 1, 2)), share(seen(1, 1))
		handle(t, n, []handled{
			{"0's", delivered(0, honest), window()},
			{"4's", delivered(4, liar), nil},
			{"4's", delivered(4, liar), nil},
			{"2's", delivered(2, honest), nil},
			{"4's", delivered(4, liar), nil},
			{"4's", delivered(4, liar), nil},
			{"3's", delivered(3, honest), nil},
			{"the window ends", fired(words.TimerShare), nil},
		}...)
		same(t, "value", row.want, n.state.View(0))
	}
}

// The order of arrival is that of the last copies.
func TestLatestIsTheLastToArrive(t *testing.T) {
	n := known(t)
	handle(t, n, []handled{
		{"0's", delivered(0, share(seen(1, 0, 1))), window()},
		{"2's", delivered(2, share(seen(2, 1, 2))), nil},
		{"0's again", delivered(0, share(seen(1, 0, 1))), nil},
		{"the window ends", fired(words.TimerShare), nil},
	}...)
	same(t, "value", seen(1, 0, 1), n.state.View(0))
}

// A batch that is not valid changes nothing, and is over.
func TestInvalidBatch(t *testing.T) {
	n := known(t)
	handle(t, n, []handled{
		{"without 1", delivered(0, share(seen(2, 0, 2))), window()},
		{"the window ends", fired(words.TimerShare), nil},
	}...)
	same(t, "value", seen(2, 0, 1, 2), n.state.View(0))
	same(t, "shares", []Share(nil), n.state.Shares)
}

// A second STATUS of one sender, as a set, as an array, and as an array that has repeats.
func TestRepeatedStatus(t *testing.T) {
	for _, row := range []struct {
		read []words.Interpretation
		want words.View
	}{
		{nil, seen(2, 1, 2)},
		{[]words.Interpretation{words.Arrays}, seen(2, 1, 2)},
		{[]words.Interpretation{words.KeepsRepeats}, seen(2, 1, 2)},
		{[]words.Interpretation{words.Arrays, words.KeepsRepeats}, seen(2, 1, 1, 2)},
	} {
		n := cold(t, row.read...)
		handle(t, n, []handled{
			{"boot", booted(), debate(0, 0)},
			{"1's", delivered(1, status(0, 0, 0)), nil},
			{"2's", delivered(2, status(0, 0, 0)), nil},
			{"1's", delivered(1, status(0, 0, 0)), nil},
			{"the end", fired(words.TimerStatus), effects(broadcast(share(row.want)))},
		}...)
	}
}

// NoEcho has a replica not hear itself, but for its answers (a1).
func TestNoEcho(t *testing.T) {
	n := cold(t, words.NoEcho)
	handle(t, n, []handled{
		{"boot", booted(), debate(0, 0)},
		{"the own hello", delivered(1, hello(0, 0)), nil},
		{"an answer", delivered(2, status(0, 0, 0)), nil},
		{"the end", fired(words.TimerStatus), effects(broadcast(share(seen(2, 2))))},
		{"the own share", delivered(1, share(seen(2, 2))), nil},
		{"another's", delivered(2, share(seen(2, 1, 2))), window()},
	}...)
}

// Without session ids any answer is taken.
func TestNoSessionIDs(t *testing.T) {
	n := cold(t, words.NoSessionIDs)
	handle(t, n, []handled{
		{"boot", booted(), debate(0, 0)},
		{"an old answer", delivered(2, status(7, 8, 0)), nil},
		{"the end", fired(words.TimerStatus), effects(broadcast(share(seen(2, 2))))},
		{"too late", delivered(1, status(0, 0, 0)), nil},
	}...)
	same(t, "statuses", []Status(nil), n.state.Statuses)
}

// Who waits for the mutex with its HELLO (a4): nobody, others, all.
func TestHellosWait(t *testing.T) {
	answer := func(to spec.NodeID, number int) impl.Effect { return send(to, status(0, number, 0)) }
	for _, row := range []struct {
		read             []words.Interpretation
		own, other, wait []impl.Effect
	}{
		{nil, effects(answer(1, 1)), effects(answer(0, 4)), nil},
		{[]words.Interpretation{words.HelloWaits}, effects(answer(1, 1)), nil, effects(answer(0, 4))},
		{[]words.Interpretation{words.AllHellosWait}, nil, nil, effects(answer(0, 4), answer(1, 1))},
	} {
		n := known(t, row.read...)
		handle(t, n, []handled{
			resynced(),
			{"the own", delivered(1, hello(0, 1)), row.own},
			{"another's", delivered(0, hello(0, 4)), row.other},
			{"again", delivered(0, hello(0, 4)), row.other},
			{"the mutex is free", fired(words.TimerStatus), row.wait},
			{"now it is answered", delivered(0, hello(0, 4)), effects(answer(0, 4))},
		}...)
		same(t, "hellos", []Hello(nil), n.state.Hellos)
	}
}

// Waiting HELLOs are answered in ascending order of senders, lives and numbers.
func TestHellosAreAnsweredInOrder(t *testing.T) {
	n := known(t, words.AllHellosWait)
	handle(t, n, resynced())
	for _, h := range []words.Hello{hello(1, 0), hello(0, 9), hello(0, 2), hello(1, 0)} {
		handle(t, n, handled{"a hello", delivered(2, h), nil})
	}
	handle(t, n, []handled{
		{"0's", delivered(0, hello(5, 5)), nil},
		{"the mutex is free", fired(words.TimerStatus), effects(
			send(0, status(5, 5, 0)), send(2, status(0, 2, 0)), send(2, status(0, 9, 0)), send(2, status(1, 0, 0)),
		)},
	}...)
	same(t, "lives", []int{5, 0, 1}, n.state.Lives)
}

// All that waits goes on in one order: HELLOs, the batch, the CLOSEs, the resynchronisation.
func TestOrderOfRelease(t *testing.T) {
	for _, row := range []struct {
		read []words.Interpretation
		want words.View
	}{
		{nil, seen(1, 1)}, // the batch brings 2 back, and the CLOSE has it go
		{[]words.Interpretation{words.NoTombstones}, seen(1, 1)},
		{[]words.Interpretation{words.ClosesFirst}, seen(1, 1)}, // its tombstone is there before the batch
		{[]words.Interpretation{words.ClosesFirst, words.NoTombstones}, seen(2, 1, 2)},
	} {
		n := known(t, append(row.read, words.AllHellosWait, words.ResyncWaits)...)
		handle(t, n, []handled{
			{"a share", delivered(2, share(seen(2, 1, 2))), window()},
			resynced(),
			{"resync", told(words.Resync{}), nil},
			{"resync again", told(words.Resync{}), nil},
			{"the window ends", fired(words.TimerShare), nil},
			{"a close", delivered(2, words.Close{}), nil},
			{"a hello", delivered(0, hello(0, 4)), nil},
			{"an answer", delivered(2, status(0, 1, 0)), nil},
			{"the mutex is free", fired(words.TimerStatus), slices.Concat(
				effects(broadcast(share(seen(2, 2))), send(0, status(0, 4, 0))), debate(0, 2),
			)},
		}...)
		same(t, "value", row.want, n.state.View(0))
		if !n.state.Debating || n.state.Again || n.state.Number != 2 {
			t.Errorf("%v: the resynchronisation has not begun, or another waits: %+v", row.read, n.state)
		}
	}
}

// A resynchronisation while the mutex is held is omitted.
func TestResyncWhileBusy(t *testing.T) {
	n := known(t)
	handle(t, n, []handled{
		resynced(),
		{"resync", told(words.Resync{}), nil},
		{"the end", fired(words.TimerStatus), nil},
		{"resync", told(words.Resync{}), debate(0, 2)},
	}...)
}

// The numbers of sessions go round in a circle; the clock repeats them for ever.
func TestClock(t *testing.T) {
	cfg := config(t, words.Config{Nodes: 2, Views: settled(2), Sessions: 2, SyncMS: 9000})
	n, wind := New(0, cfg), set(words.TimerSync, 9*time.Second)
	tick := func(number int) []impl.Effect { return append(effects(wind), debate(0, number)...) }
	handle(t, n, []handled{
		{"boot", booted(), effects(wind)},
		{"a tick", fired(words.TimerSync), tick(1)},
		{"one in a session", fired(words.TimerSync), effects(wind)},
		{"the end", fired(words.TimerStatus), nil},
		{"a tick", fired(words.TimerSync), tick(0)},
	}...)
	joiner := New(1, config(t, words.Config{Nodes: 2, Views: settled(2, 1), SyncMS: 9000}))
	handle(t, joiner, []handled{
		{"boot", booted(), nil},
		{"start", told(words.Start{}), append(debate(0, 0), wind)},
	}...)
}
