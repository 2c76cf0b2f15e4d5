package raft

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/compare"
	"github.com/scrutineer-go/scrutineer/reproduce"
)

// Its elections take part in the comparison: they come to a leader again whatever happens, and the same
// in each run though the library draws from crypto/rand.
func TestCompared(t *testing.T) {
	var texts [2]string
	for i := range texts {
		e := compare.Experiments(Compared().Contenders, compare.Extent{Nodes: []int{5}, Seeds: 2})[0]
		m, err := e.Measure(t.Context(), "elections", nil)
		if err != nil {
			t.Fatal(err)
		}
		texts[i] = m.Text()
		for _, row := range m.Rows {
			const runs, came = 3, 4
			if row[came] != reproduce.Int(2) || row[runs] != reproduce.Int(2) {
				t.Errorf("%s in %s: in %s runs all follow one", row[0].Value, row[1].Value, row[came].Value)
			}
		}
	}
	if texts[0] != texts[1] {
		t.Errorf("two tables:\n%s\n%s", texts[0], texts[1])
	}
}
