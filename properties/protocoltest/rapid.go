package protocoltest

import (
	"flag"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/nightly"
)

// Rapid has rapid draw plans, as many as its flag -rapid.checks says, and demands
// that every property holds in every run. The witnesses must be witnessed in these
// runs or in those of a keyed campaign beside them, of keyedRuns runs at most, 2000 if it is 0.
func Rapid(t *testing.T, p campaign.Harness, keyedRuns int) {
	asked := checks(t)
	run, failure := 0, ""
	var seen []string
	rapid.Check(t, func(rt *rapid.T) {
		if failure != "" {
			return // the failing plan is shrunk already, and better than rapid could
		}
		plan := campaign.Draw(p, chooser{rt}, nil)
		o, text, err := Judged(p, plan, run, t.Name())
		if err != nil {
			rt.Fatalf("%v, of the plan\n%s", err, campaign.PlanText(plan))
		}
		run++
		failure = text
		seen = append(seen, o.Seen...)
	})
	switch {
	case failure != "":
		t.Fatal(failure)
	case run < asked: // rapid ends early and content where the test's time is nearly up
		t.Fatalf("%d of %d runs: give the test more time with -timeout", run, asked)
	}
	if keyedRuns == 0 {
		keyedRuns = 2000
	}
	unseen, keyed := witnesses(t, p, seen, keyedRuns)
	for _, name := range unseen {
		t.Errorf("never witnessed in %d runs: %s", run+keyed, name)
	}
	t.Logf("%d runs by rapid, %d by key", run, keyed)
}

// witnesses are those that neither have been seen nor are by a keyed campaign, and how long that was.
// It is as short as the witnesses let it be, in short mode of at most 200 runs. At night it is whole: Keyed has
// many runs of another seed.
func witnesses(t *testing.T, p campaign.Harness, seen []string, whole int) (unseen []string, runs int) {
	for runs = nightly.Size(whole, 25); ; runs = min(2*runs, whole) {
		r := keyed(t, p, campaign.Options{Runs: runs, Seed: 2, Refine: true})
		unseen = slices.DeleteFunc(r.Unseen(p), func(name string) bool { return slices.Contains(seen, name) })
		if len(unseen) == 0 || runs >= shorter(whole, 200) || t.Failed() {
			return unseen, runs
		}
	}
}

// checks returns how many runs rapid is asked for.
func checks(t *testing.T) int {
	t.Helper()
	n, ok := flag.Lookup("rapid.checks").Value.(flag.Getter).Get().(int)
	if !ok {
		t.Fatal("the flag -rapid.checks is no number: rapid has changed")
	}
	return shorter(n, n/5)
}

// chooser lets rapid choose.
type chooser struct{ t *rapid.T }

// Choose draws a number below n, smaller ones more likely.
func (c chooser) Choose(what string, n int) int { return rapid.IntRange(0, n-1).Draw(c.t, what) }

// shorter returns the second number in short mode.
func shorter(whole, short int) int {
	if testing.Short() {
		return short
	}
	return whole
}
