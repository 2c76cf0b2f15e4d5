package command

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/checkout"
	"github.com/scrutineer-go/scrutineer/internal/claims"
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
)

// docs/claims.md has a part for each paper, in the order of the protocols, and nothing else. What stands in the parts
// the tests of the papers compare with what they decide.
func TestClaimsFile(t *testing.T) {
	t.Parallel()
	root, err := checkout.Root()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(root, protocoltest.ClaimsFile))
	if !slices.ContainsFunc(protocols(), hasClaims) {
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, p := range protocols() {
		for _, paper := range p.Claims {
			want = append(want, strings.TrimSpace(claims.Table{Protocol: p.Name, Paper: paper.Title}.Heading()))
		}
	}
	if d := cmp.Diff(want, regexp.MustCompile(`(?m)^## .*$`).FindAllString(string(text), -1)); d != "" {
		t.Errorf("other papers (-want +got):\n%s", d)
	}
	before, _, _ := strings.Cut(string(text), "\n## ")
	if d := cmp.Diff(string(claims.Markdown(nil)), before); d != "" {
		t.Errorf("what stands above the papers (-want +got):\n%s", d)
	}
}

// voting is the vote protocol. Its folder imports what imports this package, so that a test in it cannot.
func voting() verify.Protocol {
	list := protocols()
	return list[slices.IndexFunc(list, func(p verify.Protocol) bool { return p.Name == "vote" })]
}

// claimed is the vote protocol with claims of a paper that does not exist. What is
// computed is said.
func claimed(computed string) verify.Protocol {
	p := voting()
	p.Claims = []claims.Paper{{
		Title: "Votes, 2026",
		Claims: []claims.Claim{
			{ID: "V-1", Where: "Theorem 1", Says: "At most one candidate wins."},
			{ID: "V-2", Where: "Section II", Says: "It is cheap."},
		},
		Checks: []claims.Check{
			{
				Claim: "V-1", Verdict: claims.Refuted, Found: "Not if half of the voters are enough.",
				Against: []claims.Evidence{claims.Case{ID: "vote-two-winners", Property: "OneWinner", Fails: true}},
				For:     []claims.Evidence{claims.Corpus{Entry: "no-majority", Expectation: 1}},
			},
			{
				Claim: "V-2", Verdict: claims.Measured, Found: "It is.",
				For: []claims.Evidence{claims.Code{Name: "cost", Run: func() (string, error) {
					if computed == "" {
						return "", errors.New("it costs too much")
					}
					return computed, nil
				}}},
			},
		},
	}}
	return p
}

const claimedText = `
Votes, 2026 (vote), 2 claims: 1 refuted, 1 measured
  claim  verdict   decided by
  V-1    refuted   vote-two-winners: OneWinner fails in 9 states, 3 processes without faults
                   but corpus no-majority with ask=2: all properties hold; no faults
  V-2    measured  computed cost: 2 messages
`

// The claims are printed, and written to a file that is theirs; a red one fails and leaves
// the file as it was.
func TestSayClaims(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), protocoltest.ClaimsFile)
	say := func(computed, file string) (string, error) {
		var out strings.Builder
		err := sayClaims(t.Context(), []verify.Protocol{claimed(computed)}, file, reports{}, &out)
		return out.String(), err
	}
	for _, computed := range []string{"1 message", "2 messages"} { // the second time it is there
		out, err := say(computed, file)
		if want := strings.Replace(claimedText, "2 messages", computed, 1); err != nil || out != want {
			t.Errorf("%v\n%s", err, cmp.Diff(want, out))
		}
	}
	written, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(written), "2 messages") {
		t.Errorf("%v, written is\n%s", err, written)
	}
	out, err := say("", file)
	if !errors.Is(err, errFailed) || !strings.Contains(out, "RED       computed cost: it costs too much") ||
		!strings.HasSuffix(out, "claims that are red: 1\n") {
		t.Errorf("a red claim: %v\n%s", err, out)
	}
	if after, err := os.ReadFile(file); err != nil || !bytes.Equal(after, written) {
		t.Errorf("after a claim was red: %v\n%s", err, after)
	}
	for name, text := range map[string]string{"README.md": "# Read me\n", "verify.json": `{"version": 1, "rows": []}`} {
		var bad *input.Error
		other := write(t, filepath.Dir(file), name, text, 0o644)
		if out, err := say("2 messages", other); !errors.As(err, &bad) || bad.Field != "-write" || out != "" {
			t.Errorf("%s: %v, %q; want a refusal", name, err, out)
		}
	}
}

// The claims are written as JSON to the file of -json, over one of its own and over no other.
func TestClaimsJSON(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "r.json")
	for _, computed := range []string{"1 message", "2 messages"} {
		p, r := []verify.Protocol{claimed(computed)}, reports{json: file, kind: jsonOf("claims")}
		if err := sayClaims(t.Context(), p, "", r, io.Discard); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(file)
		if err != nil || !strings.Contains(string(text), `"papers": [`) || !strings.Contains(string(text), computed) {
			t.Errorf("%v\n%s", err, text)
		}
		if h := (header{}); json.Unmarshal(text, &h) != nil || h != headerOf("claims") {
			t.Errorf("header %+v of\n%s", h, text)
		}
	}
}

// The end of verify says the same as claims.
func TestConcludeClaims(t *testing.T) {
	t.Parallel()
	p := []verify.Protocol{claimed("2 messages")}
	plan, err := verify.Prepare(p, verify.Options{Pinned: true, Only: regexp.MustCompile("two-winners")})
	if err != nil {
		t.Fatal(err)
	}
	entries, err := campaign.ReplayOwnCorpus(voting().Campaigns())
	if err != nil {
		t.Fatal(err)
	}
	ran, runs := verify.Ran{Rows: plan.Run(t.Context())}, []protocolRuns{{protocol: "vote", entries: entries}}
	var out bytes.Buffer
	decided, err := concludeClaims(p, plan, ran, runs, &out)
	if err != nil || out.String() != claimedText {
		t.Errorf("%v\n%s", err, cmp.Diff(claimedText, out.String()))
	}
	pinned, err := decide(p, verify.Pinned)
	if d := cmp.Diff(pinned, decided); err != nil || d != "" {
		t.Errorf("%v, the claims differ (-want +got):\n%s", err, d)
	}
	out.Reset()
	decided, err = concludeClaims(p, plan, ran, nil, &out)
	const missing = "no-majority: there is no such plan, or it did not run"
	if !errors.Is(err, errFailed) || !strings.Contains(out.String(), missing) {
		t.Errorf("without a corpus: %v\n%s", err, &out)
	}
	results := claimResults(decided[0])
	if len(results) != 2 || len(results[0].Failures) != 1 || len(results[1].Failures) != 0 ||
		results[0].Name != "claim/V-1" {
		t.Errorf("results %+v", results)
	}
}
