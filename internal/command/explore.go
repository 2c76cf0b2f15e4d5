package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/scrutineer-go/scrutineer/checker"
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/internal/output"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
)

// exploreFlags are those of explore.
type exploreFlags struct {
	protocol, id  string
	fixed         settings
	budget        amounts
	mayCrash      ids
	names         nameList
	fair          string
	workers       int
	maxStates     int
	memory        memorySize
	untilViolated bool
	out           string
	reports
}

func (f *exploreFlags) define(set *flag.FlagSet) {
	f.fixed, f.budget = settings{}, amounts{}
	set.StringVar(&f.protocol, "p", firstProtocol(), "the `protocol`")
	set.StringVar(&f.id, "case", "", "take configuration, budget and who may crash from this `case`, "+
		"as the command cases lists them;\n-set, -budget and -may-crash then change single fields")
	set.Var(f.fixed, "set", "a field of the configuration: `field=value`, such as nodes=3; "+
		"may be given for several fields")
	set.Var(f.budget, "budget", "how often what may go wrong: `line=n`,…, such as crash=1,loss=2; "+
		"what is not named cannot happen")
	set.Var(&f.mayCrash, "may-crash", "the `processes` that may crash, such as 0,1, or none (default every one)")
	set.Var(&f.names, "property", "judge the properties of these `names`, such as Agreement,RunEnds "+
		"(default all but witnesses)")
	set.StringVar(&f.fair, "fair", "", "the `specification` whose fairness temporal properties are judged under "+
		"(default the case's, or "+fairDefault+")")
	set.IntVar(&f.workers, "workers", runtime.NumCPU(), "how many `goroutines` search; "+
		"the result does not depend on it")
	set.IntVar(&f.maxStates, "max-states", 0, "end the search after so many `states`, 0 for no bound")
	set.Var(&f.memory, "memory", "the most memory that states may take, a `size` such as 4GiB or 500MB\n"+
		"(default three quarters of what is available)")
	set.BoolVar(&f.untilViolated, "until-violated", false, "end the search at the first violation; "+
		"a temporal property is then judged\nonly where there is none")
	set.StringVar(&f.out, "out", "", "the `folder` for the result and the plans "+
		"(default one below build/explore, named by the flags)")
	f.reports.define(set, jsonWith("result of an exploration", "judged", "ended", "properties"),
		"the result, "+exploredFile+",")
	f.defineJUnit(set)
}

// mostWorkers bounds -workers: more would only take memory.
const mostWorkers = 1024

// check tells which number cannot be right.
func (f *exploreFlags) check() error {
	if f.workers < 1 || f.workers > mostWorkers {
		return usageError("-workers", fmt.Sprintf("%d, it must be 1 to %d", f.workers, mostWorkers))
	}
	if f.maxStates < 0 || f.maxStates > math.MaxInt32 {
		return usageError("-max-states", fmt.Sprintf("%d, it must be 0, for no bound, or up to %d",
			f.maxStates, math.MaxInt32))
	}
	return nil
}

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
	e.reach, err = x.subject.Reach(x.names(), x.fair, verify.ReachOptions{
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

func rate(n int, seconds float64) int { return int(float64(n) / max(seconds, 0.001)) }

// conclude turns what was found into the command's outcome.
func (e *explored) conclude() error {
	switch {
	case e.reach.Breach != "" || e.failed():
		return errFailed
	case e.undecided() != "":
		return &notRunError{e.undecided() + " was not judged; give more -memory, or a smaller budget"}
	case e.reach.Ended != checker.Complete:
		return &notRunError{"not everything was seen: " + e.why() + e.remedy()}
	}
	return nil
}

// failed tells whether some property is violated that must hold, or a witness holds,
// which must be violated somewhere.
func (e *explored) failed() bool {
	for i := range e.reach.Results {
		if e.isWrong(i) {
			return true
		}
	}
	return false
}

// isWrong tells whether a property is violated that must hold, or the other way round.
func (e *explored) isWrong(i int) bool {
	must := spec.Violated
	if e.judged[i].Witness {
		must = spec.Holds
	}
	return e.reach.Results[i].Verdict == must && (must == spec.Violated || e.reach.Ended == checker.Complete)
}

// isDecided tells whether it is known of a property that it is violated, or that it holds.
func (e *explored) isDecided(i int) bool {
	verdict := e.reach.Results[i].Verdict
	return verdict == spec.Violated || verdict == spec.Holds &&
		(e.reach.Ended == checker.Complete || e.judged[i].Kind == spec.Reachable)
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

// fitting cuts a name of a folder that is too long, and tells names apart that would
// be the same without what may not stand in them.
func fitting(name, whole string) string {
	if name == whole && len(name) <= mostLetters {
		return name
	}
	return fmt.Sprintf("%s-%s", name[:min(len(name), mostLetters)], digestOf(whole))
}
