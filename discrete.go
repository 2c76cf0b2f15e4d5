package scrutineer

import (
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

// mostBeginnings is the largest number of initial states of an exploration.
const mostBeginnings = 10_000

// checkDiscrete returns an error that names the first field of Discrete that is out of range for a number of processes.
// remembers reports whether the protocol's explorations keep a history.
func checkDiscrete(t *spec.DiscreteTime, nodes int, remembers bool) error {
	switch {
	case t == nil:
		return nil
	case t.Check() != nil:
		return input.In("", "Discrete", t.Check())
	case t.Beginnings(nodes) > mostBeginnings:
		return input.Errorf("Discrete.Skew", "%d, it gives explorations of %d processes more than %d initial "+
			"states; lower it", t.Skew, nodes, mostBeginnings)
	case t.Relative() && remembers:
		return input.Errorf("Discrete.Reading", "is set beside Client or Announces, whose history keeps readings that "+
			"do not grow older; set Discrete.Horizon instead")
	}
	return nil
}
