package spec

import "testing"

// A state rests as long as nothing is left but the routine; without any that is quiescence.
func TestResting(t *testing.T) {
	routine := Routine{Kinds: NewSet("Hello"), Timers: NewSet("T", "Wait")}
	to := func(to NodeID, body Body) []Message { return []Message{{From: 2, To: to, Body: body}} }
	armed := func(timers ...Timer) []SetOf[Timer] { return []SetOf[Timer]{nil, NewSet(timers...), nil} }
	for name, c := range map[string]struct {
		s                  State[int]
		resting, quiescent bool
	}{
		"nothing":                         {State[int]{}, true, true},
		"its timers":                      {State[int]{Timers: armed("T", TimerOf("Wait", 0))}, true, false},
		"its messages":                    {State[int]{Flight: to(1, hello{})}, true, false},
		"another timer":                   {State[int]{Timers: armed("T", "U")}, false, false},
		"another's timer for a peer":      {State[int]{Timers: armed(TimerOf("U", 0))}, false, false},
		"another message":                 {State[int]{Flight: to(1, all{})}, false, false},
		"another message to who is down":  {State[int]{Flight: to(0, all{})}, true, true},
		"somebody has not had a boot yet": {State[int]{Unbooted: NewSet[NodeID](1)}, false, false},
	} {
		c.s.Alive = NewSet[NodeID](1, 2)
		if got := c.s.Resting(routine); got != c.resting {
			t.Errorf("%s: resting %t", name, got)
		}
		if got := c.s.Quiescent(); got != c.quiescent {
			t.Errorf("%s: quiescent %t", name, got)
		}
	}
}
