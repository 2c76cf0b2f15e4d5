package campaign

import (
	"reflect"
	"testing"
)

// A run that has visited no edge of the bound is not one whose edges were not counted, also after packing.
func TestPackEdges(t *testing.T) {
	b := Block{First: 100, runs: []ran{{}, {outcome: edges([]int32{})}, {outcome: edges([]int32{0, 7})}}}
	data, err := Pack([]Block{b})
	if err != nil {
		t.Fatal(err)
	}
	again, err := Unpack(data)
	if err != nil {
		t.Fatal(err)
	}
	for i := range b.runs {
		if got, want := again[0].runs[i].outcome.Edges, b.runs[i].outcome.Edges; !reflect.DeepEqual(got, want) {
			t.Errorf("run %d: %#v, want %#v", i, got, want)
		}
	}
}

func edges(list []int32) Outcome { return Outcome{Finding: Finding{Edges: list}} }
