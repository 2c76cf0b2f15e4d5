package verify_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/claims"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
	"github.com/scrutineer-go/scrutineer/properties/vote"
	"github.com/scrutineer-go/scrutineer/tla"
)

// claimed is the vote protocol with an exploration, and with claims as a paper about it
// could have them.
func claimed() verify.Protocol {
	p := vote.Protocol().Registered()
	p.Runs.Reading = func(config json.RawMessage) ([]string, error) {
		var cfg struct{ Ask json.Number }
		err := json.Unmarshal(config, &cfg)
		return []string{"ask=" + cfg.Ask.String()}, err
	}
	p.Claims = []claims.Paper{{
		Title: "Votes, 2026",
		Claims: []claims.Claim{
			{ID: "V-1", Where: "Theorem 1", Says: "At most one candidate wins."},
			{ID: "V-2", Where: "Theorem 2", Says: "Any quorum will do."},
			{ID: "V-3", Where: "Section IV", Says: "A vote takes two messages."},
			{ID: "V-4", Where: "Section V", Says: "Votes are secret."},
			{ID: "V-5", Where: "Section VI", Says: "Two winners are rare."},
		},
		Checks: []claims.Check{
			{
				Claim: "V-1", Verdict: claims.Verified, Found: "Yes, where a majority is asked.",
				For: []claims.Evidence{
					claims.Case{ID: "vote-crash-loss-duplicate", Property: "OneWinner"},
					claims.Case{ID: "vote-crash-in", Property: "OneWinner"},
					claims.Exploration{ID: "vote-loss", Property: "OneWinner"},
					claims.Campaign{Property: "OneWinner"},
				},
			},
			{
				Claim: "V-2", Verdict: claims.Refuted, Found: "Half of the voters are too few; a majority is enough.",
				Against: []claims.Evidence{
					claims.Case{ID: "vote-two-winners", Property: "OneWinner", Fails: true},
					claims.Corpus{Entry: "no-majority", Outside: []string{"Majority"}},
				},
				For: []claims.Evidence{claims.Corpus{Entry: "no-majority", Expectation: 1}},
			},
			{
				Claim: "V-3", Verdict: claims.Measured, Found: "It does.",
				For: []claims.Evidence{claims.Code{
					Name: "messages", Run: func() (string, error) { return fmt.Sprintf("%d messages", 1+1), nil },
				}},
			},
			{Claim: "V-4", Verdict: claims.Open, Found: "Nothing here knows secrets."},
			{
				Claim: "V-5", Verdict: claims.Measured, Found: "There are none in drawn runs.",
				For: []claims.Evidence{claims.Campaign{Property: "OneWinner"}},
			},
		},
	}}
	return p
}

// edited is the folder of modules with changes, text by text, in the vote protocol's files.
// One of its cases is long in any.
func edited(t *testing.T, changes ...[3]string) fstest.MapFS {
	t.Helper()
	files := fstest.MapFS{}
	err := fs.WalkDir(tla.Modules, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(tla.Modules, name)
		files[name] = &fstest.MapFile{Data: text}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	changes = append(changes,
		[3]string{"cases.json", `"id": "vote-crash-in",`, `"id": "vote-crash-in", "long": true,`},
		[3]string{"cases.json", `"cases": [`, `"cases": [{"id": "vote-loss", "why": "A loss.", "kind": "exploration",
			"config": {"nodes": 3, "candidates": [0], "voters": [1, 2], "ask": 2}, "budget": {"loss": 1, "retry": 1},
			"invariants": ["OneVote", "OneWinner"], "states": 43, "edges": 67},`})
	for _, c := range changes {
		file := files["vote/"+c[0]]
		if n := strings.Count(string(file.Data), c[1]); n == 0 {
			t.Fatalf("%q does not stand in %s", c[1], c[0])
		}
		file.Data = []byte(strings.Replace(string(file.Data), c[1], c[2], 1))
	}
	return files
}

// ranClaimed runs what decides the claims, but for the case that is long.
func ranClaimed(t *testing.T, p verify.Protocol) (verify.Plan, verify.Ran) {
	t.Helper()
	plan, err := verify.Prepare([]verify.Protocol{p}, verify.Options{
		Pinned: true, Workers: runtime.NumCPU(),
		Only: regexp.MustCompile("vote-crash-loss-duplicate|vote-two-winners|vote-loss$"),
	})
	if err != nil {
		t.Fatal(err)
	}
	ran := verify.Ran{Rows: plan.Run(t.Context()), Explorations: plan.Explore(t.Context(), nil, nil)}
	if ran.Corpus, err = campaign.ReplayOwnCorpus(p.Campaigns()); err != nil {
		t.Fatal(err)
	}
	o := campaign.Options{Runs: verify.DrawnRuns, Seed: 1, Refine: true}
	if ran.Campaign, err = p.Campaigns().Campaign(t.Context(), o, nil); err != nil {
		t.Fatal(err)
	}
	return plan, ran
}

// tables are the decisions in both forms.
func tables(t *testing.T, p verify.Protocol, r claims.Results) string {
	t.Helper()
	table := p.Claims[0].Decide(p.Name, r)
	var out strings.Builder
	if err := table.WriteText(&out); err != nil {
		t.Fatal(err)
	}
	return out.String() + string(claims.Markdown([]claims.Table{table}))
}

// claimedText is what verify prints of the claims.
const claimedText = `
Votes, 2026 (vote), 5 claims: 1 verified, 1 refuted, 2 measured, 1 open
  claim  verdict   decided by
  V-1    verified  vote-crash-loss-duplicate: OneWinner holds, 3 processes, crash=1 duplicate=1 loss=1 retry=1, 5,823
                     states
                   vote-crash-in: OneWinner holds, 3 processes, crashIn=2 retry=1, 30,571 states (make tlc)
                   explored vote-loss: OneWinner holds, 3 processes, loss=1 retry=1, 43 states
                   2,000 drawn runs: OneWinner holds wherever its assumptions do
  V-2    refuted   vote-two-winners: OneWinner fails in 9 states, 3 processes without faults
                   corpus no-majority: what fails is excused by Majority; no faults, ask=1
                   but corpus no-majority with ask=2: all properties hold; no faults
  V-3    measured  computed messages: 2 messages
  V-4    open      nothing yet: Nothing here knows secrets.
  V-5    measured  2,000 drawn runs: OneWinner holds wherever its assumptions do
`

// What has run and what is pinned say the same of every claim, and what has run
// otherwise, or not at all, makes the claims red that it decides.
func TestClaimsRanAndPinned(t *testing.T) {
	p := claimed().FromModules(edited(t))
	pinned, err := verify.Pinned(p)
	if err != nil {
		t.Fatal(err)
	}
	text := tables(t, p, pinned)
	if !strings.HasPrefix(text, claimedText) {
		t.Errorf("as pinned (-want +got):\n%s", cmp.Diff(claimedText, text))
	}
	plan, ran := ranClaimed(t, p)
	if d := cmp.Diff(text, tables(t, p, plan.Evidence(ran, p))); d != "" {
		t.Errorf("what has run says something else than the pins (-pinned +ran):\n%s", d)
	}
	for _, c := range ranOtherwise() {
		t.Run(c.name, func(t *testing.T) {
			changed := ran
			changed.Rows, changed.Explorations = slices.Clone(ran.Rows), slices.Clone(ran.Explorations)
			changed.Corpus = slices.Clone(ran.Corpus)
			changed.Corpus[1].Replayed = slices.Clone(ran.Corpus[1].Replayed)
			result := *ran.Campaign
			result.Failed, result.Seen = maps.Clone(result.Failed), maps.Clone(result.Seen)
			changed.Campaign = &result
			c.change(&changed)
			if got := red(p, plan.Evidence(changed, p)); got != c.want {
				t.Errorf("red is %q, want %q", got, c.want)
			}
		})
	}
}

// otherwise is something that runs otherwise, and what is red then.
type otherwise struct {
	name   string
	change func(ran *verify.Ran)
	want   string
}

func ranOtherwise() []otherwise {
	const excused, repaired = "corpus no-majority: ", "corpus no-majority with ask=2: "
	drawn := func(why string) string { return "V-1: drawn runs: " + why + "; V-5: drawn runs: " + why }
	return []otherwise{
		{
			"a case that failed",
			func(ran *verify.Ran) { ran.Rows[0].Failures = []string{"they part\nthere"} },
			"V-1: case vote-crash-loss-duplicate: they part",
		},
		{
			"a case that did not run",
			func(ran *verify.Ran) { ran.Rows = ran.Rows[:1] },
			"V-2: case vote-two-winners: it did not run",
		},
		{
			"a column that did not run",
			func(ran *verify.Ran) { ran.Rows[0].Spec = nil },
			"V-1: case vote-crash-loss-duplicate: it did not run",
		},
		{
			"no exploration",
			func(ran *verify.Ran) { ran.Explorations = nil },
			"V-1: exploration vote-loss: it did not run",
		},
		{
			"an exploration that failed",
			func(ran *verify.Ran) { ran.Explorations[0].Failures = []string{"no end"} },
			"V-1: exploration vote-loss: no end",
		},
		{
			"no corpus",
			func(ran *verify.Ran) { ran.Corpus = nil },
			"V-2: " + excused + "there is no such plan, or it did not run; " + excused + "there is no such plan, " +
				"or it did not run",
		},
		{
			"a run that differs",
			func(ran *verify.Ran) { ran.Corpus[1].Replayed[0].Wrong = []string{"the digest"} },
			"V-2: " + excused + "the digest",
		},
		{
			"a campaign that failed",
			func(ran *verify.Ran) { ran.Campaign.Failed["OneVote"] = 3 },
			drawn("OneVote fails in 3 of 2,000"),
		},
		{
			"a campaign that stopped",
			func(ran *verify.Ran) { ran.Campaign.Run-- },
			drawn("1,999 of 2,000 ran"),
		},
		{
			"a campaign that saw nothing",
			func(ran *verify.Ran) { delete(ran.Campaign.Seen, "Won") },
			drawn("never witnessed: Won"),
		},
		{"no campaign", func(ran *verify.Ran) { ran.Campaign = nil }, drawn("there are none")},
	}
}

// red says which claims are red and why.
func red(p verify.Protocol, r claims.Results) string {
	var parts []string
	for _, d := range p.Claims[0].Decide(p.Name, r).Red() {
		parts = append(parts, d.ID+": "+d.Problem)
	}
	return strings.Join(parts, "; ")
}

// Where the table has changed the claims that its cases decided are red.
func TestClaimsOfAnotherTable(t *testing.T) {
	p := claimed()
	for _, c := range []struct {
		name, want string
		changes    [][3]string
	}{
		{
			"a case that is gone",
			"V-2: case vote-two-winners: there is none of that name",
			[][3]string{{"cases.json", `"id": "vote-two-winners"`, `"id": "vote-two"`}},
		},
		{
			"a property less",
			"V-1: case vote-crash-in: OneWinner is not judged to hold there, what holds is TypeOK, OneVote",
			[][3]string{
				{"cases.json", `["TypeOK", "OneVote", "OneWinner"]`, `["TypeOK", "OneVote"]`},
			},
		},
		{
			"another violation",
			"V-2: case vote-two-winners: OneWinner does not fail there, OneVote fails",
			[][3]string{
				{"cases.json", `"invariants": ["OneWinner"]`, `"invariants": ["OneVote"]`},
				{"cases.json", `"violates": "OneWinner"`, `"violates": "OneVote"`},
			},
		},
		{
			"no count",
			"V-1: case vote-crash-in: no count of its states is pinned",
			[][3]string{{"cases.json", `"states": 30571`, `"states": 0`}},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			pinned, err := verify.Pinned(p.FromModules(edited(t, c.changes...)))
			if err != nil {
				t.Fatal(err)
			}
			if got := red(p, pinned); got != c.want {
				t.Errorf("red is %q, want %q", got, c.want)
			}
		})
	}
}

// The helper that a protocol's test calls accepts the toy claims: each is decided, and
// without any one check its claim is red.
func TestClaims(t *testing.T) { protocoltest.Claims(t, claimed().FromModules(edited(t))) }

// A plan whose configuration cannot be read decides nothing.
func TestUnreadPlans(t *testing.T) {
	p := claimed().FromModules(edited(t))
	plan, err := verify.Prepare([]verify.Protocol{p}, verify.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var ran verify.Ran
	if ran.Corpus, err = campaign.ReplayOwnCorpus(p.Campaigns()); err != nil {
		t.Fatal(err)
	}
	p.Runs.Reading = func(json.RawMessage) ([]string, error) { return nil, errors.New("no\nreading") }
	if _, err := verify.Pinned(p); err == nil || err.Error() != "no\nreading" {
		t.Errorf("pinned: %v", err)
	}
	for _, s := range plan.Evidence(ran, p).Corpus {
		if s.Wrong != "no" {
			t.Errorf("%s: wrong is %q", s.Entry, s.Wrong)
		}
	}
}
