package tests

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

// timed runs a campaign of the program to its end, and returns how long it took and the CPU time of all its processes.
func timed(b *testing.B, flags string) (took, cpu time.Duration) {
	b.Helper()
	cmd := program(b.TempDir(), append([]string{"campaign", "-out", "it"}, strings.Fields(flags)...)...)
	began := time.Now()
	out, err := cmd.CombinedOutput()
	took = time.Since(began)
	if err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	return took, cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}

// BenchmarkWorkers measures, for runs of a paper's protocol without edges, one worker of one thread and two, beside one
// process of one thread. All have the coordinator and the server in them. The ratios are medians over the iterations,
// each of which runs the three one after another: -benchtime 7x tells a few percent from the noise of a machine.
func BenchmarkWorkers(b *testing.B) {
	flags := "-p ctolerant -edges=false -threads 1 -n 6000"
	if n := os.Getenv("ENGINE_BENCH_RUNS"); n != "" {
		flags += " -n " + n
	}
	var alone, one, two, more []float64
	for b.Loop() {
		took, cpu := timed(b, flags)
		tookOne, cpuOne := timed(b, flags+" -workers 1")
		tookTwo, _ := timed(b, flags+" -workers 2")
		alone = append(alone, took.Seconds())
		one = append(one, took.Seconds()/tookOne.Seconds())
		two = append(two, took.Seconds()/tookTwo.Seconds())
		more = append(more, 100*(cpuOne.Seconds()/cpu.Seconds()-1))
	}
	b.ReportMetric(median(alone), "s/alone")
	b.ReportMetric(median(one), "times/1-worker")
	b.ReportMetric(median(two), "times/2-workers")
	b.ReportMetric(median(more), "%more-CPU/1-worker")
	b.ReportMetric(slices.Max(more)-slices.Min(more), "%range-of-CPU")
}

func median(all []float64) float64 {
	slices.Sort(all)
	return (all[(len(all)-1)/2] + all[len(all)/2]) / 2
}
