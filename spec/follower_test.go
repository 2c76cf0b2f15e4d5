package spec

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/codec"
)

// chatter is a protocol with every kind of effect, picks, timers that await, a clock and peers that repeat.
func chatter(failures Failures, boots, ordered bool) Model[State[int]] {
	c := Cluster{Nodes: 3, Failures: failures, Boots: boots, Ordered: ordered, Clocks: NewSet("Tick")}
	return Of(c, Handlers[int]{
		Fresh: func(id NodeID) int { return int(id) },
		Handle: func(n int, disk any, a Action) []Outcome[int] {
			if saved, ok := disk.(stored); ok && a.Name == Recover {
				n = saved.N
			}
			if n > 30 { // it has come to its end
				return []Outcome[int]{{Local: n}}
			}
			peer := NodeID(n % 3)
			switch {
			case a.Timer == "Tick":
				return []Outcome[int]{{Local: n + 1, Arm: NewSet[Timer]("Tick")}}
			case a.Timer != "":
				return []Outcome[int]{{
					Local: n + 1, Effects: []Effect{BroadcastTo("even", all{}), SendTo(peer, hello{n % 2})},
				}}
			case a.Name == "Begin":
				var outcomes []Outcome[int]
				for pick := range a.Picks(AllNodes(3), 2) {
					outcomes = append(outcomes, Outcome[int]{
						Pick: pick, Local: n + 3, Arm: NewSet[Timer]("Tick", TimerOf("Wait", pick[0])),
						Effects: []Effect{
							SaveRecord(stored{n}), SendTo(pick[0], hello{1}), MulticastAll(all{}),
							SendTo(pick[0], hello{2}),
						},
					})
				}
				return outcomes
			}
			return []Outcome[int]{{
				Local: n + 2, Arm: NewSet(TimerOf("Wait", peer)), Disarm: NewSet(TimerOf("Wait", (peer+1)%3)),
				Effects: []Effect{SendTo(peer, hello{n % 3}), SaveRecord(stored{n + 2}), SendTo(peer, all{})},
			}}
		},
		Inputs: func(_ NodeID, n int, _ Set) []Body {
			if n < 9 {
				return []Body{hello{n}, begin{}}
			}
			return nil
		},
		Bound: func(_ NodeID, n int, _ string) bool { return n%2 == 0 },
		Awaits: func(timer Timer, _ NodeID, n int, msg Message) bool {
			return msg.From == timer.Of() && msg.Place == 0 && n%4 > 0
		},
		Repeats: func(_ Timer, _ NodeID, peer int) bool { return peer%7 == 0 },
	})
}

// beside are actions that are like one, but for one thing.
func beside(a Action) []Action {
	var list []Action
	vary := func(change func(*Action)) {
		other := a
		change(&other)
		list = append(list, other)
	}
	for _, name := range []string{
		Deliver("Hello"), Deliver("All"), Timeout("Wait"), Premature("Wait"), Tick("Tick"), "Begin", "Hello",
		Drop("Hello"), Drop("All"), Lose("Hello"), Duplicate("Hello"), Duplicate("All"), CrashIn(a.Name),
	} {
		vary(func(a *Action) { a.Name = name })
	}
	for _, at := range []NodeID{-1, 0, 1, 2, 3} {
		vary(func(a *Action) { a.At = at })
		vary(func(a *Action) { a.Msg.To = at })
		vary(func(a *Action) { a.Msg.From = at })
		vary(func(a *Action) { a.At, a.Msg.To = at, at })
	}
	for _, timer := range []Timer{"", "Tick", "Wait(0)", "Wait(1)", "Wait(2)"} {
		vary(func(a *Action) { a.Timer = timer })
	}
	for _, body := range []Body{nil, hello{0}, hello{1}, hello{4}, all{}, begin{}} {
		vary(func(a *Action) { a.Msg.Body = body })
	}
	for n := range 4 {
		vary(func(a *Action) { a.Cut = n })
		vary(func(a *Action) { a.Msg.Place = n })
	}
	for at := range NodeID(3) {
		list = append(list, Action{Name: Recover, At: at}, Action{Name: Boot, At: at}, Action{Name: Crash, At: at})
	}
	vary(func(a *Action) { a.Pick = Set{0, 1} })
	vary(func(a *Action) { a.Pick = Set{2} })
	vary(func(a *Action) { a.Msg.Multicast = !a.Msg.Multicast })
	vary(func(a *Action) { a.Msg.From = Environment })
	return list
}

// A Follower takes what Do takes and nothing else, and leaves what Do leaves, in walks under every failure model.
func TestFollowerDoesWhatDoDoes(t *testing.T) {
	happened := map[Class]int{}
	for _, failures := range []Failures{CrashStop, MessagesWait, MessagesVanish} {
		for seed := range uint64(24) {
			boots, ordered := seed%2 == 1, seed%4 > 1
			t.Run(fmt.Sprint(failures, boots, ordered, seed), func(t *testing.T) {
				follow(t, chatter(failures, boots, ordered), rand.New(rand.NewPCG(seed, 1)), happened)
			})
		}
	}
	for class := ClassInput; class <= ClassDuplicate; class++ {
		if happened[class] == 0 {
			t.Errorf("no step of class %d has happened: %v", class, happened)
		}
	}
}

// follow walks through a model with a follower beside it, to which other actions are offered at each state.
func follow(t *testing.T, m Model[State[int]], draw *rand.Rand, happened map[Class]int) {
	s := only(m)
	f := Follow(m, s)
	for range 120 {
		actions := slices.Collect(m.Actions(s))
		if len(actions) == 0 {
			return // all have crashed
		}
		a := actions[draw.IntN(len(actions))]
		if a.Class().isCrash() && draw.IntN(12) > 0 {
			continue // most of what is enabled is a crash
		}
		others := beside(a)
		for range 12 {
			takesAlike(t, m, f, s, others[draw.IntN(len(others))])
		}
		takesAlike(t, m, f, s, a)
		before := codec.Key(s)
		s, _ = m.Do(s, a)
		if draw.IntN(6) == 0 { // somebody else has worked it out, after the follower has looked elsewhere
			f.Take(Action{Name: "Unknown", At: (a.At + 1) % 3})
			f.Jump(s)
		} else if !f.Take(a) {
			t.Fatalf("%s is not taken", a)
		}
		was, is := f.States()
		if codec.Key(*was) != before || codec.Key(*is) != codec.Key(s) {
			t.Fatalf("%s leads to %+v, and not to %+v", a, *is, s)
		}
		happened[a.Class()]++
	}
}

// takesAlike offers an action to both and takes it back.
func takesAlike(t *testing.T, m Model[State[int]], f *Follower[int], s State[int], a Action) {
	t.Helper()
	want, enabled := m.Do(s, a)
	if took := f.Take(a); took != enabled {
		t.Fatalf("%s with %+v is taken: %t, enabled: %t, in %+v", a, a, took, enabled, s)
	}
	if !enabled {
		return
	}
	was, is := f.States()
	if codec.Key(*is) != codec.Key(want) || codec.Key(*was) != codec.Key(s) {
		t.Fatalf("%s leads to %+v, and not to %+v", a, *is, want)
	}
	if got, want := flightBy(s, f.Delta(), a), want.Flight; !slices.EqualFunc(got, want, sameCopy) {
		t.Fatalf("%s changes what is in flight to %v, by %+v, and not to %v", a, got, *f.Delta(), want)
	}
	f.Undo()
}

// flightBy is what is in flight after a change.
func flightBy(s State[int], d *Delta, a Action) []Message {
	flight := s.Flight
	if d.Taken {
		flight = removed(flight, a.Msg)
	}
	for _, msg := range d.Sent {
		flight = inserted(flight, msg)
	}
	if d.Cleared {
		flight = slices.DeleteFunc(slices.Clone(flight), func(msg Message) bool { return msg.To == d.At })
	}
	return flight
}

func sameCopy(a, b Message) bool { return CompareMessages(a, b) == 0 }

// A Follower of a model that was not made by Of takes nothing: who follows works the step out otherwise.
func TestFollowerOfAnotherModel(t *testing.T) {
	m := Of(three(CrashStop), talk())
	type another struct{ Model[State[int]] }
	f := Follow[int](another{m}, only(m))
	for a := range m.Actions(only(m)) {
		if f.Take(a) {
			t.Errorf("%s is taken", a)
		}
	}
}
