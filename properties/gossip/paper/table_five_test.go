package paper

import "testing"

// What a row of Table 5 comes to at the size that is printed. None is written down: each follows from what is
// measured, as those of a small group show, of which all know all with one wave.
func TestVerdictsOfTableFive(t *testing.T) {
	verdicts := func(e extent) map[string]string {
		found, err := e.tableFive(t.Context(), func(int, int) {})
		if err != nil {
			t.Fatal(err)
		}
		all := map[string]string{}
		for _, cells := range found.Rows {
			all[cells[0].Value] = cells[3].Value
		}
		return all
	}
	got, small := verdicts(extent{five: 20}), verdicts(extent{five: 4})
	for name, want := range map[string]string{
		"Leader election trigger": "no election; not the same master", "Determinism": "not as printed",
		"Initial election overhead": "not none; several masters", "Normal operation overhead": "not low",
		"Recovery from a failure": "true, until the next ranking", "Scalability": "in rounds; not in messages",
		"Convergence time": "true where it is repeated", "Traffic spike at a failure": "true",
		"Suitability for unstable networks": "of records; not of heartbeats", "Consistency of data": "true",
		"Risk of split-brain":   "more often than with Fast Bully, for longer",
		"Total bandwidth usage": "true; so no 18 % less",
	} {
		if got[name] != want {
			t.Errorf("%s: %q, it must be %q", name, got[name], want)
		}
	}
	if small["Convergence time"] != "true" {
		t.Errorf("of four: %v", small)
	}
}
