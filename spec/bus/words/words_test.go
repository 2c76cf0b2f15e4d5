package words

import (
	"strings"
	"testing"
)

// The least and the greatest that a configuration may hold is accepted, what lies beside it refused by its name.
func TestParse(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{"nodes": 1, "publishers": [0], "listeners": [0], "items": 1}`, ""},
		{`{"nodes": 64, "publishers": [0], "listeners": [63], "items": 1000, "keeps": "first"}`, ""},
		{`{"nodes": 2, "publishers": [0], "listeners": [1], "items": 1, "keeps": "all"}`, ""},
		{`{"nodes": 0, "publishers": [0], "listeners": [0], "items": 1}`, "nodes: 0, it must be 1 to 64"},
		{`{"nodes": 65, "publishers": [0], "listeners": [0], "items": 1}`, "nodes: 65, it must be 1 to 64"},
		{`{"nodes": 2, "publishers": [0], "listeners": [1], "items": 0}`, "items: 0, it must be 1 to 1000"},
		{`{"nodes": 2, "publishers": [0], "listeners": [1], "items": 1001}`, "items: 1001, it must be 1 to 1000"},
		{
			`{"nodes": 2, "publishers": [0], "listeners": [1], "items": 1, "keeps": "none"}`,
			`keeps: "none", it must be newer, all or first`,
		},
		{
			`{"nodes": 2, "publishers": [], "listeners": [1], "items": 1}`,
			"publishers: {}, it must hold some of 0 to 1",
		},
		{
			`{"nodes": 2, "publishers": [0], "listeners": [2], "items": 1}`,
			"listeners: {2}, it must hold some of 0 to 1",
		},
		{`{"node": 3}`, "node"},
	} {
		_, err := Parse([]byte(c.text))
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.text, err, c.want)
		}
	}
}
