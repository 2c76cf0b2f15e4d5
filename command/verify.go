package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/tla/tlc"
	"github.com/scrutineer-go/scrutineer/verify"
)

const tlaUsage = "read modules and cases from this `folder` instead of those built in"

const onlyUsage = "choose the cases of this `pattern`: a protocol, a case's id or protocol/id,\n" +
	"or a regular expression that matches the whole of one of these"

// flags are those of verify.
type flags struct {
	only    string
	dir     string
	json    string
	noTLC   bool
	fresh   bool
	measure bool
	paths   bool
	long    bool
}

// parse reads the flags; a mistake in them is an input error. synopsis is the command
// and what stands between it and its flags.
func parse(synopsis string, args []string, errs io.Writer, define func(*flag.FlagSet)) error {
	name, _, _ := strings.Cut(synopsis, " ")
	set := flag.NewFlagSet(name, flag.ContinueOnError)
	set.SetOutput(io.Discard)
	define(set)
	err := set.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprintf(errs, "usage: %s %s [flags]\n%s", programName(), synopsis, about(name))
		set.SetOutput(errs)
		set.PrintDefaults()
		return err
	}
	if err != nil {
		return usageError("", fmt.Sprintf("%v, %s %s -h lists the flags", err, called(), name))
	}
	if set.NArg() > 0 {
		return usageError("", fmt.Sprintf("%q is too much, it must be %s %s [flags]",
			set.Arg(0), called(), synopsis))
	}
	return nil
}

// usageError is bad input on the command line.
func usageError(flag, want string) error {
	return &input.Error{File: "command line", Field: flag, Want: want}
}

// runVerify runs every case through every column and prints one table.
func runVerify(ctx context.Context, args []string, out, errs io.Writer) error {
	var f flags
	err := parse("verify", args, errs, func(set *flag.FlagSet) {
		set.StringVar(&f.only, "only", "", onlyUsage)
		set.StringVar(&f.dir, "tla", "", tlaUsage)
		set.StringVar(&f.json, "json", "", "write the table to this `file` as well")
		set.BoolVar(&f.long, "long", false, "run the cases that are marked long, and nothing else")
		set.BoolVar(&f.noTLC, "no-tlc", false, "leave TLC out")
		set.BoolVar(&f.fresh, "fresh", false, "run TLC also where it has run on the same before")
		set.BoolVar(&f.measure, "measure", false, "ignore the counts that the tables pin and print TLC's")
		set.BoolVar(&f.paths, "paths", false, "print the counterexamples that were found")
	})
	if errors.Is(err, flag.ErrHelp) {
		return nil
	} else if err != nil {
		return err
	}
	// States are small, many and live: a rarer collection is half of the time.
	debug.SetGCPercent(400)

	o := verify.Options{Workers: runtime.NumCPU(), Pinned: !f.measure, LongOnly: f.long}
	if o.Modules, err = modules(f.dir); err != nil {
		return err
	}
	if o.Only, err = pattern(f.only); err != nil {
		return err
	}
	absent := runner(&o, f.noTLC, f.fresh)
	var notRun *tlc.NotRunError
	if absent != nil && !errors.As(absent, &notRun) {
		return absent
	}
	shown := newProgress(errs)
	o.Started, o.Finished = shown.started, shown.finished
	var measured []string
	o.Measured = func(protocol string, c tlc.Case) { measured = append(measured, pins(protocol, c)) }
	plan, err := verify.Prepare(protocols(), o)
	if err != nil {
		return err
	}
	if f.json != "" {
		if f.json, err = jsonReport.Reserve(f.json); err != nil {
			return err
		}
	}
	noteJar(o.TLC, errs)
	began := time.Now()
	rows := plan.Run(ctx)
	beyond := plan.Explore(ctx, shown.exploring)
	err = report(rows, beyond, f, out)
	for _, line := range measured {
		fmt.Fprintln(out, line)
	}
	fmt.Fprintf(out, "cases: %d, in %.0f s on %d processors, %s\n",
		len(rows), time.Since(began).Seconds(), runtime.NumCPU(), tlcName(o, rows))
	whole := f.only == "" && !f.long
	if whole && err == nil {
		err = summarise(plan, out)
	}
	if err != nil {
		fmt.Fprintln(errs, "scrutineer: the report:", err)
		notRun, err = nil, errFailed
	}
	if whole && err == nil {
		err = concludeRuns(ctx, f.json, o.Modules, verify.Ran{Rows: rows, Beyond: beyond}, out)
	}
	return errors.Join(conclude(rows, beyond, notRun, out), err)
}

// summarise says what was left out, and which faults met.
func summarise(plan verify.Plan, out io.Writer) error {
	if n := plan.Long(); n > 0 {
		fmt.Fprintf(out, "%d long cases and explorations were left to verify -long\n", n)
	}
	return plan.WriteTogether(out)
}

// concludeRuns runs what verify runs in simulated worlds and says what failed. With that
// all has run that claims are decided by.
func concludeRuns(ctx context.Context, file string, modules fs.FS, ran verify.Ran, out io.Writer) error {
	runs, failures, err := verifyRuns(ctx, out)
	for _, failure := range failures {
		fmt.Fprintln(out, failure)
		err = errFailed
	}
	if err != nil && !errors.Is(err, errFailed) || ctx.Err() != nil {
		return err
	}
	return errors.Join(err, concludeClaims(protocols(), modules, file, ran, runs, out))
}

// pins are the counts of a case as they stand in a table.
func pins(protocol string, c tlc.Case) string {
	var fields []string
	for _, p := range c.Pins() {
		fields = append(fields, fmt.Sprintf("%q: %d", p.Name, p.N))
	}
	return fmt.Sprintf("%-40s %s", protocol+"/"+c.ID, strings.Join(fields, ", "))
}

// conclude turns the rows into the command's outcome.
func conclude(rows []verify.Row, beyond []verify.Beyond, notRun *tlc.NotRunError, out io.Writer) error {
	failed := 0
	for _, r := range rows {
		if r.Failed() {
			failed++
		}
	}
	for _, b := range beyond {
		if len(b.Failures) > 0 {
			failed++
		}
	}
	if failed > 0 {
		fmt.Fprintf(out, "cases that failed: %d of %d\n", failed, len(rows)+len(beyond))
		return errFailed
	}
	if notRun != nil {
		if tlc.Required() {
			return notRun
		}
		fmt.Fprintln(out, notRun)
	}
	return nil
}

// modules returns the folder with the modules of all protocols, nil for those that each
// has. It must hold the protocols' folders and no others.
func modules(dir string) (fs.FS, error) {
	if dir == "" {
		return nil, nil
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return nil, &input.Error{
			File: dir, Field: "-tla", Want: "no such folder, it must hold Net.tla and the protocols' folders",
		}
	}
	var names []string
	for _, p := range protocols() {
		names = append(names, p.Name)
	}
	fsys := os.DirFS(dir)
	return fsys, tlc.CheckLayout(fsys, names)
}

func pattern(text string) (*regexp.Regexp, error) {
	if text == "" {
		return nil, nil
	}
	re, err := verify.Pattern(text)
	if err != nil {
		return nil, usageError("-only", "not a regular expression: "+err.Error())
	}
	return re, nil
}

// runner sets up TLC. The error says why it cannot run.
func runner(o *verify.Options, off, fresh bool) error {
	if off {
		return &tlc.NotRunError{Missing: "-no-tlc was given", Type: "omit it to run TLC"}
	}
	r, err := tlc.Find()
	if err != nil {
		return err
	}
	cache, err := tlc.OpenCache()
	if err == nil { // without a folder for it nothing is kept
		cache.Fresh = cache.Fresh || fresh
		r.Cache = cache
	}
	o.TLC = &r
	return nil
}

// noteJar says of a jar that it is another one than the counts were pinned with.
func noteJar(r *tlc.Runner, errs io.Writer) {
	if r != nil && !r.Jar.Pinned {
		fmt.Fprintf(errs, "note: the counts were pinned with another jar than this one of SHA-256 %s; "+
			"`go test ./tla/tlc -run Probe` decides what it can do\n", r.Jar.SHA256)
	}
}

// tlcName says which TLC has run and for how long, and where it did not need to.
func tlcName(o verify.Options, rows []verify.Row) string {
	if o.TLC == nil {
		return "without TLC"
	}
	cached, cpu := 0, 0.0
	for _, r := range rows {
		cpu += r.TLCCPUSeconds
		if r.TLCCached {
			cached++
		}
	}
	text := fmt.Sprintf("TLC from %s sha256 %s, %.0f s of processor time",
		filepath.Base(o.TLC.Jar.Path), o.TLC.Jar.SHA256[:12], cpu)
	if cached > 0 {
		text += fmt.Sprintf(", %d cached (-fresh runs them)", cached)
	}
	return text
}

// report prints the tables and what failed, and writes the JSON file.
func report(rows []verify.Row, beyond []verify.Beyond, f flags, out io.Writer) error {
	if err := verify.WriteTable(out, rows); err != nil {
		return err
	}
	if err := verify.WriteBeyond(out, beyond); err != nil {
		return err
	}
	for _, b := range beyond {
		for _, failure := range b.Failures {
			fmt.Fprintf(out, "\n%s failed: %s\n", b.Name(), failure)
		}
	}
	for _, r := range rows {
		for _, failure := range r.Failures {
			fmt.Fprintf(out, "\n%s/%s failed: %s\n", r.Protocol, r.Case, failure)
		}
		if f.paths && r.Path != "" {
			fmt.Fprintf(out, "\n%s/%s: %s fails (%s) after\n%s", r.Protocol, r.Case, r.Violates, r.Why, r.Path)
		}
	}
	if f.json == "" {
		return nil
	}
	return writeReport(f.json, rows, beyond, nil)
}

// fetch brings TLC into the cache. Where this machine has nothing to do it with,
// a note says so, unless TLC is required: the Go columns run all the same.
func fetch(ctx context.Context, args []string, out, errs io.Writer) error {
	err := parse("fetch", args, errs, func(*flag.FlagSet) {})
	if errors.Is(err, flag.ErrHelp) {
		return nil
	} else if err != nil {
		return err
	}
	err = tlc.Fetch(ctx, out)
	var absent *tlc.NotRunError
	if errors.As(err, &absent) && !tlc.Required() {
		fmt.Fprintln(errs, "note:", absent)
		return nil
	}
	return err
}
