package campaign

import (
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/input"
)

// Expecting returns a plan with what comes of it as its expectations, as a corpus wants it:
// which property fails, outside of which assumptions properties fail, and the digest. Where it
// has expectations these say that anew, and nothing else changes; else it is one run, and what
// takes no effect in it is omitted. Errors are input errors that name the field.
func Expecting(p Harness, plan faults.Plan) (faults.Plan, error) {
	plan.Expect = slices.Clone(plan.Expect)
	if len(plan.Expect) == 0 {
		firm, err := meeting(p, plan)
		if err != nil {
			return plan, err
		}
		plan = firm
		plan.Expect = []faults.Expect{{}}
	}
	if err := pinned(plan.Why, len(plan.Expect)); err != nil {
		return plan, err
	}
	all, err := Replay(p, plan)
	if err != nil {
		return plan, err
	}
	for i, r := range all {
		e := &plan.Expect[i]
		if !r.Outcome.Fails(e.Violates) {
			e.Violates = r.Outcome.meant(plan.Why)
		}
		e.Outside, e.Digest = r.outside(), r.Outcome.Report.Digest
	}
	if all, err = Replay(p, plan); err != nil {
		return plan, err
	}
	for i, r := range all {
		if len(r.Wrong) > 0 {
			return plan, input.Errorf(expectField(i), "%s; mend that by hand", r.Wrong[0])
		}
	}
	return plan, nil
}

// meant returns the property that fails, the one that is said to where several do; "" for none.
func (o Outcome) meant(why string) string {
	for _, v := range o.Violations {
		if !o.Excused(v) && strings.Contains(why, v.Property+" fails") {
			return v.Property
		}
	}
	failed, _ := o.Failed()
	return failed.Property
}

// meeting returns a plan without what takes no effect in its run; what is left must.
func meeting(p Harness, plan faults.Plan) (faults.Plan, error) {
	subject, err := p.Open(plan.Config)
	if err != nil {
		return plan, err
	}
	o, err := Run(subject, plan, false)
	if err != nil {
		return plan, err
	}
	firm := met(plan, o.Report)
	for i := range firm.Faults {
		firm.Faults[i].Optional = false
	}
	for i := range firm.Pins {
		firm.Pins[i].Optional = false
	}
	return firm, nil
}
