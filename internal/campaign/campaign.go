package campaign

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/gauge"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Campaign runs a campaign from where the result so far ends to its end, or until
// the context is done, which gives up the present runs. Errors are of plans that cannot run,
// or of Done.
func (p Harness) Campaign(ctx context.Context, o Options, sofar *Result) (*Result, error) {
	p.Open = interruptible(ctx, p.Open)
	return p.campaign(ctx, o, sofar, func(ctx context.Context, r *Result, n int) (Block, error) {
		done, err := p.runBlock(ctx, o, r.Run, n, r.Actions)
		return Block{First: r.Run, runs: done}, err
	})
}

// campaign is Campaign with what runs the block of n runs after a result.
func (p Harness) campaign(
	ctx context.Context, o Options, sofar *Result, run func(ctx context.Context, r *Result, n int) (Block, error),
) (*Result, error) {
	r := sofar
	if r == nil {
		r = newResult(p, o)
	}
	for r.Run < o.Runs && ctx.Err() == nil && !r.Ends(o) {
		b, err := run(ctx, r, min(BlockRuns-r.Run%BlockRuns, o.Runs-r.Run))
		if err != nil {
			return r, err
		}
		fresh, err := p.merge(o, r, b)
		if err != nil {
			return r, err
		}
		if o.Done != nil {
			if err := o.Done(r, fresh); err != nil {
				return r, err
			}
		}
	}
	if len(r.Failed) == 0 {
		r.Unchanging = r.idle()
	}
	return r, nil
}

// interruptible opens subjects whose runs are given up when the context is done, and then none
// any more.
func interruptible(ctx context.Context, open func(json.RawMessage) (Subject, error),
) func(json.RawMessage) (Subject, error) {
	done := func() bool { return ctx.Err() != nil }
	return func(config json.RawMessage) (Subject, error) {
		if done() {
			return Subject{}, ErrInterrupted
		}
		s, err := open(config)
		s.Interrupted = done
		return s, err
	}
}

// runBlock runs so many runs from one on, in no order. Where it is interrupted it returns
// those before the first that was given up. A run that has no end is the last of its block: others may be as long.
// So is the run with which the campaign ends. known is what the runs before have seen.
func (p Harness) runBlock(ctx context.Context, o Options, first, n int, known map[string]*Acted) ([]ran, error) {
	done := slices.Repeat([]ran{{err: ErrInterrupted}}, n)
	var group sync.WaitGroup
	var ended, last atomic.Int64
	last.Store(int64(n))
	workers := o.Workers
	if workers < 1 {
		workers = runtime.NumCPU()
	}
	for worker := range workers {
		group.Go(func() {
			for i := worker; int64(i) < last.Load() && ctx.Err() == nil; i += workers {
				done[i] = p.runOne(o, first+i, known)
				if is := done[i].outcome; is.endless() || is.failsBy(o.Until) {
					lower(&last, int64(i)+1)
				}
				if o.Ran != nil && done[i].err == nil {
					o.Ran(first + int(ended.Add(1)))
				}
			}
		})
	}
	group.Wait()
	done = done[:last.Load()]
	for i := range done {
		if err := done[i].err; errors.Is(err, ErrInterrupted) {
			return done[:i], nil
		} else if err != nil {
			return nil, fmt.Errorf("run %d: %w", first+i, err)
		}
	}
	return done, nil
}

// lower sets a number to another one if that is lower.
func lower(n *atomic.Int64, to int64) {
	for {
		now := n.Load()
		if now <= to || n.CompareAndSwap(now, to) {
			return
		}
	}
}

// PlanOf returns the plan of a campaign's run.
func (p Harness) PlanOf(o Options, run int) faults.Plan {
	return Draw(p, Keyed(o.Seed, uint64(run)), o.Fixed)
}

func (p Harness) runOne(o Options, nth int, known map[string]*Acted) (r ran) {
	defer panicked(&r.err)
	o.going(nth, Drawn, 0)
	plan := p.PlanOf(o, nth)
	o.going(nth, Opened, 0)
	subject, err := p.Open(plan.Config)
	if err != nil {
		return ran{err: err}
	}
	if o.Going != nil {
		subject.Going = func(events int) { o.Going(nth, GoesOn, events) }
	}
	if o.Edges && o.Refine && subject.NewTracer != nil {
		if tracer := subject.NewTracer(); tracer != nil {
			subject.NewJudge = func(bool) Judge { return tracer }
		}
	}
	judge := &ranging{Judge: subject.NewJudge(o.Refine), covering: newCovering(o.LocalStates, nth, known)}
	judge.clocks = subject.Cluster.Clocks
	made := subject.Cluster.New
	var before, after []byte
	subject.Cluster.New = func(id spec.NodeID) impl.Node {
		return stepped{made(id), judge.compares, &judge.changed, &before, &after}
	}
	judge.Read(ofConfig, subject.Config)
	outcome, err := run(subject, plan, judge)
	if err == nil {
		err = outcome.Lost
	}
	outcome.forget()
	return ran{outcome, &judge.Gauge, judge.covering, err}
}

// merge adds a block of runs to the result, in their order, with its failures, which are shrunk before. If that is
// interrupted, the runs from the failing one on count as not run. So do all runs of a block that was run elsewhere.
func (p Harness) merge(o Options, r *Result, b Block) (fresh []Failure, err error) {
	done := b.runs
	failures, err := p.failures(o, r, b)
	switch {
	case err != nil && !errors.Is(err, ErrInterrupted):
		return nil, err
	case err != nil && b.ranges != nil:
		return nil, nil
	case err != nil:
		done = done[:failures.interrupted]
	}
	if b.ranges == nil {
		b.ranges = rangesOf(done)
	}
	for i, d := range done {
		if f, kept := failures.of[i]; kept && r.note(f) {
			fresh = append(fresh, f)
			r.Failures = append(r.Failures, f.summary())
		}
		if err := p.addEdges(r, d.outcome.Edges); err != nil {
			return nil, err
		}
		if v, failed := d.outcome.Failed(); failed {
			r.Failed[v.Property]++
		}
		r.add(d.outcome)
		r.addHandled(r.Run, d.covered)
		r.Run++
	}
	r.Ranges = gauge.Union(r.Ranges, b.ranges)
	return fresh, nil
}

// shrunk are failing runs of a block.
type shrunk struct {
	of          map[int]Failure // by their places in the block
	interrupted int             // the first that should be in of and is not, if the error is ErrInterrupted
}

// failures returns the failing runs of a block that are shrunk: the first ones of each property.
func (p Harness) failures(o Options, r *Result, b Block) (shrunk, error) {
	all, counts := shrunk{of: map[int]Failure{}}, maps.Clone(r.Failed)
	for i, d := range b.runs {
		v, failed := d.outcome.Failed()
		if !failed {
			continue
		}
		if counts[v.Property] < examined(o.Keep) {
			f, err := p.failure(o, r.Run+i, v, b.small[i])
			if err != nil {
				all.interrupted = i
				return all, err
			}
			all.of[i] = f
		}
		counts[v.Property]++
	}
	return all, nil
}

// addEdges marks the edges of the bound that a run has visited, nil where the run was
// not looked at.
func (p Harness) addEdges(r *Result, visited []int32) error {
	if r.Edges == nil || visited == nil {
		return nil
	}
	g, err := p.Bound(r.Fixed).Graph()
	if err == nil {
		err = r.Edges.add(g, visited)
	}
	return err
}

// failure returns a failing run with its small plan, which is searched for unless it is given.
func (p Harness) failure(o Options, run int, v Violation, small *Minimal) (Failure, error) {
	why := fmt.Sprintf("run %d of seed %d, shrunk: %s fails", run, o.Seed, v.Property)
	open, opened := p.Open, 0
	p.Open = func(config json.RawMessage) (Subject, error) {
		o.going(run, Shrunk, opened)
		opened++
		return open(config)
	}
	plan := p.PlanOf(o, run)
	find := func() (Failure, error) { return p.NewFailure(run, plan, v, why, o.Tries, o.Fixed) }
	if small != nil {
		find = func() (Failure, error) { return p.failureOf(run, plan, v, why, *small) }
	}
	f, err := find()
	if err != nil {
		err = fmt.Errorf("run %d of seed %d: %s fails, and its plan cannot be shrunk: %w",
			run, o.Seed, v.Property, err)
	}
	return f, err
}

// NewFailure shrinks the failing plan of a run, in at most tries runs, and says
// in it why it is there and what is to be expected of it. fixed are fields of the
// configuration that must stay as they are.
func (p Harness) NewFailure(run int, plan faults.Plan, v Violation, why string, tries int,
	fixed map[string]json.RawMessage,
) (Failure, error) {
	small, err := Shrink(p, plan, v.Property, tries, fixed)
	if err != nil {
		return Failure{}, err
	}
	return p.failureOf(run, plan, v, why, small)
}

// failureOf is NewFailure with the small plan that Shrink has found.
func (p Harness) failureOf(run int, plan faults.Plan, v Violation, why string, small Minimal) (f Failure, err error) {
	f = Failure{Run: run, Violation: v, Minimal: small}
	if f.Drawn, err = p.marked(plan); err != nil {
		return Failure{}, err
	}
	if f.Minimal.Plan, err = p.marked(small.Plan); err != nil {
		return Failure{}, err
	}
	f.Minimal.Plan.Why = why
	f.Minimal.Plan.Expect = []faults.Expect{{Violates: v.Property}}
	all, err := Replay(p, f.Minimal.Plan)
	if err != nil {
		return Failure{}, err
	}
	f.Replayed = all[0]
	f.Minimal.Plan.Expect[0].Digest = f.Replayed.Outcome.Report.Digest
	f.Minimal.Plan.Expect[0].Outside = slices.Clone(f.Replayed.outside())
	for _, again := range f.Replayed.Outcome.Violations {
		if again.Property == v.Property {
			f.Violation = again
		}
	}
	return f, nil
}

// rangesOf returns the numbers of some runs.
func rangesOf(done []ran) []gauge.Range {
	var seen gauge.Gauge
	for i := range done {
		if from := done[i].numbers; from != nil {
			seen.Add(from)
		}
	}
	return seen.Ranges()
}
