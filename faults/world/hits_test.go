package world_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/faultstest"
	"github.com/scrutineer-go/scrutineer/spec"
)

// hits counts by their events the faults that have one of their own.
type hits map[world.Hit]int

func (s hits) Observe(_ *world.World, e *world.Event) {
	for fault, prefix := range map[string]string{
		"duplicate": spec.Duplicate(""), "lose": spec.Lose(""), "premature": spec.Premature(""),
		"crashIn": spec.CrashIn(""),
	} {
		if on, ok := strings.CutPrefix(e.Action.Name, prefix); ok {
			s[world.Hit{Fault: fault, On: on}]++
		}
	}
	if on, ok := strings.CutPrefix(e.Action.Name, spec.CrashIn(spec.Premature(""))); ok {
		s[world.Hit{Fault: "premature", On: on}]++
	}
}

// Each fault is counted on what it takes effect on, and what has an event of its own as often as that happens.
func TestHits(t *testing.T) {
	all := map[string]int{}
	for n := range 300 {
		c, p := faultstest.Drawn(n, n%5 == 4)
		want, got := hits{}, hits{}
		r := faultstest.MustRun(t, c, p, want)
		sums := map[string]int{}
		for hit, count := range r.Hits {
			sums[hit.Fault] += count
			all[hit.Fault] += count
			switch hit.Fault {
			case "duplicate", "lose", "premature", "crashIn":
				got[hit] = count
			}
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Fatalf("plan %d (-want +got): %s", n, d)
		}
		for fault, sum := range sums {
			if sum > r.Happened[fault] || sum < r.Happened[fault] && fault != "pause" { // timers wait for its end too
				t.Errorf("plan %d: %s took effect %d times, on something %d times", n, fault, r.Happened[fault], sum)
			}
		}
	}
	for _, fault := range []string{
		"loss", "duplicate", "lose", "reorder", "partition", "oneWay", "pause", "premature", "crashIn",
	} {
		if all[fault] == 0 {
			t.Errorf("no plan had a %s that took effect on something", fault)
		}
	}
	t.Log(all)
}
