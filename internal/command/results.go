package command

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/phrase"
)

// result is what came of one thing that a command has judged: a case, a property, a plan.
type result struct {
	protocol, name string
	seconds        float64
	// failures say what is not as it must be; notRun why nothing is known, "" where something is.
	failures []complaint
	notRun   string
}

// complaint says why something has failed, and in which file a reader may look, "" for none.
type complaint struct{ why, file string }

// inFile are failures of one file.
func inFile(file string, whys []string) []complaint {
	var all []complaint
	for _, why := range whys {
		all = append(all, complaint{why, filepath.ToSlash(file)})
	}
	return all
}

// campaignResults are what came of a campaign in that folder, for each property and each witness.
func campaignResults(p campaign.Harness, r *campaign.Result, dir string) []result {
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
	var all []result
	for _, name := range names {
		judged := result{protocol: p.Name, name: name}
		for _, f := range r.Failures {
			if f.Property == name {
				why := fmt.Sprintf("%s fails in run %d of seed %d: %s", name, f.Run, r.Seed, f.Why)
				plan := filepath.ToSlash(filepath.Join(dir, f.Dir, campaign.PlanFile))
				judged.failures = append(judged.failures, complaint{why, plan})
			}
		}
		if more := r.Failed[name] - len(judged.failures); more > 0 {
			why := fmt.Sprintf("%s fails in %s that are not kept", name, phrase.Plural(more, "run", "runs"))
			judged.failures = append(judged.failures, complaint{why: why})
		}
		if r.Run == 0 {
			judged.notRun = "no run came to its end"
		}
		all = append(all, judged)
	}
	unseen, unstruck := r.Unseen(p), r.Unstruck(p)
	for _, name := range p.Witnesses {
		judged := r.Run >= enough && r.Run == r.Asked
		witness := result{protocol: p.Name, name: "witness/" + name}
		switch {
		case slices.Contains(unseen, name) && judged:
			witness.failures = []complaint{{why: fmt.Sprintf("never witnessed in %d runs", r.Run)}}
		case slices.Contains(unseen, name):
			witness.notRun = fmt.Sprintf("not witnessed in %d runs", r.Run)
		}
		all = append(all, witness)
	}
	for _, strike := range p.Strikes {
		witness := result{protocol: p.Name, name: fmt.Sprintf("witness/%s", strike)}
		switch judged := r.Run >= enough && r.Run == r.Asked; {
		case slices.Contains(unstruck, strike) && judged:
			witness.failures = []complaint{{why: fmt.Sprintf("never in %d runs", r.Run)}}
		case slices.Contains(unstruck, strike):
			witness.notRun = fmt.Sprintf("not in %d runs", r.Run)
		}
		all = append(all, witness)
	}
	return all
}

// replayResults are what came of the expectations of a plan.
func replayResults(file, protocol string, all []campaign.Replayed, expects bool) []result {
	var results []result
	for i, r := range all {
		judged := result{protocol: protocol, name: filepath.ToSlash(file)}
		if expects {
			judged.name = fmt.Sprintf("%s/expect[%d]", judged.name, i)
		}
		judged.failures = inFile(file, wrongIn(r, expects))
		results = append(results, judged)
	}
	return results
}

// wrongIn says what is not as it must be in one run of a plan, which without an expectation must
// violate nothing that is claimed.
func wrongIn(r campaign.Replayed, expects bool) []string {
	if _, failed := r.Outcome.Failed(); expects || !failed {
		return r.Wrong
	}
	var whys []string
	for _, v := range r.Outcome.Violations {
		if !r.Outcome.Excused(v) {
			whys = append(whys, fmt.Sprintf("%s fails after event %d: %s", v.Property, v.Event, v.Why))
		}
	}
	return whys
}

// results are what came of the properties of an exploration, one by one, and of the code.
func (e *explored) results() []result {
	var all []result
	for i, f := range e.reach.Results {
		r := result{protocol: e.protocol, name: f.Name}
		verdict := e.verdict(e.judged[i], f)
		switch {
		case e.isWrong(i):
			text := strings.TrimSpace(fmt.Sprintf("%s: %s\n%s", verdict, f.Why, f.Path))
			r.failures = inFile(e.fileOf(f.Name), []string{text})
		case !e.isDecided(i):
			r.notRun = verdict
		}
		all = append(all, r)
	}
	code := result{protocol: e.protocol, name: "code", seconds: e.seconds}
	if e.reach.Breach != "" {
		code.failures = []complaint{{why: strings.TrimSpace(e.reach.Breach)}}
	}
	return append(all, code)
}

// fileOf is the plan of a counterexample, "" where there is none.
func (e *explored) fileOf(property string) string {
	for _, c := range e.violated {
		if c.Name == property && c.plan != nil {
			return filepath.Join(e.flags.out, c.dir(), campaign.PlanFile)
		}
	}
	return ""
}
