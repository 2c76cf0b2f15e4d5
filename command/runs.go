package command

import (
	"context"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/scrutineer-go/scrutineer/campaign"
	"github.com/scrutineer-go/scrutineer/verify"
)

// protocolRuns are what verify has run of a protocol in simulated worlds.
type protocolRuns struct {
	entries []campaign.Entry
	drawn   *campaign.Result
}

// verifyRuns replays every protocol's corpus and runs a short campaign, and prints a
// line for each. It returns what has run, by protocol, and what is not as it must be.
func verifyRuns(ctx context.Context, out io.Writer) (map[string]protocolRuns, []string, error) {
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "\nRUNS\tN\tWHAT CAME OF THEM\tSECONDS")
	var failures []string
	ran := map[string]protocolRuns{}
	for _, registered := range protocols() {
		p := registered.Campaigns()
		entries, err := campaign.ReplayOwnCorpus(p)
		if err != nil {
			return nil, nil, err
		}
		for _, e := range entries {
			name := p.Name + "/corpus/" + e.Name()
			verdict, wrong := verdictOf(e)
			for _, text := range wrong {
				failures = append(failures, name+": "+text)
			}
			fmt.Fprintf(t, "%s\t%d\t%s\t\n", name, len(e.Replayed), verdict)
		}
		began := time.Now()
		o := campaign.Options{Runs: verify.DrawnRuns, Seed: 1, Refine: true, Keep: 1, Tries: 2000}
		r, err := p.Campaign(ctx, o, nil)
		if err != nil {
			return nil, nil, err
		}
		ran[p.Name] = protocolRuns{entries, r}
		name := p.Name + "/campaign"
		for _, f := range r.Failures {
			failures = append(failures, fmt.Sprintf("%s: %s fails in run %d: %s", name, f.Property, f.Run, f.Why))
		}
		if unseen := r.Unseen(p); len(unseen) > 0 || r.Run < r.Asked {
			failures = append(failures, fmt.Sprintf("%s: %d of %d runs, never witnessed: %v",
				name, r.Run, r.Asked, unseen))
		}
		alone := ""
		if p.Unspecified {
			alone = ", by the monitor alone: no specification"
		}
		fmt.Fprintf(t, "%s\t%d\t%d passed, %d failed, %d outside the assumptions%s\t%.1f\n", name, r.Run,
			r.Passed(), r.Run-r.Passed()-r.Outside, r.Outside, alone, time.Since(began).Seconds())
	}
	return ran, failures, t.Flush()
}

// verdictOf says what came of an entry's runs, and what is not as expected.
func verdictOf(e campaign.Entry) (string, []string) {
	var verdicts, wrong []string
	for _, r := range e.Replayed {
		verdict := "holds"
		switch {
		case r.Expect.Violates != "":
			verdict = r.Expect.Violates + " fails"
		case len(r.Expect.Outside) > 0:
			verdict = "outside " + strings.Join(r.Expect.Outside, ", ")
		}
		verdicts = append(verdicts, verdict)
		wrong = append(wrong, r.Wrong...)
	}
	if len(wrong) > 0 {
		return "FAILED", wrong
	}
	return "as expected: " + strings.Join(verdicts, ", "), nil
}
