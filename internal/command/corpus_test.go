package command

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/checkout"
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/internal/nightly"
)

// corpusFiles lists the plans of a protocol's corpus; "*" is any protocol.
func corpusFiles(t *testing.T, protocol string) []string {
	t.Helper()
	root, err := checkout.Root()
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(root, "properties", protocol, "testdata", "corpus", "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no corpus, %v", err)
	}
	return files
}

// A plan that is written reads as the same plan, and is written the same again.
func TestPlanText(t *testing.T) {
	t.Parallel()
	var plans []faults.Plan
	for _, file := range corpusFiles(t, "*") {
		plan, err := campaign.ReadPlan(file)
		if err != nil {
			t.Fatal(err)
		}
		plans = append(plans, plan)
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got := string(campaign.PlanText(plan)); got != string(text) {
			t.Errorf("%s is not written as it would be:\n%s", file, cmp.Diff(string(text), got))
		}
	}
	drawn := nightly.Size(300, 60)
	if testing.Short() {
		drawn = 15
	}
	for _, registered := range protocols() {
		p := registered.Campaigns()
		for run := range drawn {
			plans = append(plans, p.PlanOf(campaign.Options{Seed: 7}, run))
		}
	}
	escaped := "<why> & \"so\"\n ä \u2028" // of which JSON would escape some
	plans = append(plans, faults.Plan{Version: 1, Protocol: "p", Config: []byte("{}"), Why: escaped})
	for _, plan := range plans {
		text := campaign.PlanText(plan)
		read, err := campaign.ReadPlan(write(t, t.TempDir(), "plan.json", string(text), 0o644))
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if diff := cmp.Diff(plan, read, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("the plan that is read differs:\n%s", diff)
		}
		if again := campaign.PlanText(read); string(again) != string(text) {
			t.Errorf("it is written differently the second time:\n%s", cmp.Diff(string(text), string(again)))
		}
	}
}

// spoiltCorpus puts the corpus of the first protocol into a new folder, with one of
// the plans changed.
func spoiltCorpus(t *testing.T, name string, change func(string) string) string {
	t.Helper()
	dir, found := t.TempDir(), false
	for _, file := range corpusFiles(t, protocols()[0].Campaigns().Name) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if filepath.Base(file) == name {
			found = true
			changed := change(string(text))
			if changed == string(text) {
				t.Fatalf("%s is as before", name)
			}
			text = []byte(changed)
		}
		write(t, dir, filepath.Base(file), string(text), 0o644)
	}
	if !found {
		t.Fatalf("%s is not in the corpus", name)
	}
	return dir
}

// without returns a change that takes away what the expression matches first.
func without(expression string) func(string) string {
	re := regexp.MustCompile(expression)
	return func(text string) string {
		at := re.FindStringIndex(text)
		if at == nil {
			return text
		}
		return text[:at[0]] + text[at[1]:]
	}
}

// put returns a change of what stands there first.
func put(old, new string) func(string) string {
	return func(text string) string { return strings.Replace(text, old, new, 1) }
}

// flipDigit changes one digit of the first digest.
func flipDigit(text string) string {
	at := strings.Index(text, `"digest":"`) + len(`"digest":"`) + 5
	digit := "0"
	if text[at] == '0' {
		digit = "1"
	}
	return text[:at] + digit + text[at+1:]
}

const spoilt = "x1-agreement.json"

// An entry of a corpus that could not fail is refused, by its name.
func TestCorpusRefuses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		change func(string) string
		says   string
	}{
		{"no why", without(`  "why": .*\n`), "why: is missing"},
		{"no expectations", without(`(?s),\n  "expect": .*\n  ]`), "expect: is missing"},
		{"no digest", without(`,"digest":"[0-9a-f]*"`), "expect[0].digest: is missing, it is "},
		{"no crash", put(`Notify","node":0,"nth":1`, `Notify","node":0,"nth":9`), "faults[0]: takes no effect"},
		{"no pin", put(`"kind":"Leader"`, `"kind":"Lieder"`), "pins[0]: takes no effect"},
		{"an unknown property", put(`"violates":"Agreement"`, `"violates":"Agree"`), "expect[0].violates: "},
		{"an unknown rule", put(`"rule":"last"`, `"rule":"latest"`), "config.rule: "},
		{"cut off", func(text string) string { return text[:len(text)/2] }, "the file is cut off"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := spoiltCorpus(t, spoilt, c.change)
			_, err := campaign.ReplayCorpus(protocols()[0].Campaigns(), dir)
			var bad *input.Error
			if file := filepath.Join(dir, spoilt); !errors.As(err, &bad) || bad.File != file ||
				!strings.Contains(err.Error(), c.says) {
				t.Errorf("%v, want %s: %s", err, spoilt, c.says)
			}
		})
	}
	dir := spoiltCorpus(t, spoilt, flipDigit)
	write(t, dir, "x9.jsn", "{}", 0o644)
	_, err := campaign.ReplayCorpus(protocols()[0].Campaigns(), dir)
	if err == nil || !strings.Contains(err.Error(), "x9.jsn: is no plan") {
		t.Errorf("a misnamed plan: %v", err)
	}
	if _, err := campaign.ReplayCorpus(protocols()[0].Campaigns(), filepath.Join(dir, "none")); err == nil {
		t.Error("a corpus that is not there passes")
	}
}

// An entry of which something else comes than it says is told by its name, and the
// others are as expected.
func TestCorpusTells(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		change func(string) string
		says   string
	}{
		{"a digit of a digest", flipDigit, "the digest is "},
		{"another property", put(`"violates":"Agreement"`, `"violates":"CT1"`), "CT1 should fail, and it holds"},
		{"no property", without(`"violates":"Agreement",`), "Agreement fails ("},
		{"another witness", put(`"PrematureAwait at 2"`, `"PrematureAwait at 1"`), `Await at 1" does not happen`},
		{
			"another order",
			put(`"DeliverLeader 0→1","PrematureAwait at 2"`, `"PrematureAwait at 2","DeliverLeader 0→1"`),
			`"DeliverLeader 0→1" does not happen, or not in this order`,
		},
		{"no hold", without(`(?s)  "pins": .*?\n  ],\n`), "Agreement should fail, and it holds"},
		{"another assumption", put(`"violates":`, `"outside":["f"],"violates":`), "and f is expected"},
		{"patient", put(`"violates":"Agreement"`, `"patient":true,"violates":"Agreement"`), "Agreement should fail"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			entries, err := campaign.ReplayCorpus(protocols()[0].Campaigns(), spoiltCorpus(t, spoilt, c.change))
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range entries {
				var wrong []string
				for _, r := range e.Replayed {
					wrong = append(wrong, r.Wrong...)
				}
				text := strings.Join(wrong, "; ")
				if filepath.Base(e.File) != spoilt && text != "" {
					t.Errorf("%s, which was not changed: %s", e.File, text)
				}
				if filepath.Base(e.File) == spoilt && !strings.Contains(text, c.says) {
					t.Errorf("%s: %q, want %s", e.File, text, c.says)
				}
			}
		})
	}
}
