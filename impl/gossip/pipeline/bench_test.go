package pipeline

import "testing"

// large has 100 clusters and 1,000 streams.
func large(equal bool) Problem {
	return Draw(1, Shape{
		Stages: 10, Clusters: 10, Streams: 1000, Demand: 50, Equal: equal, Load: 800, Delay: 20_000, Unlinked: 50,
	})
}

func BenchmarkOne(b *testing.B) {
	p := large(false)
	t := newTask(p)
	for b.Loop() {
		t.shortest(0, t.capacity, t.free())
	}
}

func BenchmarkFlow(b *testing.B) {
	p := large(true)
	for b.Loop() {
		if _, there, err := Flow(p); err != nil || !there {
			b.Fatal(err)
		}
	}
}

// What it reports beside the time is how much dearer the plan may be than the best one, in 1/1,000.
func BenchmarkHeuristic(b *testing.B) {
	p := large(false)
	var a Answer
	for b.Loop() {
		if a = Heuristic(p); a.Plan == nil {
			b.Fatal(a)
		}
	}
	b.ReportMetric(float64(a.Gap()), "gap/1000")
}
