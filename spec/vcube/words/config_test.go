package words

import (
	"strings"
	"testing"
)

func TestConfig(t *testing.T) {
	for _, c := range []struct{ text, says string }{
		{`{"nodes": 0}`, "nodes: 0, it must be 1 to "},
		{`{"nodes": 2, "failures": "wait"}`, `failures: "wait", it must be "vanish" or "stop"`},
		{`{"nodes": 2, "interval": "some"}`, `interval: "some", it must be "free" or "long"`},
		{`{"nodes": 2, "nonces": -1}`, "nonces: -1, it must be 1 to "},
		{`{"nodes": 2, "incarnations": [0]}`, "incarnations: 1 of them, there must be one for each of the 2 nodes"},
		{`{"nodes": 2, "incarnations": [0, -3]}`, "incarnations: -3 is that of 1, each must be 0 to "},
		{`{"nodes": 2, "intervalMs": -1}`, "intervalMs: -1, it must be 1 to "},
		{`{"nodes": 2, "timeoutMs": -1}`, "timeoutMs: -1, it must be 1 to "},
		{`{"nodes": 2, "interpretations": ["some"]}`, `interpretations: "some"`},
	} {
		if _, err := Parse([]byte(c.text)); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %q", c.text, err, c.says)
		}
	}
}
