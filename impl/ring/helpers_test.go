package ring

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/impltest"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ring/words"
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
	isDown       = `, "direction": "down"`
	noRounds     = `, "interpretations": ["no-rounds"]`
	followsLower = `, "interpretations": ["follows-lower"]`
	none         = spec.None
)

// Words of the tests.
var (
	booted    = impltest.Booted
	fired     = impltest.Fired
	told      = impltest.Told
	delivered = impltest.Delivered
	sends     = impltest.Sends
	effects   = slices.Concat[[]impl.Effect] // those of lists, one after the other
)

func set(timer spec.Timer, after time.Duration) []impl.Effect {
	return []impl.Effect{impltest.Set(timer, after)}
}

func stop(timer spec.Timer) []impl.Effect { return []impl.Effect{impltest.Stop(timer)} }

func clock() []impl.Effect { return set(words.ClockProbe, time.Second) }

// token is a token that is sent, and the waiting for the end of the election.
func token(round int, candidate, to spec.NodeID) []impl.Effect {
	return effects(sends(words.Token{Round: round, Candidate: candidate}, to), set(words.TimerRetry, 5*time.Second))
}

func elected(round int, leader, to spec.NodeID) []impl.Effect {
	return sends(words.Elected{Round: round, Leader: leader}, to)
}

// The states: of who knows of nothing, of a round alone, of one in which it has sent for that candidate, and of one
// that is over.
func fresh() State           { return *New(0, words.Config{}).State().(*State) }
func knows(round int) State  { return State{Term: round, Top: none, Master: none} }
func watching(s State) State { s.Watching = true; return s }

func sent(round int, top spec.NodeID) State {
	return State{Term: round, Passed: true, Top: top, Master: none}
}

func follows(round int, leader spec.NodeID) State {
	return State{Term: round, Top: none, Master: leader}
}

func leads(round int, id spec.NodeID) State {
	return State{Term: round, Top: none, Master: id, Elect: true}
}

func behind(gap int, s State) State { s.Gap = gap; return s }
