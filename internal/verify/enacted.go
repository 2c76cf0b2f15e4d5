package verify

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/internal/enact"
)

// cycles is how often the cycle of a run that goes round for ever stands in a plan.
const cycles = 3

// Plan makes a plan of the counterexample that a world can be led along, by [enact.Path]: base gives
// the plan all but the way. An error says why a world cannot take it.
func (f Found) Plan(c network.Cluster, base faults.Plan) (faults.Plan, error) {
	return enact.Path(c, base, slices.Concat(f.Actions, slices.Repeat(f.Cycle, cycles)))
}
