package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"time"

	"github.com/scrutineer-go/scrutineer/checker"
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/internal/output"
	"github.com/scrutineer-go/scrutineer/internal/verify"
)

// runExplore explores an implementation and judges its properties.
func runExplore(ctx context.Context, args []string, out, errs io.Writer) error {
	var f exploreFlags
	if err := parse("explore", args, errs, f.define); errors.Is(err, flag.ErrHelp) {
		return nil
	} else if err != nil {
		return err
	}
	if err := f.check(); err != nil {
		return err
	}
	x, err := f.open()
	if err != nil {
		return err
	}
	if f.out == "" {
		f.out = f.folder()
	}
	held, err := output.Hold(f.out, "name another folder", func() error { _, err := older(f.out); return err })
	if err != nil {
		return input.In("", "-out", err)
	}
	defer held.Release()
	if err := f.reserve(); err != nil {
		return err
	}
	f.boundMemory()
	stop := context.AfterFunc(ctx, func() {
		fmt.Fprintln(errs, "interrupted, the search comes to its end (once more ends at once)")
	})
	e, err := f.search(ctx, x, errs)
	stop()
	if err != nil {
		return err
	}
	e.enact()
	e.print(out)
	if err := e.write(held); err != nil { // whoever gave the flags is not to blame
		return notWritten(f.out, err, "")
	}
	return f.ended(errors.Join(e.conclude(), f.writeText(e.text)), e.results(), out)
}

// boundMemory bounds the memory by what is available, where no flag does. Where it
// becomes scarce the collector is to work more.
func (f *exploreFlags) boundMemory() {
	if f.memory == 0 {
		f.memory = memorySize(availableMemory(os.DirFS("/")) / 4 * 3)
	}
	debug.SetMemoryLimit(int64(f.memory))
}

// goOn tells why the search cannot go on, if it cannot: it was interrupted, or the program
// takes more memory than it may, with what is not states too.
func (f *exploreFlags) goOn(ctx context.Context) error {
	if taken := takenMemory(); taken > uint64(f.memory) {
		return fmt.Errorf("%w: the program takes %s", checker.ErrMemory, memoryText(int64(taken)))
	}
	return ctx.Err()
}

// search explores, and shows how far it has got.
func (f *exploreFlags) search(ctx context.Context, x target, errs io.Writer) (*explored, error) {
	t := newTicker(errs)
	defer t.end()
	e := &explored{flags: f, target: x}
	var err error
	e.reach, err = x.subject.Reach(x.judgedNames(), x.fair, verify.ReachOptions{
		Workers: f.workers, MaxStates: f.maxStates, MaxBytes: int64(f.memory), UntilViolated: f.untilViolated,
		Progress: func(p checker.Progress) error {
			e.searched = time.Since(t.began).Seconds()
			if t.due() {
				t.line(fmt.Sprintf("%s states, %s a second, %s to be expanded, depth %d, %s", thousands(p.States),
					thousands(rate(p.States, e.searched)), thousands(p.Queue), p.Depth, memoryText(p.Bytes)))
			}
			return f.goOn(ctx)
		},
		Stage: func(what string) error {
			if t.due() {
				t.line(fmt.Sprintf("%s, %.0f s so far", what, time.Since(t.began).Seconds()))
			}
			return f.goOn(ctx)
		},
	})
	e.seconds = time.Since(t.began).Seconds()
	if e.searched == 0 { // it was over before it could tell
		e.searched = e.seconds
	}
	return e, err
}

// conclude turns what was found into the command's outcome.
func (e *explored) conclude() error {
	switch {
	case e.reach.Breach != "" || e.foundWrong():
		return errFailed
	case e.undecided() != "":
		return &notRunError{e.undecided() + " was not judged; give more -memory, or a smaller budget"}
	case e.reach.Ended != checker.Complete:
		return &notRunError{"not everything was seen: " + e.whyEnded() + e.remedy()}
	}
	return nil
}

// remedy says how to see more.
func (e *explored) remedy() string {
	switch e.reach.Ended {
	case checker.BoundHit:
		return "; give a larger -max-states, or a smaller budget"
	case checker.MemoryOut:
		return "; give more -memory, or a smaller budget"
	case checker.TooWide:
		return "; give a smaller budget, or fewer processes"
	}
	return ""
}
