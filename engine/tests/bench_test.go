package tests

import (
	"os"
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

// BenchmarkWorkers measures, for runs of a paper's protocol without edges, two workers of one thread each, and one,
// beside one process of one thread. All have the coordinator and the server in them.
func BenchmarkWorkers(b *testing.B) {
	flags := "-p ctolerant -edges=false -threads 1 -n 20000"
	if n := os.Getenv("ENGINE_BENCH_RUNS"); n != "" {
		flags += " -n " + n
	}
	var sum struct{ alone, one, two, aloneCPU, oneCPU time.Duration }
	add := func(took, cpu *time.Duration, flags string) {
		t, c := timed(b, flags)
		*took += t
		*cpu += c
	}
	n, unused := 0, time.Duration(0)
	for b.Loop() {
		add(&sum.alone, &sum.aloneCPU, flags)
		add(&sum.one, &sum.oneCPU, flags+" -workers 1")
		add(&sum.two, &unused, flags+" -workers 2")
		n++
	}
	b.ReportMetric(sum.alone.Seconds()/float64(n), "s/alone")
	b.ReportMetric(sum.alone.Seconds()/sum.one.Seconds(), "times/1-worker")
	b.ReportMetric(sum.alone.Seconds()/sum.two.Seconds(), "times/2-workers")
	b.ReportMetric(100*(sum.oneCPU.Seconds()/sum.aloneCPU.Seconds()-1), "%more-CPU/1-worker")
}
