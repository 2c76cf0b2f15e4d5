package words

import (
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/spec"
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

// A change reads as it is written; who joins or leaves has nobody else in it.
func TestChangeReads(t *testing.T) {
	for text, want := range map[string]Change{
		"1 forgets 0": {At: 1, Does: Forgets, Node: 0},
		"1 learns 2":  {At: 1, Does: Learns, Node: 2},
		"3 joins":     {At: 3, Does: Joins, Node: spec.None},
		"2 leaves":    {At: 2, Does: Leaves, Node: spec.None},
	} {
		var c Change
		if err := c.UnmarshalText([]byte(text)); err != nil || c != want || c.String() != text {
			t.Errorf("%q is %+v, %q, %v", text, c, c.String(), err)
		}
	}
}
