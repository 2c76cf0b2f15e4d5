package bully

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/impltest"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/bully/words"
)

// row is one rule: a process in a state, an event, what it then asks for, and its state after it.
type row struct {
	name   string
	id     spec.NodeID
	json   string // what the configuration has beside the number of processes
	before State
	ev     impl.Event
	want   []impl.Effect
	after  State
}

// check checks rows of a group of four.
func check(t *testing.T, rows []row) {
	t.Helper()
	checkGroup(t, 4, rows)
}

func checkGroup(t *testing.T, nodes int, rows []row) {
	t.Helper()
	for _, r := range rows {
		cfg, err := words.Parse(fmt.Appendf(nil, `{"nodes": %d%s}`, nodes, r.json))
		if err != nil {
			t.Fatalf("%s: %v", r.name, err)
		}
		impltest.Handles(t, r.name, New(r.id, cfg), r.before, r.ev, r.want, r.after)
	}
}

const (
	isTold       = `, "detector": "told"`
	isWarm       = `, "start": "warm"`
	noEpochs     = `, "interpretations": ["no-epochs"]`
	ignoresLower = `, "interpretations": ["ignores-lower"]`
	jobDone      = `, "interpretations": ["job-done"]`
	none         = spec.None
)

// Words of the tests.
var (
	booted    = impltest.Booted
	recovered = impltest.Recovered
	fired     = impltest.Fired
	told      = impltest.Told
	delivered = impltest.Delivered
	sends     = impltest.Sends
	effects   = slices.Concat[[]impl.Effect] // those of lists, one after the other
)

func set(timer spec.Timer, after time.Duration) []impl.Effect {
	return []impl.Effect{impltest.Set(timer, after)}
}

func stop(timers ...spec.Timer) []impl.Effect {
	list := make([]impl.Effect, len(timers))
	for i, timer := range timers {
		list[i] = impltest.Stop(timer)
	}
	return list
}

func saves(epoch int) []impl.Effect {
	return []impl.Effect{impltest.Save(words.Record{Epoch: epoch})}
}

// asks are the effects of an election that a process begins at that epoch.
func asks(epoch int, whom ...spec.NodeID) []impl.Effect {
	return effects(stop(words.TimerCoordinator), set(words.TimerAnswer, 500*time.Millisecond),
		sends(words.Election{Epoch: epoch}, whom...))
}

// rests are the effects of an election's end.
func rests() []impl.Effect { return stop(words.TimerAnswer, words.TimerCoordinator) }

func awaitsBeat() []impl.Effect { return set(words.TimerFail, 3*time.Second) }
func windsUp() []impl.Effect    { return set(words.ClockBeat, time.Second) }

// wins are the effects of who begins to lead in an epoch.
func wins(epoch int, others ...spec.NodeID) []impl.Effect {
	return effects(saves(epoch), sends(words.Coordinator{Epoch: epoch}, others...), rests(), windsUp())
}

func lost() State { return *New(0, words.Config{}).State().(*State) }

func leads(id spec.NodeID, epoch int) State { return State{Role: Leads, Master: id, Known: epoch} }

func follows(of spec.NodeID, known int) State { return State{Role: Follows, Master: of, Known: known} }

func is(role Role, known int) State { return State{Role: role, Master: none, Known: known} }

func TestNew(t *testing.T) {
	if d := cmp.Diff(State{Role: Lost, Master: none, Known: -1}, lost()); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	for _, c := range []struct {
		of     State
		leader spec.NodeID
		acts   bool
	}{
		{lost(), none, false},
		{leads(2, 2), 2, true},
		{follows(3, 3), 3, false},
		{is(Asks, 3), none, false},
		{is(Waits, 3), none, false},
	} {
		if c.of.Leader() != c.leader || c.of.Acts() != c.acts {
			t.Errorf("%+v: %s, %t", c.of, c.of.Leader(), c.of.Acts())
		}
	}
}

// At a cold start all begin an election, at a warm one they follow the highest in its first epoch. Who comes up
// again begins an election, and knows of the epoch that it saved.
func TestBegins(t *testing.T) {
	check(t, []row{
		{"cold", 1, "", lost(), booted(), asks(-1, 2, 3), is(Asks, -1)},
		{"cold, the highest", 3, "", lost(), booted(), wins(3, 0, 1, 2), leads(3, 3)},
		{
			"cold, no epochs", 3, noEpochs, lost(), booted(),
			effects(sends(words.Coordinator{Epoch: -1}, 0, 1, 2), rests(), windsUp()), leads(3, -1),
		},
		{"warm", 1, isWarm, lost(), booted(), effects(rests(), awaitsBeat()), follows(3, 3)},
		{"warm, the highest", 3, isWarm, lost(), booted(), effects(saves(3), rests(), windsUp()), leads(3, 3)},
		{"warm and told", 1, isWarm + isTold, lost(), booted(), rests(), follows(3, 3)},
		{"warm and told, the highest", 3, isWarm + isTold, lost(), booted(), effects(saves(3), rests()), leads(3, 3)},
		{"warm, no epochs", 1, isWarm + noEpochs, lost(), booted(), effects(rests(), awaitsBeat()), follows(3, -1)},
		{
			"warm, no epochs, the highest", 3, isWarm + noEpochs, lost(), booted(),
			effects(rests(), windsUp()), leads(3, -1),
		},
		{"nothing was saved", 1, "", lost(), recovered(nil), asks(-1, 2, 3), is(Asks, -1)},
		{"something was", 1, isWarm, lost(), recovered(words.Record{Epoch: 5}), asks(5, 2, 3), is(Asks, 5)},
		{"the highest", 3, "", lost(), recovered(words.Record{Epoch: 3}), wins(7, 0, 1, 2), leads(3, 7)},
	})
	checkGroup(t, 1, []row{{"alone", 0, "", lost(), booted(), wins(0), leads(0, 0)}})
}

// Who misses its leader asks the higher ones; who then hears nothing leads. Who was answered and hears of nobody
// asks anew.
func TestSilence(t *testing.T) {
	check(t, []row{
		{
			"told", 1, isTold, follows(3, 3), told(words.Suspect{Whom: 3}),
			effects(stop(words.TimerFail), asks(3, 2, 3)), is(Asks, 3),
		},
		{
			"falsely", 2, isTold, follows(3, 3), told(words.Alarm{Whom: 3}),
			effects(stop(words.TimerFail), asks(3, 3)), is(Asks, 3),
		},
		{
			"no beat", 0, "", follows(2, 6), fired(words.TimerFail),
			effects(stop(words.TimerFail), asks(6, 1, 2, 3)), is(Asks, 6),
		},
		{"no answer", 1, "", is(Asks, 3), fired(words.TimerAnswer), wins(5, 0, 2, 3), leads(1, 5)},
		{
			"no answer, told", 1, isTold, is(Asks, 3), fired(words.TimerAnswer),
			effects(saves(5), sends(words.Coordinator{Epoch: 5}, 0, 2, 3), rests()), leads(1, 5),
		},
		{
			"no answer, no epochs", 1, noEpochs, is(Asks, -1), fired(words.TimerAnswer),
			effects(sends(words.Coordinator{Epoch: -1}, 0, 2, 3), rests(), windsUp()), leads(1, -1),
		},
		{"no coordinator", 1, "", is(Waits, 3), fired(words.TimerCoordinator), asks(3, 2, 3), is(Asks, 3)},
	})
}

// Epochs are a process's own, and each is greater than all that it knows of.
func TestEpochs(t *testing.T) {
	for _, c := range []struct {
		id          spec.NodeID
		known, want int
	}{
		{0, -1, 0},
		{2, -1, 2},
		{0, 0, 4},
		{1, 0, 1},
		{1, 2, 5},
		{2, 5, 6},
		{2, 6, 10},
		{3, 6, 7},
		{0, 7, 8},
		{1, 11, 13},
	} {
		others := spec.AllNodes(4).Without(c.id)
		check(t, []row{{
			c.id.String(), c.id, "", is(Asks, c.known), fired(words.TimerAnswer),
			wins(c.want, others...), leads(c.id, c.want),
		}})
	}
}

// Who leads beats, for ever or as often as the configuration has it.
func TestBeats(t *testing.T) {
	const twice = `, "most": 2`
	beaten := func(s State, times int) State { s.Beaten = times; return s }
	beat := sends(words.Beat{Epoch: 6}, 0, 1, 3)
	won := effects(saves(6), sends(words.Coordinator{Epoch: 6}, 0, 1, 3), rests())
	check(t, []row{
		{"for ever", 2, "", leads(2, 6), fired(words.ClockBeat), effects(beat, windsUp()), leads(2, 6)},
		{"the first", 2, twice, leads(2, 6), fired(words.ClockBeat), effects(beat, windsUp()), beaten(leads(2, 6), 1)},
		{"the last", 2, twice, beaten(leads(2, 6), 1), fired(words.ClockBeat), beat, beaten(leads(2, 6), 2)},
		{
			"one is left", 2, twice, beaten(is(Asks, 3), 1), fired(words.TimerAnswer),
			effects(won, windsUp()), beaten(leads(2, 6), 1),
		},
		{"none is left", 2, twice, beaten(is(Asks, 3), 2), fired(words.TimerAnswer), won, beaten(leads(2, 6), 2)},
	})
}

// Who is asked answers, and asks those above it, unless it does already, or the epoch whose leader is missed is
// over: who leads since then says so.
func TestElection(t *testing.T) {
	asked := func(epoch int) impl.Event { return delivered(1, words.Election{Epoch: epoch}) }
	answer := sends(words.Answer{}, 1)
	check(t, []row{
		{
			"follows", 2, "", follows(3, 3), asked(3),
			effects(answer, stop(words.TimerFail), asks(3, 3)), is(Asks, 3),
		},
		{
			"follows, a later epoch", 2, "", follows(3, 3), asked(7),
			effects(answer, stop(words.TimerFail), asks(7, 3)), is(Asks, 7),
		},
		{"follows, an earlier epoch", 2, "", follows(3, 7), asked(3), answer, follows(3, 7)},
		{"asks", 2, "", is(Asks, 3), asked(3), answer, is(Asks, 3)},
		{"waits", 2, "", is(Waits, 3), asked(7), answer, is(Waits, 7)},
		{"asks, an earlier epoch", 2, "", is(Asks, 7), asked(3), answer, is(Asks, 7)},
		{"leads, an earlier epoch", 3, "", leads(3, 7), asked(3), sends(words.Coordinator{Epoch: 7}, 1), leads(3, 7)},
		{
			"leads", 3, "", leads(3, 3), asked(3),
			effects(answer, stop(words.ClockBeat), wins(7, 0, 1, 2)), leads(3, 7),
		},
		{
			"leads, a later epoch", 3, "", leads(3, 3), asked(8),
			effects(answer, stop(words.ClockBeat), wins(11, 0, 1, 2)), leads(3, 11),
		},
		{
			"leads, and is not the highest", 2, "", leads(2, 6), asked(6),
			effects(answer, stop(words.ClockBeat), asks(6, 3)), is(Asks, 6),
		},
	})
}

// The first answer ends the asking, and the process waits for who leads, printed without an end.
func TestAnswer(t *testing.T) {
	answer := delivered(3, words.Answer{})
	check(t, []row{
		{
			"asks", 1, "", is(Asks, 3), answer,
			effects(stop(words.TimerAnswer), set(words.TimerCoordinator, 1500*time.Millisecond)), is(Waits, 3),
		},
		{"asks, and its job is done", 1, jobDone, is(Asks, 3), answer, stop(words.TimerAnswer), is(Waits, 3)},
		{"waits", 1, "", is(Waits, 3), answer, nil, is(Waits, 3)},
		{"follows", 1, "", follows(3, 3), answer, nil, follows(3, 3)},
		{"leads", 1, "", leads(1, 5), answer, nil, leads(1, 5)},
	})
}

// Of who says that it leads a higher one is followed, unless its epoch is over, which it is told. A lower one
// has an election begin. A Coordinator and a Beat say the same.
func TestClaims(t *testing.T) {
	for _, of := range []func(epoch int) spec.Body{
		func(epoch int) spec.Body { return words.Coordinator{Epoch: epoch} },
		func(epoch int) spec.Body { return words.Beat{Epoch: epoch} },
	} {
		by := func(from spec.NodeID, epoch int) impl.Event { return delivered(from, of(epoch)) }
		begun := effects(rests(), awaitsBeat())
		check(t, []row{
			{"waits", 1, "", is(Waits, 3), by(3, 7), begun, follows(3, 7)},
			{"waits and is told", 1, isTold, is(Waits, 3), by(3, 7), rests(), follows(3, 7)},
			{"asks", 1, "", is(Asks, 3), by(2, 6), begun, follows(2, 6)},
			{"follows it", 1, "", follows(3, 3), by(3, 3), effects(stop(words.TimerFail), begun), follows(3, 3)},
			{"follows another", 1, "", follows(3, 3), by(2, 6), effects(stop(words.TimerFail), begun), follows(2, 6)},
			{"leads", 1, "", leads(1, 5), by(2, 6), effects(stop(words.ClockBeat), begun), follows(2, 6)},
			{"ignores lower ones", 1, ignoresLower, is(Waits, 3), by(3, 7), begun, follows(3, 7)},
			{"no epochs", 1, noEpochs, is(Waits, -1), by(3, -1), begun, follows(3, -1)},

			{"over", 1, "", follows(2, 6), by(3, 3), sends(words.Election{Epoch: 6}, 3), follows(2, 6)},
			{"over, asks", 1, "", is(Asks, 6), by(3, 3), sends(words.Election{Epoch: 6}, 3), is(Asks, 6)},
			{"over, its own", 1, "", follows(3, 7), by(3, 3), nil, follows(3, 7)},
			{"over, a lower one", 2, "", follows(3, 7), by(1, 5), nil, follows(3, 7)},

			{"lower", 2, "", follows(3, 3), by(1, 5), effects(stop(words.TimerFail), asks(5, 3)), is(Asks, 5)},
			{"lower, leads", 2, "", leads(2, 2), by(1, 5), effects(stop(words.ClockBeat), asks(5, 3)), is(Asks, 5)},
			{
				"lower, the highest", 3, "", leads(3, 3), by(1, 5),
				effects(stop(words.ClockBeat), wins(7, 0, 1, 2)), leads(3, 7),
			},
			{"lower, asks", 2, "", is(Asks, 3), by(1, 5), nil, is(Asks, 5)},
			{"lower, waits", 2, "", is(Waits, 3), by(1, 5), nil, is(Waits, 5)},
			{"lower, and ignored", 2, ignoresLower, follows(3, 3), by(1, 5), nil, follows(3, 3)},
		})
	}
}
