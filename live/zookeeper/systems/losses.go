package systems

import (
	"context"

	"github.com/scrutineer-go/scrutineer/live/zookeeper/lab"
)

// Losses is how the group has noticed a number of losses.
type Losses struct {
	All []Loss `json:"all" input:"required"`
	Made
}

// Loses returns the job that takes the leader away, twice as often as the size says: a percentile needs more trials
// than a mean.
func (s System) Loses() lab.Job {
	return lab.Job{ID: "loss-" + s.ID, Fetch: s.Fetch, Run: func(p lab.Place) (any, error) {
		all, err := s.Losses(context.Background(), p.Dir, 2*p.Size.Trials)
		return Losses{All: all, Made: s.made()}, err
	}}
}
