package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/cases"
	"github.com/scrutineer-go/scrutineer/internal/claims"
	"github.com/scrutineer-go/scrutineer/internal/tlc"
	"github.com/scrutineer-go/scrutineer/internal/verify"
)

// verifyFlags are those of verify.
type verifyFlags struct {
	only    string
	dir     string
	noTLC   bool
	fresh   bool
	measure bool
	paths   bool
	long    bool
	reports
}

func (f *verifyFlags) define(set *flag.FlagSet) {
	set.StringVar(&f.only, "only", "", onlyUsage)
	set.StringVar(&f.dir, "tla", "", tlaUsage)
	set.BoolVar(&f.long, "long", false, "run the cases that are marked long, and nothing else")
	set.BoolVar(&f.noTLC, "no-tlc", false, "leave TLC out")
	set.BoolVar(&f.fresh, "fresh", false, "run TLC also where it has run on the same before")
	set.BoolVar(&f.measure, "measure", false, "ignore the counts that the tables pin and print TLC's")
	set.BoolVar(&f.paths, "paths", false, "print the counterexamples that were found")
	f.reports.define(set, jsonWith("report", "rows"), "the table")
	f.defineJUnit(set)
}

// verifying is one run of verify.
type verifying struct {
	verifyFlags
	out, errs io.Writer
	protocols []verify.Protocol // with the modules that -tla names
	options   verify.Options
	notRun    *tlc.NotRunError // why there is no TLC, nil where there is
	plan      verify.Plan
	measured  []string
	ran       verify.Ran
	runs      []protocolRuns
	decided   []claims.Table
}

// runVerify runs every case through every column and prints one table.
func runVerify(ctx context.Context, args []string, out, errs io.Writer) error {
	v := &verifying{out: out, errs: errs}
	if err := parse("verify", args, errs, v.define); errors.Is(err, flag.ErrHelp) {
		return nil
	} else if err != nil {
		return err
	}
	collectSeldom()
	if err := v.prepare(); err != nil {
		return err
	}
	if v.options.TLC != nil {
		defer v.options.TLC.Batch.Close()
	}
	defer context.AfterFunc(ctx, func() {
		fmt.Fprintln(errs, "interrupted, what is running is given up (once more ends at once)")
	})()
	noteJar(v.options.TLC, errs)
	noteListens(v.options.TLC, errs)
	v.runCases(ctx)
	err := v.writeJSON(v.report(ctx.Err() != nil))
	if v.whole() && err == nil && ctx.Err() == nil {
		err = v.runRest(ctx)
	}
	err = errors.Join(v.conclude(ctx), err)
	fmt.Fprintf(out, "memory: %s at most, TLC's apart\n", memoryText(peakMemory(os.DirFS("/"))))
	return v.ended(err, v.results(), out)
}

// report is the report of what has run so far.
func (v *verifying) report(interrupted bool) verify.Report {
	r := verify.NewReport(v.ran, interrupted, v.decided)
	r.PeakBytes = peakMemory(os.DirFS("/"))
	return r
}

// whole reports whether all is to run that runs every day.
func (v *verifying) whole() bool { return v.only == "" && !v.long }

// prepare reads all that is to run, and looks for TLC. It writes nothing but what makes sure that
// the reports can be written.
func (v *verifying) prepare() (err error) {
	o := &v.options
	*o = verify.Options{Workers: runtime.NumCPU(), Pinned: !v.measure, LongOnly: v.long}
	if v.protocols, err = protocolsIn(v.dir); err != nil {
		return err
	}
	if o.Only, err = pattern(v.only); err != nil {
		return err
	}
	if v.whole() {
		if err := orphans(v.protocols); err != nil {
			return err
		}
	}
	if err := runner(o, v.noTLC, v.fresh); err != nil && !errors.As(err, &v.notRun) {
		return err
	}
	o.Measured = func(protocol string, c cases.Case) { v.measured = append(v.measured, pins(protocol, c)) }
	shown := newProgress(v.errs)
	o.Started, o.Finished = shown.started, shown.finished
	if v.plan, err = verify.Prepare(v.protocols, *o); err != nil {
		return err
	}
	return v.reserve()
}

// runCases runs the cases and the explorations, and says what came of them.
func (v *verifying) runCases(ctx context.Context) {
	began, all := time.Now(), v.plan.Size()
	if all == 0 {
		fmt.Fprintln(v.out, v.none())
		return
	}
	v.ran.Rows = v.plan.Run(ctx)
	shown := newProgress(v.errs)
	shown.done = len(v.ran.Rows)
	v.ran.Explorations = v.plan.Explore(ctx, shown.exploring, shown.finished)
	shown.end()
	v.say()
	for _, line := range v.measured {
		fmt.Fprintln(v.out, line)
	}
	counted := fmt.Sprint(len(v.ran.Rows))
	if ctx.Err() != nil {
		counted = fmt.Sprintf("%d of %d, interrupted", len(v.ran.Rows)+len(v.ran.Explorations), all)
	}
	fmt.Fprintf(v.out, "cases: %s, in %.0f s on %d processors, %s\n",
		counted, time.Since(began).Seconds(), runtime.NumCPU(), tlcName(v.options, v.ran.Rows))
	if n := v.plan.Long(); n > 0 && !v.long {
		fmt.Fprintf(v.out, "%d long cases and explorations were left to verify -long\n", n)
	}
}

// none says why no case is to run.
func (v *verifying) none() string {
	for _, p := range protocols() {
		if p.HasCases() {
			return "no case is marked long, there is nothing to run"
		}
	}
	return "no protocol has cases: there is no table, and what runs are corpora and campaigns"
}

// say prints the tables and what failed.
func (v *verifying) say() {
	// Whether stdout can be written is seen in the end.
	if len(v.ran.Rows) > 0 {
		_ = verify.WriteTable(v.out, v.ran.Rows)
	}
	_ = verify.WriteExplorations(v.out, v.ran.Explorations)
	for _, r := range slices.Concat(v.ran.Explorations, v.ran.Rows) {
		for _, failure := range r.Failures {
			fmt.Fprintf(v.out, "\n%s/%s failed: %s\n", r.Protocol, r.Case, failure)
		}
		if v.paths && r.Path != "" {
			fmt.Fprintf(v.out, "\n%s/%s: %s fails (%s) after\n%s", r.Protocol, r.Case, r.Violates, r.Why, r.Path)
		}
	}
}

// runRest runs what verify runs in simulated worlds and says what failed. With that all has run
// that claims are decided by.
func (v *verifying) runRest(ctx context.Context) error {
	if v.plan.Size() > 0 {
		if err := v.plan.WriteTogether(v.out); err != nil {
			return err
		}
	}
	var err error
	if v.runs, err = verifyRuns(ctx, v.protocols, v.out, v.errs); err != nil {
		return err
	}
	for _, r := range v.runs {
		for _, failure := range r.failureLines() {
			fmt.Fprintln(v.out, failure)
			err = errFailed
		}
	}
	if ctx.Err() != nil {
		return err
	}
	var red error
	v.decided, red = concludeClaims(v.protocols, v.plan, v.ran, v.runs, v.out)
	if v.decided != nil {
		red = errors.Join(red, v.writeJSON(v.report(false)))
	}
	return errors.Join(err, red)
}

// conclude turns what came of the cases into the command's outcome.
func (v *verifying) conclude(ctx context.Context) error {
	failed := 0
	for _, r := range slices.Concat(v.ran.Rows, v.ran.Explorations) {
		if r.Failed() {
			failed++
		}
	}
	var outcome []error
	ran := len(v.ran.Rows) + len(v.ran.Explorations)
	if failed > 0 {
		fmt.Fprintf(v.out, "cases that failed: %d of %d\n", failed, ran)
		outcome = append(outcome, errFailed)
	}
	switch {
	case ctx.Err() != nil:
		return errors.Join(append(outcome, v.interrupted(ran))...)
	case v.notRun == nil || failed > 0 || v.plan.Size() == 0:
	case tlc.Required():
		return v.notRun
	default:
		fmt.Fprintln(v.out, v.notRun)
	}
	return errors.Join(outcome...)
}

// interrupted says how far verify has got.
func (v *verifying) interrupted(ran int) error {
	text := fmt.Sprintf("interrupted: %d of %d cases ran", ran, v.plan.Size())
	if v.whole() {
		whole := 0
		for _, r := range v.runs {
			if r.drawn != nil && r.drawn.Run == r.drawn.Asked {
				whole++
			}
		}
		text += fmt.Sprintf(", %d of %d campaigns, and no claim was decided", whole, len(protocols()))
	}
	return &notRunError{text}
}

// pins are the counts of a case as they stand in a table.
func pins(protocol string, c cases.Case) string {
	var fields []string
	for _, p := range c.Pins() {
		fields = append(fields, fmt.Sprintf("%q: %d", p.Name, p.N))
	}
	return fmt.Sprintf("%-40s %s", protocol+"/"+c.ID, strings.Join(fields, ", "))
}

// results are what came of all that ran, one by one.
func (v *verifying) results() []verify.Outcome {
	var all []verify.Outcome
	for _, r := range slices.Concat(v.ran.Rows, v.ran.Explorations) {
		all = append(all, r.Outcome(v.tableOf(r.Protocol)))
	}
	for _, r := range v.runs {
		all = append(all, r.results()...)
	}
	for _, t := range v.decided {
		all = append(all, claimResults(t)...)
	}
	return all
}

// tableOf is the file with a protocol's cases, "" where it is not in this folder: it is built in.
func (v *verifying) tableOf(protocol string) string {
	dir := v.dir
	if dir == "" {
		dir = "tla"
	}
	file := filepath.Join(dir, protocol, "cases.json")
	if _, err := os.Stat(file); err != nil {
		return ""
	}
	return file
}
