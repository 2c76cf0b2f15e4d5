package paper

import (
	"runtime"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/cputest"
)

// BenchmarkRoundOf4096 runs a round of 4,096 processes of vCube without faults, and the twelve after
// a crash, with the digest on and all messages counted, and reports the CPU time, what was allocated
// in each run, and what the program then holds of the system. A round must not take more than 8
// CPU-seconds, twelve not more than twelve times that, and none more than 600 MB.
func BenchmarkRoundOf4096(b *testing.B) {
	for _, c := range []struct {
		name string
		scene
	}{
		{"quiet", scene{of: vCube(), cfg: configured(4096), rounds: 1}.onQuick()},
		{"crash", scene{of: vCube(), cfg: configured(4096), rounds: 12}.onQuick().crashed(0, 0)},
	} {
		b.Run(c.name, func(b *testing.B) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			cpu := -cputest.Seconds()
			messages := 0
			for b.Loop() {
				sent, err := c.count(b.Context())
				if err != nil {
					b.Fatal(err)
				}
				messages += sum(sent)
			}
			cpu += cputest.Seconds()
			runtime.ReadMemStats(&after)
			each := cpu / float64(b.N)
			b.ReportMetric(each, "cpu-s/op")
			b.ReportMetric(each/float64(c.rounds), "cpu-s/round")
			b.ReportMetric(cpu*1e9/float64(messages), "cpu-ns/message")
			b.ReportMetric(float64(after.TotalAlloc-before.TotalAlloc)/1e6/float64(b.N), "allocated-MB/op")
			b.ReportMetric(float64(after.Sys)/1e6, "held-MB")
			if each > 8*float64(c.rounds) || after.Sys > 600e6 {
				b.Errorf("%.1f CPU-seconds and %d MB", each, after.Sys/1e6)
			}
		})
	}
}
