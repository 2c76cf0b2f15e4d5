package words

import (
	"strings"
	"testing"
)

// The least and the greatest that a configuration may hold is accepted, what lies beside it refused by its name.
func TestParse(t *testing.T) {
	timed := func(time string) string {
		return `{"nodes": 2, "failures": "stop", "length": 4, "margin": 0, "time": ` + time + `}`
	}
	for _, c := range []struct{ text, want string }{
		{`{"nodes": 2, "failures": "vanish", "length": 4, "margin": 0}`, ""},
		{`{"nodes": 1024, "failures": "vanish", "length": 60000, "margin": 59999}`, ""},
		{`{"nodes": 1, "failures": "vanish", "length": 4, "margin": 0}`, "nodes: 1, it must be 2 to 1024"},
		{`{"nodes": 1025, "failures": "vanish", "length": 4, "margin": 0}`, "nodes: 1025, it must be 2 to 1024"},
		{`{"nodes": 2, "failures": "vanish", "length": 3, "margin": 0}`, "length: 3, it must be 4 to 60000"},
		{`{"nodes": 2, "failures": "vanish", "length": 60001, "margin": 0}`, "length: 60001, it must be 4 to 60000"},
		{`{"nodes": 2, "failures": "vanish", "length": 4, "margin": -1}`, "margin: -1, it must be 0 to 3"},
		{`{"nodes": 2, "failures": "vanish", "length": 4, "margin": 4}`, "margin: 4, it must be 0 to 3"},
		{`{"nodes": 2, "failures": "stop", "length": 4, "margin": 0, "dated": true}`, ""},
		{`{"nodes": 2, "failures": "stop", "length": 4, "margin": 0, "dated": 1}`, "dated"},
		{timed(`{"span": 1}`), ""},
		{timed(`{"span": 10000, "delay": 100, "late": 100, "skew": 100}`), ""},
		{timed(`{"horizon": 10000, "skew": 100}`), ""},
		{timed(`{}`), "time.span: 0, it must be 1 to 10000"},
		{timed(`{"span": 10001}`), "time.span: 10001, it must be 1 to 10000"},
		{timed(`{"horizon": 10001}`), "time.horizon: 10001, it must be 1 to 10000"},
		{timed(`{"horizon": 5, "span": 5}`), "time.span: is set without Reading"},
		{timed(`{"span": 5, "steady": 101}`), "time.steady: 101, it must be 0 to 100"},
		{timed(`{"span": 5, "late": 101}`), "time.late: 101, it must be 0 to 100"},
		{timed(`{"span": 5, "delay": -2}`), "time.delay: -2, it must be -1 to 100"},
		{`{"node": 3}`, "node"},
	} {
		_, err := Parse([]byte(c.text))
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.text, err, c.want)
		}
	}
}
