package input

import (
	"cmp"
	"testing"
)

func TestNumbers(t *testing.T) {
	for _, row := range []struct {
		nodes, ms int
		says      string
	}{
		{1, 1, ""},
		{3, MaxMS, ""},
		{0, 0, "nodes: 0, it must be 1 to 3"},
		{4, 1, "nodes: 4, it must be 1 to 3"},
		{2, 0, "beatMs: 0, it must be 1 to 86400000"},
		{2, MaxMS + 1, "beatMs: 86400001, it must be 1 to 86400000"},
	} {
		err := cmp.Or(Between("nodes", row.nodes, 1, 3), Milliseconds("beatMs", row.ms))
		if err == nil && row.says != "" || err != nil && err.Error() != row.says {
			t.Errorf("%d and %d: %v, want %q", row.nodes, row.ms, err, row.says)
		}
	}
	const says = "ttl: -1, it must be 1 to 9, or 0 for what it is where absent"
	if err := OrAbsent("ttl", -1, 1, 9); err == nil || err.Error() != says || OrAbsent("ttl", 9, 1, 9) != nil {
		t.Errorf("%v, want %q", err, says)
	}
}
