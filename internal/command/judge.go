package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/output"
	"github.com/scrutineer-go/scrutineer/internal/phrase"
	"github.com/scrutineer-go/scrutineer/internal/validate"
	"github.com/scrutineer-go/scrutineer/live"
)

// judgeFlags are the flags of judge.
type judgeFlags struct {
	dir, plan string
	tries     int
}

func (f *judgeFlags) define(set *flag.FlagSet) {
	set.StringVar(&f.plan, "plan", "", "write a plan that replays to this new `file`: of what has failed the smallest "+
		"that is found,\nelse of the whole run")
	set.IntVar(&f.tries, "tries", 10_000, "make a plan smaller in at most `n` runs")
}

// runJudge judges the run of the processes in a folder.
func runJudge(ctx context.Context, args []string, out, errs io.Writer) error {
	var f judgeFlags
	args, f.dir = takeFileBut(args, "plan", "tries")
	if err := parse("judge DIR", args, errs, f.define); errors.Is(err, flag.ErrHelp) {
		return nil
	} else if err != nil {
		return err
	}
	if err := checkFolder("judge", f.dir); err != nil {
		return err
	}
	if f.tries < 1 {
		return usageError("-tries", fmt.Sprintf("%d, it must be 1 or more", f.tries))
	}
	if f.plan != "" {
		if err := output.New("-plan", f.plan); err != nil {
			return err
		}
	}
	c, err := openCluster(f.dir)
	if err != nil {
		return err
	}
	lives, err := until(ctx, func() ([]live.Life, error) { return live.ReadLogs(f.dir) })
	if errors.Is(err, context.Canceled) {
		return errJudgeInterrupted
	}
	if err != nil {
		return &notRunError{err.Error()}
	}
	if err := c.checkLogs(lives); err != nil {
		return err
	}
	v, err := until(ctx, func() (validate.Verdict, error) { return validate.Logs(c.harness, c.config, lives) })
	if errors.Is(err, context.Canceled) {
		return errJudgeInterrupted
	}
	printLives(out, lives, v)
	var refused *live.Refusal
	if errors.As(err, &refused) {
		fmt.Fprintln(out, refused)
		return errFailed
	}
	if err != nil {
		return err
	}
	if len(v.Run.Steps) == 0 {
		return &notRunError{f.dir + ": no process has taken a step, there is nothing to judge"}
	}
	return f.conclude(ctx, v, out)
}

// errJudgeInterrupted is the error of a run of judge that was interrupted.
var errJudgeInterrupted = &notRunError{"interrupted: the run is not judged"}

// until returns what a function returns, or the error of the context as soon as that ends.
func until[T any](ctx context.Context, do func() (T, error)) (T, error) {
	type ended struct {
		value T
		err   error
	}
	done := make(chan ended, 1)
	go func() {
		value, err := do()
		done <- ended{value, err}
	}()
	select {
	case e := <-done:
		return e.value, e.err
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}

// printLives counts the lives, the dropped packets and the steps.
func printLives(out io.Writer, lives []live.Life, v validate.Verdict) {
	killed := 0 // or running
	var dropped live.Counts
	processes := 0
	inputs := map[string]int{}
	for _, life := range lives {
		if life.IsClient() {
			for outcome, n := range life.Inputs() {
				inputs[outcome] += n
			}
			continue
		}
		processes++
		if !life.Stopped {
			killed++
		}
		dropped.Noise += life.Counts.Noise
		dropped.Strangers += life.Counts.Strangers
		dropped.Missed += life.Counts.Missed
		dropped.Unsent += life.Counts.Unsent
	}
	fmt.Fprintf(out, "%s, of which %d did not stop by themselves\n", phrase.Plural(processes, "life", "lives"), killed)
	if len(inputs) > 0 {
		fmt.Fprintf(out, "inputs of clients: %s\n", phrase.Counts(inputs))
	}
	if dropped != (live.Counts{}) {
		fmt.Fprintf(out, "packets dropped: noise %d, of another program or configuration %d, sent before the receiver "+
			"came up or was bound %d, not sent %d\n", dropped.Noise, dropped.Strangers, dropped.Missed, dropped.Unsent)
	}
	if len(v.Run.Steps) > 0 {
		fmt.Fprintf(out, "%s, merged by cause\n", phrase.Plural(len(v.Run.Steps), "step", "steps"))
	}
}

// conclude prints the verdict, and writes the plan.
func (f judgeFlags) conclude(ctx context.Context, v validate.Verdict, out io.Writer) error {
	outcome := v.Outcome
	if v.NotOffered != nil {
		fmt.Fprintf(out, "assumption broken at %s: %s; judged up to this step\n", v.NotOffered.Where, v.NotOffered.Why)
	}
	if lost := v.Run.Lost; lost != nil {
		fmt.Fprintf(out, "%v; judged up to this step\n", lost)
	}
	for _, found := range outcome.Violations {
		excuse := ""
		if found.Event > len(v.Run.Steps) {
			excuse = ", in the simulator after the last real step"
		}
		if outcome.Excused(found) {
			excuse += " (which is not claimed: it breaks the assumptions)"
		}
		fmt.Fprintf(out, "%s fails after event %d: %s%s\n", found.Property, found.Event, found.Why, excuse)
	}
	if len(outcome.Broken) > 0 {
		fmt.Fprintf(out, "assumptions broken: %s\n", strings.Join(outcome.Broken, ", "))
	}
	_, failed := outcome.Failed()
	if !failed {
		fmt.Fprintln(out, v.Checked())
		var refused error
		if v.Run.Lost != nil {
			refused = errFailed
		}
		if f.plan == "" {
			return refused
		}
		return errors.Join(refused, f.write(ctx, v, false, out))
	}
	return errors.Join(errFailed, f.write(ctx, v, true, out))
}

// write shrinks a run that failed, and writes the plan to the file of -plan, if that is set.
func (f judgeFlags) write(ctx context.Context, v validate.Verdict, failed bool, out io.Writer) error {
	elements := 0
	plan, err := until(ctx, func() (plan faults.Plan, err error) {
		plan, elements, err = v.Plan(f.tries)
		return plan, err
	})
	var none *validate.NoPlanError
	switch {
	case errors.Is(err, context.Canceled):
		return &notRunError{"interrupted: the run is not shrunk"}
	case errors.As(err, &none):
		fmt.Fprintln(out, none)
		return nil
	case err != nil:
		return err
	case failed:
		fmt.Fprintf(out, "shrunk to %s\n", phrase.Plural(elements, "fault or pin", "faults and pins"))
		for _, text := range plan.Words() {
			fmt.Fprintln(out, "  "+text)
		}
	}
	if f.plan == "" {
		return nil
	}
	if err := output.Write(f.plan, campaign.PlanText(plan)); err != nil {
		return notWritten(f.plan, err, "")
	}
	fmt.Fprintf(out, "%s: the plan, %s replay %s runs it\n", f.plan, called(), phrase.Typed(f.plan))
	return nil
}
