package protocoltest

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/gauge"
)

// Keyed runs the first so many runs of seed 1, fewer in short mode, and demands that
// every property holds in every one, that the witnesses were witnessed, and that the
// digests are those that are pinned, each after so many runs. The whole of them must have seen numbers as
// large as reaches says.
func Keyed(t *testing.T, p campaign.Harness, digests map[int]string, reaches map[string]int64) {
	runs := slices.Sorted(maps.Keys(digests))
	if len(runs) == 0 {
		t.Fatal("no digest is pinned")
	}
	pinned := 0
	r := keyed(t, p, campaign.Options{
		Runs: shorter(runs[len(runs)-1], runs[0]), Seed: 1, Refine: true,
		Done: func(r *campaign.Result, _ []campaign.Failure) error {
			if want, ok := digests[r.Run]; ok {
				if pinned++; r.Digest != want {
					t.Errorf("the digest of the first %d runs is %s, pinned is %s: the plans that are drawn or "+
						"what comes of them has changed; if that is meant, pin the new one", r.Run, r.Digest, want)
				}
			}
			return nil
		},
	})
	if pinned == 0 {
		t.Errorf("no digest is pinned up to run %d", r.Run)
	}
	for _, name := range r.Unseen(p) {
		t.Errorf("never witnessed in %d runs: %s", r.Run, name)
	}
	if r.Run >= 1000 { // fewer need not meet each
		for _, hit := range r.Uncovered(p) {
			t.Errorf("never seen in %d runs: %s", r.Run, hit)
		}
	}
	for _, field := range slices.Sorted(maps.Keys(reaches)) {
		i := slices.IndexFunc(r.Ranges, func(seen gauge.Range) bool { return seen.Field == field })
		switch {
		case i < 0:
			t.Errorf("there is no number %s", field)
		case r.Ranges[i].Most < reaches[field] && r.Run == runs[len(runs)-1]:
			t.Errorf("the most that %s was in %d runs is %d, want %d", field, r.Run, r.Ranges[i].Most, reaches[field])
		}
	}
	t.Logf("%d runs: %d passed, %d outside the assumptions", r.Run, r.Passed(), r.Outside)
}

// Holds runs seed 1 with fields of the configuration fixed, fewer runs in short mode, and
// demands that every property holds in every one. It goes by events alone, so that groups
// may be large.
func Holds(t *testing.T, p campaign.Harness, fixed map[string]json.RawMessage, whole, short int) {
	t.Helper()
	r := keyed(t, p, campaign.Options{Runs: shorter(whole, short), Seed: 1, Fixed: fixed})
	t.Logf("%d runs: %d passed, %d outside the assumptions", r.Run, r.Passed(), r.Outside)
}

// keyed runs a campaign and demands that every property holds in every run.
func keyed(t *testing.T, p campaign.Harness, o campaign.Options) *campaign.Result {
	t.Helper()
	done := o.Done
	o.Keep, o.Tries = 1, tries
	o.Done = func(r *campaign.Result, fresh []campaign.Failure) error {
		for _, f := range fresh {
			text, err := tell(f, t.Name())
			if err != nil {
				return err
			}
			t.Error(text)
		}
		if done != nil {
			return done(r, fresh)
		}
		return nil
	}
	r, err := p.Campaign(t.Context(), o, nil)
	if err != nil {
		t.Fatal(err)
	}
	if r.Run != o.Runs {
		t.Errorf("%d of %d runs", r.Run, o.Runs)
	}
	for _, name := range slices.Sorted(maps.Keys(r.Failed)) {
		t.Errorf("%s fails in %d of %d runs", name, r.Failed[name], r.Run)
	}
	return r
}

// errFound ends a campaign that looks for a failure.
var errFound = errors.New("found")

// Finds runs seed 1 with fields of the configuration fixed, under which a property is
// known to fail, and demands that a campaign finds that in at most so many runs.
func Finds(t *testing.T, p campaign.Harness, fixed map[string]json.RawMessage, property string, most int) {
	t.Helper()
	o := campaign.Options{Runs: most, Seed: 1, Fixed: fixed}
	o.Done = func(r *campaign.Result, _ []campaign.Failure) error {
		if r.Failed[property] > 0 {
			return errFound
		}
		return nil
	}
	r, err := p.Campaign(t.Context(), o, nil)
	switch {
	case err == nil:
		t.Errorf("%s holds in %d runs, and a campaign should find it violated", property, r.Run)
	case !errors.Is(err, errFound):
		t.Fatal(err)
	default:
		t.Logf("%s is violated in the first %d runs", property, r.Run)
	}
}
