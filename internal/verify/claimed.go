package verify

import (
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/claims"
	"github.com/scrutineer-go/scrutineer/internal/phrase"
	"github.com/scrutineer-go/scrutineer/tla/tlc"
)

// DrawnRuns is how many plans verify draws for each protocol.
const DrawnRuns = 2000

// didNotRun says why something that is not long decides nothing.
const didNotRun = "it did not run"

// Pinned is what a protocol's claims are decided from where nothing runs: its table of
// cases, its explorations, its corpus and verify's short campaign, each with what must
// come of it. modules is as in Options.
func Pinned(p Protocol, modules fs.FS) (claims.Results, error) {
	plan, err := prepare([]Protocol{p}, Options{Modules: modules, Only: regexp.MustCompile("")})
	if err != nil {
		return claims.Results{}, err
	}
	var r claims.Results
	for _, j := range plan.jobs {
		r.Cases = append(r.Cases, j.searched())
	}
	for _, e := range plan.explorations {
		r.Explorations = append(r.Explorations, e.searched())
	}
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

// bound says what is searched, and under which reading. Lines of the budget without room are
// left out.
func bound(met Met, budget map[string]int) string {
	text := phrase.Plural(met.Nodes, "process", "processes")
	if met.Within != "" {
		text = met.Within
	}
	if met.Reading != nil {
		text += ", " + strings.Join(met.Reading, " ")
	}
	switch lines := phrase.Amounts(budget); {
	case met.Within != "":
	case len(lines) > 0:
		text += ", " + strings.Join(lines, " ")
	case met.Reading != nil:
		text += ", without faults"
	default:
		text += " without faults"
	}
	return text
}

// searched is the case as its table has it.
func (j job) searched() claims.Searched {
	s := claims.Searched{ID: j.c.ID, Bound: bound(j.subject.Met(), j.c.Budget), Long: j.c.Long}
	if j.c.Kind == tlc.KindViolation {
		s.Violates = j.c.Violates
		if !isTemporal(j.subject, j.c.Violates) { // the length of a lasso differs from column to column
			s.Size, s.Wrong = size(j.c.Length)
		}
		return s
	}
	s.Holds = j.c.Checked()
	s.Size, s.Wrong = size(j.c.States)
	return s
}

func (e exploring) searched() claims.Searched {
	s := claims.Searched{
		ID: e.ID, Bound: bound(e.subject.Met(), e.Budget), Long: e.Long, Holds: e.Checked(),
	}
	s.Size, s.Wrong = size(e.States)
	return s
}

// size puts a count into words, which must not be that of a case that was never measured.
func size(states int) (text, wrong string) {
	if states == 0 {
		return "", "no count of its states is pinned"
	}
	return Thousands(states) + " states", ""
}

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
	Rows   []Row
	Beyond []Beyond
	// Corpus and Campaign are those of one protocol.
	Corpus   []campaign.Entry
	Campaign *campaign.Result
}

// Over puts what has run in the place of what is pinned, for one protocol. What has not
// run decides nothing, but for what is long.
func (ran Ran) Over(pinned claims.Results, p Protocol) claims.Results {
	r := claims.Results{Drawn: ran.drawn(p.Runs)}
	for _, s := range pinned.Cases {
		i := slices.IndexFunc(ran.Rows, func(row Row) bool { return row.Protocol == p.Name && row.Case == s.ID })
		switch {
		case i >= 0:
			s = ran.Rows[i].over(s)
		case !s.Long:
			s.Wrong = didNotRun
		}
		r.Cases = append(r.Cases, s)
	}
	for _, s := range pinned.Explorations {
		i := slices.IndexFunc(ran.Beyond, func(b Beyond) bool { return b.Protocol == p.Name && b.ID == s.ID })
		switch {
		case i >= 0:
			s = ran.Beyond[i].over(s)
		case !s.Long:
			s.Wrong = didNotRun
		}
		r.Explorations = append(r.Explorations, s)
	}
	for _, s := range pinned.Corpus {
		r.Corpus = append(r.Corpus, ran.replayed(s, p))
	}
	return r
}

// over is what a case has come to. The specification's column runs with TLC and without.
func (r *Row) over(s claims.Searched) claims.Searched {
	states := r.SpecLength
	if s.Violates == "" && r.Spec != nil {
		states = r.Spec.States
	}
	switch {
	case r.Failed():
		s.Wrong = phrase.FirstLine(r.Failures[0])
	case states == 0:
		s.Wrong = didNotRun
	case s.Violates == "" || s.Size != "":
		s.Size, s.Wrong = size(states)
	}
	return s
}

func (b *Beyond) over(s claims.Searched) claims.Searched {
	if len(b.Failures) > 0 {
		s.Wrong = phrase.FirstLine(b.Failures[0])
		return s
	}
	s.Size, s.Wrong = size(b.States)
	return s
}

// replayed is what the expectation has come to.
func (ran Ran) replayed(pinned claims.Replayed, p Protocol) claims.Replayed {
	for _, e := range ran.Corpus {
		if e.Name() != pinned.Entry || pinned.Expectation >= len(e.Replayed) {
			continue
		}
		r := e.Replayed[pinned.Expectation]
		s, err := replayed(p, pinned.Entry, pinned.Expectation, r.Expect, r.Plan)
		if err != nil {
			s = pinned
			s.Wrong = phrase.FirstLine(err.Error())
		}
		if len(r.Wrong) > 0 {
			s.Wrong = phrase.FirstLine(r.Wrong[0])
		}
		return s
	}
	pinned.Wrong = didNotRun
	return pinned
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
