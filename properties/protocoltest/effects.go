package protocoltest

import (
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/campaign"
)

// What drawn plans must show of faults: of 400 plans, in how many each kind takes
// effect and is absent at least, and in how many each pair takes effect.
const (
	effectsPlans = 400
	effectiveMin = 20
	absentMin    = 80
	pairMin      = 2
)

// FaultsTakeEffect demands that each kind of fault that the protocol can feel changes
// the run in enough of the drawn plans, is absent from enough of them, and meets every
// other kind. It logs how often.
func FaultsTakeEffect(t *testing.T, p campaign.Harness) {
	if testing.Short() {
		t.Skip("thousands of runs, of which each kind of fault is left out in turn; make test does")
	}
	e, err := p.Effects(campaign.Options{Runs: effectsPlans, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	var table strings.Builder
	if err := e.Write(&table); err != nil {
		t.Fatal(err)
	}
	t.Logf("\n%s", table.String())
	if len(e.Kinds) == 0 {
		t.Error("the protocol feels no kind of fault: register those that it does")
	}
	for i, kind := range e.Kinds {
		if n := e.Together[i][i]; n < effectiveMin {
			t.Errorf("%s takes effect in %d of %d plans, want %d", kind, n, e.Plans, effectiveMin)
		}
		if n := e.Absent[i]; n < absentMin {
			t.Errorf("%s is absent from %d of %d plans, want %d", kind, n, e.Plans, absentMin)
		}
		for j, other := range e.Kinds[:i] {
			if n := e.Together[i][j]; n < pairMin {
				t.Errorf("%s and %s take effect together in %d of %d plans, want %d", other, kind, n, e.Plans, pairMin)
			}
		}
	}
}
