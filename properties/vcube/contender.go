package vcube

import (
	"time"

	"github.com/scrutineer-go/scrutineer"
	implementation "github.com/scrutineer-go/scrutineer/impl/vcube"
	"github.com/scrutineer-go/scrutineer/internal/compare"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/vcube/words"
)

// contender is one of the elections on top of a detector, as it is compared with others.
func contender(name string, protocol func() scrutineer.Registration) compare.Contender {
	return compare.Contender{
		Name:  name,
		Told:  "It is told nothing: it tests.",
		Times: "The testing interval is Beat, and a test waits Fail-Beat for its answer.",
		Group: func(s compare.Setting) (compare.Group, error) {
			cfg := words.Config{
				Nodes: s.Nodes, Failures: spec.MessagesVanish,
				IntervalMS: int(s.Beat / time.Millisecond), TimeoutMS: int(s.Patience() / time.Millisecond),
			}
			return protocol().Registered().Group(cfg, func(at spec.NodeID, state any) compare.Standing {
				return compare.Follows(at, state.(interface{ Knows() *implementation.View }).Knows().Leader)
			})
		},
	}
}
