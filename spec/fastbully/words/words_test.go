package words

import (
	"strings"
	"testing"
)

// The least and the greatest that a configuration may hold is accepted, what lies beside it refused by its name.
func TestParse(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{"nodes": 1, "scores": [0], "gatherMs": 1, "beatMs": 1, "failMs": 1, "stepMs": 1}`, ""},
		{`{"nodes": 512, "beatMs": 28800000, "failMs": 86400000, "gatherMs": 86400000, "stepMs": 86400000}`, ""},
		{`{"nodes": 2, "scores": [0, 1000000000], "start": "warm", "detector": "told", "ordered": true}`, ""},
		{`{"nodes": 2, "detector": "calm", "interpretations": ["accepts-worse", "no-epochs", "regathers"]}`, ""},
		{`{"nodes": 0}`, "nodes: 0, it must be 1 to 512"},
		{`{"nodes": 513}`, "nodes: 513, it must be 1 to 512"},
		{`{"nodes": 2, "scores": [1]}`, "scores: 1 of them, there must be one for each of the 2 nodes"},
		{`{"nodes": 1, "scores": [-1]}`, "scores: -1 is that of 0, each must be 0 to 1000000000"},
		{`{"nodes": 1, "scores": [1000000001]}`, "scores: 1000000001 is that of 0"},
		{`{"nodes": 1, "start": "hot"}`, `start: "hot", it must be "cold" or "warm"`},
		{`{"nodes": 1, "detector": "none"}`, `detector: "none", it must be "beats", "calm" or "told"`},
		{`{"nodes": 1, "gatherMs": -1}`, "gatherMs: -1, it must be 1 to 86400000"},
		{`{"nodes": 1, "beatMs": 86400001}`, "beatMs: 86400001, it must be 1 to 86400000"},
		{`{"nodes": 1, "failMs": 86400001}`, "failMs: 86400001, it must be 1 to 86400000"},
		{`{"nodes": 1, "stepMs": -5}`, "stepMs: -5, it must be 1 to 86400000"},
		{`{"nodes": 1, "interpretations": ["none"]}`, `interpretations: "none", each must be one of`},
		{`{"nodes": 1, "interpretations": ["no-epochs", "accepts-worse"]}`, "ascending order without repetition"},
		{`{"nodes": 1, "interpretations": ["no-epochs", "no-epochs"]}`, "ascending order without repetition"},
		{`{"nodes": 1, "interpretations": ["no-epochs", "shared-epochs"]}`, "exclude each other"},
		{`{"node": 3}`, "node"},
	} {
		_, err := Parse([]byte(c.text))
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.text, err, c.want)
		}
	}
}

// To the letter is a reading that is accepted.
func TestAsPrinted(t *testing.T) {
	cfg := Config{Nodes: 3, Interpretations: AsPrinted()}.WithDefaults()
	if err := cfg.check(); err != nil {
		t.Error(err)
	}
}
