package polling

import (
	"fmt"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/nightly"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/polling/words"
)

// budgetOf returns a budget of polling in which any worker may crash.
func budgetOf(cfg words.Config, most map[string]int) spec.Budget {
	b := spec.Budget{Lines: spec.FaultLines("crash", "crashIn", "drift", "loss"), MayCrash: spec.AllNodes(cfg.Workers)}
	for i := range b.Lines {
		b.Lines[i].Most = most[b.Lines[i].Name]
	}
	return b
}

// breaks reports which of the properties fail in some state.
func breaks(t *testing.T, cfg words.Config, properties ...string) map[string]bool {
	t.Helper()
	subject := Protocol().Registered().Under(cfg, budgetOf(cfg, nil))
	r, err := subject.Reach(properties, "", verify.ReachOptions{Workers: 1, MaxStates: 1_000_000})
	if err != nil || r.Breach != "" {
		t.Fatalf("%+v: %v %s", cfg, err, r.Breach)
	}
	fails := map[string]bool{}
	for _, found := range r.Results {
		fails[found.Name] = found.Verdict == spec.Violated
	}
	return fails
}

// If all workers hear of a division between the beginnings of two slots, no window has too many requests, and each slot
// has one owner, in whichever order they hear. If one hears of it after the next slot has begun, two may share a slot.
func TestSwitchesBetweenTwoSlots(t *testing.T) {
	const slot, begins = 3, 9 // ticks; a slot begins at 9
	for _, c := range []struct{ from, to int }{{1, 2}, {2, 3}, {3, 2}, {3, 4}} {
		if c.to > nightly.Size(4, 3) {
			continue
		}
		for _, window := range []int{2 * slot, 4 * slot} {
			if most := max(c.from, c.to); most > 3 && window > 2*slot || testing.Short() && most > 2 {
				continue
			}
			most := max(c.from, c.to)
			t.Run(fmt.Sprintf("from %d to %d workers, T %d", c.from, c.to, window/slot), func(t *testing.T) {
				within, straddled := 0, 0
				for combination := range power(slot+1, most) {
					at, late := make([]int, most+1), false
					for i, rest := 0, combination; i < most; i, rest = i+1, rest/(slot+1) {
						at[i] = begins + rest%(slot+1)
						late = late || at[i] == begins+slot
					}
					at[most] = begins
					cfg := words.Config{
						Workers: most, Window: window, Collect: window,
						Divisions: []words.Division{
							{Slot: slot, Members: spec.AllNodes(c.from)},
							{Slot: slot, Members: spec.AllNodes(c.to), At: at},
						},
						Time: &spec.ConfiguredTime{Horizon: begins + 2*most*slot, Delay: spec.Prompt},
					}
					if late && combination%7 != 0 && most > 2 {
						continue // a sample is enough
					}
					fails := breaks(t, cfg, WindowKept, OneOwner)
					switch {
					case !late && (fails[WindowKept] || fails[OneOwner]):
						t.Fatalf("heard at %v: %v", at, fails)
					case !late:
						within++
					case fails[WindowKept] || fails[OneOwner]:
						straddled++
					}
				}
				t.Logf("%d combinations within, none fails; %d of a sample that straddle fail", within, straddled)
				if straddled == 0 && c.from > 1 { // the first worker has the slot at 12, whether there are one or two
					t.Error("no combination that straddles the beginning of a slot fails")
				}
			})
		}
	}
}

func power(n, k int) int {
	product := 1
	for range k {
		product *= n
	}
	return product
}
