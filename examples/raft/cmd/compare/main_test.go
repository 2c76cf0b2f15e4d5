package main

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/compare"
	"github.com/scrutineer-go/scrutineer/reproduce"
	"github.com/scrutineer-go/scrutineer/verify"
)

// All elections are measured in the same worlds, Raft's beside the house's: each has a row in each scenario, and
// comes to a leader where nothing goes wrong.
func TestAll(t *testing.T) {
	list := verify.Contenders(protocols())
	if err := compare.Check(list); err != nil {
		t.Fatal(err)
	}
	all := compare.Experiments(list, compare.Extent{Nodes: []int{5}, Seeds: 1})[0]
	m, err := all.Measure(t.Context(), "elections", nil)
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]int{}
	for _, row := range m.Rows {
		const came = 4
		rows[row[0].Value]++
		if row[1].Value == "none" && row[came] != reproduce.Int(1) {
			t.Errorf("%s does not come to follow one", row[0].Value)
		}
	}
	for _, c := range append(list, compare.Contender{Name: "raft"}, compare.Contender{Name: "raft-plain"}) {
		if rows[c.Name] != len(compare.Scenarios()) {
			t.Errorf("%s has %d rows for %d scenarios", c.Name, rows[c.Name], len(compare.Scenarios()))
		}
	}
}
