package command

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/phrase"
	"github.com/scrutineer-go/scrutineer/internal/verify"
)

// enough is from how many runs on a witness without a witness is a failure: the
// campaign has looked, and what it speaks of has not happened.
const enough = 1000

// campaignResults are what came of a campaign in that folder, for each property and each witness.
func campaignResults(p campaign.Harness, r *campaign.Result, dir string) []verify.Outcome {
	names := slices.Concat(p.Properties, p.OfStates, campaign.Contracts())
	if !r.Refine { // and nothing was held against the specification
		names = slices.DeleteFunc(slices.Concat(p.Properties, campaign.Contracts()), func(name string) bool {
			return name == campaign.Refines || name == campaign.MonitorAgrees
		})
	}
	for _, name := range slices.Sorted(maps.Keys(r.Failed)) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	var all []verify.Outcome
	for _, name := range names {
		judged := verify.Outcome{Protocol: p.Name, Name: name}
		for _, f := range r.Failures {
			if f.Property == name {
				why := fmt.Sprintf("%s fails in run %d of seed %d: %s", name, f.Run, r.Seed, f.Why)
				plan := filepath.ToSlash(filepath.Join(dir, f.Dir, campaign.PlanFile))
				judged.Failures = append(judged.Failures, verify.Complaint{Why: why, File: plan})
			}
		}
		if more := r.Failed[name] - len(judged.Failures); more > 0 {
			why := fmt.Sprintf("%s fails in %s that are not kept", name, phrase.Plural(more, "run", "runs"))
			judged.Failures = append(judged.Failures, verify.Complaint{Why: why})
		}
		if r.Run == 0 {
			judged.NotRun = "no run came to its end"
		}
		all = append(all, judged)
	}
	unseen, uncovered := r.Unseen(p), r.Uncovered(p)
	for _, name := range p.Witnesses {
		judged := r.Run >= enough && r.Run == r.Asked
		witness := verify.Outcome{Protocol: p.Name, Name: "witness/" + name}
		switch {
		case slices.Contains(unseen, name) && judged:
			witness.Failures = []verify.Complaint{{Why: fmt.Sprintf("never witnessed in %d runs", r.Run)}}
		case slices.Contains(unseen, name):
			witness.NotRun = fmt.Sprintf("not witnessed in %d runs", r.Run)
		}
		all = append(all, witness)
	}
	for _, hit := range p.MustHit {
		witness := verify.Outcome{Protocol: p.Name, Name: fmt.Sprintf("witness/%s", hit)}
		switch judged := r.Run >= enough && r.Run == r.Asked; {
		case slices.Contains(uncovered, hit) && judged:
			witness.Failures = []verify.Complaint{{Why: fmt.Sprintf("never in %d runs", r.Run)}}
		case slices.Contains(uncovered, hit):
			witness.NotRun = fmt.Sprintf("not in %d runs", r.Run)
		}
		all = append(all, witness)
	}
	return all
}
