package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/cache"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/internal/output"
	"github.com/scrutineer-go/scrutineer/internal/phrase"
)

// campaignFlags are those of campaign.
type campaignFlags struct {
	protocol string
	out      string
	restart  bool
	moves    bool // there is something that -restart moves aside
	fixed    settings
	options  campaign.Options
	reports
}

const (
	keepDefault  = 3
	triesDefault = 2000
)

func (f *campaignFlags) define(set *flag.FlagSet) {
	f.fixed = settings{}
	f.options.Fixed = f.fixed
	set.StringVar(&f.protocol, "p", firstProtocol(), "the `protocol`")
	set.IntVar(&f.options.Runs, "n", 10_000, "how many `runs`")
	set.Uint64Var(&f.options.Seed, "seed", 1, "the `number` that all plans are drawn from")
	set.Var(f.fixed, "set", "draw no value for this field of the configuration but take this one: `field=value`, "+
		"such as rule=last;\nmay be given for several fields")
	set.BoolVar(&f.options.Refine, "refine", true, "hold every step against the specification; "+
		"-refine=false is many times faster")
	set.BoolVar(&f.options.Edges, "edges", true, "count the edges of the specification's graph within a small bound "+
		"that runs visit,\nwhere every step is held against it; exploring the graph takes seconds, once")
	set.IntVar(&f.options.Keep, "keep", keepDefault, "how many `failures` of each property to keep, "+
		"each of another cause")
	set.IntVar(&f.options.Tries, "tries", triesDefault, "the most `runs` to spend on shrinking one of them")
	set.BoolVar(&f.options.UntilFailed, "until-failed", false, "stop soon after the first failure")
	set.StringVar(&f.options.Until, "until", "", "stop at the first run in which this `property` fails")
	set.StringVar(&f.out, "out", "", "the `folder` for the result and the failures "+
		"(default one below build/campaign, named by the flags)")
	set.IntVar(&f.options.Workers, "threads", 0, "how many `runs` go on at a time in a process (default one for each "+
		"of the machine's cores)")
	set.BoolVar(&f.restart, "restart", false, "begin again; "+
		"what an earlier start has left is moved aside, whole or damaged")
	f.reports.define(set, jsonWith("result of a campaign", "asked", "run", "digest"),
		"the result, "+campaign.ResultFile+",")
	f.defineJUnit(set)
	if engine != nil {
		engine.CampaignFlags(set)
	}
}

// mostRuns bounds a campaign: its sums, such as that of all events, must fit.
const mostRuns = min(1_000_000_000_000, math.MaxInt)

// mostThreads bounds the runs at a time.
const mostThreads = 4096

// check tells which flag cannot be right.
func (f *campaignFlags) check() error {
	o := f.options
	for _, number := range []struct {
		flag           string
		n, least, most int
	}{
		{"-n", o.Runs, 1, mostRuns},
		{"-keep", o.Keep, 0, 100_000},
		{"-tries", o.Tries, 1, 100_000_000},
		{"-threads", o.Workers, 0, mostThreads},
	} {
		switch {
		case number.n < number.least:
			return usageError(number.flag, fmt.Sprintf("%d, it must be %d or more", number.n, number.least))
		case number.n > number.most:
			why := ", so that all that happens can be counted"
			if number.flag == "-threads" {
				why = ""
			}
			return usageError(number.flag, fmt.Sprintf("%d, it must be at most %d%s", number.n, number.most, why))
		}
	}
	return nil
}

// ourselves returns the beginning of the hash of this program, "" if its file cannot be read.
func ourselves() string {
	sum, err := cache.SumOfProgram()
	if err != nil {
		return ""
	}
	return sum[:16]
}

// runCampaign runs a campaign, or goes on with one that was interrupted.
func runCampaign(ctx context.Context, args []string, out, errs io.Writer) error {
	var f campaignFlags
	collectSeldom()
	if err := parse("campaign", args, errs, f.define); errors.Is(err, flag.ErrHelp) {
		return nil
	} else if err != nil {
		return err
	}
	if err := f.check(); err != nil {
		return err
	}
	registered, err := protocolOf(f.protocol, "command line", "-p")
	if err != nil {
		return err
	}
	p, err := worldsOf(registered, "command line", "-p")
	if err != nil {
		return err
	}
	if until := f.options.Until; until != "" && !slices.Contains(p.Judged(), until) {
		return usageError("-until", fmt.Sprintf("%q is no property of %s, the properties are %s",
			until, p.Name, strings.Join(p.Judged(), ", ")))
	}
	meter := newMeter(errs, &campaign.Result{Asked: f.options.Runs})
	meter.watch()
	defer meter.end()
	ended := make(chan struct{})
	defer close(ended)
	context.AfterFunc(ctx, func() { giveUp(patience, ended, func() { os.Exit(meter.exit(errs)) }) })
	if err := f.fixed.check(p, f.options); err != nil {
		return err
	}
	if f.out == "" {
		f.out = f.folder()
	}
	f.options.Program = ourselves()
	var sofar *campaign.Result
	held, err := output.Hold(f.out, "name another folder with -out", func() (err error) {
		if f.moves = f.restart && campaign.Ours(f.out); f.moves { // damaged or another's: it is kept as it is
			return nil
		}
		sofar, err = campaign.Load(f.out, p, f.options)
		return err
	})
	if err != nil {
		return err
	}
	defer held.Release()
	if err := f.reserve(); err != nil {
		return err
	}
	if sofar, err = f.begin(held, p, sofar, errs); err != nil {
		return err
	}
	defer context.AfterFunc(ctx, func() {
		fmt.Fprintln(errs, "interrupted, the present runs are given up (once more ends at once)")
	})()
	r, err := f.run(ctx, held, p, sofar, meter)
	if err != nil {
		return err
	}
	outcome := f.conclude(p, r, out, errs)
	return f.ended(errors.Join(outcome, f.copyOf(f.out, campaign.ResultFile)), campaignResults(p, r, f.out), out)
}

// begin says where the campaign goes on, which is at its beginning where nothing was
// run so far.
func (f *campaignFlags) begin(
	held *output.Folder, p campaign.Harness, sofar *campaign.Result, errs io.Writer,
) (*campaign.Result, error) {
	if f.moves {
		aside, err := held.MoveAside()
		if aside != "" {
			fmt.Fprintf(errs, "%s: moved to %s\n", f.out, aside)
		}
		if err != nil {
			return nil, input.In(f.out, "-restart", err)
		}
	}
	switch {
	case sofar == nil:
		var err error
		if sofar, err = campaign.Begin(held, p, f.options); err != nil {
			return nil, notWritten(f.out, err, "")
		}
		fmt.Fprintf(errs, "%s: the result and the failures come here\n", f.out)
	case sofar.Run == sofar.Asked:
		fmt.Fprintf(errs, "%s: all %d runs were run before (-restart begins again)\n", f.out, sofar.Run)
	default:
		fmt.Fprintf(errs, "%s: going on after run %d of %d (-restart begins again)\n", f.out, sofar.Run, sofar.Asked)
	}
	return sofar, nil
}

// run runs what is left of the campaign. The folder holds a whole result at any time:
// of failures first the files are written and then that they are there.
func (f *campaignFlags) run(
	ctx context.Context, held *output.Folder, p campaign.Harness, sofar *campaign.Result, meter *meter,
) (*campaign.Result, error) {
	if sofar.Run < sofar.Asked && sofar.Ends(f.options) {
		return sofar, nil
	}
	saved := time.Now()
	meter.goesOn(sofar)
	f.options.Ran, f.options.Going = meter.showRuns, meter.going
	blocks, err := f.elsewhere(ctx, sofar, meter.out)
	if err != nil {
		return nil, err
	}
	over := false
	if blocks != nil {
		meter.watches(blocks.Status)
		blocks.Merged(sofar, true)
		defer func() { blocks.Close(over) }()
	}
	var unwritten error
	f.options.Done = func(r *campaign.Result, fresh []campaign.Failure) error {
		for _, failure := range fresh {
			if unwritten = failure.Write(held); unwritten != nil {
				return unwritten
			}
		}
		meter.update(r)
		save := len(fresh) > 0 || time.Since(saved) > time.Second
		if save {
			saved = time.Now()
			unwritten = r.Save(held)
		}
		if blocks != nil {
			blocks.Merged(r, save && unwritten == nil)
		}
		return unwritten
	}
	var r *campaign.Result
	if blocks == nil {
		r, err = p.Campaign(ctx, f.options, sofar)
	} else {
		r, err = p.Elsewhere(ctx, f.options, sofar, blocks.Block)
	}
	meter.end()
	if unwritten == nil { // else the result names failures whose files are not there
		unwritten = r.Save(held)
	}
	over = unwritten == nil && r.Run == r.Asked
	switch {
	case unwritten != nil: // whoever gave the flags is not to blame
		return nil, notWritten(f.out, unwritten, "; the same command goes on from what is there")
	case err != nil:
		text := fmt.Sprintf("%s: the campaign stops after run %d: %v", f.out, r.Run, err)
		if notRun := (*notRunError)(nil); errors.As(err, &notRun) {
			return nil, &notRunError{text}
		}
		return nil, errors.New(text)
	}
	return r, nil
}

// elsewhere returns the blocks of the campaign, nil if they are to run in this process.
func (f *campaignFlags) elsewhere(ctx context.Context, sofar *campaign.Result, errs io.Writer) (Blocks, error) {
	if engine == nil {
		return nil, nil
	}
	return engine.Begin(ctx, Job{
		Protocol: f.protocol, Options: f.options, Dir: f.out, Merged: sofar.Run, Restart: f.restart, Errs: errs,
	})
}

// conclude prints the result and turns it into the command's outcome.
func (f *campaignFlags) conclude(p campaign.Harness, r *campaign.Result, out, errs io.Writer) error {
	if err := r.Write(out, p); err != nil {
		return err
	}
	fmt.Fprintf(out, "\nresult: %s\n", filepath.Join(f.out, campaign.ResultFile))
	for _, failure := range r.Failures {
		f.show(failure, out)
	}
	for _, property := range slices.Sorted(maps.Keys(r.Failed)) {
		fmt.Fprintf(out, "\n%s", r.Tell(property))
	}
	if len(r.Failed) > 0 {
		fmt.Fprintf(out, "\n(the first of each cause is kept, up to -keep, %d, of a property)\n", f.options.Keep)
	}
	unseen := r.Unseen(p)
	if len(unseen) > 0 {
		fmt.Fprintf(out, "\nnever witnessed: %s; so the passes do not mean much\n", strings.Join(unseen, ", "))
	}
	uncovered := r.Uncovered(p)
	if len(uncovered) > 0 {
		fmt.Fprintf(out, "\nnever took effect: %s; so the passes do not mean much\n", hitsIn(uncovered))
	}
	rest := ""
	if r.Run < r.Asked {
		rest = fmt.Sprintf("%d of %d runs are left; type the same command again to go on", r.Asked-r.Run, r.Asked)
		if f.options.UntilFailed && len(r.Failed) > 0 {
			rest += " without -until-failed"
		} else if f.options.Until != "" && r.Ends(f.options) {
			rest += " without -until"
		}
	}
	switch {
	case len(r.Failed) > 0 && rest != "":
		fmt.Fprintln(errs, "note:", rest)
		return errFailed
	case len(r.Failed) > 0:
		return errFailed
	case rest != "":
		return &notRunError{rest}
	case len(unseen)+len(uncovered) > 0 && r.Run >= enough:
		return errFailed
	}
	return nil
}

func hitsIn(list []world.Hit) string {
	var names []string
	for _, s := range list {
		names = append(names, s.String())
	}
	return strings.Join(names, ", ")
}

// show prints a failure that was kept.
func (f *campaignFlags) show(failure campaign.FailureSummary, out io.Writer) {
	dir, more := filepath.Join(f.out, failure.Dir), ""
	if failure.Tries >= f.options.Tries {
		more = " (more of them may make it smaller: -tries)"
	}
	fmt.Fprintf(out, "\n%s fails in run %d of seed %d: %s\n  assumed:    %s (broken, and not needed: %s)\n"+
		"  shrunk:     %s (%s), found in %s%s\n  replay it:  %s replay %s\n  look at it: %s\n",
		failure.Property, failure.Run, f.options.Seed, failure.Why, list(failure.Needs), list(failure.Broken),
		phrase.Plural(failure.Elements, "fault or pin", "faults and pins"), failure.Cause,
		phrase.Plural(failure.Tries, "run", "runs"), more,
		called(), phrase.Typed(filepath.Join(dir, campaign.PlanFile)), filepath.Join(dir, campaign.DiagramFile))
}

// folder names a campaign's folder by all that makes it another one.
func (f *campaignFlags) folder() string {
	o := f.options
	name := fmt.Sprintf("%s-seed%d-n%d", f.protocol, o.Seed, o.Runs)
	for _, field := range slices.Sorted(maps.Keys(f.fixed)) {
		name += "-" + field + strings.Map(wordsOnly, string(f.fixed[field]))
	}
	if !o.Refine {
		name += "-unrefined"
	} else if !o.Edges {
		name += "-noedges"
	}
	if o.Keep != keepDefault {
		name += fmt.Sprintf("-keep%d", o.Keep)
	}
	if o.Tries != triesDefault {
		name += fmt.Sprintf("-tries%d", o.Tries)
	}
	return filepath.Join("build", "campaign", name[:min(len(name), mostLetters)])
}
