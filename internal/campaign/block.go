package campaign

import (
	"context"
	"errors"
	"fmt"
	"maps"

	"github.com/scrutineer-go/scrutineer/internal/gauge"
)

// Elsewhere is Campaign with blocks that are run elsewhere. run returns the block of n runs that begins with a run, and
// is asked for one block after another; see [Harness.RunBlock]. An error of the context's end is ErrInterrupted.
func (p Harness) Elsewhere(
	ctx context.Context, o Options, sofar *Result, run func(ctx context.Context, first, n int) (Block, error),
) (*Result, error) {
	p.Open = interruptible(ctx, p.Open)
	r, err := p.campaign(ctx, o, sofar, func(ctx context.Context, r *Result, n int) (Block, error) {
		b, err := run(ctx, r.Run, n)
		if err == nil && (b.First != r.Run || b.Len() == 0 || b.Len() > n) {
			err = fmt.Errorf("the block has %d runs from %d on, it must have 1 to %d from %d on",
				b.Len(), b.First, n, r.Run)
		}
		return b, err
	})
	if errors.Is(err, ErrInterrupted) {
		err = nil
	}
	return r, err
}

// RunBlock runs n runs of a campaign, beginning with the run first. known is of runs before. As long as a campaign
// examines more failures of a property than are known, its failing runs are shrunk. If these are too few, the others
// are shrunk when the block is merged. If the context ends the error is ErrInterrupted.
func (p Harness) RunBlock(ctx context.Context, o Options, first, n int, known Known) (Block, error) {
	if o.LocalStates {
		return Block{}, errors.New("states of processes are told apart within one program only")
	}
	p.Open = interruptible(ctx, p.Open)
	done, err := p.runBlock(ctx, o, first, n, known.does)
	if err != nil {
		return Block{}, err
	}
	if ctx.Err() != nil {
		return Block{}, ErrInterrupted
	}
	b := Block{First: first, runs: done, ranges: rangesOf(done), small: map[int]*Minimal{}}
	if b.ranges == nil {
		b.ranges = []gauge.Range{}
	}
	counts := map[string]int{}
	maps.Copy(counts, known.Failed)
	for i, d := range done {
		v, failed := d.outcome.Failed()
		if !failed {
			continue
		}
		counts[v.Property]++
		if counts[v.Property] > examined(o.Keep) {
			continue
		}
		small, err := Shrink(p, p.PlanOf(o, first+i), v.Property, o.Tries, o.Fixed)
		switch {
		case errors.Is(err, ErrInterrupted):
			return Block{}, err
		case err == nil: // else the campaign meets the error if it examines this failure
			b.small[i] = &small
		}
	}
	return b, nil
}
