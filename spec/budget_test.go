package spec

import "testing"

// The lines that protocols have in common count faults and nothing else, each its own.
func TestFaultLines(t *testing.T) {
	names := []string{"premature", "crash", "crashIn", "duplicate", "loss"}
	counted := map[string]string{
		Premature("T"): "premature", Crash: "crash", CrashIn(Deliver("A")): "crashIn", Duplicate("A"): "duplicate",
		Drop("A"): "loss",
	}
	for i, line := range FaultLines(names...) {
		if line.Name != names[i] || line.Most != 0 {
			t.Errorf("line %d is %+v", i, line)
		}
		for name, by := range counted {
			if line.counts(name, ClassOf(name)) != (by == line.Name) {
				t.Errorf("%s counts %s: %t", line.Name, name, by != line.Name)
			}
		}
	}
	defer func() {
		if breach, _ := recover().(Breach); breach.Contract != "BudgetLines" {
			t.Errorf("breach %+v", breach)
		}
	}()
	FaultLines("restart")
}
