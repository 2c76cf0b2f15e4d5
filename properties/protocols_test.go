package properties

import (
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/internal/nightly"
	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
)

// A plan gives the same run everywhere, whatever the protocol.
func TestDeterminism(t *testing.T) { protocoltest.Deterministic(t, Registered()) }

// So it does on a 32-bit machine and under the race detector.
func TestDeterminismElsewhere(t *testing.T) {
	nightly.Only(t, "faults/world.TestDeterminismElsewhere")
	protocoltest.DeterministicElsewhere(t, Registered())
}

// What an election cannot be set to is an error.
func TestElectionsRefuseSettings(t *testing.T) {
	for _, p := range Registered() {
		for _, c := range p.Contenders {
			if _, err := c.Group(scrutineer.Setting{Nodes: 5000}); err == nil {
				t.Errorf("%s takes a group of 5,000 processes", c.Name)
			}
		}
	}
}

// Every protocol takes part in the comparison with its elections, but those that have none to compare. The store's is
// ctolerant's, which takes part itself.
func TestElections(t *testing.T) {
	without := []string{
		"heartbeat", "bus", "lease", "coordination", "polling", "store", "gathering", "swim", "succession", "watchdog",
	}
	for _, p := range Registered() {
		if has := len(p.Contenders) > 0; has == slices.Contains(without, p.Name) {
			t.Errorf("%s takes part in the comparison: %t", p.Name, has)
		}
	}
}

// A world that is driven along a run is in the same states.
func TestDriven(t *testing.T) { protocoltest.Driven(t, Registered()) }

// A plan that starts from a snapshot of a run takes the steps that follow there.
func TestSnapshots(t *testing.T) { protocoltest.Snapshots(t, Registered()) }
