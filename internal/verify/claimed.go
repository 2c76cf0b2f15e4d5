package verify

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/claims"
	"github.com/scrutineer-go/scrutineer/internal/phrase"
)

// DrawnRuns is how many plans verify draws for each protocol.
const DrawnRuns = 2000

// didNotRun says why something that is not long decides nothing.
const didNotRun = "it did not run"

// Pinned returns the results that are expected of a protocol: of its cases, its explorations, its corpus and verify's
// short campaign. The claims are decided from them if nothing runs.
func Pinned(p Protocol) (claims.Results, error) {
	plan, err := prepare([]Protocol{p}, Options{})
	if err != nil {
		return claims.Results{}, err
	}
	r := *plan.pinnedOf(p.Name)
	plans, err := campaign.ReadOwnCorpus(p.Campaigns())
	if err != nil {
		return claims.Results{}, err
	}
	for _, planned := range plans {
		for i, expect := range planned.Plan.Expect {
			variant, err := campaign.Variant(planned.Plan, expect)
			if err != nil {
				return claims.Results{}, err
			}
			s, err := replayed(p, planned.Name(), i, expect, variant)
			if err != nil {
				return claims.Results{}, err
			}
			r.Corpus = append(r.Corpus, s)
		}
	}
	if p.Runs.Open != nil {
		r.Drawn = &claims.Drawn{Size: drawnRuns(DrawnRuns), Judges: p.Runs.Properties}
	}
	return r, nil
}

func drawnRuns(n int) string { return Thousands(n) + " drawn runs" }

// replayed is an expectation of a plan, as it stands in the plan. variant is the plan with
// its changes, whose configuration is read as the protocol tells.
func replayed(p Protocol, entry string, i int, expect faults.Expect, variant faults.Plan) (claims.Replayed, error) {
	var changes []string
	for _, name := range slices.Sorted(maps.Keys(expect.With)) {
		changes = append(changes, setting(name, expect.With[name]))
	}
	if expect.Patient {
		changes = append(changes, "patient timers")
	}
	var elements []string
	if n := len(variant.Faults); n > 0 {
		elements = append(elements, phrase.Plural(n, "fault", "faults"))
	}
	if n := len(variant.Pins); n > 0 {
		elements = append(elements, phrase.Plural(n, "pin", "pins"))
	}
	if !noRates(variant.Rates) {
		elements = append(elements, "drawn faults")
	}
	if len(elements) == 0 {
		elements = []string{"no faults"}
	}
	size := strings.Join(elements, " and ")
	if p.Runs.Reading != nil {
		reading, err := p.Runs.Reading(variant.Config)
		if err != nil {
			return claims.Replayed{}, err
		}
		reading = slices.DeleteFunc(reading, func(s string) bool { return slices.Contains(changes, s) })
		if len(reading) > 0 {
			size += ", " + strings.Join(reading, " ")
		}
	}
	return claims.Replayed{
		Entry: entry, Expectation: i, Changes: strings.Join(changes, ", "), Violates: expect.Violates,
		Outside: slices.Clone(expect.Outside), Size: size,
	}, nil
}

// noRates reports whether nothing at all is drawn. The other fields of the rates only bound
// what these draw.
func noRates(r faults.Rates) bool {
	return r.Loss == 0 && r.Duplicate == 0 && r.Reorder == 0 && r.Early == 0 && r.CrashIn == 0 && r.Lose == 0
}

// Ran is what verify has run.
type Ran struct {
	Rows, Explorations []Row
	// Corpus and Campaign are those of one protocol.
	Corpus   []campaign.Entry
	Campaign *campaign.Result
}

// evidenceOf returns the evidence of each of a protocol's cases: the result of a case that has run, and else its pinned
// result. A pinned result decides nothing unless the case is long.
func evidenceOf(pinned []claims.Searched, rows []Row, protocol string) (all []claims.Searched) {
	for _, s := range pinned {
		i := slices.IndexFunc(rows, func(row Row) bool { return row.Protocol == protocol && row.Case == s.ID })
		switch {
		case i >= 0:
			s = rows[i].Evidence()
		case !s.Long:
			s.Wrong = didNotRun
		}
		all = append(all, s)
	}
	return all
}

// Evidence returns the results of a run of the plan for one protocol, from which its claims are decided. A case that
// has not run decides nothing, unless it is long: then what is pinned of it counts.
func (p *Plan) Evidence(ran Ran, of Protocol) claims.Results {
	pinned := p.pinnedOf(of.Name)
	r := claims.Results{
		Drawn: ran.drawn(of.Runs), Cases: evidenceOf(pinned.Cases, ran.Rows, of.Name),
		Explorations: evidenceOf(pinned.Explorations, ran.Explorations, of.Name),
	}
	for _, e := range ran.Corpus {
		for i, run := range e.Replayed {
			s, err := replayed(of, e.Name(), i, run.Expect, run.Plan)
			if err != nil {
				s = claims.Replayed{Entry: e.Name(), Expectation: i, Wrong: phrase.FirstLine(err.Error())}
			}
			if len(run.Wrong) > 0 {
				s.Wrong = phrase.FirstLine(run.Wrong[0])
			}
			r.Corpus = append(r.Corpus, s)
		}
	}
	return r
}

// drawn is what the campaign has come to. What fails in some run may hide what else would,
// so that a campaign with a failure decides nothing.
func (ran Ran) drawn(runs campaign.Harness) *claims.Drawn {
	r := ran.Campaign
	if r == nil {
		return nil
	}
	d := &claims.Drawn{Size: drawnRuns(r.Run), Judges: runs.Properties}
	failed := slices.Sorted(maps.Keys(r.Failed))
	switch unseen := r.Unseen(runs); {
	case len(failed) > 0:
		d.Wrong = fmt.Sprintf("%s fails in %d of %s", failed[0], r.Failed[failed[0]], Thousands(r.Run))
	case r.Run < r.Asked:
		d.Wrong = fmt.Sprintf("%s of %s ran", Thousands(r.Run), Thousands(r.Asked))
	case len(unseen) > 0:
		d.Wrong = "never witnessed: " + strings.Join(unseen, ", ")
	}
	return d
}
