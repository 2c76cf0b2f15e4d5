package campaign

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/codec"
)

// Effects counts in how many plans of a campaign the kinds of faults took effect.
type Effects struct {
	Kinds []string
	Plans int
	// Absent counts for each kind the plans that do not have it.
	Absent []int
	// Together counts for each pair of kinds the plans in which each of the two
	// took effect: without it the run is another one. A kind with itself counts
	// the plans in which it did.
	Together [][]int
}

// Effects runs the campaign's plans as they stand, and without each kind of fault
// that the protocol can feel.
func (p Harness) Effects(o Options) (Effects, error) {
	n := len(p.FaultKinds)
	e := Effects{Kinds: p.FaultKinds, Plans: o.Runs, Absent: make([]int, n), Together: make([][]int, n)}
	for i := range e.Together {
		e.Together[i] = make([]int, n)
	}
	for run := range o.Runs {
		absent, effective, err := p.effectsOf(p.PlanOf(o, run))
		if err != nil {
			return e, fmt.Errorf("run %d: %w", run, err)
		}
		for _, i := range absent {
			e.Absent[i]++
		}
		for _, i := range effective {
			for _, j := range effective {
				e.Together[i][j]++
			}
		}
	}
	return e, nil
}

// effectsOf tells which kinds of faults a plan does not have, and which ones take
// effect in its run.
func (p Harness) effectsOf(plan faults.Plan) (absent, effective []int, err error) {
	whole, err := p.digestOf(plan)
	if err != nil {
		return nil, nil, err
	}
	text := PlanText(plan)
	for i, kind := range p.FaultKinds {
		without := plan.Without(kind)
		if bytes.Equal(PlanText(without), text) {
			absent = append(absent, i)
			continue
		}
		steps, err := p.digestOf(without)
		if err != nil {
			return nil, nil, fmt.Errorf("without %s: %w", kind, err)
		}
		if steps != whole {
			effective = append(effective, i)
		}
	}
	return absent, effective, nil
}

// Write prints the counts as a table, a row a kind.
func (e Effects) Write(out io.Writer) error {
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(t, "effective together in\t")
	for _, kind := range e.Kinds {
		fmt.Fprintf(t, "%s\t", kind)
	}
	fmt.Fprintf(t, "absent in\t\n")
	for i, kind := range e.Kinds {
		fmt.Fprintf(t, "%s\t", kind)
		for _, n := range e.Together[i] {
			fmt.Fprintf(t, "%d\t", n)
		}
		fmt.Fprintf(t, "%d\t\n", e.Absent[i])
	}
	fmt.Fprintf(t, "of %d plans\t\n", e.Plans)
	return t.Flush()
}

// digestOf runs a plan and returns a digest of its steps. That a partition or a pause
// begins or ends is none: it changes nothing by itself.
func (p Harness) digestOf(plan faults.Plan) ([sha256.Size]byte, error) {
	subject, err := p.Open(plan.Config)
	if err != nil {
		return [sha256.Size]byte{}, err
	}
	var s stepBytes
	w, err := world.New(subject.Cluster, plan, &s)
	if err != nil {
		return [sha256.Size]byte{}, err
	}
	w.Run()
	return sha256.Sum256(s.steps), nil
}

// stepBytes keeps what happens in a run, where and when. What a step does need not be
// kept: where all of the steps are the same, so is that.
type stepBytes struct{ steps []byte }

// Observe adds a step.
func (s *stepBytes) Observe(_ *world.World, e *world.Event) {
	a := &e.Action
	if world.IsStutter(a.Name) {
		return
	}
	for _, n := range []int64{int64(e.At), int64(a.At), int64(e.Copy), int64(a.Cut), int64(len(a.Pick))} {
		s.steps = binary.AppendVarint(s.steps, n)
	}
	for _, id := range a.Pick {
		s.steps = binary.AppendVarint(s.steps, int64(id))
	}
	s.steps = append(append(s.steps, a.Name...), 0)
	if a.Msg.Body != nil {
		s.steps = codec.Append(s.steps, a.Msg.Body)
	}
}
