package spec

import "testing"

func TestMembers(t *testing.T) {
	if got := Members([]bool{true, false, true}); !got.Equal(Set{0, 2}) {
		t.Errorf("members %s, want {0,2}", got)
	}
}
