package viewchange

import (
	"time"

	implementation "github.com/scrutineer-go/scrutineer/impl/viewchange"
	"github.com/scrutineer-go/scrutineer/internal/compare"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/viewchange/words"
)

// contender is the view change, as it is compared with elections.
func contender() compare.Contender {
	return compare.Contender{
		Name:  "viewchange",
		Told:  "It is told nothing. All begin in view 0, of whom all know who is its primary; groups are odd.",
		Times: "The primary's Commits are Beat apart, and who hears none for Fail begins a view change.",
		Fits:  func(nodes int) bool { return nodes%2 == 1 },
		Sizes: "odd",
		Group: func(s compare.Setting) (compare.Group, error) {
			return Protocol().Registered().Group(words.Config{
				Nodes: s.Nodes, BeatMS: int(s.Beat / time.Millisecond), FailMS: int(s.Fail / time.Millisecond),
			}, func(_ spec.NodeID, state any) compare.Standing {
				s := state.(*implementation.State)
				return compare.Standing{Follows: s.Leader, Acts: s.Acts}
			})
		},
	}
}
