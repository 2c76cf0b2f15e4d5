package paper

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
)

// small is enough to see that each experiment says what it must.
func small() []reproduce.Experiment {
	return experiments(extent{
		observed: 40 * second, hours: 200 * second, intervals: 100, workers: []int{1, 2},
	})
}

// Each experiment gives the same bytes again.
func TestExperiments(t *testing.T) {
	protocoltest.SmallExperiments(t, "polling", small(), Experiments())
}

// An experiment that is given up ends, and says why.
func TestInterrupted(t *testing.T) { protocoltest.GivenUp(t, "polling", small(), "headroom", "loss") }
