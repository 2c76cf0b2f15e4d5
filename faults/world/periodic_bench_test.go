package world_test

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/cputest"
	"github.com/scrutineer-go/scrutineer/internal/faultstest"
	"github.com/scrutineer-go/scrutineer/spec"
)

// BenchmarkPeriodicWorld runs rounds in which each process tests twelve others and waits for each
// with a timer, with the digest on, and reports the CPU time and the allocations for each event,
// the processes' own code included, beside the CPU time for one item through the world's queue
// alone, at the mean length that the queue had; an event takes more than one item where timers
// are set and stopped. The memory is what the program holds of the system; of the groups the
// largest comes last.
func BenchmarkPeriodicWorld(b *testing.B) {
	for _, c := range []struct{ nodes, rounds int }{{64, 64}, {512, 8}, {4096, 1}} {
		b.Run(fmt.Sprint(c.nodes), func(b *testing.B) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			var events, items, queue int
			cpu := -cputest.Seconds()
			for b.Loop() {
				r := runProbers(b, c.nodes, c.rounds)
				events, items = events+r.Events, items+r.Items
				queue = r.Queue
			}
			cpu += cputest.Seconds()
			runtime.ReadMemStats(&after)
			heap := cputest.Each(2_000_000, func(times int) { world.ExerciseQueue(queue, times) })
			perEvent := cpu * 1e9 / float64(events)
			b.ReportMetric(cpu/float64(b.N*c.rounds), "cpu-s/round")
			b.ReportMetric(perEvent, "cpu-ns/event")
			b.ReportMetric(float64(after.Mallocs-before.Mallocs)/float64(events), "allocs/event")
			b.ReportMetric(float64(after.TotalAlloc-before.TotalAlloc)/1e6/float64(b.N), "allocated-MB/op")
			b.ReportMetric(float64(after.Sys)/1e6, "held-MB")
			b.ReportMetric(float64(queue), "queue")
			b.ReportMetric(heap, "heap-ns/item")
			b.ReportMetric(perEvent/heap, "x-heap/event")
			b.ReportMetric(cpu*1e9/float64(items)/heap, "x-heap/item")
		})
	}
}

// runProbers runs so many rounds, in which every request and every answer must arrive.
func runProbers(b *testing.B, nodes, rounds int) world.Report {
	w, err := world.New(faultstest.Probers(nodes, spec.CrashStop), faultstest.ProberPlan(rounds))
	if err != nil {
		b.Fatal(err)
	}
	r := w.Run()
	if least := 2 * faultstest.Probed * nodes * rounds; r.Breach != nil || r.Delivered < least {
		b.Fatalf("%d copies were delivered, of at least %d; %v", r.Delivered, least, r.Breach)
	}
	return r
}
