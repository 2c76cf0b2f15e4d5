package words

import (
	"strings"
	"testing"
)

// The least and the greatest that a configuration may hold is accepted, what lies beside it refused by its name.
func TestParse(t *testing.T) {
	timed := func(time string) string {
		return `{"nodes": 2, "detectors": [0], "failures": "wait", "nonces": 2, "time": ` + time + `}`
	}
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
		{timed(`{"span": 1, "delay": 100, "late": 100}`), ""},
		{timed(`{"unit": 399, "span": 1}`), ""},
		{timed(`{"unit": 25, "span": 1, "late": 11}`), ""},
		{timed(`{}`), "time.span: 0, it must be 1 to 10000"},
		{timed(`{"unit": 400, "span": 1}`), "time.unit: 400, it must be less than 400: a round ends"},
		{timed(`{"span": 1, "delay": 101}`), "time.delay: 101, it must be -1 to 100"},
		{timed(`{"unit": 25, "span": 1, "late": 12}`), "time.late: 12, it must be 0 to 11"},
		{timed(`{"unit": 200, "span": 1, "late": 1}`), "time.late: 1, it must be 0 to 0"},
		{`{"node": 3}`, "node"},
	} {
		_, err := Parse([]byte(c.text))
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.text, err, c.want)
		}
	}
}
