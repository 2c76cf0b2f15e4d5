package words

import (
	"strings"
	"testing"
)

func TestConfig(t *testing.T) {
	cfg, err := Parse([]byte(`{"nodes": 3, "latencies": [1, 2, 3]}`))
	if err != nil || cfg.TTL != 2 || cfg.LatencyScale != 3 || cfg.PowerScale != 1 || cfg.FailMS != 1_700 ||
		cfg.Weights[0] != 500 || len(cfg.Origins) != 3 {
		t.Errorf("absent fields are %+v, %v", cfg, err)
	}
	if cfg, err := Parse([]byte(`{"nodes": 3, "interpretations": ["early-timeout", "id-summand"]}`)); err != nil ||
		cfg.FailMS != 1_000 || cfg.Weights[2] != 200 {
		t.Errorf("under the printed readings absent fields are %+v, %v", cfg, err)
	}
	for _, c := range []struct{ text, says string }{
		{`{"nodes": 0}`, "nodes: 0, it must be 1 to 512"},
		{`{"nodes": 2, "ttl": 513}`, "ttl: 513, it must be 1 to 512, or 0 for what it is where absent"},
		{`{"nodes": 2, "every": -1}`, "every: -1, it must be 1 to 1000, or 0 for"},
		{`{"nodes": 2, "latencyScale": -1}`, "latencyScale: -1, it must be 1 to 10000000, or 0 for"},
		{`{"nodes": 2, "beatMs": 86400001}`, "beatMs: 86400001, it must be 1 to 86400000, or 0 for"},
		{`{"nodes": 2, "beats": -1}`, "beats: -1, it must be 0 to 1000000"},
		{`{"nodes": 2, "quorum": 3}`, "quorum: 3, it must be 1 to 2, or 0 for"},
		{`{"nodes": 2, "technique": "flood"}`, `technique: "flood", it must be "forward"`},
		{`{"nodes": 2, "start": "hot"}`, `start: "hot"`},
		{`{"nodes": 2, "detector": "oracle"}`, `detector: "oracle"`},
		{`{"nodes": 2, "origins": [2]}`, "origins: {2}, it must hold some of 0 to 1"},
		{`{"nodes": 3, "edges": [[0, 1]]}`, "edges: 2 cannot be reached from 0"},
		{`{"nodes": 2, "edges": [[1, 0]]}`, "edges: [1, 0], each must be two of 0 to 1"},
		{`{"nodes": 2, "edges": [[0, 1], [0, 1]]}`, "edges: [0, 1] stands there twice"},
		{`{"nodes": 2, "powers": [1]}`, "powers: 1 of them"},
		{`{"nodes": 2, "latencies": [1, -1]}`, "latencies: -1 is that of 1, each must be 0 to 10000000"},
		{`{"nodes": 2, "measures": [{"who": 2, "latency": 1, "power": 1}]}`, "measures: 2 of 1 and 1"},
		{
			`{"nodes": 2, "measures": [{"who": 1, "latency": 1, "power": 1}, {"who": 1, "latency": 1, "power": 1}]}`,
			"measures: 1 of 1 and 1 stands there twice",
		},
		{`{"nodes": 2, "measures": [{}]}`, "measures[0].who: is missing, give it"},
		{`{"nodes": 2, "measures": [{"who": 1, "power": 1}]}`, "measures[0].latency: is missing, give it"},
		{`{"nodes": 2, "weights": [500, 400, 0]}`, "weights: [500 400 0]"},
		{
			`{"nodes": 2, "interpretations": ["id-summand"],
				"weights": [9223372036854775807, 9223372036854775807, 1002]}`,
			"weights: [9223372036854775807 9223372036854775807 1002], they must be three, each 0 to 1000",
		},
		{`{"nodes": 2, "weights": [400, 400, 200]}`, "weights: the third is 200"},
		{`{"nodes": 2, "failMs": 1499}`, "failMs: 1499, it must be at least 1500, three times"},
		{`{"nodes": 2, "interpretations": ["flood"]}`, `interpretations: "flood"`},
		{`{"nodes": 2, "interpretations": ["no-cache", "dedup-drops"]}`, "in ascending order"},
		{`{"nodes": 2, "interpretations": ["dead-returns", "no-floor"]}`, "exclude each other"},
	} {
		if _, err := Parse([]byte(c.text)); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %q", c.text, err, c.says)
		}
	}
}

func TestReadingsStandInOrder(t *testing.T) {
	for _, list := range [][]Interpretation{Interpretations(), AsPrinted()} {
		for i := range list[1:] {
			if list[i] >= list[i+1] {
				t.Errorf("%s stands before %s", list[i], list[i+1])
			}
		}
	}
	if _, err := Parse([]byte(`{"nodes": 3, "interpretations": ["claim-at-start", "dead-returns", "dedup-drops",
		"early-timeout", "id-summand", "local-normalisers", "master-beats", "no-epochs", "raw-milliseconds"]}`)); err != nil {
		t.Error(err)
	}
}
