package campaign

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/gauge"
)

// A kind of fault is missed on each kind of message of which there were enough, also where it takes effect on others;
// where fields are fixed only if it does.
func TestUncovered(t *testing.T) {
	p := Harness{MustHit: []world.Hit{
		{Fault: "loss", On: "Ask"}, {Fault: "loss", On: "Grant"}, {Fault: "premature", On: "Wait"},
	}}
	fixed := map[string]json.RawMessage{"nodes": nil}
	of := func(kind string) map[string]map[string]int { return map[string]map[string]int{"loss": {kind: 1}} }
	many := []world.Traffic{{Kind: "Ask", Copies: fewMessages}, {Kind: "Grant", Copies: fewMessages}}
	few := []world.Traffic{{Kind: "Ask", Copies: fewMessages}, {Kind: "Grant", Copies: fewMessages - 1}}
	for name, c := range map[string]struct {
		r    Result
		want string
	}{
		"nothing was hit":              {Result{Traffic: many}, "loss of Ask, loss of Grant, premature of Wait"},
		"one was":                      {Result{Hits: of("Ask"), Traffic: many}, "loss of Grant, premature of Wait"},
		"few were sent":                {Result{Hits: of("Ask"), Traffic: few}, "premature of Wait"},
		"fixed, and nothing is lost":   {Result{Fixed: fixed, Traffic: many}, ""},
		"fixed, and few were sent":     {Result{Fixed: fixed, Hits: of("Ask"), Traffic: few}, ""},
		"fixed, and many were sent":    {Result{Fixed: fixed, Hits: of("Ask"), Traffic: many}, "loss of Grant"},
		"fixed, and the other is lost": {Result{Fixed: fixed, Hits: of("Grant"), Traffic: many}, "loss of Ask"},
	} {
		var got []string
		for _, s := range c.r.Uncovered(p) {
			got = append(got, s.String())
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// Runs are counted by what was hit in them, not how often.
func TestHitsAreCounted(t *testing.T) {
	r := newResult(Harness{}, Options{})
	for range 2 {
		r.add(Outcome{Report: world.Report{Hits: map[world.Hit]int{{Fault: "loss", On: "Ask"}: 7}}})
	}
	if n := r.Hits["loss"]["Ask"]; n != 2 {
		t.Errorf("%d runs, want 2", n)
	}
}

func TestRangesRefused(t *testing.T) {
	for want, ranges := range map[string][]gauge.Range{
		"":                        {{Field: "a", Least: 1, Most: 1}, {Field: "b", Least: -1, Most: 2}},
		`ranges[1].field: "a", `:  {{Field: "a"}, {Field: "a"}},
		"ranges[0].least: 2, it ": {{Field: "a", Least: 2, Most: 1}},
	} {
		err := checkRanges(slices.Clone(ranges))
		if (err == nil) != (want == "") || err != nil && !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v: %v, want %q", ranges, err, want)
		}
	}
}
