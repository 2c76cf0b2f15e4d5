package command

import (
	"context"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/verify"
)

// protocolRuns are what verify has run of a protocol in simulated worlds.
type protocolRuns struct {
	protocol string
	entries  []campaign.Entry
	drawn    *campaign.Result
	unseen   []string // witnesses of which the campaign has seen nothing
	cut      bool     // the campaign was interrupted
	seconds  float64
}

// verifyRuns replays every protocol's corpus and runs a short campaign, and prints a line for
// each. It returns what has run; where it is interrupted that is not all.
func verifyRuns(ctx context.Context, list []verify.Protocol, out, errs io.Writer) ([]protocolRuns, error) {
	var all []protocolRuns
	for _, registered := range list {
		p := registered.Campaigns()
		if p.Open == nil || ctx.Err() != nil {
			continue // it has explorations alone
		}
		r := protocolRuns{protocol: p.Name}
		var err error
		if p.Corpus != nil {
			if r.entries, err = campaign.ReplayOwnCorpus(p); err != nil {
				return nil, err
			}
		}
		began := time.Now()
		o := campaign.Options{Runs: verify.DrawnRuns, Seed: 1, Refine: true, Keep: 1, Tries: 2000}
		meter := newMeter(errs, &campaign.Result{Asked: o.Runs})
		o.Ran = meter.showRuns
		r.drawn, err = p.Campaign(ctx, o, nil)
		meter.end()
		if err != nil {
			return nil, err
		}
		r.unseen, r.seconds = r.drawn.Unseen(p), time.Since(began).Seconds()
		r.cut = ctx.Err() != nil && r.drawn.Run < r.drawn.Asked
		all = append(all, r)
	}
	if len(all) == 0 {
		return nil, nil
	}
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "\nRUNS\tN\tWHAT CAME OF THEM\tSECONDS")
	for _, r := range all {
		r.print(t)
	}
	return all, t.Flush()
}

// orphans is an error if a corpus has plans that no protocol of the program takes, and none for the
// protocol whose corpus it is: so it is after a protocol was renamed. Corpora that hold nothing but
// their protocol's plans refuse others anyway.
func orphans(all []verify.Protocol) error {
	for _, registered := range all {
		p := registered.Campaigns()
		if _, folder := p.Corpus.(interface{ OfFolder() }); folder || p.Open == nil || !p.Holds {
			continue // a folder may hold what another program takes; a test's Check reports that
		}
		plans, others, err := campaign.PlansOf(p)
		if err != nil {
			return err
		}
		if len(plans) > 0 {
			continue
		}
		for _, other := range others {
			if _, err := protocolOf(other.Plan.Protocol, other.File, "protocol"); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *protocolRuns) print(t io.Writer) {
	for _, e := range r.entries {
		verdict, _ := verdictOf(e)
		fmt.Fprintf(t, "%s\t%d\t%s\t\n", r.protocol+"/corpus/"+e.Name(), len(e.Replayed), verdict)
	}
	more := ""
	if !r.drawn.Refine {
		more = ", by the monitor alone"
	}
	if r.cut {
		more += ", interrupted"
	}
	d := r.drawn
	fmt.Fprintf(t, "%s\t%d\t%d passed, %d failed, %d outside the assumptions%s\t%.1f\n", r.protocol+"/campaign", d.Run,
		d.Passed(), d.Run-d.Passed()-d.Outside, d.Outside, more, r.seconds)
}

// results are what came of the runs, one by one.
func (r *protocolRuns) results() []verify.Outcome {
	var all []verify.Outcome
	for _, e := range r.entries {
		_, wrong := verdictOf(e)
		all = append(all, verify.Outcome{
			Protocol: r.protocol, Name: "corpus/" + e.Name(), Failures: verify.InFile("", wrong),
		})
	}
	drawn := verify.Outcome{Protocol: r.protocol, Name: "campaign", Seconds: r.seconds}
	for _, f := range r.drawn.Failures {
		why := fmt.Sprintf("%s fails in run %d: %s", f.Property, f.Run, f.Why)
		drawn.Failures = append(drawn.Failures, verify.Complaint{Why: why})
	}
	switch {
	case r.cut:
		drawn.NotRun = fmt.Sprintf("interrupted after %d of %d runs", r.drawn.Run, r.drawn.Asked)
	case len(r.unseen) > 0 || r.drawn.Run < r.drawn.Asked:
		drawn.Failures = append(drawn.Failures, verify.Complaint{Why: fmt.Sprintf("%d of %d runs, never witnessed: %v",
			r.drawn.Run, r.drawn.Asked, r.unseen)})
	}
	return append(all, drawn)
}

// failureLines are the runs that are not as they must be, a line each.
func (r *protocolRuns) failureLines() []string {
	var lines []string
	for _, result := range r.results() {
		for _, failure := range result.Failures {
			lines = append(lines, result.Protocol+"/"+result.Name+": "+failure.Why)
		}
	}
	return lines
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
