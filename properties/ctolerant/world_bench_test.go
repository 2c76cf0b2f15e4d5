package ctolerant

import (
	"encoding/json"
	"fmt"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/cputest"
	"github.com/scrutineer-go/scrutineer/spec"
)

// BenchmarkWorld runs elections that begin again all the time, with faults, the
// monitor and the digest on, and reports the CPU time and the allocations for each
// delivered message, beside the CPU time for one item through the world's queue alone, at
// the mean length that the queue had.
func BenchmarkWorld(b *testing.B) {
	for _, nodes := range []int{5, 49, 512} {
		b.Run(fmt.Sprint(nodes), func(b *testing.B) {
			plan := busyPlan(nodes)
			subject := open(b, plan)
			checkRefined(b, subject, plan)
			var before, after runtime.MemStats
			var delivered, queue int
			for _, kind := range []string{"loss", "duplicate", "reorder", "premature", "crash"} {
				if run(b, subject, plan, false).Report.Happened[kind] == 0 {
					b.Fatalf("no %s took effect: that measures a world at peace", kind)
				}
			}
			runtime.ReadMemStats(&before)
			cpu := -cputest.Seconds()
			for b.Loop() {
				o := run(b, subject, plan, false)
				delivered += o.Report.Delivered
				queue = o.Report.Queue
			}
			cpu += cputest.Seconds()
			runtime.ReadMemStats(&after)
			heap := cputest.Each(2_000_000, func(times int) { world.ExerciseQueue(queue, times) })
			perDelivery := cpu * 1e9 / float64(delivered)
			b.ReportMetric(perDelivery, "cpu-ns/delivery")
			b.ReportMetric(float64(after.Mallocs-before.Mallocs)/float64(delivered), "allocs/delivery")
			b.ReportMetric(float64(queue), "queue")
			b.ReportMetric(heap, "heap-ns/item")
			b.ReportMetric(perDelivery/heap, "x-heap")
		})
	}
}

// busyPlan keeps an initiator electing anew until the faults stop: it awaits each
// LEADER for a millisecond only.
func busyPlan(nodes int) faults.Plan {
	config := fmt.Sprintf(`{"nodes": %d, "c": %d, "f": 2, "initiator": 1, "awaitTimeoutMs": 1}`, nodes, nodes/30+1)
	at := faults.Time(300 * time.Millisecond)
	plan := faults.Plan{
		Version: faults.PlanVersion, Protocol: "ctolerant", Config: json.RawMessage(config), Seed: 1,
		Delay: faults.Delay{Min: faults.Time(time.Millisecond), Max: faults.Time(50 * time.Millisecond)},
		Rates: faults.Rates{
			Loss: 20, Duplicate: 20, Reorder: 20, ReorderBy: faults.Time(100 * time.Millisecond), Early: 20,
		},
		Faults: []faults.Fault{{Kind: &faults.Crash{Node: 0, At: &at}}},
		Stop:   faults.Time(6 * time.Second), Settle: faults.Time(10 * time.Second),
	}
	return plan
}

// BenchmarkElection runs five-node elections with a partition that makes the
// initiator ask again, and its heal: judged, and judged and held against the
// specification step by step.
func BenchmarkElection(b *testing.B) {
	plan := faults.Plan{
		Version: faults.PlanVersion, Protocol: "ctolerant", Seed: 1,
		Config: json.RawMessage(`{"nodes": 5, "c": 1, "f": 1, "initiator": 4}`),
		Delay:  faults.Delay{Min: faults.Time(time.Millisecond), Max: faults.Time(50 * time.Millisecond)},
		Faults: []faults.Fault{{Kind: &faults.Partition{
			Groups: []spec.Set{{4}}, Begin: 0, End: faults.Time(400 * time.Millisecond), Drops: true,
		}}},
		Stop: faults.Time(600 * time.Millisecond), Settle: faults.Time(10 * time.Second),
	}
	subject := open(b, plan)
	checkRefined(b, subject, plan)
	var judged float64
	for _, refine := range []bool{false, true} {
		b.Run(map[bool]string{false: "judged", true: "refined"}[refine], func(b *testing.B) {
			var o campaign.Outcome
			for b.Loop() {
				o = run(b, subject, plan, refine)
			}
			perSecond := float64(b.N) / b.Elapsed().Seconds()
			b.ReportMetric(perSecond, "elections/s")
			if !refine {
				judged = perSecond
			} else {
				b.ReportMetric(judged/perSecond, "x-judged")
			}
			for _, saw := range []string{sawResent, sawElected} {
				if !slices.Contains(o.Seen, saw) {
					b.Fatalf("the election was not a witness of %s, but of %s", saw, o.Seen)
				}
			}
			b.ReportMetric(float64(o.Report.Events), "events")
		})
	}
}

func open(b *testing.B, plan faults.Plan) campaign.Subject {
	b.Helper()
	subject, err := Protocol().Registered().Campaigns().Open(plan.Config)
	if err != nil {
		b.Fatal(err)
	}
	return subject
}

// nothing is the digest of no bytes at all.
const nothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

// run runs a plan once. A run without a fault, without a digest or with a failure
// measures nothing.
func run(b *testing.B, subject campaign.Subject, plan faults.Plan, refine bool) campaign.Outcome {
	o, err := campaign.Run(subject, plan, refine)
	if err != nil {
		b.Fatal(err)
	}
	if v, failed := o.Failed(); failed || len(o.Report.Happened) == 0 || o.Report.Digest == nothing {
		b.Fatalf("failed: %v, faults %v, digest %q", v, o.Report.Happened, o.Report.Digest)
	}
	return o
}

// checkRefined holds every step of the plan's run against the specification: what is
// measured without that is the same run.
func checkRefined(b *testing.B, subject campaign.Subject, plan faults.Plan) {
	b.Helper()
	refined, judged := run(b, subject, plan, true), run(b, subject, plan, false)
	if refined.Report.Digest != judged.Report.Digest {
		b.Fatalf("the run with refinement is another one: %s and %s", refined.Report.Digest, judged.Report.Digest)
	}
}
