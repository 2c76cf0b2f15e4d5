package engine_test

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
	for b.Loop() {
		alone, aloneCPU := timed(b, flags)
		one, oneCPU := timed(b, flags+" -workers 1")
		two, _ := timed(b, flags+" -workers 2")
		b.ReportMetric(alone.Seconds(), "s/alone")
		b.ReportMetric(alone.Seconds()/one.Seconds(), "times/1-worker")
		b.ReportMetric(alone.Seconds()/two.Seconds(), "times/2-workers")
		b.ReportMetric(100*(oneCPU.Seconds()/aloneCPU.Seconds()-1), "%more-CPU/1-worker")
	}
}
