package campaign

import (
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer/faults"
)

// Without takes one kind of fault away, drawn and named, and nothing else.
func TestWithout(t *testing.T) {
	all := faults.Plan{
		Rates: faults.Rates{
			Loss: 1, Duplicate: 2, Reorder: 3, ReorderBy: ms(4), Early: 5, CrashIn: 6, MaxCrashes: 7, Lose: 8,
		},
		Faults: []faults.Fault{
			{Crash: &faults.Crash{}},
			{CrashIn: &faults.CrashIn{}},
			{Premature: &faults.Premature{}},
			{Loss: &faults.Loss{}},
			{Duplicate: &faults.Duplicate{}},
			{Reorder: &faults.Reorder{}},
			{Partition: &faults.Partition{}},
			{OneWay: &faults.OneWay{}},
			{Pause: &faults.Pause{}},
		},
	}
	none := all
	for _, kind := range faults.Kinds() {
		left := Without(all, kind)
		if len(left.Faults) != len(all.Faults)-1 {
			t.Errorf("without %s %d faults are left of %d", kind, len(left.Faults), len(all.Faults))
		}
		if slices.ContainsFunc(left.Faults, func(f faults.Fault) bool { return f.Kind() == kind }) {
			t.Errorf("a %s is left", kind)
		}
		if again := Without(left, kind); !slices.Equal(PlanText(again), PlanText(left)) {
			t.Errorf("taking %s away twice is not the same as once", kind)
		}
		none = Without(none, kind)
	}
	if len(none.Faults) > 0 || none.Rates.Any() || !none.Patient {
		t.Errorf("without every kind there is left: %s", PlanText(none))
	}
	if len(all.Faults) != len(faults.Kinds()) || all.Patient {
		t.Error("the plan itself was changed")
	}
}
