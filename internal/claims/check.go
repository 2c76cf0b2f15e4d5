package claims

import (
	"fmt"
	"slices"
	"sync"
)

// Verdict is what becomes of a claim.
type Verdict string

// The verdicts. Refuted is a claim as the paper states it: what holds under a condition all
// the same stands beside it in the check. The last three are not come to by evidence: of
// Open nothing decides it yet, NotClaimed is what is listed and nobody claims, such as a
// set-up or a definition, and NotReproducible is what nothing here can measure.
const (
	Verified        Verdict = "verified"
	Refuted         Verdict = "refuted"
	Measured        Verdict = "measured"
	Open            Verdict = "open"
	NotClaimed      Verdict = "not claimed"
	NotReproducible Verdict = "not reproducible"
)

// verdicts lists them in the order of all summaries.
func verdicts() []Verdict {
	return []Verdict{Verified, Refuted, Measured, Open, NotClaimed, NotReproducible}
}

// undecided says in a few words what stands in the place of evidence where none has come to
// the verdict, "" where some has.
func (v Verdict) undecided() string {
	switch v {
	case Open:
		return "nothing yet"
	case NotClaimed:
		return "no claim"
	case NotReproducible:
		return "nothing here can"
	}
	return ""
}

// Check registers what decides one claim.
type Check struct {
	// Claim is the claim's number.
	Claim string
	// Verdict is the one that is wanted. The evidence must come to it.
	Verdict Verdict
	// Found says in one or two sentences what was found, and under which condition. Where
	// nothing decides the claim it says why: what is missing, why it is no claim of the
	// paper, or why it cannot be reproduced.
	Found string
	// For is what speaks for the claim, Against what speaks against it. Refuted needs
	// something against; what is then for it is where the claim holds all the same.
	// Verified and Measured have nothing against.
	For, Against []Evidence
	// Known is what is known all the same where nothing decides the claim, such as the
	// arithmetic of a measurement. It is looked up as all evidence is, and decides nothing.
	Known []Evidence
}

// weigh returns the verdict that the evidence comes to, once all of it is as the check
// says, and why. Numbers verify what is a matter of numbers, so that only the check can
// tell whether a computation verifies or measures. Drawn runs and measurements on a machine
// never verify alone.
func (c Check) weigh() (v Verdict, why string) {
	switch {
	case len(c.Against) > 0 && !slices.ContainsFunc(c.Against, decides):
		return Open, "neither drawn runs nor measurements on a machine refute what they pass"
	case len(c.Against) > 0:
		return Refuted, "there is evidence against it"
	case !slices.ContainsFunc(c.For, decides):
		return Measured, "drawn runs and measurements on a machine verify nothing alone"
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
		c := &checks[i]
		c.For, c.Against, c.Known = once(c.For), once(c.Against), once(c.Known)
	}
	return checks
}

// malformed says what is wrong with a check before anything is looked up.
func (c Check) malformed() string {
	evidence, undecided := len(c.For)+len(c.Against), c.Verdict.undecided() != ""
	switch {
	case !slices.Contains(verdicts(), c.Verdict):
		return fmt.Sprintf("its check wants %q, which is no verdict", c.Verdict)
	case c.Found == "" && undecided:
		return fmt.Sprintf("its check says %s and not why", c.Verdict)
	case c.Found == "":
		return "its check does not say what was found"
	case undecided && evidence > 0:
		return fmt.Sprintf("its check says %s and has evidence: say what that decides", c.Verdict)
	case !undecided && len(c.Known) > 0:
		return fmt.Sprintf("its check says %s, and what is known speaks neither for nor against it", c.Verdict)
	case !undecided && evidence == 0:
		return "its check has no evidence"
	}
	return ""
}
