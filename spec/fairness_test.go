package spec_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/spec"
)

// Each delivery, fair timeout and boot counts for one condition, and nothing else for any.
func TestEachByItself(t *testing.T) {
	fair := spec.Each{
		Nodes: 3, Kinds: []string{"A", "B"}, Timers: []spec.Timer{"T"}, Boots: true, Clocks: []spec.Timer{"C"},
		Waits: []string{"W"},
	}.Weak()
	if len(fair) != 3+3+3+9+9*2 {
		t.Errorf("%d conditions, want 36", len(fair))
	}
	var names []string
	for _, condition := range fair {
		names = append(names, condition.Name)
		if condition.Strong {
			t.Errorf("%s is strong", condition.Name)
		}
	}
	if all := spec.NewSet(names...); len(all) != len(fair) {
		t.Errorf("conditions of one name: %v", names)
	}
	for want, a := range map[string]spec.Action{
		"Boot at 2":     {Name: spec.Boot, At: 2},
		"TimeoutT at 1": {Name: spec.Timeout("T"), At: 1, Timer: "T"},
		"TickC at 0":    {Name: spec.Tick("C"), At: 0, Timer: "C"},

		"TimeoutW of 2 at 1": {Name: spec.Timeout("W"), At: 1, Timer: spec.TimerOf("W", 2)},

		"DeliverA 0→2": {Name: spec.Deliver("A"), At: 2, Msg: spec.Message{From: 0, To: 2}},
		"DeliverB 1→1": {Name: spec.Deliver("B"), At: 1, Msg: spec.Message{From: 1, To: 1}},
		"":             {Name: spec.Premature("T"), At: 1},
		" ":            {Name: spec.Deliver("C"), At: 1},
		"  ":           {Name: spec.Deliver("A"), At: 1, Msg: spec.Message{From: spec.Environment, To: 1}},
		"   ":          {Name: spec.CrashIn(spec.Boot), At: 2},
	} {
		var got []string
		for _, condition := range fair {
			if condition.Of(a) {
				got = append(got, condition.Name)
			}
		}
		if want = strings.TrimSpace(want); strings.Join(got, ", ") != want {
			t.Errorf("%s counts for %q, want %q", a, got, want)
		}
	}
	if fair = (spec.Each{Nodes: 2, Kinds: []string{"A"}}).Weak(); slices.ContainsFunc(fair, func(f spec.Fairness) bool {
		return !strings.HasPrefix(f.Name, "DeliverA ")
	}) || len(fair) != 4 {
		t.Errorf("%d conditions without timers and boots, want 4 of deliveries", len(fair))
	}
}
