package paper

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
)

// small is enough to see that each experiment says what it must.
func small() []reproduce.Experiment {
	return experiments(extent{
		sizes: []int{8, 16}, crashes: 20, traffic: 2, periods: 5, patience: []int{1, 3}, suspicions: 3, observed: 20,
		members: 12, exponents: []int{0, 3}, maps: 5,
	}, "")
}

// Each experiment gives the same bytes again.
func TestExperiments(t *testing.T) {
	protocoltest.SmallExperiments(t, "swim", small(), Experiments())
}

// An experiment that is given up ends, and says why.
func TestInterrupted(t *testing.T) { protocoltest.GivenUp(t, "swim", small()) }
