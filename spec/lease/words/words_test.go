package words

import (
	"strings"
	"testing"
)

// The least and the greatest that a configuration may hold is accepted, what lies beside it refused by its name.
func TestParse(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{"nodes": 2, "failures": "vanish", "length": 4, "margin": 0}`, ""},
		{`{"nodes": 1024, "failures": "vanish", "length": 60000, "margin": 59999}`, ""},
		{`{"nodes": 1, "failures": "vanish", "length": 4, "margin": 0}`, "nodes: 1, it must be 2 to 1024"},
		{`{"nodes": 1025, "failures": "vanish", "length": 4, "margin": 0}`, "nodes: 1025, it must be 2 to 1024"},
		{`{"nodes": 2, "failures": "vanish", "length": 3, "margin": 0}`, "length: 3, it must be 4 to 60000"},
		{`{"nodes": 2, "failures": "vanish", "length": 60001, "margin": 0}`, "length: 60001, it must be 4 to 60000"},
		{`{"nodes": 2, "failures": "vanish", "length": 4, "margin": -1}`, "margin: -1, it must be 0 to 3"},
		{`{"nodes": 2, "failures": "vanish", "length": 4, "margin": 4}`, "margin: 4, it must be 0 to 3"},
		{`{"node": 3}`, "node"},
	} {
		_, err := Parse([]byte(c.text))
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.text, err, c.want)
		}
	}
}
