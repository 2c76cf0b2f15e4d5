package command

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/scrutineer-go/scrutineer/campaign"
	"github.com/scrutineer-go/scrutineer/claims"
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
	"github.com/scrutineer-go/scrutineer/properties/vote"
	"github.com/scrutineer-go/scrutineer/tla"
	"github.com/scrutineer-go/scrutineer/verify"
)

// claimsFile is where the claims stand for people, at the root of the repository.
const claimsFile = "CLAIMS.md"

// CLAIMS.md says what the code decides today, and no claim is red.
func TestClaimsFile(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("computes for seconds what make verify computes, too")
	}
	root, err := protocoltest.ModuleRoot()
	if err == nil {
		err = stale(protocols(), filepath.Join(root, claimsFile))
	}
	if err != nil {
		t.Error(err)
	}
}

// stale says why the file is not what claims would write, where any protocol has claims.
func stale(all []verify.Protocol, file string) error {
	if !slices.ContainsFunc(all, hasClaims) {
		return nil
	}
	decided, err := decide(all, tla.Modules, asPinned)
	if err != nil {
		return err
	}
	for _, table := range decided {
		for _, d := range table.Red() {
			err = errors.Join(err, fmt.Errorf("%s is red: %s", d.ID, d.Problem))
		}
	}
	if err != nil {
		return err
	}
	const renew = "type `go run ./cmd/scrutineer claims -write " + claimsFile + "` at the root of the repository"
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no %s; %s", filepath.Base(file), renew)
	}
	if d := cmp.Diff(string(text), string(claims.Markdown(decided))); err == nil && d != "" {
		err = fmt.Errorf("%s is not current; %s (-file +current):\n%s", filepath.Base(file), renew, d)
	}
	return err
}

// claimed is the vote protocol with claims of a paper that does not exist. What is
// computed is said.
func claimed(computed string) verify.Protocol {
	p := vote.Protocol()
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
	file := filepath.Join(t.TempDir(), "docs", claimsFile)
	say := func(computed, file string) (string, error) {
		var out strings.Builder
		err := sayClaims(t.Context(), []verify.Protocol{claimed(computed)}, tla.Modules, file, reports{}, &out)
		return out.String(), err
	}
	for _, computed := range []string{"1 message", "2 messages"} { // the second time it is there
		out, err := say(computed, file)
		if want := strings.Replace(claimedText, "2 messages", computed, 1); err != nil || out != want {
			t.Errorf("%v\n%s", err, cmp.Diff(want, out))
		}
	}
	if err := stale([]verify.Protocol{claimed("2 messages")}, file); err != nil {
		t.Errorf("what has just been written: %v", err)
	}
	out, err := say("", file)
	if !errors.Is(err, errFailed) || !strings.Contains(out, "RED       computed cost: it costs too much") ||
		!strings.HasSuffix(out, "claims that are red: 1\n") {
		t.Errorf("a red claim: %v\n%s", err, out)
	}
	if err := stale([]verify.Protocol{claimed("2 messages")}, file); err != nil {
		t.Errorf("after a claim was red: %v", err)
	}
	for name, text := range map[string]string{"README.md": "# Read me\n", "verify.json": `{"version": 1, "rows": []}`} {
		var bad *input.Error
		other := write(t, filepath.Dir(file), name, text, 0o644)
		if out, err := say("2 messages", other); !errors.As(err, &bad) || bad.Field != "-write" || out != "" {
			t.Errorf("%s: %v, %q; want a refusal", name, err, out)
		}
	}
}

// The test that keeps the file current tells a file that is missing or says something
// else, and has nothing to say where no protocol has claims.
func TestStale(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), claimsFile)
	if err := stale([]verify.Protocol{vote.Protocol()}, file); err != nil {
		t.Errorf("without claims: %v", err)
	}
	p := []verify.Protocol{claimed("2 messages")}
	tells := func(says string) {
		t.Helper()
		if err := stale(p, file); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v, want %s", err, says)
		}
	}
	tells("there is no CLAIMS.md; type `go run ./cmd/scrutineer claims -write CLAIMS.md`")
	if err := sayClaims(t.Context(), p, tla.Modules, file, reports{}, &strings.Builder{}); err != nil {
		t.Fatal(err)
	}
	p[0] = claimed("3 messages")
	tells("CLAIMS.md is not current; type ")
	p[0] = claimed("2 messages")
	if err := stale(p, file); err != nil {
		t.Error(err)
	}
	p[0].Claims[0].Checks = p[0].Claims[0].Checks[:1]
	tells("V-2 is red: nothing decides it")
}

// The end of verify says the same as claims.
func TestConcludeClaims(t *testing.T) {
	t.Parallel()
	p := []verify.Protocol{claimed("2 messages")}
	rows, err := verify.Run(t.Context(), p, verify.Options{
		Modules: tla.Modules, Pinned: true, Only: regexp.MustCompile("two-winners"),
	})
	if err != nil {
		t.Fatal(err)
	}
	entries, err := campaign.ReplayOwnCorpus(vote.Protocol().Campaigns())
	if err != nil {
		t.Fatal(err)
	}
	ran, runs := verify.Ran{Rows: rows}, []protocolRuns{{protocol: "vote", entries: entries}}
	var out bytes.Buffer
	decided, err := concludeClaims(p, tla.Modules, ran, runs, &out)
	if err != nil || out.String() != claimedText {
		t.Errorf("%v\n%s", err, cmp.Diff(claimedText, out.String()))
	}
	pinned, err := decide(p, tla.Modules, asPinned)
	if d := cmp.Diff(pinned, decided); err != nil || d != "" {
		t.Errorf("%v, the claims differ (-want +got):\n%s", err, d)
	}
	out.Reset()
	decided, err = concludeClaims(p, tla.Modules, ran, nil, &out)
	if !errors.Is(err, errFailed) || !strings.Contains(out.String(), "no-majority with ask=2: it did not run") {
		t.Errorf("without a corpus: %v\n%s", err, &out)
	}
	results := claimResults(decided[0])
	if len(results) != 2 || len(results[0].failures) != 1 || len(results[1].failures) != 0 ||
		results[0].name != "claim/V-1" {
		t.Errorf("results %+v", results)
	}
}

// Without claims the command says so and has nothing to write; bad flags are refused.
func TestClaimsCommand(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	if !slices.ContainsFunc(protocols(), hasClaims) {
		status, out, errs := w.call(t, nil, "claims")
		if status != exitOK || out != "no protocol has claims\n" || errs != "" {
			t.Errorf("status %d, %q, %q", status, out, errs)
		}
		w.refuses(t, []string{"-write: no protocol has claims"}, nil, nil, "claims", "-write", "c.md")
	}
	w.refuses(t, []string{"claims -h lists the flags"}, nil, nil, "claims", "-wirte", "c.md")
	w.refuses(t, []string{"-tla", "no such folder"}, nil, nil, "claims", "-tla", "none")
}
