package tlc

import (
	"fmt"
	"reflect"
	"slices"
)

// timings are the fields of a Result that no two runs have in common.
var timings = []string{"Seconds", "CPU", "Checked"}

// Differs says in which field two runs of TLC did not say the same, "" if they did; how long they took
// does not count.
func (r Result) Differs(other Result) string {
	one, two := reflect.ValueOf(r), reflect.ValueOf(other)
	for i := range one.NumField() {
		name, a, b := one.Type().Field(i).Name, one.Field(i).Interface(), two.Field(i).Interface()
		switch {
		case slices.Contains(timings, name) || reflect.DeepEqual(a, b):
		case name == "Dump":
			return fmt.Sprintf("Dump: %s, and %s", r.Dump.sizes(), other.Dump.sizes())
		default:
			return fmt.Sprintf("%s: %.200v, and %.200v", name, fmt.Sprint(a), fmt.Sprint(b))
		}
	}
	return ""
}

// sizes counts what is in a dump.
func (g *Dump) sizes() string {
	if g == nil {
		return "none"
	}
	return fmt.Sprintf("%d states and %d edges in %d lines", len(g.States), len(g.Edges), g.Lines)
}
