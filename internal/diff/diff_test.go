package diff

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

type node struct {
	Name  string
	Peers []int
	Table map[string]int
	any   any
	do    func()
}

func TestFields(t *testing.T) {
	a := node{Name: "a", Peers: []int{1, 2}, Table: map[string]int{"x": 1}, any: 3, do: func() {}}
	b := node{Name: "b", Peers: []int{1, 3}, Table: map[string]int{"x": 2}, any: 4, do: a.do}
	want := []Field{
		{"Name", "a", "b"},
		{"Peers[1]", "2", "3"},
		{"Table[x]", "1", "2"},
		{"any.(int)", "3", "4"},
	}
	if d := cmp.Diff(want, Fields(a, b)); d != "" {
		t.Errorf("fields (-want +got):\n%s", d)
	}
	if got := Fields(a, a); got != nil {
		t.Errorf("equal values differ in %v", got)
	}
	if got := Fields(node{}, node{Peers: []int{}}); got != nil {
		t.Errorf("nil and empty differ in %v", got)
	}
}
