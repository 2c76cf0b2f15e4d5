package campaign

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"io"
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
// examines more failures of a property than are known, its failing runs are minimised. If these are too few, the others
// are minimised when the block is merged. If the context ends the error is ErrInterrupted.
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
		small, err := Minimise(p, p.PlanOf(o, first+i), v.Property, o.Tries, o.Fixed)
		switch {
		case errors.Is(err, ErrInterrupted):
			return Block{}, err
		case err == nil: // else the campaign meets the error if it examines this failure
			b.small[i] = &small
		}
	}
	return b, nil
}

// blockVersion is the version of the encoding of a block.
const blockVersion = 1

// encodedBlock is a block as it is encoded.
type encodedBlock struct {
	Version int
	First   int
	Runs    []encodedRun
	Ranges  []gauge.Range
	Small   map[int]encodedPlan
}

type encodedRun struct {
	Outcome Outcome
	Traced  bool // its edges were counted; gob decodes an empty list as nil
	Handled map[string]bool
}

// encodedPlan is a small plan, in JSON as in a file.
type encodedPlan struct {
	Plan     []byte
	Elements int
	Tries    int
	Whole    bool
}

// Pack returns the block as bytes.
func (b Block) Pack() ([]byte, error) {
	e := encodedBlock{Version: blockVersion, First: b.First, Ranges: b.ranges, Small: map[int]encodedPlan{}}
	for _, d := range b.runs {
		e.Runs = append(e.Runs, encodedRun{d.outcome, d.outcome.Edges != nil, d.covered.handled})
	}
	for i, small := range b.small {
		plan, err := json.Marshal(small.Plan)
		if err != nil {
			return nil, err
		}
		e.Small[i] = encodedPlan{plan, small.Elements, small.Tries, small.Whole}
	}
	var out bytes.Buffer
	zip, err := gzip.NewWriterLevel(&out, gzip.BestSpeed)
	if err == nil {
		err = errors.Join(gob.NewEncoder(zip).Encode(e), zip.Close())
	}
	return out.Bytes(), err
}

// mostBlock is how many bytes a block has at most before it is compressed.
const mostBlock = 1 << 30

// UnpackBlock reads a block that a program of the same version has packed.
func UnpackBlock(data []byte) (b Block, err error) {
	zip, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return b, fmt.Errorf("is no block: %w", err)
	}
	var e encodedBlock
	if err := gob.NewDecoder(io.LimitReader(zip, mostBlock)).Decode(&e); err != nil {
		return b, fmt.Errorf("is no block: %w", err)
	}
	if _, err := io.Copy(io.Discard, zip); err != nil { // the checksum
		return b, fmt.Errorf("is no block: %w", err)
	}
	if e.Version != blockVersion {
		return b, fmt.Errorf("is a block of version %d, want %d", e.Version, blockVersion)
	}
	b = Block{First: e.First, ranges: e.Ranges, small: map[int]*Minimal{}}
	if b.ranges == nil {
		b.ranges = []gauge.Range{}
	}
	for _, r := range e.Runs {
		if r.Traced && r.Outcome.Edges == nil {
			r.Outcome.Edges = []int32{}
		}
		b.runs = append(b.runs, ran{outcome: r.Outcome, covered: covering{handled: r.Handled}})
	}
	for i, small := range e.Small {
		plan, err := parsePlan("", small.Plan, nil)
		if err != nil {
			return b, fmt.Errorf("the small plan of run %d: %w", e.First+i, err)
		}
		if i < 0 || i >= len(b.runs) {
			return b, fmt.Errorf("has a small plan of run %d, which is none of its runs", e.First+i)
		}
		b.small[i] = &Minimal{plan, small.Elements, small.Tries, small.Whole}
	}
	return b, nil
}
