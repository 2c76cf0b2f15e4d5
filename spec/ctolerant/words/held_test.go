package words

import (
	"strings"
	"testing"
)

func TestHeld(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{"nodes": 3, "churn": ["1 forgets 0"], "breaksC": true, "held": "run-dead"}`, ""},
		{`{"nodes": 3, "c": 1, "lists": [[0,1,2],[1,2],[0,1,2]], "held": "instant"}`, ""},
		{`{"nodes": 3, "churn": ["1 joins"], "held": "instant"}`, ""},
		{`{"nodes": 3, "churn": ["1 joins"], "lists": [[0,2],[1],[0,2]], "breaksC": true, "held": "run"}`, ""},
		{`{"nodes": 3, "held": "always"}`, `held: "always", it must be one of ["instant" "run" "run-dead"]`},
		{
			`{"nodes": 3, "lists": [[0,1,2],[1,2],[0,1,2]], "breaksC": true, "held": "run"}`,
			"held: more than c = 0 lists lack node 0 at first",
		},
	} {
		_, err := Parse([]byte(c.text))
		if err == nil && c.want != "" || err != nil && (c.want == "" || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.text, err, c.want)
		}
	}
	for bound, over := range map[Bound]bool{"": false, HeldInstant: false, HeldRun: true, HeldRunDead: true} {
		if bound.OverRuns() != over {
			t.Errorf("%q is held over runs: %t", bound, bound.OverRuns())
		}
	}
}
