package checker

import "github.com/scrutineer-go/scrutineer/spec"

// Result is what was found out about one property.
type Result[S any] struct {
	Property spec.Property[S]
	Verdict  spec.Verdict
	// Why says what is wrong, where Verdict is Violated.
	Why string
	// Path leads to the violation of an Always property, or to the witness of a
	// Reachable one; that of a Stepwise property ends with the step that violates it. It is
	// as short as any.
	Path Path[S]
}

// openResults has a result for each property, of which nothing is decided.
func openResults[S any](properties []spec.Property[S]) []Result[S] {
	var all []Result[S]
	for _, p := range properties {
		if err := p.Misstated(); err != nil {
			panic(err)
		}
		all = append(all, Result[S]{Property: p})
	}
	return all
}

// conclude decides what no state has decided. What was not finished is not decided,
// unless a bound says how far it got.
func (r *Result[S]) conclude(complete bool) {
	switch always := r.Property.Kind == spec.Always || r.Property.Kind == spec.Stepwise; {
	case always && complete:
		r.Verdict = spec.Holds
	case always:
		r.Verdict = spec.NoViolation
	case r.Property.Kind == spec.Reachable && complete:
		r.Verdict, r.Why = spec.Violated, "no reachable state is a witness"
	}
}
