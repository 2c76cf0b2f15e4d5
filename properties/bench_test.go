package properties

import (
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/cputest"
)

// BenchmarkRefinement runs the first plans that `scrutineer verify` draws of each protocol that has a
// specification: in the world alone, under the protocol's monitor, and held against the specification
// step by step. It reports what each of these takes of a processor for one run, with garbage collected as seldom as
// verify has it, and how many times as much as the judged run the refined one takes, and refinement adds.
func BenchmarkRefinement(b *testing.B) {
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	for _, p := range Registered() {
		harness := p.Campaigns()
		if harness.Unspecified {
			continue
		}
		b.Run(p.Name, func(b *testing.B) {
			runs := drawnRuns(b, harness, 100)
			var bare, judged, refined float64
			for b.Loop() {
				bare += columnOf(b, runs, func(r *drawnRun) error { return r.bare() })
				judged += columnOf(b, runs, func(r *drawnRun) error { return r.judged(false) })
				refined += columnOf(b, runs, func(r *drawnRun) error { return r.judged(true) })
			}
			each := 1e6 / float64(b.N*len(runs))
			b.ReportMetric(bare*each, "bare-cpu-µs/run")
			b.ReportMetric(judged*each, "judged-cpu-µs/run")
			b.ReportMetric(refined*each, "refined-cpu-µs/run")
			b.ReportMetric(refined/judged, "x-judged")
			b.ReportMetric((refined-judged)/judged, "x-added")
			b.ReportMetric(0, "ns/op") // the sum of three columns says nothing
		})
	}
}

// drawnRun is a plan that a campaign draws, opened.
type drawnRun struct {
	plan    faults.Plan
	subject campaign.Subject
	events  int
}

// drawnRuns are the first runs that verify's campaign of a protocol has.
func drawnRuns(b *testing.B, p campaign.Harness, n int) []*drawnRun {
	b.Helper()
	var runs []*drawnRun
	for i := range n {
		r := &drawnRun{plan: p.PlanOf(campaign.Options{Seed: 1}, i)}
		var err error
		if r.subject, err = p.Open(r.plan.Config); err != nil {
			b.Fatal(err)
		}
		o, err := campaign.Run(r.subject, r.plan, false)
		if err != nil {
			b.Fatal(err)
		}
		r.events = o.Report.Events
		runs = append(runs, r)
	}
	return runs
}

// columnOf returns the seconds of a processor that all runs take.
func columnOf(b *testing.B, runs []*drawnRun, run func(*drawnRun) error) float64 {
	b.Helper()
	runtime.GC() // no column pays for what another has left
	began := cputest.Seconds()
	for _, r := range runs {
		if err := run(r); err != nil {
			b.Fatal(err)
		}
	}
	return cputest.Seconds() - began
}

// bare runs the world alone, as far as the judge would let it.
func (r *drawnRun) bare() error {
	w, err := world.New(r.subject.Cluster, r.plan, &ender{r.events})
	if err != nil {
		return err
	}
	w.Run()
	return nil
}

func (r *drawnRun) judged(refine bool) error {
	_, err := campaign.Run(r.subject, r.plan, refine)
	return err
}

// ender ends a run after so many events.
type ender struct{ events int }

// Observe ends the run.
func (e *ender) Observe(w *world.World, event *world.Event) {
	if event.N >= e.events {
		w.Finish()
	}
}
