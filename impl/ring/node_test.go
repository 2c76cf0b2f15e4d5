package ring

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ring/words"
)

// New knows of nothing; whoever leads says so.
func TestNew(t *testing.T) {
	if d := cmp.Diff(State{Top: none, Master: none}, fresh()); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	for _, c := range []struct {
		of     State
		leader spec.NodeID
		acts   bool
	}{
		{fresh(), none, false},
		{sent(2, 3), none, false},
		{follows(2, 3), 3, false},
		{leads(2, 1), 1, true},
	} {
		if c.of.Leader() != c.leader || c.of.Acts() != c.acts {
			t.Errorf("%+v: %s, %t", c.of, c.of.Leader(), c.of.Acts())
		}
	}
}

// Either way round, the first place is the neighbour's and the last the process's own.
func TestPlaces(t *testing.T) {
	for _, c := range []struct {
		id        spec.NodeID
		direction words.Direction
		want      []spec.NodeID
	}{
		{0, words.Up, []spec.NodeID{1, 2, 3, 0}},
		{2, words.Up, []spec.NodeID{3, 0, 1, 2}},
		{0, words.Down, []spec.NodeID{3, 2, 1, 0}},
		{2, words.Down, []spec.NodeID{1, 0, 3, 2}},
	} {
		n := New(c.id, words.Config{Nodes: 4, Direction: c.direction})
		for i, id := range c.want {
			if n.at(i+1) != id || n.distance(id) != i+1 {
				t.Errorf("%d %s: at place %d is %d, %d has place %d, want %d",
					c.id, c.direction, i+1, n.at(i+1), id, n.distance(id), id)
			}
			if n.state.Gap = i; n.next() != id {
				t.Errorf("%d %s: behind a gap of %d is %d, want %d", c.id, c.direction, i, n.next(), id)
			}
		}
	}
}

// Those that are to begin send a token, and who probes sets its clock.
func TestBoot(t *testing.T) {
	check(t, []row{
		{"begins", 1, "", fresh(), booted(), effects(clock(), token(1, 1, 2)), sent(1, 1)},
		{"the other way round", 1, isDown, fresh(), booted(), effects(clock(), token(1, 1, 0)), sent(1, 1)},
		{"is told", 3, isTold, fresh(), booted(), token(1, 3, 0), sent(1, 3)},
		{"does not begin", 1, `, "initiators": [0, 2]`, fresh(), booted(), clock(), fresh()},
		{"is told, and does not begin", 1, isTold + `, "initiators": [0]`, fresh(), booted(), nil, fresh()},
		{"no rounds", 1, noRounds, fresh(), booted(), effects(clock(), token(0, 1, 2)), sent(0, 1)},
	})
	checkGroup(t, 1, []row{{"alone", 0, "", fresh(), booted(), effects(clock(), token(1, 0, 0)), sent(1, 0)}})
}

// Who takes its successor for down turns to the next, tells it who leads, or begins a round if nobody does, or one
// that it has skipped. A timer that runs out and what a process is told come to the same.
func TestSkips(t *testing.T) {
	for name, ev := range map[string]impl.Event{
		"silence":   fired(words.TimerFail),
		"suspicion": told(words.Suspect{Whom: 2}),
		"alarm":     told(words.Alarm{Whom: 2}),
	} {
		check(t, []row{
			{
				name, 1, "", watching(follows(2, 3)), ev,
				effects(stop(words.TimerFail), elected(2, 3, 3)), behind(1, follows(2, 3)),
			},
			{
				name + " of the leader", 1, "", watching(follows(2, 2)), ev,
				effects(stop(words.TimerFail), token(3, 1, 3)), behind(1, sent(3, 1)),
			},
			{
				name + " in an election", 1, "", sent(2, 3), ev,
				effects(stop(words.TimerFail), token(3, 1, 3)), behind(1, sent(3, 1)),
			},
			{
				name + " of a second", 1, "", behind(1, leads(2, 1)), ev,
				effects(stop(words.TimerFail), elected(2, 1, 0)), behind(2, leads(2, 1)),
			},
			{
				name + " of the last", 1, "", behind(2, follows(2, 0)), ev,
				effects(stop(words.TimerFail), token(3, 1, 1)), behind(3, sent(3, 1)),
			},
			{
				name + ", and leads alone", 1, "", behind(2, leads(2, 1)), ev,
				stop(words.TimerFail), behind(3, leads(2, 1)),
			},
		})
	}
}

// Who is found again is the successor, and is told who leads; so is one that was skipped and is heard. One that is
// heard otherwise is there, and no more.
func TestTakesBack(t *testing.T) {
	for name, of := range map[string]func(spec.NodeID) impl.Event{
		"found": func(id spec.NodeID) impl.Event { return told(words.Found{Whom: id}) },
		"heard": func(id spec.NodeID) impl.Event { return delivered(id, words.Beat{}) },
	} {
		check(t, []row{
			{
				name, 1, "", watching(behind(2, follows(2, 0))), of(2),
				effects(stop(words.TimerFail), elected(2, 0, 2)), follows(2, 0),
			},
			{
				name + " behind another", 1, "", behind(2, follows(2, 0)), of(3),
				effects(stop(words.TimerFail), elected(2, 0, 3)), behind(1, follows(2, 0)),
			},
			{
				name + " in an election", 1, "", behind(3, sent(2, 1)), of(2),
				effects(stop(words.TimerFail), token(3, 1, 2)), sent(3, 1),
			},
			{
				name + " behind the leader", 1, "", behind(3, follows(2, 2)), of(0),
				effects(stop(words.TimerFail), token(3, 1, 0)), behind(2, sent(3, 1)),
			},
			{
				name + ", the other way round", 1, isDown, behind(2, follows(2, 2)), of(3),
				effects(stop(words.TimerFail), elected(2, 2, 3)), behind(1, follows(2, 2)),
			},
		})
	}
	check(t, []row{
		{
			"the successor", 1, "", watching(behind(1, follows(2, 3))), delivered(3, words.Beat{}),
			stop(words.TimerFail), behind(1, follows(2, 3)),
		},
		{
			"one behind it", 1, "", watching(follows(2, 3)), delivered(3, words.Beat{}),
			nil, watching(follows(2, 3)),
		},
	})
}

// An election that takes too long is begun anew.
func TestRetry(t *testing.T) {
	check(t, []row{
		{"a round", 1, "", sent(2, 3), fired(words.TimerRetry), token(3, 1, 2), sent(3, 1)},
		{"behind a gap", 3, "", behind(1, sent(2, 3)), fired(words.TimerRetry), token(3, 3, 1), behind(1, sent(3, 3))},
		{"no rounds", 1, noRounds, sent(0, 3), fired(words.TimerRetry), token(0, 1, 2), sent(0, 1)},
	})
}

// A token of a higher one goes on, once; one of a lower one ends where another was sent; and who has its own back,
// and sent none of a higher one, is elected.
func TestToken(t *testing.T) {
	of := func(round int, candidate spec.NodeID) impl.Event {
		return delivered(0, words.Token{Round: round, Candidate: candidate})
	}
	won := effects(stop(words.TimerRetry), elected(2, 1, 2))
	check(t, []row{
		{"an old one", 1, "", sent(2, 1), of(1, 3), nil, sent(2, 1)},
		{"an old one, to who follows", 1, "", follows(2, 3), of(1, 3), nil, follows(2, 3)},
		{"the round is over", 1, "", follows(2, 2), of(2, 3), nil, follows(2, 2)},
		{"its own, the round is over", 1, "", leads(2, 1), of(2, 1), nil, leads(2, 1)},

		{"of a higher one", 1, "", sent(2, 1), of(2, 2), token(2, 2, 2), sent(2, 2)},
		{"of one still higher", 1, "", sent(2, 2), of(2, 3), token(2, 3, 2), sent(2, 3)},
		{"it comes round again", 1, "", sent(2, 3), of(2, 3), nil, sent(2, 3)},
		{"a higher one was sent", 1, "", sent(2, 3), of(2, 2), nil, sent(2, 3)},
		{"of a lower one", 1, "", sent(2, 1), of(2, 0), nil, sent(2, 1)},
		{"of a lower one, none was sent", 1, "", knows(2), of(2, 0), token(2, 1, 2), sent(2, 1)},
		{"its own", 1, "", sent(2, 1), of(2, 1), won, leads(2, 1)},
		{"its own, and a higher one was sent", 1, "", sent(2, 3), of(2, 1), nil, sent(2, 3)},
		{"its own, alone", 1, "", behind(3, sent(2, 1)), of(2, 1), stop(words.TimerRetry), behind(3, leads(2, 1))},

		{"a later round, of a lower one", 1, "", follows(1, 3), of(2, 0), token(2, 1, 2), sent(2, 1)},
		{"a later round, of a higher one", 1, "", leads(1, 1), of(2, 3), token(2, 3, 2), sent(2, 3)},
		{"a later round, and one higher was sent", 1, "", sent(1, 3), of(2, 2), token(2, 2, 2), sent(2, 2)},
		{"a later round, its own", 1, "", sent(1, 1), of(2, 1), nil, knows(2)},
		{"behind a gap", 1, "", behind(1, sent(2, 1)), of(2, 2), token(2, 2, 3), behind(1, sent(2, 2))},
	})
}

// As printed there are no rounds: what comes is of the election at hand, and goes on and on.
func TestTokenWithoutRounds(t *testing.T) {
	of := func(candidate spec.NodeID) impl.Event { return delivered(0, words.Token{Candidate: candidate}) }
	won := effects(stop(words.TimerRetry), elected(0, 1, 2))
	check(t, []row{
		{"who follows elects anew", 1, noRounds, follows(0, 2), of(3), token(0, 3, 2), sent(0, 3)},
		{"so it does for a lower one", 1, noRounds, follows(0, 2), of(0), token(0, 1, 2), sent(0, 1)},
		{"it comes round again", 1, noRounds, sent(0, 3), of(3), token(0, 3, 2), sent(0, 3)},
		{"a higher one was sent", 1, noRounds, sent(0, 3), of(2), token(0, 2, 2), sent(0, 3)},
		{"of a lower one", 1, noRounds, sent(0, 1), of(0), nil, sent(0, 1)},
		{"its own, and a higher one was sent", 1, noRounds, sent(0, 3), of(1), won, leads(0, 1)},
		{"its own, again", 1, noRounds, leads(0, 1), of(1), won, leads(0, 1)},
	})
}

// Word of who leads is news where it is of a later round, or of a higher one in this. Who is higher than the one
// elected, or has skipped it, begins a round.
func TestElected(t *testing.T) {
	of := func(round int, leader spec.NodeID) impl.Event {
		return delivered(0, words.Elected{Round: round, Leader: leader})
	}
	heard := func(round int, leader spec.NodeID) []impl.Effect {
		return effects(stop(words.TimerRetry), elected(round, leader, 2))
	}
	check(t, []row{
		{"the end of the round", 1, "", sent(2, 3), of(2, 3), heard(2, 3), follows(2, 3)},
		{"a later round", 1, "", follows(2, 3), of(4, 2), heard(4, 2), follows(4, 2)},
		{"a later round, in an election", 1, "", sent(2, 3), of(4, 2), heard(4, 2), follows(4, 2)},
		{"a later round, itself", 1, "", sent(2, 3), of(4, 1), heard(4, 1), leads(4, 1)},
		{"a higher one", 1, "", follows(2, 2), of(2, 3), heard(2, 3), follows(2, 3)},
		{"a higher one than itself", 1, "", leads(2, 1), of(2, 2), heard(2, 2), follows(2, 2)},
		{"the same", 1, "", follows(2, 3), of(2, 3), nil, follows(2, 3)},
		{"itself", 1, "", leads(2, 1), of(2, 1), nil, leads(2, 1)},
		{"a lower one", 1, "", follows(2, 3), of(2, 2), nil, follows(2, 3)},
		{"an earlier round", 1, "", follows(2, 2), of(1, 3), nil, follows(2, 2)},
		{"an earlier round, in an election", 1, "", sent(2, 1), of(1, 3), nil, sent(2, 1)},
		{"it is higher itself", 1, "", sent(2, 1), of(4, 0), token(5, 1, 2), sent(5, 1)},
		{"it is higher itself, in this round", 1, "", sent(2, 1), of(2, 0), token(3, 1, 2), sent(3, 1)},
		{"one that was skipped", 1, "", behind(1, follows(1, 3)), of(2, 2), token(3, 1, 3), behind(1, sent(3, 1))},
		{
			"behind a gap", 1, "", behind(1, sent(2, 3)), of(2, 3),
			effects(stop(words.TimerRetry), elected(2, 3, 3)), behind(1, follows(2, 3)),
		},

		{"follows a lower one", 1, followsLower, sent(2, 1), of(4, 0), heard(4, 0), follows(4, 0)},
		{
			"follows none that was skipped", 1, followsLower, behind(3, follows(1, 1)), of(2, 0),
			token(3, 1, 1), behind(3, sent(3, 1)),
		},

		{"no rounds", 1, noRounds, sent(0, 3), of(0, 3), heard(0, 3), follows(0, 3)},
		{"no rounds, another", 1, noRounds, follows(0, 3), of(0, 2), heard(0, 2), follows(0, 2)},
		{"no rounds, the same", 1, noRounds, follows(0, 3), of(0, 3), nil, follows(0, 3)},
		{"no rounds, itself", 1, noRounds, sent(0, 3), of(0, 1), nil, sent(0, 3)},
		{"no rounds, a lower one", 1, noRounds, follows(0, 3), of(0, 0), token(0, 1, 2), sent(0, 1)},
	})
}

// Who is probed answers, and hears who leads.
func TestProbed(t *testing.T) {
	of := func(round int, leader spec.NodeID) impl.Event {
		return delivered(0, words.Probe{Round: round, Leader: leader})
	}
	beat := sends(words.Beat{}, 0)
	check(t, []row{
		{"nobody leads", 1, "", sent(2, 1), of(4, none), beat, sent(2, 1)},
		{
			"somebody does", 1, "", sent(2, 1), of(4, 3),
			effects(beat, stop(words.TimerRetry), elected(4, 3, 2)), follows(4, 3),
		},
		{"it is known", 1, "", follows(4, 3), of(4, 3), beat, follows(4, 3)},
		{"it should be another", 1, "", sent(2, 1), of(4, 0), effects(beat, token(5, 1, 2)), sent(5, 1)},
	})
}

// A process probes its successor and those before it, and waits for the successor's answer unless it does already.
func TestProbes(t *testing.T) {
	const twice = `, "most": 2`
	probed := func(s State, times int) State { s.Probed = times; return s }
	probe := func(leader spec.NodeID, whom ...spec.NodeID) []impl.Effect {
		return sends(words.Probe{Round: 2, Leader: leader}, whom...)
	}
	tick, wait, f := fired(words.ClockProbe), set(words.TimerFail, 3*time.Second), follows(2, 3)
	check(t, []row{
		{"its successor", 1, "", f, tick, effects(probe(3, 2), wait, clock()), watching(f)},
		{"nobody leads", 1, "", sent(2, 1), tick, effects(probe(none, 2), wait, clock()), watching(sent(2, 1))},
		{"it waits already", 1, "", watching(f), tick, effects(probe(3, 2), clock()), watching(f)},
		{
			"those it has skipped", 3, "", behind(1, leads(2, 3)), tick,
			effects(probe(3, 0, 1), wait, clock()), watching(behind(1, leads(2, 3))),
		},
		{
			"the other way round", 1, isDown, behind(1, f), tick,
			effects(probe(3, 0, 3), wait, clock()), watching(behind(1, f)),
		},
		{
			"all others", 1, "", behind(3, leads(2, 1)), tick,
			effects(probe(1, 0, 2, 3), clock()), behind(3, leads(2, 1)),
		},
		{"the first time", 1, twice, f, tick, effects(probe(3, 2), wait, clock()), probed(watching(f), 1)},
		{"the last time", 1, twice, probed(f, 1), tick, effects(probe(3, 2), wait), probed(watching(f), 2)},
	})
}
