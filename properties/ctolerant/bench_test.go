package ctolerant

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/checker"
	"github.com/scrutineer-go/scrutineer/internal/cases"
	"github.com/scrutineer-go/scrutineer/internal/cputest"
	"github.com/scrutineer-go/scrutineer/internal/tlc"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
	"github.com/scrutineer-go/scrutineer/tla"
)

// withFaults is Base at N=3 under the tagged rule, two runs, with each of these faults
// once.
func withFaults(names ...string) verify.Subject {
	cfg := words.Config{Nodes: 3, F: 1, Initiator: 2}.WithDefaults()
	budget := spec.Budget{Lines: words.Lines(), MayCrash: spec.NewSet[spec.NodeID](0, 1)}
	for i, line := range budget.Lines {
		if line.Name == "restart" || strings.Contains(strings.Join(names, " "), line.Name) {
			budget.Lines[i].Most = 1
		}
	}
	return Protocol().Registered().Under(cfg, budget)
}

// BenchmarkExplore explores the specification at N=3 with a crash and a loss (2,629
// states, 8,132 steps: the case base-tagged-crash-loss) with the simple explorer.
func BenchmarkExplore(b *testing.B) {
	system := withFaults("crash", "loss")
	const steps = 8132 // as the case pins them
	b.ReportAllocs()
	for b.Loop() {
		if _, err := system.Search(verify.Spec, "Agreement"); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*steps), "ns/step")
}

// BenchmarkRuns searches the large exploration of BenchmarkBesideTLC with one worker, and
// then judges the three properties of runs on it as well: the difference in CPU seconds is
// what liveness costs.
func BenchmarkRuns(b *testing.B) {
	system := withFaults("crash", "premature", "loss", "duplicate")
	for _, c := range []struct {
		name       string
		properties []string
	}{{"search", []string{"Agreement"}}, {"runs", []string{EverybodyLed, RunEnds, EnoughAnswer}}} {
		b.Run(c.name, func(b *testing.B) {
			began := cputest.Seconds()
			for b.Loop() {
				r, err := system.Reach(c.properties, "MCFairSpec", verify.ReachOptions{})
				if err != nil || r.States != largeStates || r.Results[0].Verdict != spec.Holds {
					b.Fatal(r.States, r.Ended, err)
				}
			}
			b.ReportMetric((cputest.Seconds()-began)/float64(b.N), "cpu-s/op")
		})
	}
}

// BenchmarkLocalSteps explores the real processes under the same bound, which is so small
// that most of the time goes into running their code and into what is looked at after
// each of its runs. BenchmarkFields of package diff has the price of such a look.
func BenchmarkLocalSteps(b *testing.B) {
	system := withFaults("crash", "loss")
	executed := 0
	b.ReportAllocs()
	for b.Loop() {
		r, err := system.Reach(nil, "", verify.ReachOptions{})
		if err != nil || r.Ended != checker.Complete {
			b.Fatal(r.Ended, err)
		}
		executed += r.Executed
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(executed), "ns/run")
}

// What the large exploration has, in every column.
const (
	largeStates = 1_013_416
	largeEdges  = 6_787_560
)

// BenchmarkBesideTLC explores the real processes under a crash, a premature timeout, a
// loss and a duplicate, two runs, beside TLC on the same model with the same invariants
// and counts. TLC has two workers, neither coverage nor dump, and the time that it
// reports itself; xTLC is how many times its distinct states per second are reached.
// What a step costs that was worked out before shows beside the machine's own limit in
// BenchmarkTwoPhaseCommit of package checker, a plain model on the same search.
func BenchmarkBesideTLC(b *testing.B) {
	beside := 0.0 // states per second
	b.Run("TLC/workers=2", func(b *testing.B) {
		runner, err := tlc.Find()
		if err != nil {
			b.Skip(err)
		}
		runner.Workers, runner.HeapMB = 2, 4096
		for b.Loop() {
			beside = largeStates / runTLC(b, runner)
		}
		b.ReportMetric(beside, "states/s")
	})
	system := withFaults("crash", "premature", "loss", "duplicate")
	names := []string{"TypeOK", "Agreement", "LowestLately", "CT1"}
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprintf("components/workers=%d", workers), func(b *testing.B) {
			var r verify.Reach
			began := cputest.Seconds()
			for b.Loop() {
				var err error
				if r, err = system.Reach(names, "", verify.ReachOptions{Workers: workers}); err != nil {
					b.Fatal(err)
				}
			}
			cpu := cputest.Seconds() - began
			if r.States != largeStates || r.Edges != largeEdges || r.Ended != checker.Complete {
				b.Fatalf("%d states, %d edges, %s; want %d, %d, complete",
					r.States, r.Edges, r.Ended, largeStates, largeEdges)
			}
			rate := float64(b.N*largeStates) / b.Elapsed().Seconds()
			b.ReportMetric(rate, "states/s")
			b.ReportMetric(float64(r.Bytes)/largeStates, "B/state")
			if r.Bytes > 64*largeStates {
				b.Errorf("%d bytes a state, at most 64 are allowed", r.Bytes/largeStates)
			}
			b.ReportMetric(100*float64(r.Executed)/largeEdges, "%run")
			if cpu > 0 {
				b.ReportMetric(float64(b.N*largeEdges)/cpu, "transitions/cpu-s")
			}
			if beside > 0 {
				b.ReportMetric(rate/beside, "xTLC")
			}
		})
	}
}

// runTLC runs TLC on the same model and returns the seconds that it says it took.
func runTLC(b *testing.B, runner tlc.Runner) float64 {
	table, err := cases.Read(tla.Modules, "ctolerant/cases.json")
	if err != nil {
		b.Fatal(err)
	}
	c, _ := table.Case("base-tagged-crash-premature")
	c.Kind = cases.Safety
	constants, err := withFaults("crash", "premature", "loss", "duplicate").Constants()
	if err != nil {
		b.Fatal(err)
	}
	r, err := runner.Run(context.Background(), tla.Modules, []string{"ctolerant"}, c, tlc.Options{
		Bare: true, Constants: constants,
	})
	if err != nil {
		b.Fatal(err)
	}
	if r.States != largeStates || r.Generated-r.Inits != largeEdges || !r.Completed || r.Checked == 0 {
		b.Fatalf("TLC: %d states, %d generated, %g s; want %d, %d",
			r.States, r.Generated, r.Checked, largeStates, largeEdges+1)
	}
	return r.Checked
}
