package words

import (
	"strings"
	"testing"
)

// The least and the greatest that a configuration may hold is accepted, what lies beside it refused by its name.
func TestParse(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{"nodes": 1, "candidates": [0], "voters": [0], "ask": 1}`, ""},
		{`{"nodes": 64, "candidates": [63], "voters": [0,63], "ask": 2}`, ""},
		{`{"nodes": 0, "candidates": [0], "voters": [0], "ask": 1}`, "nodes: 0, it must be 1 to 64"},
		{`{"nodes": 65, "candidates": [0], "voters": [0], "ask": 1}`, "nodes: 65, it must be 1 to 64"},
		{`{"nodes": 3, "candidates": [], "voters": [0], "ask": 1}`, "candidates: {}, it must hold some of 0 to 2"},
		{`{"nodes": 3, "candidates": [3], "voters": [0], "ask": 1}`, "candidates: {3}, it must hold some of 0 to 2"},
		{`{"nodes": 3, "candidates": [0], "voters": [], "ask": 1}`, "voters: {}, it must hold some of 0 to 2"},
		{
			`{"nodes": 3, "candidates": [0], "voters": [1,0], "ask": 1}`,
			"voters: {1,0}, it must hold some of 0 to 2, ascending",
		},
		{
			`{"nodes": 3, "candidates": [0], "voters": [1,2], "ask": 0}`,
			"ask: 0, it must be 1 to the number of voters, 2",
		},
		{
			`{"nodes": 3, "candidates": [0], "voters": [1,2], "ask": 3}`,
			"ask: 3, it must be 1 to the number of voters, 2",
		},
		{`{"node": 3}`, "node"},
	} {
		_, err := Parse([]byte(c.text))
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.text, err, c.want)
		}
	}
}
