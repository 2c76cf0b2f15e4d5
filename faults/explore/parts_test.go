package explore

import (
	"strings"
	"testing"
)

func TestParts(t *testing.T) {
	type inner struct{ list []int }
	type outer struct {
		any   any
		names map[string]*inner
		self  *outer
		f     func()
		none  *inner // nil
	}
	value := &outer{any: 3, names: map[string]*inner{"b": {list: []int{1}}, "a": {}}, f: func() {}, none: nil}
	value.self = value
	got := strings.Join(parts(value), "; ")
	want := "any.(int): 3; names: 2 entries; names[a].list: 0 elements; names[b].list: 1 elements; " +
		"names[b].list[0]: 1; self: false; f: func; none: true"
	if got != want {
		t.Errorf("parts\n%s, want\n%s", got, want)
	}
}
