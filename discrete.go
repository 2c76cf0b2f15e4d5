package scrutineer

import (
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

// mostBeginnings is the most states in which an exploration begins.
const mostBeginnings = 10_000

// checkDiscrete says which field of Discrete cannot be in a protocol that may have a history.
func checkDiscrete(t *spec.DiscreteTime, nodes int, remembers bool) error {
	switch {
	case t == nil:
		return nil
	case t.Check() != nil:
		return input.In("", "Discrete", t.Check())
	case t.Beginnings(nodes) > mostBeginnings:
		return input.Errorf("Discrete.Skew", "%d, with %d processes explorations would begin in more than %d states; "+
			"lower it", t.Skew, nodes, mostBeginnings)
	case t.Relative() && remembers:
		return input.Errorf("Discrete.Reading", "is set beside Client or Announces, and a history would keep readings "+
			"that grow no older; set Discrete.Horizon in its place")
	}
	return nil
}
