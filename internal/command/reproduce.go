package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/output"
	"github.com/scrutineer-go/scrutineer/internal/phrase"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	"github.com/scrutineer-go/scrutineer/internal/verify"
)

// reproduceFlags are those of reproduce.
type reproduceFlags struct {
	named string // the protocol, "" for none
	only  string
	list  bool
	long  bool
	dir   string
	reports
}

func (f *reproduceFlags) define(set *flag.FlagSet) {
	set.StringVar(&f.named, "p", "", "the `protocol`, which may stand without -p too "+
		"(default the first that has experiments)")
	set.StringVar(&f.only, "only", "", "choose the experiments of this `pattern`: an experiment's id or protocol/id,\n"+
		"or a regular expression that matches the whole of one of these")
	set.BoolVar(&f.list, "list", false, "list the experiments, of all protocols where none is named, and run nothing")
	set.BoolVar(&f.long, "long", false, "run the experiments that are marked long, and nothing else")
	set.StringVar(&f.dir, "out", "", "the `folder` for the tables (default build/reproduce/ and the protocol)")
	f.reports.define(set, jsonOf(reproduceCommand), "the tables")
	f.defineJUnit(set)
}

const reproduceCommand = "reproduce"

// reproducing is one run of reproduce, or of another command that measures.
type reproducing struct {
	reproduceFlags
	command   string // as which it was called
	title     string // of its tables
	out, errs io.Writer
	protocol  verify.Protocol
	chosen    []reproduce.Experiment
	left      int // experiments that are long, and were not asked for
	ran       []reproduced
	shown     *progress
	began     time.Time
}

// reproduced is what came of an experiment, for other programs.
type reproduced struct {
	Protocol string `json:"protocol"`
	ID       string `json:"id"`
	Title    string `json:"title"`
	Where    string `json:"where"`
	Long     bool   `json:"long,omitempty"`
	// Type says what to type in order to run it, if another program does.
	Type string `json:"type,omitempty"`
	// NotRun says why it did not run here.
	NotRun string `json:"notRun,omitempty"`
	// Failures say what is not as it must be, Table what was measured; both are absent where
	// experiments are only listed.
	Failures []string         `json:"failures,omitempty"`
	Table    *reproduce.Table `json:"table,omitempty"`
	seconds  float64
}

// reproduceReport is what reproduce writes for other programs.
type reproduceReport struct {
	header
	Interrupted bool         `json:"interrupted,omitempty"`
	Experiments []reproduced `json:"experiments"`
}

// runReproduce measures what a paper measured.
func runReproduce(ctx context.Context, args []string, out, errs io.Writer) error {
	r := newReproducing(reproduceCommand, out, errs)
	args, named := takeFileBut(args, "p", "only", "out", "json", "junit")
	err := parse("reproduce [PROTOCOL]", args, errs, r.define)
	if errors.Is(err, flag.ErrHelp) {
		return nil
	}
	if err == nil {
		err = r.nameProtocol(named)
	}
	if err != nil {
		return err
	}
	return r.begin(ctx)
}

func newReproducing(command string, out, errs io.Writer) *reproducing {
	return &reproducing{command: command, out: out, errs: errs, shown: newProgress(errs), began: time.Now()}
}

// begin lists what there is, or measures it.
func (r *reproducing) begin(ctx context.Context) error {
	if r.list {
		return r.sayList()
	}
	if err := r.choose(); err != nil || len(r.chosen) == 0 {
		return err
	}
	if err := r.apart(); err != nil {
		return err
	}
	held, err := output.Hold(r.folder(), "name another folder with -out", func() error {
		_, err := r.tables().earlier()
		return err
	})
	if err != nil {
		return err
	}
	defer held.Release()
	if err := r.reserve(); err != nil {
		return err
	}
	outcome := r.run(ctx, held)
	report := reproduceReport{headerOf(r.command), ctx.Err() != nil, append([]reproduced{}, r.ran...)}
	return r.ended(errors.Join(outcome, r.writeJSON(report)), r.results(), r.out)
}

// nameProtocol records the protocol that is named without -p.
func (r *reproducing) nameProtocol(named string) error {
	if named != "" && r.named != "" && named != r.named {
		return usageError("-p", fmt.Sprintf("%s, and %s is named beside it, name one", r.named, named))
	}
	if r.named == "" {
		r.named = named
	}
	return nil
}

func hasExperiments(p verify.Protocol) bool { return len(p.Experiments) > 0 || p.Among != nil }

const noExperiments = "no protocol has experiments"

// find finds the protocol, or the first that has experiments where none is named, unless there is one.
func (r *reproducing) find() error {
	if r.title != "" {
		return nil
	}
	var having []string
	for _, p := range protocols() {
		if hasExperiments(p) {
			having = append(having, p.Name)
		}
	}
	name := r.named
	if len(having) == 0 && name == "" {
		return usageError("", noExperiments+": there is nothing to measure")
	}
	if name == "" {
		name = having[0]
	}
	var err error
	if r.protocol, err = protocolOf(name, "command line", "-p"); err != nil {
		return err
	}
	if hasExperiments(r.protocol) {
		r.protocol.Experiments = experimentsOf(r.protocol)
		r.title = fmt.Sprintf("What the paper of %s measured, measured here", name)
		return nil
	}
	if len(having) == 0 {
		return usageError("-p", name+" has no experiments, and no other protocol has any")
	}
	return usageError("-p", fmt.Sprintf("%s has no experiments, it must be one of %s",
		name, strings.Join(having, ", ")))
}

// choose finds what is to run. Where nothing is it says why, or is an error.
func (r *reproducing) choose() error {
	if err := r.find(); err != nil {
		return err
	}
	only, err := pattern(r.only)
	if err != nil {
		return err
	}
	matched := false
	for _, e := range r.protocol.Experiments {
		named, whole := verify.Chosen(only, r.protocol.Name, e.ID)
		matched = matched || named || whole
		switch {
		case !named && !whole, r.long && !e.Long:
		case e.Long && !r.long && !named:
			r.left++
		default:
			r.chosen = append(r.chosen, e)
		}
	}
	switch {
	case !matched:
		return usageError("-only", fmt.Sprintf("no experiment of %s matches, %s %s -list lists them",
			r.protocol.Name, called(), r.command))
	case len(r.chosen) == 0 && r.long && only != nil:
		return usageError("-only", "no experiment that is marked long matches, as -long asks for")
	case len(r.chosen) == 0 && r.long:
		fmt.Fprintln(r.out, "no experiment is marked long, there is nothing to run")
	case len(r.chosen) == 0:
		r.sayLeft()
	}
	return nil
}

func (r *reproducing) sayLeft() {
	if r.left > 0 {
		fmt.Fprintf(r.out, "long experiments that were left to %s -long: %d\n", r.command, r.left)
	}
}

// sayList lists experiments.
func (r *reproducing) sayList() error {
	list := slices.DeleteFunc(slices.Clone(protocols()), func(p verify.Protocol) bool { return !hasExperiments(p) })
	for i := range list {
		list[i].Experiments = experimentsOf(list[i])
	}
	if r.named != "" {
		if err := r.find(); err != nil {
			return err
		}
		list = []verify.Protocol{r.protocol}
	}
	only, err := pattern(r.only)
	if err == nil {
		err = r.reserve()
	}
	if err != nil {
		return err
	}
	report := reproduceReport{header: headerOf(r.command), Experiments: listed(list, only, r.long)}
	for _, e := range report.Experiments {
		where := e.Where
		if e.Long {
			where += ", long"
		}
		title := e.Title
		if e.Type != "" {
			title += ": " + e.Type
		}
		fmt.Fprintf(r.out, "%-30s %-18s %s\n", e.Protocol+"/"+e.ID, where, title)
	}
	switch {
	case len(list) == 0:
		fmt.Fprintln(r.out, noExperiments)
	case len(report.Experiments) == 0:
		return usageError("", "no experiment is chosen, leave -only and -long out")
	}
	return r.writeJSON(report)
}

// listed are the experiments that a pattern chooses, or only those of them that are long.
func listed(list []verify.Protocol, only *regexp.Regexp, long bool) []reproduced {
	all := []reproduced{}
	for _, p := range list {
		for _, e := range p.Experiments {
			if named, whole := verify.Chosen(only, p.Name, e.ID); (named || whole) && (e.Long || !long) {
				all = append(all, reproducedOf(p.Name, e))
			}
		}
	}
	return all
}

func reproducedOf(protocol string, e reproduce.Experiment) reproduced {
	return reproduced{Protocol: protocol, ID: e.ID, Title: e.Title, Where: e.Where, Long: e.Long, Type: e.Type}
}

// folder is that of the tables.
func (r *reproducing) folder() string {
	if r.dir != "" {
		return r.dir
	}
	return filepath.Join("build", reproduceCommand, r.protocol.Name)
}

// tables are those in the folder.
func (r *reproducing) tables() tables { return tables{r.folder(), r.title, r.protocol} }

// apart refuses reports among the tables: the next run would find them there, and refuse the folder.
func (r *reproducing) apart() error {
	for _, report := range []struct{ flag, file string }{{"-json", r.json}, {"-junit", r.junit}} {
		if report.file != "" && filepath.Dir(report.file) == filepath.Clean(r.folder()) {
			return usageError(report.flag, report.file+" is in the folder of the tables, name a file elsewhere")
		}
	}
	return nil
}

// run runs the experiments, prints their tables and writes them, each when it is there, and says
// what came of all.
func (r *reproducing) run(ctx context.Context, held *output.Folder) error {
	defer context.AfterFunc(ctx, func() {
		fmt.Fprintln(r.errs, "interrupted, what is running is given up")
	})()
	for _, e := range r.chosen {
		came := reproducedOf(r.protocol.Name, e)
		if e.Run == nil {
			r.notRun(came, "type "+e.Type)
			continue
		}
		m, err := r.measureOne(ctx, e)
		if ctx.Err() != nil && (err == nil || errors.Is(err, ctx.Err())) {
			break
		}
		came.seconds = m.seconds
		if lacks, is := errors.AsType[*reproduce.NotRunError](err); is {
			r.notRun(came, lacks.Why)
			continue
		}
		if err != nil {
			came.Failures = []string{err.Error()}
		} else {
			came.Table, came.Failures = &m.Table, m.Failures()
			fmt.Fprintf(r.out, "%s\n", m.Text())
		}
		for _, failure := range came.Failures {
			fmt.Fprintf(r.out, "%s/%s failed: %s\n\n", came.Protocol, came.ID, failure)
		}
		r.ran = append(r.ran, came)
		if err := r.tables().write(held, m.Measured, err == nil); err != nil {
			r.shown.end()
			return notWritten(r.folder(), err, "")
		}
	}
	r.shown.end()
	return r.conclude(ctx)
}

// notRun says why an experiment did not run here.
func (r *reproducing) notRun(came reproduced, why string) {
	came.NotRun = why
	fmt.Fprintf(r.out, "not run: %s/%s (%s): %s\n", came.Protocol, came.ID, came.Title, why)
	r.ran = append(r.ran, came)
}

// timed is what was measured, and how long that took.
type timed struct {
	reproduce.Measured
	seconds float64
}

// measureOne runs one experiment, and tells how far it has got. It does not wait for it where the
// context ends.
func (r *reproducing) measureOne(ctx context.Context, e reproduce.Experiment) (timed, error) {
	name, began := r.protocol.Name+"/"+e.ID, time.Now()
	r.shown.started(r.protocol.Name, e.ID)
	var mutex sync.Mutex
	over := false
	tell := func(done, all int) {
		mutex.Lock()
		defer mutex.Unlock()
		if !over && r.shown.due() {
			r.shown.line(fmt.Sprintf("     %.0f s, %d of %d parts of %s", time.Since(began).Seconds(), done, all, name))
		}
	}
	var m reproduce.Measured
	var err error
	finished := before(ctx, func() { m, err = e.Measure(ctx, r.protocol.Name, tell) })
	mutex.Lock()
	over = true
	mutex.Unlock()
	if !finished {
		return timed{}, ctx.Err()
	}
	verdict := phrase.Plural(len(m.Rows), "row", "rows")
	if _, lacks := errors.AsType[*reproduce.NotRunError](err); lacks {
		verdict = "not run"
	} else if err != nil || len(m.Failures()) > 0 {
		verdict = "failed"
	}
	seconds := time.Since(began).Seconds()
	r.shown.over(name, seconds, verdict)
	m.ID = e.ID
	return timed{m, seconds}, err
}

// conclude says what came of all, and turns it into the command's outcome.
func (r *reproducing) conclude(ctx context.Context) error {
	failed, lacking, now := 0, 0, []string{}
	for _, e := range r.ran {
		switch {
		case e.NotRun == "":
			now = append(now, e.ID)
		case e.Type == "":
			lacking++
		}
		if len(e.Failures) > 0 {
			failed++
		}
	}
	fmt.Fprintf(r.out, "experiments: %d, in %.0f s\n", len(now), time.Since(r.began).Seconds())
	if len(now) > 0 {
		fmt.Fprintf(r.out, "tables: %s\n", filepath.Join(r.folder(), reproduce.IndexFile))
	}
	all, err := r.tables().earlier()
	if err != nil {
		return err
	}
	var earlier []string
	for _, m := range all {
		if !slices.Contains(now, m.ID) {
			earlier = append(earlier, m.ID)
		}
	}
	if len(earlier) > 0 {
		fmt.Fprintf(r.out, "of earlier runs there are %s\n", strings.Join(earlier, ", "))
	}
	r.sayLeft()
	var outcome []error
	switch {
	case lacking > 0:
		outcome = append(outcome, &notRunError{
			fmt.Sprintf("%d of %d experiments could not run here", lacking, len(r.ran)),
		})
	case len(r.ran) > 0 && len(now) == 0:
		outcome = append(outcome, &notRunError{"no experiment that is chosen runs here"})
	}
	if failed > 0 {
		fmt.Fprintf(r.out, "experiments that failed: %d of %d\n", failed, len(r.ran))
		outcome = append(outcome, errFailed)
	}
	if ctx.Err() != nil {
		outcome = append(outcome, &notRunError{fmt.Sprintf("interrupted: %d of %d experiments ran",
			len(r.ran), len(r.chosen))})
	}
	return errors.Join(outcome...)
}

// results are what came of the experiments, one by one.
func (r *reproducing) results() []verify.Outcome {
	var all []verify.Outcome
	for i, e := range r.chosen {
		one := verify.Outcome{Protocol: r.protocol.Name, Name: "experiment/" + e.ID}
		if i < len(r.ran) {
			one.Seconds, one.NotRun = r.ran[i].seconds, r.ran[i].NotRun
			for _, failure := range r.ran[i].Failures {
				one.Failures = append(one.Failures, verify.Complaint{Why: failure})
			}
		} else {
			one.NotRun = "interrupted"
		}
		all = append(all, one)
	}
	return all
}
