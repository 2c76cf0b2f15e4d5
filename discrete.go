package scrutineer

import (
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

// checkDiscrete says which field of Discrete cannot be in a protocol that may have a history.
func checkDiscrete(t *spec.DiscreteTime, remembers bool) error {
	switch {
	case t == nil:
		return nil
	case t.Check() != nil:
		return input.In("", "Discrete", t.Check())
	case t.Relative() && remembers:
		return input.Errorf("Discrete.Reading", "is set beside Client or Announces, and a history would keep readings "+
			"that grow no older; set Discrete.Horizon in its place")
	}
	return nil
}
