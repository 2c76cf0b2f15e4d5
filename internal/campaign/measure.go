package campaign

import (
	"context"
	"fmt"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/faults/world"
)

// Measure runs a cluster by a plan that no campaign has drawn, and returns the world at the end of the run. It is for
// what a paper measured: observers are told of each event, and judge nothing. Measure gives the run up when ctx ends. A
// breach of a contract is an error.
func Measure(
	ctx context.Context, c network.Cluster, plan faults.Plan, observers ...world.Observer,
) (*world.World, world.Report, error) {
	w, err := world.New(c, plan, observers...)
	if err != nil {
		return nil, world.Report{}, err
	}
	w.GiveUpIf(func() bool { return ctx.Err() != nil })
	switch r := w.Run(); {
	case r.GivenUp:
		return nil, r, ctx.Err()
	case r.Breach != nil:
		return nil, r, fmt.Errorf("%s, %d processes, seed %d: %s: %s",
			plan.Protocol, c.Nodes, plan.Seed, r.Breach.Contract, r.Breach.Why)
	default:
		return w, r, nil
	}
}
