package spec

import "testing"

func TestMembers(t *testing.T) {
	if got := Members([]bool{true, false, true}); !got.Equal(Set{0, 2}) {
		t.Errorf("members %s, want {0,2}", got)
	}
}

func TestLowestAndHighest(t *testing.T) {
	if s := NewSet[NodeID](3, 1, 2); Lowest(s) != 1 || Highest(s) != 3 || Lowest(nil) != None || Highest(nil) != None {
		t.Errorf("of %s %s is the lowest, %s the highest; of none %s and %s",
			s, Lowest(s), Highest(s), Lowest(nil), Highest(nil))
	}
}

func TestIsAmong(t *testing.T) {
	for _, row := range []struct {
		set  Set
		want bool
	}{{nil, true}, {Set{0, 2}, true}, {Set{2, 0}, false}, {Set{0, 0}, false}, {Set{0, 3}, false}} {
		if got := row.set.IsAmong(AllNodes(3)); got != row.want {
			t.Errorf("%s is among 0 to 2: %t, want %t", row.set, got, row.want)
		}
	}
}
