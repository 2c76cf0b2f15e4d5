package claims

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/parallel"
)

// Decision is what has become of one claim.
type Decision struct {
	ID    string `json:"id"`
	Where string `json:"where"`
	Says  string `json:"says"`
	// Verdict is absent where there is a problem: nothing is claimed without evidence.
	Verdict Verdict `json:"verdict,omitempty"`
	Found   string  `json:"found,omitempty"`
	// Against and For say what decided it, a line each; Known what is known where nothing did.
	Against []string `json:"against,omitempty"`
	For     []string `json:"for,omitempty"`
	Known   []string `json:"known,omitempty"`
	// Problem says in a line why the claim is red, "" where it is not.
	Problem string `json:"problem,omitempty"`
}

// Decide decides every claim of the list, in its order, on all processors: computations take seconds. Checks of
// claims that are not in the list follow; they are red.
func Decide(list []Claim, checks []Check, r Results) []Decision {
	all, err := parallel.Each(context.Background(), func(int, int) {}, len(list), func(i int) (Decision, error) {
		return decideOne(list[i], list, checks, r), nil
	})
	if err != nil {
		panic(err) // that of a computation that panicked
	}
	for _, check := range checks {
		if !slices.ContainsFunc(list, func(c Claim) bool { return c.ID == check.Claim }) {
			const problem = "a check decides it, and no claim of the list has this number"
			all = append(all, Decision{ID: check.Claim, Problem: problem})
		}
	}
	return all
}

// decideOne decides one claim of the list.
func decideOne(c Claim, list []Claim, checks []Check, r Results) Decision {
	d := Decision{ID: c.ID, Where: c.Where, Says: c.Says}
	mine := slices.DeleteFunc(slices.Clone(checks), func(check Check) bool { return check.Claim != c.ID })
	same := slices.DeleteFunc(slices.Clone(list), func(other Claim) bool { return other.ID != c.ID })
	switch {
	case c.ID == "" || c.Where == "" || c.Says == "":
		d.Problem = "the list must say its number, where it stands, and what it says"
	case len(same) > 1:
		d.Problem = fmt.Sprintf("%d claims of the list have this number", len(same))
	case len(mine) == 0:
		d.Problem = "nothing decides it: register a check, or one that says open and why"
	case len(mine) > 1:
		d.Problem = fmt.Sprintf("%d checks decide it, one must", len(mine))
	default:
		d.decide(mine[0], r)
	}
	return d
}

// decide looks up the evidence of the one check, and gives the verdict only if it comes to
// the one that the check wants.
func (d *Decision) decide(c Check, r Results) {
	d.Found = c.Found
	if d.Problem = c.malformed(); d.Problem != "" {
		return
	}
	var problems []string
	look := func(list []Evidence) []string {
		texts, wrong := lookAll(list, r)
		problems = append(problems, wrong...)
		return texts
	}
	d.Against, d.For, d.Known = look(c.Against), look(c.For), look(c.Known)
	all := slices.Concat(d.Against, d.For, d.Known)
	for i, text := range all {
		if slices.Contains(all[:i], text) {
			problems = append(problems, "the same evidence twice: "+text)
		}
	}
	if v, why := c.weigh(); len(problems) == 0 && v != c.Verdict && c.Verdict.undecided() == "" {
		problems = append(problems, fmt.Sprintf("its check wants %s, and the evidence makes it %s: %s",
			c.Verdict, v, why))
	}
	if d.Problem = strings.Join(problems, "; "); d.Problem == "" {
		d.Verdict = c.Verdict
	}
}

// lookAll looks up each piece, and says what is wrong with those that are no evidence.
func lookAll(list []Evidence, r Results) (texts, problems []string) {
	for _, e := range list {
		if e == nil {
			problems = append(problems, "a piece of evidence is nil")
			continue
		}
		text, err := e.look(r)
		if err != nil {
			problems = append(problems, err.Error())
		} else {
			texts = append(texts, text)
		}
	}
	return texts, problems
}

// summary counts the decisions by verdict, such as "20 claims: 18 verified, 2 open".
func summary(all []Decision) string {
	n := map[Verdict]int{}
	for _, d := range all {
		n[d.Verdict]++ // "" is red
	}
	var parts []string
	for _, v := range append(verdicts(), "") {
		if n[v] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n[v], shown(v)))
		}
	}
	claims := "claims"
	if len(all) == 1 {
		claims = "claim"
	}
	return fmt.Sprintf("%d %s: %s", len(all), claims, strings.Join(parts, ", "))
}

// shown is a verdict as tables have it.
func shown(v Verdict) string {
	if v == "" {
		return "RED"
	}
	return string(v)
}

// lines say what decided the claim, what is against it first, or why nothing does.
func (d Decision) lines() []string {
	lines := slices.Clone(d.Against)
	switch undecided := d.Verdict.undecided(); {
	case d.Problem != "":
		return []string{d.Problem}
	case undecided != "":
		lines = []string{undecided + ": " + d.Found}
	}
	for _, text := range d.For {
		if d.Verdict == Refuted {
			text = "but " + text
		}
		lines = append(lines, text)
	}
	for _, text := range d.Known {
		lines = append(lines, "known: "+text)
	}
	return lines
}
