package ctolerant

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/properties"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// BenchmarkExplore explores Base at N=3 with a crash and a loss (2,604 states, 8,079
// steps: the case base-tagged-crash-loss) to its end, in either column, and
// reports the time for each step.
func BenchmarkExplore(b *testing.B) {
	cfg := words.Config{Nodes: 3, F: 1, Initiator: 2}.WithDefaults()
	budget := spec.Budget{Lines: words.Lines(), MayCrash: spec.NewSet[spec.NodeID](0, 1)}
	for i, line := range budget.Lines {
		if line.Name == "crash" || line.Name == "loss" || line.Name == "restart" {
			budget.Lines[i].Most = 1
		}
	}
	system := System(cfg, budget)
	const steps = 8079 // as the case pins them
	for _, column := range []properties.Column{properties.Spec, properties.Impl} {
		b.Run(string(column), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := system.Search(column, "Agreement"); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*steps), "ns/step")
		})
	}
}
