package lease

import (
	"fmt"
	"testing"

	"github.com/scrutineer-go/scrutineer"
)

func TestLease(t *testing.T) {
	scrutineer.Check(t, scrutineer.Protocol[Process]{
		Name: "lease", Nodes: 3, New: New, Wire: []any{Ask{}, Grant{}}, Ticks: []string{"Retry"},
		Recovers: scrutineer.MessagesVanish, ReadsClocks: true, Skew: 50_000 /* ppm */, Timeout: length,
		Discrete: &scrutineer.DiscreteTime{Unit: margin, Reading: length /* its type */, Span: 12, Delay: 1},
		Always:   scrutineer.Properties[Process]{"OneHolder": oneHolder},
	})
}

func oneHolder(v scrutineer.View[Process]) error {
	var holders []scrutineer.NodeID
	for id, p := range v.All() {
		if id != 0 && p.Holder == id && v.Reading(id) < p.Until {
			holders = append(holders, id)
		}
	}
	if len(holders) > 1 {
		return fmt.Errorf("%v hold the lease", holders)
	}
	return nil
}
