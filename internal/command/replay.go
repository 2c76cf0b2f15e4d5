package command

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/campaign/diagram"
	"github.com/scrutineer-go/scrutineer/internal/diff"
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/internal/output"
	"github.com/scrutineer-go/scrutineer/internal/phrase"
)

// replayFlags are those of replay.
type replayFlags struct {
	file    string
	step    bool
	trace   string
	diagram string
	expect  string
	reports
}

// runReplay runs a plan as its file has it and says whether what is expected came of it.
func runReplay(ctx context.Context, args []string, out, errs io.Writer) error {
	var f replayFlags
	args, f.file = takeFile(args)
	err := parse("replay FILE", args, errs, func(set *flag.FlagSet) {
		set.BoolVar(&f.step, "step", false, "show the steps of the plan one by one, what each has changed at "+
			"its process\nand the state of that; on a terminal Enter shows the next")
		set.StringVar(&f.trace, "trace", "", "write the steps of the plan, one JSON object a line, to this new `file`")
		set.StringVar(&f.diagram, "diagram", "", "write their sequence diagram, an HTML page, to this new `file`")
		set.StringVar(&f.expect, "expect", "", "write the plan with what comes of it as its expectation, "+
			"for a corpus, to this new `file`;\nreplayed, that is as expected as long as the same comes of it")
		f.reports.define(set, jsonOf("replay"), "what came of it")
		f.defineJUnit(set)
	})
	if errors.Is(err, flag.ErrHelp) {
		return nil
	} else if err != nil {
		return err
	}
	if f.file == "" {
		return usageError("", "replay wants the file of a plan, such as "+called()+" replay plan.json")
	}
	defer context.AfterFunc(ctx, func() { // nothing is to be kept
		os.Exit(status(errs, &notRunError{"interrupted"}))
	})()
	var p campaign.Harness
	plan, all, err := campaign.ReplayFile(f.file, func(plan faults.Plan) (_ campaign.Harness, err error) {
		p, err = f.find(plan)
		return p, err
	})
	if err != nil {
		return err
	}
	outcome := errors.Join(f.conclude(p, plan, all, out), f.writeJSON(replayReportOf(f.file, plan, all)))
	return f.ended(outcome, replayResults(f.file, p.Name, all, len(plan.Expect) > 0), out)
}

// find returns the protocol of a plan as it runs in simulated worlds. It makes sure that what is wanted in files can be
// written.
func (f *replayFlags) find(plan faults.Plan) (campaign.Harness, error) {
	registered, err := protocolOf(plan.Protocol, f.file, "protocol")
	if err != nil {
		return campaign.Harness{}, err
	}
	p, err := worldsOf(registered, f.file, "protocol")
	if err == nil {
		err = f.check()
	}
	if err == nil {
		err = f.reserve(f.trace, f.diagram)
	}
	return p, err
}

// conclude prints what came of the plan, writes what is wanted in files, and turns it
// into the command's outcome.
func (f replayFlags) conclude(p campaign.Harness, plan faults.Plan, all []campaign.Replayed, out io.Writer) error {
	printPlan(out, plan)
	wrong := false
	for i, r := range all {
		if len(all) > 1 {
			fmt.Fprintf(out, "expect[%d] ", i)
		}
		printReplayed(out, r, len(plan.Expect) > 0)
		_, failed := r.Outcome.Failed()
		wrong = wrong || len(r.Wrong) > 0 || len(plan.Expect) == 0 && failed
	}
	var err error
	if f.step {
		fmt.Fprintf(out, "\n%4s %10s  step\n", "", "time")
		err = showSteps(p, all[0].Plan, out, os.Stdin)
	}
	if err := errors.Join(err, f.write(all[0])); err != nil {
		return err
	}
	if f.expect != "" {
		return f.pin(p, plan, out)
	}
	if wrong {
		return errFailed
	}
	return nil
}

// takeFile takes the file out of the arguments: the first that is no flag.
func takeFile(args []string) (rest []string, file string) {
	return takeFileBut(args, "trace", "diagram", "expect", "json", "junit")
}

// check makes sure that the files to be written are new ones, and can be written.
func (f replayFlags) check() error {
	taken := map[string]string{}
	for _, named := range []struct{ flag, file string }{
		{"-trace", f.trace}, {"-diagram", f.diagram}, {"-expect", f.expect},
	} {
		if named.file == "" {
			continue
		}
		if other := taken[filepath.Clean(named.file)]; other != "" {
			return usageError(named.flag, named.file+" is that of "+other+" too, name another file")
		}
		taken[filepath.Clean(named.file)] = named.flag
		if err := output.New(named.flag, named.file); err != nil {
			return err
		}
	}
	return nil
}

// write writes the files that are wanted.
func (f replayFlags) write(r campaign.Replayed) error {
	if err := f.check(); err != nil { // somebody may have come first
		return err
	}
	if f.trace != "" {
		if err := output.Write(f.trace, campaign.TraceText(r.Trace)); err != nil {
			return notWritten(f.trace, err, "")
		}
	}
	if f.diagram == "" {
		return nil
	}
	var page bytes.Buffer
	picture := campaign.Diagram(r, []string{"replay", called() + " replay " + phrase.Typed(f.file)})
	if err := diagram.Write(&page, picture); err != nil {
		return err
	}
	if err := output.Write(f.diagram, page.Bytes()); err != nil {
		return notWritten(f.diagram, err, "")
	}
	return nil
}

// pin writes the plan with what comes of it as its expectations. The outcome is then no failure:
// it is known.
func (f replayFlags) pin(p campaign.Harness, plan faults.Plan, out io.Writer) error {
	expecting, err := campaign.Expecting(p, plan)
	if err != nil {
		return input.In(f.file, "", err)
	}
	if err := output.New("-expect", f.expect); err != nil { // somebody may have come first
		return err
	}
	if err := output.Write(f.expect, campaign.PlanText(expecting)); err != nil {
		return notWritten(f.expect, err, "")
	}
	fmt.Fprintf(out, "%s: the plan that expects this\n", f.expect)
	return nil
}

// mostTold is how many faults and pins of a plan are told in words: that of an exploration
// pins all that happens.
const mostTold = 12

// printPlan says what a plan is for and what it injects.
func printPlan(out io.Writer, plan faults.Plan) {
	if plan.Why != "" {
		fmt.Fprintln(out, plan.Why)
	}
	told := plan.Words()
	for i, text := range told[:min(len(told), mostTold)] {
		if i == 0 {
			fmt.Fprintln(out, "injected:")
		}
		fmt.Fprintln(out, "  "+text)
	}
	if more := len(told) - mostTold; more > 0 {
		fmt.Fprintf(out, "  and %d more\n", more)
	}
}

// printReplayed says what came of one expectation.
func printReplayed(out io.Writer, r campaign.Replayed, expected bool) {
	fmt.Fprintf(out, "with %s", campaign.Text(r.Plan.Config))
	if r.Plan.Patient {
		fmt.Fprint(out, ", no premature timeout")
	}
	fmt.Fprintln(out)
	for _, v := range r.Outcome.Violations {
		excuse := ""
		if r.Outcome.Excused(v) {
			excuse = " (which is not claimed: it breaks the assumptions)"
		}
		fmt.Fprintf(out, "  %s fails after event %d: %s%s\n", v.Property, v.Event, v.Why, excuse)
	}
	if len(r.Outcome.Violations) == 0 {
		fmt.Fprintln(out, "  every property holds")
	}
	if len(r.Outcome.Broken) > 0 {
		fmt.Fprintf(out, "  assumptions broken: %s\n", strings.Join(r.Outcome.Broken, ", "))
	}
	for _, line := range r.Effects() {
		fmt.Fprintf(out, "  %s\n", line)
	}
	report := r.Outcome.Report
	ended := ""
	if report.Ended {
		ended = ", when its goal had held for long enough"
	}
	fmt.Fprintf(out, "  %d events until %s%s, digest %s\n", report.Events, report.End, ended, report.Digest)
	for _, wrong := range r.Wrong {
		fmt.Fprintf(out, "  NOT AS EXPECTED: %s\n", wrong)
	}
	if expected && len(r.Wrong) == 0 {
		fmt.Fprintln(out, "  as expected")
	}
}

// showSteps runs the plan once more and shows each step, and the process after it.
// On a terminal it waits for a line after each.
func showSteps(p campaign.Harness, plan faults.Plan, out io.Writer, in *os.File) error {
	subject, err := p.Open(plan.Config)
	if err != nil {
		return err
	}
	changes, err := campaign.NewChanges(p, plan.Config)
	if err != nil {
		return err
	}
	s := &stepper{out: out, changes: changes}
	if isTerminal(in) {
		fmt.Fprintln(out, "Enter shows the next step, q all the rest.")
		s.in = bufio.NewReader(in)
	}
	_, err = campaign.Run(subject, plan, false, s)
	return err
}

// stepper shows the steps of a run.
type stepper struct {
	out     io.Writer
	in      *bufio.Reader // nil where nobody is asked
	changes *campaign.Changes
}

// Panicked shows a step in which a process has panicked.
func (s *stepper) Panicked(e *world.Event) { s.show(e.Line()) }

func (s *stepper) show(line world.TraceLine) {
	reads := ""
	if line.Now != "" {
		reads = fmt.Sprintf(" (whose clock reads %s)", line.Now)
	}
	fmt.Fprintf(s.out, "%4d %10s  %s%s\n", line.N, line.At, line.Text, reads)
}

// Observe shows a step.
func (s *stepper) Observe(w *world.World, e *world.Event) {
	line := e.Line()
	s.show(line)
	for _, sent := range line.Sent {
		fmt.Fprintf(s.out, "%18s sends %s to %s %s\n", "", sent.Kind, sent.To, sent.Body)
	}
	fmt.Fprint(s.out, diff.Lines(s.changes.After(w, e), strings.Repeat(" ", 19), 110))
	if line.Node != nil && w.Up(*line.Node) {
		fmt.Fprintf(s.out, "%18s process %s: %s\n", "", *line.Node, campaign.Text(w.State(*line.Node)))
	}
	if s.in == nil {
		return
	}
	if answer, err := s.in.ReadString('\n'); err != nil || strings.TrimSpace(answer) == "q" {
		s.in = nil
	}
}
