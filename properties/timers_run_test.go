package properties

import (
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/cases"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
)

// keptTimers are the pinned violations on whose run a timer stays set for ever.
var keptTimers = []string{
	// MCPatientSpec leaves the TIMEOUT of line 13 out on purpose: they show what it is for.
	"ctolerant/base-unretried", "ctolerant/base-unled",
	// The budget on restarts ends a run that is repeated for ever, and the case has no excuse for that.
	"ctolerant/optimistic-never-ends",
}

// No pinned violation of a temporal property rests on a timer that stays set while what it awaits is always in flight,
// which no clock does, but for those that are named here: the modules and specifications need no spec.TimersRun.
func TestPinnedViolationsLetTimersRun(t *testing.T) {
	var found []string
	seen := 0
	for _, p := range Registered() {
		if !p.HasCases() {
			continue
		}
		table, err := p.Table()
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range table.Cases {
			if c.Kind != cases.Violation || len(c.Properties) == 0 {
				continue
			}
			s, err := p.Open(c)
			if err != nil {
				t.Fatal(err)
			}
			if of, _ := s.Property(c.Violates); !of.Kind.Temporal() {
				continue
			}
			seen++
			if stays(t, s, c, table.Specification) {
				found = append(found, p.Name+"/"+c.ID)
			}
		}
	}
	if t.Logf("%d violations", seen); seen < 40 {
		t.Errorf("only %d violations of temporal properties are pinned", seen)
	}
	if slices.Sort(keptTimers); !slices.Equal(slices.Sorted(slices.Values(found)), keptTimers) {
		t.Errorf("a timer stays set in %q, it must be in %q", found, keptTimers)
	}
}

// stays reports whether a timer stays set on the run of a case that the implementation takes.
func stays(t *testing.T, s verify.Subject, c cases.Case, specification string) bool {
	t.Helper()
	if c.Specification != "" {
		specification = c.Specification
	}
	l, err := s.Live(verify.Impl, []string{c.Violates}, specification)
	if err != nil || l.Ended != "" || l.Found[0].Verdict != spec.Violated {
		t.Fatalf("%s: %v, %v", c.ID, err, l)
	}
	return len(l.Found[0].KeptTimers) > 0
}
