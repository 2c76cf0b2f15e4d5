package protocoltest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/claims"
	"github.com/scrutineer-go/scrutineer/internal/verify"
)

// Claims complains of a claim that is red, and computes once however often it decides.
func TestWrongClaims(t *testing.T) {
	n := 0
	computed := claims.Code{Name: "a count", Run: func() (string, error) { n++; return fmt.Sprint(n), nil }}
	p := verify.Protocol{Name: "toy", Claims: []claims.Paper{{
		Claims: []claims.Claim{{ID: "A", Where: "there", Says: "so"}, {ID: "B", Where: "there", Says: "so"}},
		Checks: []claims.Check{
			{Claim: "A", Verdict: claims.Verified, Found: "so", For: []claims.Evidence{computed}},
			{Claim: "B", Verdict: claims.Open, Found: "why"},
		},
	}}}
	if wrong := wrongClaims(p, claims.Results{}, ""); wrong != nil || n != 1 {
		t.Errorf("%q after %d computations, want none after one", wrong, n)
	}
	decided := p.Claims[0].Decide(p.Name, claims.Results{}) // by the second count
	stale := string(claims.Markdown([]claims.Table{decided}))
	current := strings.ReplaceAll(stale, "count: 2", "count: 3")
	for file, want := range map[string]int{
		current: 0, current + "\n## Another (toy)\n": 0, stale: 1, "# Claims\n": 1,
	} {
		n = 2
		if wrong := wrongClaims(p, claims.Results{}, file); len(wrong) != want {
			t.Errorf("%d complaints, want %d: %q, of the file\n%s", len(wrong), want, wrong, file)
		}
	}
	p.Claims[0].Checks[0].For = []claims.Evidence{claims.Campaign{Property: "P"}}
	wrong := wrongClaims(p, claims.Results{}, "")
	if len(wrong) != 1 || wrong[0] != "A is red: drawn runs: there are none" {
		t.Errorf("%q, want that A is red", wrong)
	}
	p.Claims = []claims.Paper{{Claims: p.Claims[0].Claims[1:], Checks: p.Claims[0].Checks[1:]}}
	p.Claims = append(p.Claims, p.Claims[0]) // of another paper
	if wrong := wrongClaims(p, claims.Results{}, ""); len(wrong) != 1 || wrong[0] != "two claims are named B" {
		t.Errorf("%q, want that there are two claims B", wrong)
	}
}
