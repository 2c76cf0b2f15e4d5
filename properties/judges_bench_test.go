package properties

import (
	"encoding/json"
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/cputest"
	"github.com/scrutineer-go/scrutineer/internal/verify"
)

// BenchmarkJudges runs each protocol in groups of 5, 49 and 512, or of the largest size that it accepts, judged and
// without any judge. It reports the CPU time of an event of the judged run and of the bare world, the difference, which
// is the judge's share, and how many times the judge's share in the smallest group that is. Of each run the
// shortest of all its repetitions counts, so that what else the machine does matters little.
func BenchmarkJudges(b *testing.B) {
	for _, p := range Registered() {
		b.Run(p.Name, func(b *testing.B) {
			var least float64
			for _, nodes := range sizes(p) {
				runs := busyRuns(b, p, nodes)
				b.Run(fmt.Sprint(nodes), func(b *testing.B) {
					for b.Loop() {
						for _, r := range runs {
							r.measure(b)
						}
					}
					judged, bare, events := 0.0, 0.0, 0
					for _, r := range runs {
						judged, bare, events = judged+r.judged, bare+r.bare, events+r.events
					}
					perEvent := func(seconds float64) float64 { return seconds * 1e9 / float64(events) }
					share := perEvent(judged - bare)
					if least == 0 {
						least = share
					}
					b.ReportMetric(0, "ns/op")
					b.ReportMetric(float64(len(runs)), "runs")
					b.ReportMetric(float64(events), "events")
					b.ReportMetric(perEvent(judged), "judged-ns/event")
					b.ReportMetric(perEvent(bare), "bare-ns/event")
					b.ReportMetric(share, "judge-ns/event")
					b.ReportMetric(share/least, "x-least")
				})
			}
		})
	}
}

// sizes are 5, 49 and 512, or what the protocol accepts that is nearest below that.
func sizes(p verify.Protocol) []int {
	accepted := func(nodes int) bool {
		_, _, err := busyPlan(p.Campaigns(), 1, nodes)
		return err == nil
	}
	largest := 512
	for !accepted(largest) {
		largest--
	}
	return []int{5, 49, largest}
}

// most is how many events a run may have: it is cut off there.
const most = 600_000

// run is a plan and its subject, and the shortest times that it took with a judge and without.
type run struct {
	subject      campaign.Subject
	plan         faults.Plan
	events       int
	digest       string
	judged, bare float64
}

// busyRuns returns runs of that many processes, until they have most events together.
func busyRuns(b *testing.B, p verify.Protocol, nodes int) []*run {
	harness := p.Campaigns()
	var runs []*run
	for seed, events := uint64(1), 0; len(runs) < 100 && events < most; seed++ {
		plan, subject, err := busyPlan(harness, seed, nodes)
		if err != nil {
			b.Skip(err)
		}
		r := &run{subject: subject, plan: plan, judged: math.Inf(1), bare: math.Inf(1)}
		r.measure(b)
		events += r.events
		runs = append(runs, r)
	}
	return runs
}

// busyPlan is a plan in which an early timer, a loss, a duplicate and a copy that is late come again and again,
// and one process crashes. The configuration is the protocol's own for that many, or a drawn one if it has none.
func busyPlan(p campaign.Harness, seed uint64, nodes int) (faults.Plan, campaign.Subject, error) {
	fixed := map[string]json.RawMessage{"nodes": json.RawMessage(fmt.Sprint(nodes))}
	config := campaign.JSON(fixed)
	_, shape := p.Draw(campaign.Keyed(1, 0), fixed, false)
	drawn := campaign.Draw(p, campaign.Keyed(1, 0), fixed)
	subject, err := p.Open(config)
	if err != nil {
		config = drawn.Config
		subject, err = p.Open(config)
	}
	at := shape.Timeout / 2
	var crashes []faults.Fault
	if may := shape.MayCrash; err == nil && len(may) > 0 {
		crash := &faults.Crash{Node: may[len(may)/2], At: &at}
		if subject.Cluster.Failures.Recovers() {
			crash.Down = &shape.Timeout
		}
		crashes = []faults.Fault{{Kind: crash}}
	}
	return faults.Plan{
		Version: faults.PlanVersion, Protocol: p.Name, Config: config, Seed: seed,
		Delay:  faults.Delay{Min: faults.Time(time.Millisecond), Max: faults.Time(50 * time.Millisecond)},
		Rates:  faults.Rates{Loss: 20, Duplicate: 20, Reorder: 20, ReorderBy: shape.Timeout, Early: 20},
		Faults: crashes,
		Stop:   12 * max(shape.Timeout, shape.Round), Settle: drawn.Settle,
	}, subject, err
}

// measure runs the plan once more, with a judge and without.
func (r *run) measure(b *testing.B) {
	r.judged = min(r.judged, r.seconds(b, r.subject.NewJudge))
	r.bare = min(r.bare, r.seconds(b, func(bool) campaign.Judge { return nobody{r.events} }))
}

func (r *run) seconds(b *testing.B, newJudge func(refine bool) campaign.Judge) float64 {
	began := cputest.Seconds()
	judge := newJudge(false)
	w, err := world.New(r.subject.Cluster, r.plan, judge)
	if err != nil {
		b.Fatal(err)
	}
	w.GiveUpIf(func() bool { return w.Events() >= most })
	report := w.Run()
	if !report.GivenUp {
		judge.End(w)
	}
	took := cputest.Seconds() - began
	if r.digest == "" {
		r.digest, r.events = report.Digest, report.Events
	}
	if report.Digest != r.digest {
		b.Fatal("the run without a judge is another one")
	}
	return took
}

// nobody judges nothing, and ends the run after so many events.
type nobody struct{ events int }

func (n nobody) Observe(w *world.World, e *world.Event) {
	if e.N == n.events {
		w.Finish()
	}
}

func (nobody) End(*world.World) (none campaign.Finding) { return }
