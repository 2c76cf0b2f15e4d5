package scrutineer

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/internal/output"
	"github.com/scrutineer-go/scrutineer/internal/panics"
	"github.com/scrutineer-go/scrutineer/internal/phrase"
	"github.com/scrutineer-go/scrutineer/internal/verify"
)

// Check checks a protocol: it replays its plans in the folder testdata/corpus beside the test, runs
// the protocol in drawn worlds, and explores it within a budget of faults that is small enough.
// What fails is made as small as possible and written into testdata/failures beside the test, with
// a diagram; the test says how to replay it. Check runs a few plans twice and compares the two runs; in the second it
// also looks for functions that change a state which they are shown. The flags of the test, all of which begin with
// scrutineer, say how much to run: go test -args -h lists them.
//
// Checks of several protocols may share testdata/corpus. If all tests run, Check fails if the folder has plans,
// none of them is for this protocol, and one is for a protocol that no Check has taken before the test
// ends: this protocol was probably renamed.
func Check(t testing.TB, p Registration) {
	t.Helper()
	c := open(t, p)
	if c.replay != "" {
		c.replayFile()
		return
	}
	if !c.corpus() {
		return
	}
	passed := c.campaign()
	if !passed && !c.failed { // there is no time for more
		return
	}
	same := false // and stays so if a run ends its goroutine, which the campaign has reported
	panics.Alone(func() { same = c.repeats() })
	if passed && same {
		(&exploring{c, c.instance}).explore()
	}
}

// checking is one Check.
type checking struct {
	testing.TB
	settings
	protocol verify.Protocol
	harness  campaign.Harness
	instance *instance
	failed   bool // runs of the campaign have failed, and each has an end
}

// open opens a protocol for a test, which ends where something is wrong with the protocol or a flag.
func open(t testing.TB, p Registration) *checking {
	t.Helper()
	c, err := opened(t, p)
	if err != nil {
		t.Fatalf("scrutineer: %v", err)
	}
	return c
}

// opened is a protocol for a test. What is wrong is an error, also where it comes as a panic.
func opened(t testing.TB, p Registration) (c *checking, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = saidByPanic(cause)
		}
	}()
	if err := checkFlags(); err != nil {
		return nil, err
	}
	c = &checking{TB: t, settings: settingsNow(testing.Short())}
	if p == nil {
		return nil, errors.New("Check is given nil, give it a Protocol")
	}
	if c.instance, err = instanceOf(p, stops); err != nil {
		return c, err
	}
	c.protocol = c.instance.registered()
	c.harness = c.protocol.Campaigns()
	return c, nil
}

// saidByPanic is what a panic says that a protocol's registration has come to.
func saidByPanic(cause any) error {
	text := fmt.Sprint(cause)
	if strings.Contains(text, "was not registered") {
		text += ": add a value of the type to Wire"
	}
	return errors.New(text)
}

// corpus replays the plans of the corpus. A plan that expects nothing must hold.
func (c *checking) corpus() bool {
	c.Helper()
	plans, others, err := campaign.PlansOf(c.harness)
	if err != nil {
		c.Errorf("%v", err)
		return false
	}
	known.Store(c.harness.Name, true)
	if len(others) > 0 {
		c.Logf("corpus: left alone, for other protocols: %s", listOf(others))
	}
	if len(plans) == 0 {
		c.Cleanup(func() { c.orphans(others) })
	}
	good := true
	for _, p := range plans {
		wrong, err := c.replayPlan(p.File, p.Plan)
		if err != nil {
			c.Errorf("%s: %v", p.File, err)
			good = false
		}
		good = good && !wrong
	}
	if len(plans) > 0 && good {
		c.Logf("corpus: %s replayed, all as they must be", phrase.Plural(len(plans), "plan", "plans"))
	}
	return good
}

// known are the protocols that some Check of the program checks.
var known sync.Map

// orphans fails the test if the corpus has plans that no Check took when the test ends, and none for
// this one's protocol: so it is after a protocol was renamed.
func (c *checking) orphans(others []campaign.Planned) {
	others = slices.DeleteFunc(others, func(p campaign.Planned) bool {
		_, ok := known.Load(p.Plan.Protocol)
		return ok
	})
	switch {
	case len(others) == 0:
	case chosen(): // and others may take them in a run of all tests
		c.Logf("corpus: %s are for protocols that no Check of this run has", listOf(others))
	default:
		c.Errorf("%s has plans and none of them is for %s: %s; if the protocol was renamed write \"protocol\": %q "+
			"there; if another Check takes them put this one behind it, or give it a Corpus of its own",
			filepath.FromSlash(campaign.CorpusDir), c.harness.Name, listOf(others), c.harness.Name)
	}
}

// chosen reports whether only some of the tests run.
func chosen() bool {
	run := flag.Lookup("test.run")
	return run != nil && run.Value.String() != ""
}

// listOf names plans with their protocols.
func listOf(plans []campaign.Planned) string {
	var list []string
	for _, p := range plans {
		list = append(list, fmt.Sprintf("%s is for %s", p.File, p.Plan.Protocol))
	}
	return strings.Join(list, ", ")
}

// campaign runs drawn plans, until one fails.
func (c *checking) campaign() bool {
	c.Helper()
	ctx, cancel := c.bounded()
	defer cancel()
	o := campaign.Options{
		Runs: c.runs, Seed: c.seed, Keep: 1, Tries: c.tries, UntilFailed: true, Refine: !c.harness.Unspecified,
		Events: c.events, Least: leastRuns, LocalStates: true,
	}
	if o.Refine {
		o.Events = min(o.Events, eventsHeld)
	}
	if c.until > 0 {
		o.Runs = mostRuns
	}
	small := -1 // the failing run that was last to be made small
	var begun underWay
	var pulse atomic.Int64
	var over atomic.Bool // the campaign was left behind and must log nothing more
	o.Going = func(run int, phase campaign.Phase, _ int) {
		pulse.Add(1)
		switch phase {
		case campaign.Drawn:
			begun.begins(run)
		case campaign.Shrunk: // which is never of several runs at a time
			small = run
		}
	}
	var failures []campaign.Failure
	said := time.Now()
	o.Done = func(r *campaign.Result, fresh []campaign.Failure) error {
		failures = append(failures, fresh...)
		begun.ends()
		if testing.Verbose() && time.Since(said) > often && !over.Load() {
			said = time.Now()
			c.Logf("%d runs so far", r.Run)
		}
		return nil
	}
	w := c.watcher()
	r, err := watched(w.quiet, &pulse, func() string { return w.runs(begun.all()) },
		func() (*campaign.Result, error) { return c.harness.Campaign(ctx, o, nil) })
	if err != nil {
		over.Store(true)
		c.Errorf("%v", saidByPanic(err))
		return false
	}
	for _, f := range failures {
		c.report(f, fmt.Sprintf("run %d of seed %d", f.Run, c.seed))
	}
	if c.failed = len(failures) > 0 && r.Failed[campaign.RunIsFinite] == 0; len(failures) > 0 {
		return false
	}
	if c.until == 0 && r.Run < c.runs && !r.Ends(o) {
		c.tooFew(r, small == r.Run)
		return false
	}
	c.Logf("%s of seed %d%s: %d passed, %d outside the assumptions; faults took effect in: %s",
		phrase.Plural(r.Run, "run", "runs"), c.seed, boundBy(r, o), r.Passed(), r.Outside, phrase.Counts(r.Faults))
	for _, line := range seenBy(r, c.harness) {
		c.Logf("%s", line)
	}
	if unseen := r.Unseen(c.harness); len(unseen) > 0 && r.Run >= enough {
		c.Errorf("never seen in %d runs: %s; so what always holds does not mean much", r.Run,
			strings.Join(unseen, ", "))
		return false
	}
	return true
}

// tooFew says that the test's time was over before all of its runs were, and whether the next one
// has failed, which nobody had the time to make small.
func (c *checking) tooFew(r *campaign.Result, fails bool) {
	c.Helper()
	next := ""
	if fails {
		next = fmt.Sprintf(", run %d fails, and was being made small", r.Run)
	}
	c.Errorf("%d of %d runs of seed %d, as the test must end by then: %d passed, %d outside the assumptions%s; "+
		"give go test a longer -timeout, or fewer runs by -scrutineer.n",
		r.Run, c.runs, c.seed, r.Passed(), r.Outside, next)
}

// often is how often a test that says what it does says how far it got.
const often = 10 * time.Second

// bounded is the context of runs. It ends with the time that they are asked to take, or else with
// what the test's deadline leaves for them: past that, go test ends the program, which then says
// nothing of what was found.
func (c *checking) bounded() (context.Context, context.CancelFunc) {
	left, limited := c.left()
	switch {
	case c.until > 0:
		left = c.within(c.until)
	case !limited:
		return context.WithCancel(context.Background())
	}
	return context.WithTimeout(context.Background(), left)
}

// within is how long runs may go on that are asked to do so for a time.
func (c *checking) within(asked time.Duration) time.Duration {
	left, limited := c.left()
	if !limited || left >= asked {
		return asked
	}
	c.Logf("runs go on for %s, as the test must end by then; go test -timeout 0 has no such bound",
		left.Round(time.Second))
	return left
}

// left is how long runs may go on where the test has a deadline: something comes after them.
func (c *checking) left() (time.Duration, bool) {
	t, ok := c.TB.(interface{ Deadline() (time.Time, bool) })
	if !ok {
		return 0, false
	}
	deadline, limited := t.Deadline()
	return time.Until(deadline) * 9 / 10, limited
}

// mostRuns is how many runs there are where time alone ends them.
const mostRuns = 1<<31 - 1

// report writes the files of a failure and fails the test.
func (c *checking) report(f campaign.Failure, found string) {
	c.Helper()
	var text strings.Builder
	fmt.Fprintf(&text, "%s fails in %s: %s%s\n", f.Violation.Property, found, f.Violation.Why,
		advice(f.Violation.Property+": "+f.Violation.Why))
	text.WriteString(strings.TrimPrefix(indented(f.Replayed.Plan.Words())+"\n", "\n"))
	if len(f.Violation.Needs) > 0 {
		fmt.Fprintf(&text, "  assumed:    %s\n", strings.Join(f.Violation.Needs, ", "))
	}
	fmt.Fprintf(&text, "  shrunk:     %s, found in %s\n",
		phrase.Plural(f.Minimal.Elements, "fault or pin", "faults and pins"),
		phrase.Plural(f.Minimal.Tries, "run", "runs"))
	lines, lost := f.Replayed.Log()
	text.WriteString(logged(lines, lost, mostLogged))
	if dir, err := c.write(f); err != nil {
		fmt.Fprintf(&text, "  its files cannot be written: %v", err)
	} else {
		fmt.Fprintf(&text, "  look at it: %s\n  replay it:  %s", filepath.Join(dir, campaign.DiagramFile),
			c.command(filepath.Join(dir, campaign.PlanFile)))
	}
	c.Errorf("%s", text.String())
}

// write writes the files of a failure below the folder of the test, in place of older ones of the
// same property.
func (c *checking) write(f campaign.Failure) (string, error) {
	base := filepath.Join("testdata", "failures", filepath.FromSlash(c.Name()))
	held, err := output.Hold(base, "wait for the other run to end", nil)
	if err != nil {
		return "", err
	}
	defer held.Release()
	return filepath.Join(base, f.Violation.Property), f.WriteTo(held, f.Violation.Property, []string{
		"replay", c.command(filepath.Join(base, f.Violation.Property, campaign.PlanFile)),
	})
}

// command is what to type, anywhere, to replay a plan.
func (c *checking) command(file string) string {
	dir, err := os.Getwd()
	if err != nil {
		dir = "."
	}
	var pattern []string
	for part := range strings.SplitSeq(c.Name(), "/") {
		pattern = append(pattern, "^"+regexp.QuoteMeta(part)+"$")
	}
	return fmt.Sprintf("go test -C %s -count=1 -run %s . -scrutineer.replay=%s", phrase.Typed(dir),
		phrase.Typed(strings.Join(pattern, "/")), phrase.Typed(filepath.ToSlash(file)))
}

// replayFile runs the plan of the flag.
func (c *checking) replayFile() {
	c.Helper()
	plan, err := campaign.ReadPlan(c.replay)
	if err == nil && plan.Protocol != c.harness.Name {
		c.leave(plan.Protocol)
		return
	}
	taken.Store(c.replay, true)
	if err == nil && c.expect != "" {
		plan, err = c.expecting(plan)
	}
	if err == nil {
		_, err = c.replayPlan(c.replay, plan)
	}
	if err != nil {
		c.Fatalf("%v", input.In(c.replay, "", err))
	}
}

// taken are the plans that some Check of the program has replayed.
var taken sync.Map

// leave leaves the plan of another protocol to another Check of the test. If none takes it the test
// fails.
func (c *checking) leave(protocol string) {
	c.Logf("%s is a plan for %s, and not for %s", c.replay, protocol, c.harness.Name)
	c.Cleanup(func() {
		if _, ok := taken.Load(c.replay); !ok {
			c.Errorf("%s: protocol: %q, and no Check of this test checks that", c.replay, protocol)
		}
	})
}

// expecting writes the plan with what comes of it as its expectations. The digest is none of them: it
// would be another one with each change of the code.
func (c *checking) expecting(plan faults.Plan) (faults.Plan, error) {
	if err := output.New("-scrutineer.expect", c.expect); err != nil {
		return plan, err
	}
	expecting, err := campaign.Expecting(c.harness, plan)
	for i := range expecting.Expect {
		expecting.Expect[i].Digest = ""
	}
	if err == nil {
		err = output.Write(c.expect, campaign.PlanText(expecting))
	}
	return expecting, err
}

// replayPlan runs a plan once for each of its expectations. Without any every property must hold.
// It fails the test where it comes out otherwise, and reports whether it did.
func (c *checking) replayPlan(file string, plan faults.Plan) (wrong bool, err error) {
	c.Helper()
	if plan.Protocol != c.harness.Name {
		return true, input.Errorf("protocol", "%q, this test checks %s", plan.Protocol, c.harness.Name)
	}
	all, err := c.replayed(c.harness, plan)
	if err != nil {
		return true, err
	}
	for _, r := range all {
		found := r.Wrong
		if v, failed := r.Outcome.Failed(); failed && len(plan.Expect) == 0 {
			found = append(found, fmt.Sprintf("%s fails after event %d: %s", v.Property, v.Event, v.Why))
		}
		if c.replay == "" && len(found) == 0 && r.Idle() {
			found = append(found, "none of its faults and pins takes effect any more, so that it tests nothing: "+
				"name something that happens, or remove the plan")
		}
		for _, text := range found {
			c.Errorf("%s: %s%s", file, text, indented(plan.Words()))
		}
		wrong = wrong || len(found) > 0
		said := r.Effects()
		if len(found) == 0 {
			said = append(said, saidOf(r, len(plan.Expect) > 0))
		}
		if log, lost := r.Log(); c.replay != "" && len(log) > 0 {
			c.Logf("%s", strings.TrimSuffix(logged(log, lost, len(log)), "\n"))
		}
		if c.replay != "" && len(said) > 0 {
			c.Logf("%s: %s", file, strings.Join(said, "; "))
		}
	}
	if c.replay != "" {
		return wrong, nil
	}
	if err := transcribed(c.harness, file, plan, all); err != nil {
		c.Errorf("%v", err) // the runs tell whether what happens is wrong
	}
	return wrong, nil
}

// replayed runs a plan once for each of its expectations. If a function does not return, the error says which.
func (c *checking) replayed(h campaign.Harness, plan faults.Plan) ([]campaign.Replayed, error) {
	w := c.watcher()
	return watched(w.quiet, nil, func() string { return w.plan(plan) },
		func() ([]campaign.Replayed, error) { return campaign.Replay(h, plan) })
}

// watcher returns what finds the function that does not return. It looks sooner if the test must end soon.
func (c *checking) watcher() watcher {
	quiet := longQuiet
	if left, limited := c.left(); limited {
		quiet = max(min(quiet, left/6), leastQuiet)
	}
	return watcher{c.harness, c.seed, c.instance.guarded, quiet}
}

// saidOf says what came of a run that is as it must be.
func saidOf(r campaign.Replayed, expected bool) string {
	text := "every property holds"
	if r.Outcome.Outside() {
		v := r.Outcome.Violations[0]
		text = fmt.Sprintf("%s fails, which is not claimed outside of %s: %s", v.Property,
			strings.Join(r.Outcome.Broken, ", "), v.Why)
	} else if v, failed := r.Outcome.Failed(); failed {
		text = fmt.Sprintf("%s fails: %s", v.Property, v.Why)
	}
	if expected {
		text += ", as expected"
	}
	return text
}

// indented are lines below another one.
func indented(lines []string) string {
	var text strings.Builder
	for n, line := range lines {
		fmt.Fprintf(&text, "\n  %-11s %s", map[bool]string{true: "injected:"}[n == 0], line)
	}
	return text.String()
}
