package viewchange

import (
	"slices"
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/impltest"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/viewchange/words"
)

// row is one rule: a replica of a group in a state, an event, what it then asks for, and its state after it.
type row struct {
	name   string
	nodes  int
	id     spec.NodeID
	before State
	ev     impl.Event
	want   []impl.Effect
	after  State
}

func check(t *testing.T, rows []row) {
	t.Helper()
	for _, r := range rows {
		n := New(r.id, words.Config{Nodes: r.nodes, BeatMS: 400, FailMS: 1500})
		impltest.Handles(t, r.name, n, r.before, r.ev, r.want, r.after)
	}
}

// Words of the tests.
var (
	fired     = impltest.Fired
	delivered = impltest.Delivered
	sends     = impltest.Sends
	effects   = slices.Concat[[]impl.Effect] // those of lists, one after the other
)

func set(timer spec.Timer, after time.Duration) []impl.Effect {
	return []impl.Effect{impltest.Set(timer, after)}
}

func stop(timer spec.Timer) []impl.Effect { return []impl.Effect{impltest.Stop(timer)} }

func beats() []impl.Effect { return set(words.ClockCommit, 400*time.Millisecond) }
func waits() []impl.Effect { return set(words.TimerWait, 1500*time.Millisecond) }

// leads and follows are the effects of who becomes normal, as the primary or not; changes are those of who begins the
// change to a view.
func leads() []impl.Effect   { return effects(stop(words.TimerWait), beats()) }
func follows() []impl.Effect { return effects(stop(words.ClockCommit), waits()) }

func changes(view int, others ...spec.NodeID) []impl.Effect {
	return effects(stop(words.ClockCommit), waits(), sends(words.StartViewChange{View: view}, others...))
}

// normal is the state of who is normal in a view; changing of who is in the change to one, and was normal last
// in another.
func normal(view int, primary spec.NodeID) State {
	return State{Leader: primary, View: view, LastNormal: view}
}

func acting(view int, primary spec.NodeID) State {
	s := normal(view, primary)
	s.Acts = true
	return s
}

func changing(view, last int, starts ...spec.NodeID) State {
	s := State{Leader: spec.None, View: view, LastNormal: last}
	if len(starts) > 0 {
		s.Starts = spec.NewSet(starts...)
	}
	return s
}

// told is the state of who has sent its DoViewChange, and has those of others, of which the greatest last normal
// view is this.
func told(s State, behind int, dos ...spec.NodeID) State {
	s = with(s, behind, dos...)
	s.Told = true
	return s
}

func with(s State, behind int, dos ...spec.NodeID) State {
	if s.Behind = behind; len(dos) > 0 {
		s.Dos = spec.NewSet(dos...)
	}
	return s
}

// All are normal in view 0 at first. The primary beats, and who misses it begins the change to the next view.
func TestNormal(t *testing.T) {
	fresh := *New(0, words.Config{}).State().(*State)
	boot := impltest.Booted()
	check(t, []row{
		{"the primary boots", 3, 0, fresh, boot, leads(), acting(0, 0)},
		{"another boots", 3, 2, fresh, boot, follows(), normal(0, 0)},
		{"the primary beats", 3, 1, acting(4, 1), fired(words.ClockCommit), effects(
			beats(), sends(words.Commit{View: 4}, 0, 2)), acting(4, 1)},
		{"silence", 3, 2, normal(4, 1), fired(words.TimerWait), changes(5, 0, 1), changing(5, 4)},
		{
			"a change takes too long", 5, 2, told(changing(5, 3, 1, 4), 3, 2), fired(words.TimerWait),
			changes(6, 0, 1, 3, 4), changing(6, 3),
		},
		{"alone", 1, 0, acting(4, 0), fired(words.TimerWait), effects(changes(5), leads()), acting(5, 0)},
	})
}

// Who hears that a view has begun is normal in it, unless it knows of a later one. A Commit and a StartView
// say the same.
func TestHears(t *testing.T) {
	for _, of := range []func(view int) spec.Body{
		func(view int) spec.Body { return words.Commit{View: view} },
		func(view int) spec.Body { return words.StartView{View: view} },
	} {
		view := func(view int) impl.Event { return delivered(1, of(view)) }
		check(t, []row{
			{"its view", 3, 2, normal(4, 1), view(4), waits(), normal(4, 1)},
			{"a later one", 3, 2, normal(4, 1), view(7), follows(), normal(7, 1)},
			{"a later one, to a primary", 3, 2, acting(5, 2), view(7), follows(), normal(7, 1)},
			{"an earlier one", 3, 2, normal(4, 1), view(1), nil, normal(4, 1)},
			{"that which it changes to", 3, 2, told(changing(4, 3, 0), 0), view(4), follows(), normal(4, 1)},
			{"a later one than that", 3, 2, changing(4, 3, 0), view(7), follows(), normal(7, 1)},
			{"an earlier one than that", 3, 2, changing(5, 3, 0), view(4), nil, changing(5, 3, 0)},
		})
	}
}

// When f others take part a replica tells the primary of the view, once; who is that itself counts its own.
func TestStartViewChange(t *testing.T) {
	start := func(from spec.NodeID, view int) impl.Event { return delivered(from, words.StartViewChange{View: view}) }
	check(t, []row{
		{"it joins", 3, 2, normal(3, 0), start(0, 4), effects(changes(4, 0, 1), sends(
			words.DoViewChange{View: 4, LastNormal: 3}, 1)), told(changing(4, 3, 0), 0)},
		{"it joins as the primary", 3, 1, normal(3, 0), start(0, 4), changes(4, 0, 2), told(changing(4, 3, 0), 3, 1)},
		{"the old primary joins", 3, 0, acting(3, 0), start(2, 4), effects(changes(4, 1, 2), sends(
			words.DoViewChange{View: 4, LastNormal: 3}, 1)), told(changing(4, 3, 2), 0)},
		{"a later change", 3, 2, told(changing(4, 3, 0), 0), start(0, 6), effects(changes(6, 0, 1), sends(
			words.DoViewChange{View: 6, LastNormal: 3}, 0)), told(changing(6, 3, 0), 0)},
		{"an earlier view", 3, 2, normal(4, 1), start(0, 3), nil, normal(4, 1)},
		{"an earlier change", 3, 2, changing(4, 3), start(0, 3), nil, changing(4, 3)},
		{"the change is over", 3, 2, normal(4, 1), start(0, 4), nil, normal(4, 1)},
		{"too few", 5, 2, changing(6, 5), start(0, 6), nil, changing(6, 5, 0)},
		{"the same again", 5, 2, changing(6, 5, 0), start(0, 6), nil, changing(6, 5, 0)},
		{
			"enough", 5, 2, changing(6, 5, 0), start(3, 6), sends(words.DoViewChange{View: 6, LastNormal: 5}, 1),
			told(changing(6, 5, 0, 3), 0),
		},
		{"more", 5, 2, told(changing(6, 5, 0, 3), 0), start(4, 6), nil, told(changing(6, 5, 0, 3, 4), 0)},
		{"enough at the primary", 5, 1, changing(6, 5, 0), start(3, 6), nil, told(changing(6, 5, 0, 3), 5, 1)},
		{"the last at the primary", 5, 1, with(changing(6, 5, 0), 4, 0, 2), start(3, 6), effects(
			leads(), sends(words.StartView{View: 6}, 0, 2, 3, 4)), acting(6, 1)},
	})
}

// With f+1 DoViewChanges, its own among them or not, the primary begins the view.
func TestDoViewChange(t *testing.T) {
	do := func(from spec.NodeID, view, last int) impl.Event {
		return delivered(from, words.DoViewChange{View: view, LastNormal: last})
	}
	begins := effects(leads(), sends(words.StartView{View: 4}, 0, 2))
	check(t, []row{
		{"it joins", 3, 1, normal(3, 0), do(2, 4, 3), changes(4, 0, 2), with(changing(4, 3), 3, 2)},
		{"the first", 3, 1, changing(4, 3), do(2, 4, 2), nil, with(changing(4, 3), 2, 2)},
		{"beside its own", 3, 1, told(changing(4, 3, 0), 3, 1), do(2, 4, 3), begins, acting(4, 1)},
		{"without its own", 3, 1, with(changing(4, 3), 3, 0), do(2, 4, 3), begins, acting(4, 1)},
		{"the same again", 3, 1, with(changing(4, 3), 3, 2), do(2, 4, 3), nil, with(changing(4, 3), 3, 2)},
		{"it has begun", 3, 1, acting(4, 1), do(2, 4, 3), nil, acting(4, 1)},
		{"an earlier view", 3, 1, acting(4, 1), do(2, 3, 2), nil, acting(4, 1)},
		{"an earlier change", 3, 1, changing(4, 3), do(2, 1, 0), nil, changing(4, 3)},
		{"too few", 5, 1, told(changing(6, 5, 0, 2), 5, 1), do(2, 6, 4), nil, told(changing(6, 5, 0, 2), 5, 1, 2)},
		{
			"one that is further", 5, 1, told(changing(6, 4, 0, 2), 4, 1), do(2, 6, 5), nil,
			told(changing(6, 4, 0, 2), 5, 1, 2),
		},
		{"enough", 5, 1, told(changing(6, 5, 0, 2), 5, 1, 2), do(4, 6, 5), effects(
			leads(), sends(words.StartView{View: 6}, 0, 2, 3, 4)), acting(6, 1)},
	})
}
