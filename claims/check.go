package claims

import (
	"fmt"
	"slices"
	"sync"
)

// Verdict is what becomes of a claim.
type Verdict string

// The verdicts. Refuted is a claim as the paper states it: what holds under a condition all
// the same stands beside it in the check.
const (
	Verified Verdict = "verified"
	Refuted  Verdict = "refuted"
	Measured Verdict = "measured"
	Open     Verdict = "open"
)

// verdicts lists them in the order of all summaries.
func verdicts() []Verdict { return []Verdict{Verified, Refuted, Measured, Open} }

// Check registers what decides one claim.
type Check struct {
	// Claim is the claim's number.
	Claim string
	// Verdict is the one that is wanted. The evidence must come to it.
	Verdict Verdict
	// Found says in one or two sentences what was found, and under which condition. Of an
	// open claim it says why nothing decides it.
	Found string
	// For is what speaks for the claim, Against what speaks against it. Refuted needs
	// something against; what is then for it is where the claim holds all the same.
	// Verified and Measured have nothing against.
	For, Against []Evidence
}

// weigh returns the verdict that the evidence comes to, once all of it is as the check
// says, and why. Numbers verify what is a matter of numbers, so that only the check can
// tell whether a computation verifies or measures; drawn runs alone never verify.
func (c Check) weigh() (v Verdict, why string) {
	switch {
	case len(c.Against) > 0 && !slices.ContainsFunc(c.Against, decides):
		return Open, "drawn runs refute nothing that they pass"
	case len(c.Against) > 0:
		return Refuted, "there is evidence against it"
	case !slices.ContainsFunc(c.For, decides):
		return Measured, "drawn runs alone verify nothing"
	case c.Verdict == Measured && slices.ContainsFunc(c.For, measures):
		return Measured, ""
	}
	return Verified, "nothing speaks against it, and what speaks for it decides"
}

// Once returns the same checks, whose computations run when they are first asked for and
// not again. It is for those who decide the same claims many times.
func Once(checks []Check) []Check {
	once := func(list []Evidence) []Evidence {
		list = slices.Clone(list)
		for i, e := range list {
			if code, ok := e.(Code); ok && code.Run != nil {
				code.Run = sync.OnceValues(code.run)
				list[i] = code
			}
		}
		return list
	}
	checks = slices.Clone(checks)
	for i := range checks {
		checks[i].For, checks[i].Against = once(checks[i].For), once(checks[i].Against)
	}
	return checks
}

// malformed says what is wrong with a check before anything is looked up.
func (c Check) malformed() string {
	evidence := len(c.For) + len(c.Against)
	switch {
	case !slices.Contains(verdicts(), c.Verdict):
		return fmt.Sprintf("its check wants %q, which is no verdict", c.Verdict)
	case c.Found == "" && c.Verdict == Open:
		return "its check says open and not why"
	case c.Found == "":
		return "its check does not say what was found"
	case c.Verdict == Open && evidence > 0:
		return "its check says open and has evidence: say what that decides"
	case c.Verdict != Open && evidence == 0:
		return "its check has no evidence"
	}
	return ""
}
