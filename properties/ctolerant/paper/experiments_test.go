package paper

import (
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
)

// small returns all experiments with the least extent at which each gives a whole table.
func small() []reproduce.Experiment {
	rows := slices.DeleteFunc(tableI(), func(s setting) bool { return s.nodes > 64 })
	return experiments(extent{
		laboratory: &laboratory{}, seeds: 4, readSeeds: 2, afters: everyTwo(2), traces: 1, warm: 5, lasts: 10 * second,
		rows: rows,
	})
}

// Each experiment gives a table.
func TestExperiments(t *testing.T) {
	t.Parallel()
	protocoltest.SmallExperiments(t, "ctolerant", small(), Experiments())
}

// An experiment that is given up ends, and says why.
func TestInterrupted(t *testing.T) { protocoltest.GivenUp(t, "ctolerant", small()) }

// Two laboratories, which share no traces and elections, give the same tables.
func TestLaboratoriesAgree(t *testing.T) {
	t.Parallel()
	first, second := small(), small()
	for i, e := range first {
		if e.ID != "table2" && e.ID != "figure7" {
			continue
		}
		one, err := protocoltest.Measured(t, "ctolerant", e).JSON()
		if err != nil {
			t.Fatal(err)
		}
		if other, err := protocoltest.Measured(t, "ctolerant", second[i]).JSON(); err != nil ||
			!slices.Equal(one, other) {
			t.Errorf("%s is\n%s\nand in another laboratory\n%s, %v", e.ID, one, other, err)
		}
	}
}
