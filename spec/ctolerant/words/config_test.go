package words

import (
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/spec"
)

func TestParse(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{"nodes": 3, "c": 0, "f": 1, "initiator": 2}`, ""},
		{`{"nodes": 3, "c": 1, "f": 0, "initiator": 2, "lists": [[0,1,2],[1,2],[0,2]]}`, ""},
		{`{"nodes": 0, "initiator": 0}`, "nodes: 0, it must be 1 to 4096"},
		{`{"nodes": 5000, "initiator": 0}`, "nodes: 5000, it must be 1 to 4096"},
		{`{"nodes": 3, "c": -1}`, "c: -1, it must be 0 to the number of nodes, 3"},
		{`{"nodes": 3, "f": -1}`, "f: -1, it must be 0 to the number of nodes, 3"},
		{`{"nodes": 3, "c": 9223372036854775807}`, "c: 9223372036854775807, it must be 0 to"},
		{`{"nodes": 3, "lists": [[0,1,2],[1,2],[0,1,2]], "breaksC": true}`, ""},
		{`{"nodes": 3, "c": 2, "f": 1}`, "nodes: 3, it must be at least c+f+1 = 4"},
		{`{"nodes": 3, "rule": "first"}`, `rule: "first", it must be one of ["last" "lowest" "run" "tagged"]`},
		{`{"nodes": 3, "protocol": "hybrid", "x": 2, "interpretations": ["accept-old", "omit-self"]}`, ""},
		{`{"nodes": 3, "protocol": "bully"}`, `protocol: "bully", it must be one of ["base" "optimistic"`},
		{`{"nodes": 3, "interpretations": ["D4"]}`, `interpretations: "D4", each must be one of ["omit-self"`},
		{
			`{"nodes": 3, "interpretations": ["omit-self", "accept-old"]}`, "interpretations: they must be in ascending order",
		},
		{`{"nodes": 3, "x": 0}`, "x: 0, it must be at least 1"},
		{`{"nodes": 3, "x": 2}`, "x: 2, it must be 1 in base"},
		{`{"nodes": 3, "y": 1}`, "y: 1, it must be 0 in base"},
		{`{"nodes": 3, "protocol": "preferred", "x": 4}`, "x: 4, it must be 1 to the number of nodes, 3"},
		{`{"nodes": 3, "protocol": "preferred", "y": -1}`, "y: -1, it must be 0 to the number of nodes, 3"},
		{`{"nodes": 2, "suspicions": [[0,0]]}`, "suspicions: 1 lists, there must be one for each"},
		{`{"nodes": 2, "suspicions": [[0,0],[1]]}`, "suspicions: list 1 has 1 counts, there must be"},
		{`{"nodes": 2, "suspicions": [[0,0],[-1,0]]}`, "suspicions: -1 in list 1, a count must be 0 to"},
		{`{"nodes": 2, "rises": [{"at":1,"of":1,"count":1}]}`, "rises[0]: of 1 at 1, they must be two different"},
		{`{"nodes": 2, "rises": [{"at":1,"of":0,"count":0}]}`, "rises[0].count: 0, it must be 1 to"},
		{`{"nodes": 3, "initiator": 3}`, "initiator: 3, it must be 0 to 2"},
		{`{"nodes": 3, "initiator": -1}`, "initiator: -1, it must be 0 to 2"},
		{`{"nodes": 3, "collectTimeoutMs": -5}`, "collectTimeoutMs: -5, it must be 1 to 86400000"},
		{`{"nodes": 3, "awaitTimeoutMs": -5}`, "awaitTimeoutMs: -5, it must be 1 to 86400000"},
		{`{"nodes": 3, "lists": [[0,1,2]]}`, "lists: 1 lists, there must be one for each"},
		{`{"nodes": 2, "c": 1, "lists": [[0,2],[1]]}`, "lists: list 0 holds 2, its members must be"},
		{`{"nodes": 2, "c": 1, "lists": [[1,0],[1]]}`, "lists: list 0 must be in ascending order"},
		{`{"nodes": 2, "c": 1, "lists": [[1],[1]]}`, "lists: list 0 lacks its owner"},
		{`{"nodes": 3, "c": 1, "lists": [[0],[1],[0,1,2]]}`, "lists: 2 lists lack node 2, at most c = 1"},
		{`{"nodes": 3, "initiator": 2, "rivals": [0, 1], "churn": []}`, ""},
		{`{"nodes": 3, "initiator": 2, "rivals": [2]}`, "rivals: 2, each must be 0 to 2 and not the initiator"},
		{`{"nodes": 3, "initiator": 2, "rivals": [1, 0]}`, "rivals: they must be in ascending order"},
		{`{"nodes": 3, "takeoverTimeoutMs": -1}`, "takeoverTimeoutMs: -1, it must be 1 to"},
		{`{"nodes": 4, "c": 1, "initiator": 3, "churn": ["1 forgets 0", "1 learns 0", "2 joins"]}`, ""},
		{`{"nodes": 3, "churn": ["1 forgets"]}`, `churn[0]: "1 forgets", it must be like "1 forgets 0"`},
		{`{"nodes": 3, "churn": ["1 joins 0"]}`, `churn[0]: "1 joins 0", it must be like`},
		{`{"nodes": 3, "churn": ["01 joins"]}`, `churn[0]: "01 joins", it must be like`},
		{`{"nodes": 3, "churn": [7]}`, "churn[0]: 7 stands where a text is wanted"},
		{`{"nodes": 3, "churn": [{"At": 1}]}`, "churn[0]: a JSON object stands where a text is wanted"},
		{`{"nodes": 3, "churn": [["1 joins"]]}`, "churn[0]: a JSON list stands where a text is wanted"},
		{`{"nodes": 3, "churn": ["1 learns 1"]}`, `churn[0]: "1 learns 1", it must be about nodes 0 to 2, two`},
		{`{"nodes": 3, "churn": ["1 learns 3"]}`, `churn[0]: "1 learns 3", it must be about nodes 0 to 2`},
		{`{"nodes": 3, "churn": ["1 leaves", "1 learns 0"]}`, `churn[1]: "1 learns 0", it comes after 1 has left`},
		{`{"nodes": 3, "churn": ["1 learns 0", "1 joins"]}`, `churn[1]: "1 joins", to join must be the first`},
		{`{"nodes": 3, "churn": ["1 joins", "2 learns 1"]}`, `churn[1]: "2 learns 1", it learns that from 1 itself`},
		{`{"nodes": 3, "churn": ["0 leaves"]}`, `churn[0]: "0 leaves", an initiator stays`},
		{`{"nodes": 3, "churn": ["1 joins", "1 leaves"]}`, `churn[0]: "1 joins", an initiator stays, and others`},
		{`{"nodes": 3, "churn": ["1 joins"], "lists": [[0,1,2],[0,1,2],[0,2]]}`, "lists: list 0 holds 1, which " +
			"is yet to join"},
		{`{"nodes": 3, "churn": ["1 forgets 0"]}`, "lists: 1 lists lack node 0 at some time of the run, at most c = 0"},
		{`{"nodes": 3, "churn": ["1 forgets 0"], "breaksC": true}`, ""},
	} {
		_, err := Parse([]byte(c.text))
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != c.want && (c.want == "" || !strings.Contains(got, c.want)) {
			t.Errorf("%s: %q, want %q", c.text, got, c.want)
		}
	}
}

func TestDefaults(t *testing.T) {
	cfg, err := Parse([]byte(`{"nodes": 3, "c": 1, "f": 1, "initiator": 2}`))
	if err != nil {
		t.Fatal(err)
	}
	if cfg.Rule != Tagged || cfg.Quorum() != 3 || !cfg.Lists[1].Equal(spec.AllNodes(3)) {
		t.Errorf("rule %s, k %d, list %s; want tagged, 3, full", cfg.Rule, cfg.Quorum(), cfg.Lists[1])
	}
	if ms := cfg.CollectTimeout().Milliseconds(); ms != 500 || cfg.AwaitTimeout() != cfg.CollectTimeout() {
		t.Errorf("timeouts %v and %v, want 500 ms", cfg.CollectTimeout(), cfg.AwaitTimeout())
	}
}

func TestDefaultXY(t *testing.T) {
	for _, c := range []struct {
		text string
		x, y int
	}{
		{`{"nodes": 7}`, 1, 0},
		{`{"nodes": 7, "protocol": "preferred"}`, 5, 5},
		{`{"nodes": 3, "protocol": "hybrid"}`, 3, 3},
		{`{"nodes": 7, "protocol": "hybrid", "y": 2}`, 5, 2},
		{`{"nodes": 7, "protocol": "hybrid", "x": 2}`, 2, 0},
		{`{"nodes": 7, "protocol": "hybrid", "y": 0}`, 5, 0},
	} {
		cfg, err := Parse([]byte(c.text))
		if err != nil || cfg.X != c.x || cfg.Y != c.y {
			t.Errorf("%s: x %d and y %d, %v; want %d and %d", c.text, cfg.X, cfg.Y, err, c.x, c.y)
		}
	}
}
