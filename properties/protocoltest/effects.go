package protocoltest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/nightly"
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
// other kind. It logs how often. Half of the plans will do where they show all of that; at night all run.
func FaultsTakeEffect(t *testing.T, p campaign.Harness) {
	if testing.Short() {
		t.Skip("thousands of runs, of which each kind of fault is left out in turn; make test does")
	}
	wrong := []string{""}
	for plans := nightly.Size(effectsPlans, effectsPlans/2); len(wrong) > 0 && plans <= effectsPlans; plans *= 2 {
		e, err := p.Effects(campaign.Options{Runs: plans, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		var table strings.Builder
		if err := e.Write(&table); err != nil {
			t.Fatal(err)
		}
		t.Logf("\n%s", table.String())
		wrong = seldom(e)
	}
	for _, what := range wrong {
		t.Error(what)
	}
}

// seldom says what the plans show too little of.
func seldom(e campaign.Effects) (wrong []string) {
	least := func(of int) int { return of * e.Plans / effectsPlans }
	if len(e.Kinds) == 0 {
		wrong = append(wrong, "the protocol feels no kind of fault: register those that it does")
	}
	for i, kind := range e.Kinds {
		if n, least := e.Together[i][i], least(effectiveMin); n < least {
			wrong = append(wrong, fmt.Sprintf("%s takes effect in %d of %d plans, want %d", kind, n, e.Plans, least))
		}
		if n, least := e.Absent[i], least(absentMin); n < least {
			wrong = append(wrong, fmt.Sprintf("%s is absent from %d of %d plans, want %d", kind, n, e.Plans, least))
		}
		for j, other := range e.Kinds[:i] {
			if n, least := e.Together[i][j], least(pairMin); n < least {
				wrong = append(wrong, fmt.Sprintf("%s and %s take effect together in %d of %d plans, want %d",
					other, kind, n, e.Plans, least))
			}
		}
	}
	return wrong
}
