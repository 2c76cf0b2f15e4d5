package properties_test

import (
	"fmt"
	"testing"

	"github.com/scrutineer-go/scrutineer/properties"
	"github.com/scrutineer-go/scrutineer/properties/ctolerant"
	ctolerantwords "github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

func BenchmarkReach(b *testing.B) {
	cfg := ctolerantwords.Config{Nodes: 3, F: 1, Rule: "tagged", Initiator: 2}.WithDefaults()
	for _, m := range []mix{
		{"crash": 1, "premature": 1, "restart": 1},
		{"crash": 1, "premature": 1, "loss": 1, "restart": 1},
		{"crash": 1, "premature": 1, "loss": 1, "duplicate": 1, "restart": 1},
	} {
		for _, workers := range []int{1, 2} {
			b.Run(fmt.Sprint(m, workers), func(b *testing.B) {
				s := ctolerant.System(cfg, m.budget(ctolerantwords.Lines(), 0, 1))
				var f properties.Fast[ctolerant.Ghost]
				for b.Loop() {
					var err error
					f, err = s.Fastly([]string{"TypeOK", "Agreement", "LowestLately", "CT1"}, properties.ReachOptions{Workers: workers, MaxStates: 5_000_000})
					if err != nil {
						b.Fatal(err)
					}
				}
				b.Logf("%d states %d edges depth %d %s, %d locals, %d inboxes, %d executed, %d bytes a state", f.States, f.Edges, f.Depth, f.Ended, f.Locals, f.Inboxes, f.Executed, f.Bytes/int64(f.States))
			})
		}
	}
}
