package spec

import (
	"slices"
	"strings"
	"testing"
)

func TestTimer(t *testing.T) {
	for _, c := range []struct {
		timer Timer
		name  string
		of    NodeID
	}{{"Collect", "Collect", None}, {TimerOf("Wait", 0), "Wait", 0}, {"Wait(12)", "Wait", 12}} {
		if c.timer.Name() != c.name || c.timer.Of() != c.of {
			t.Errorf("%q is named %q and for %s", c.timer, c.timer.Name(), c.timer.Of())
		}
	}
	a := Action{Name: Tick(TimerOf("Beat", 2)), At: 1, Timer: TimerOf("Beat", 2)}
	if got := a.String(); got != "TickBeat of 2 at 1" {
		t.Errorf("%q", got)
	}
	if !Timer("Wait(2)").IsOne() || !Timer("Wait").IsOne() || Timer("").IsOne() || Timer("(2)").IsOne() {
		t.Error("what names a timer, and what does not")
	}
	for _, wrong := range []Timer{"Wait(", "Wait()", "Wait(02)", "Wait(x)", "Wait(1"} {
		if wrong.IsOne() {
			t.Errorf("%q is one", wrong)
		}
		func() {
			defer func() {
				if breach, _ := recover().(Breach); breach.Contract != "TimerNames" {
					t.Errorf("%q is taken: %+v", wrong, breach)
				}
			}()
			wrong.Of()
		}()
	}
}

// waiter is a process with a clock, and a timer for its peer.
func waiter(awaits func(Timer, NodeID, int, Message) bool, repeats func(Timer, NodeID, int) bool) Model[State[int]] {
	return Of(Cluster{Nodes: 2, Boots: true, Clocks: NewSet("Beat")}, Handlers[int]{
		Awaits: awaits, Repeats: repeats,
		Fresh: func(NodeID) int { return 0 },
		Handle: func(n int, _ any, a Action) []Outcome[int] {
			o := Outcome[int]{Local: n}
			if a.Name == Boot {
				o.Arm = NewSet[Timer]("Beat", TimerOf("Wait", 1-a.At))
				o.Effects = []Effect{SendTo(1-a.At, echo{})}
			}
			return []Outcome[int]{o}
		},
	})
}

type echo struct{}

func (echo) Kind() string { return "Echo" }

// A clock ticks whatever is in flight; a timer that awaits nothing of it times out, unless its peer, if
// that is up, repeats what it awaits, and one that does not say what it awaits is premature.
func TestFirings(t *testing.T) {
	own := func(timer Timer, at NodeID, _ int, copy Message) bool {
		return copy.To == at && copy.From == timer.Of()
	}
	peer := func(timer Timer, at NodeID, _ int) bool { return timer.Of() == 1 && at == 0 }
	for name, c := range map[string]struct {
		awaits  func(Timer, NodeID, int, Message) bool
		repeats func(Timer, NodeID, int) bool
		crash   bool // of the peer
		want    []string
	}{
		"whatever is in flight": {nil, nil, false, []string{"PrematureWait of 1 at 0", "TickBeat at 0"}},
		"copies to itself":      {own, nil, false, []string{"TimeoutWait of 1 at 0", "TickBeat at 0"}},
		"what its peer repeats": {own, peer, false, []string{"PrematureWait of 1 at 0", "TickBeat at 0"}},
		"and is down":           {own, peer, true, []string{"TimeoutWait of 1 at 0", "TickBeat at 0"}},
	} {
		m := waiter(c.awaits, c.repeats)
		s := slices.Collect(m.Init())[0]
		s, _ = m.Do(s, Action{Name: Boot, At: 0}) // its Echo is in flight to 1
		if c.crash {
			s, _ = m.Do(s, Action{Name: Crash, At: 1})
		}
		for _, want := range c.want {
			if !slices.ContainsFunc(slices.Collect(m.Actions(s)), func(a Action) bool { return a.String() == want }) {
				t.Errorf("%s: %s is not enabled in %+v", name, want, s)
			}
		}
	}
}

// A budget may not count what is fair and never ends.
func TestTicksAreFree(t *testing.T) {
	tick := Action{Name: Tick("Beat"), Timer: "Beat"}
	if tick.IsFault() || !tick.IsFair() || !(Budget{}).Allows(nil, tick) {
		t.Error("a tick is not free, or not fair")
	}
	for _, pattern := range []string{"TickBeat", "Tick*"} {
		func() {
			defer func() {
				if breach, _ := recover().(Breach); !strings.Contains(breach.Why, "counts "+pattern) {
					t.Errorf("breach %+v", breach)
				}
			}()
			Bounded(waiter(nil, nil), Budget{Lines: []Line{{Name: "beats", Counts: []string{pattern}, Most: 3}}})
		}()
	}
}
