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
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/campaign/diagram"
	"github.com/scrutineer-go/scrutineer/internal/campaign/transcript"
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
	transcript.Plan(out, plan)
	wrong := false
	for i, r := range all {
		transcript.Replayed(out, i, len(all), r, len(plan.Expect) > 0)
		_, failed := r.Outcome.Failed()
		wrong = wrong || len(r.Wrong) > 0 || len(plan.Expect) == 0 && failed
	}
	var err error
	if f.step {
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

// showSteps shows each step of the plan, and the process after it. On a terminal it waits for a line after each.
func showSteps(p campaign.Harness, plan faults.Plan, out io.Writer, in *os.File) error {
	next := func() {}
	if isTerminal(in) {
		fmt.Fprintln(out, "Enter shows the next step, q all the rest.")
		answers, all := bufio.NewReader(in), false
		next = func() {
			if all {
				return
			}
			answer, err := answers.ReadString('\n')
			all = err != nil || strings.TrimSpace(answer) == "q"
		}
	}
	return transcript.Steps(out, p, plan, next)
}
