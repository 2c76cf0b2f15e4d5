package words

import (
	"strings"
	"testing"
)

// The least and the greatest that a configuration may hold is accepted, what lies beside it refused by its name.
func TestParse(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{"nodes": 1, "helpers": 0}`, ""},
		{`{"nodes": 256, "helpers": 16, "numbers": 2, "periodMs": 3600000, "patience": 1000}`, ""},
		{`{"nodes": 0, "helpers": 0}`, "nodes: 0, it must be 1 to 256"},
		{`{"nodes": 257, "helpers": 0}`, "nodes: 257, it must be 1 to 256"},
		{`{"nodes": 2, "helpers": 17}`, "helpers: 17, it must be 0 to 16"},
		{`{"nodes": 2, "helpers": 0, "numbers": 1}`, "numbers: 1, it must be 2 to 1000000000"},
		{`{"nodes": 2, "helpers": 0, "periodMs": 3}`, "periodMs: 3, it must be 4 to 3600000"},
		{`{"nodes": 2, "helpers": 0, "patience": 1001}`, "patience: 1001, it must be 1 to 1000"},
		{`{"nodes": 2, "helpers": 0, "failures": "wait"}`, `failures: "wait", it must be`},
		{`{"nodes": 2, "helpers": 0, "probers": [2]}`, "probers: {2}, it must hold some of 0 to 1"},
		{`{"nodes": 2, "helper": 0}`, "helper"},
	} {
		_, err := Parse([]byte(c.text))
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.text, err, c.want)
		}
	}
}
