package words

import (
	"strings"
	"testing"
)

// The least and the greatest that a configuration may hold is accepted, what lies beside it refused by its name.
func TestParse(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{"nodes": 1, "detectors": [0], "failures": "wait", "nonces": 2}`, ""},
		{`{"nodes": 1024, "detectors": [0,1023], "failures": "wait", "nonces": 1000000000, "learns": "never"}`, ""},
		{`{"nodes": 0, "detectors": [0], "failures": "wait", "nonces": 2}`, "nodes: 0, it must be 1 to 1024"},
		{`{"nodes": 1025, "detectors": [0], "failures": "wait", "nonces": 2}`, "nodes: 1025, it must be 1 to 1024"},
		{
			`{"nodes": 2, "detectors": [], "failures": "wait", "nonces": 2}`,
			"detectors: {}, it must hold some of 0 to 1",
		},
		{
			`{"nodes": 2, "detectors": [2], "failures": "wait", "nonces": 2}`,
			"detectors: {2}, it must hold some of 0 to 1",
		},
		{`{"nodes": 2, "detectors": [0], "failures": "wait", "nonces": 1}`, "nonces: 1, it must be 2 to 1000000000"},
		{
			`{"nodes": 2, "detectors": [0], "failures": "wait", "nonces": 1000000001}`,
			"nonces: 1000000001, it must be 2 to",
		},
		{
			`{"nodes": 2, "detectors": [0], "failures": "wait", "nonces": 2, "learns": "late"}`,
			`learns: "late", it must be`,
		},
		{`{"node": 3}`, "node"},
	} {
		_, err := Parse([]byte(c.text))
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.text, err, c.want)
		}
	}
}
