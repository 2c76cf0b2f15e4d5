package claims

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// toyList is what a paper could claim.
func toyList() []Claim {
	return []Claim{
		{"CT-1", "Theorem 1", "All follow one leader."},
		{"CT-2", "Theorem 2", "The leader is the lowest."},
		{"CT-3", "Section IV", "An election takes 2k messages."},
		{"CT-4", "Section V", "It works in space."},
		{"CT-5", "Section VI", "The set-up."},
		{"CT-6", "Section VII", "It takes 9 s on the moon."},
	}
}

// toyChecks decide it: one claim for each verdict, with every kind of evidence.
func toyChecks() []Check {
	return []Check{
		{
			Claim: "CT-1", Verdict: Verified, Found: "All follow one leader, with up to f crashes.",
			For: []Evidence{
				Case{ID: "base-four", Property: "Agreement"},
				Exploration{ID: "base-large", Property: "Agreement"},
				Campaign{Property: "Agreement"},
				Case{ID: "base-long", Property: "Agreement"},
			},
		},
		{
			Claim: "CT-2", Verdict: Refuted, Found: "Not as printed; it is with f = 0.",
			Against: []Evidence{
				Case{ID: "base-x1", Property: "Lowest", Fails: true},
				Case{ID: "base-stuck", Property: "Ends", Fails: true},
				Corpus{Entry: "x1", Violates: "Lowest"},
			},
			For: []Evidence{
				Corpus{Entry: "x1", Expectation: 1}, Corpus{Entry: "x1", Expectation: 2, Outside: []string{"f"}},
			},
		},
		{
			Claim: "CT-3", Verdict: Measured, Found: "It does.",
			For: []Evidence{Code{"messages", Exactly, func() (string, error) { return "24 messages for k = 12", nil }}},
		},
		{Claim: "CT-4", Verdict: Open, Found: "Nobody has been there."},
		{Claim: "CT-5", Verdict: NotClaimed, Found: "It says what was done."},
		{
			Claim: "CT-6", Verdict: NotReproducible, Found: "The moon is not at hand.",
			Known: []Evidence{
				Code{"arithmetic", Exactly, func() (string, error) { return "3 + 6 = 9", nil }},
				Case{ID: "base-x1", Property: "Lowest", Fails: true},
			},
		},
	}
}

func toyResults() Results {
	bound := "3 processes, crash=1"
	return Results{
		Cases: []Searched{
			{ID: "base-four", Holds: []string{"TypeOK", "Agreement"}, Bound: bound, Size: "12,345 states"},
			{ID: "base-long", Holds: []string{"Agreement"}, Bound: bound, Size: "1 state", Long: true},
			{ID: "base-x1", Violates: "Lowest", Bound: bound, Size: "15 states"},
			{ID: "base-stuck", Violates: "Ends", Bound: bound},
		},
		Explorations: []Searched{{ID: "base-large", Holds: []string{"Agreement"}, Bound: bound, Size: "9 states"}},
		Corpus: []Replayed{
			{Entry: "x1", Violates: "Lowest", Size: "1 fault and 1 pin"},
			{Entry: "x1", Expectation: 1, Changes: "rule=tagged", Size: "1 fault and 1 pin"},
			{Entry: "x1", Expectation: 2, Outside: []string{"f"}, Size: "no faults"},
		},
		Drawn: &Drawn{Size: "2,000 drawn runs", Judges: []string{"Agreement"}},
	}
}

// toyLines is what decides the toy claims, in the words of every table.
var toyLines = map[string][]string{
	"CT-1": {
		"base-four: Agreement holds, 3 processes, crash=1, 12,345 states",
		"explored base-large: Agreement holds, 3 processes, crash=1, 9 states",
		"2,000 drawn runs: Agreement holds wherever its assumptions do",
		"base-long: Agreement holds, 3 processes, crash=1, 1 state (make tlc)",
	},
	"CT-2": {
		"base-x1: Lowest fails in 15 states, 3 processes, crash=1",
		"base-stuck: Ends fails, 3 processes, crash=1",
		"corpus x1: Lowest fails; 1 fault and 1 pin",
		"but corpus x1 with rule=tagged: all properties hold; 1 fault and 1 pin",
		"but corpus x1: what fails is excused by f; no faults",
	},
	"CT-3": {"computed messages: 24 messages for k = 12"},
	"CT-4": {"nothing yet: Nobody has been there."},
	"CT-5": {"no claim: It says what was done."},
	"CT-6": {
		"nothing here can: The moon is not at hand.", "known: computed arithmetic: 3 + 6 = 9",
		"known: base-x1: Lowest fails in 15 states, 3 processes, crash=1",
	},
}

func TestDecide(t *testing.T) {
	all := Decide(toyList(), toyChecks(), toyResults())
	for i, want := range []Verdict{Verified, Refuted, Measured, Open, NotClaimed, NotReproducible} {
		d := all[i]
		if d.ID != toyList()[i].ID || d.Verdict != want || d.Problem != "" || d.Found != toyChecks()[i].Found {
			t.Errorf("%+v, want %s", d, want)
		}
		if !slices.Equal(d.lines(), toyLines[d.ID]) {
			t.Errorf("%s is decided by %q, want %q", d.ID, d.lines(), toyLines[d.ID])
		}
	}
	if len(all) != 6 {
		t.Errorf("%d decisions, want 6", len(all))
	}
}

// reds says which claims are red, with the reasons.
func reds(list []Claim, checks []Check, r Results) string {
	var red []string
	for _, d := range (Table{Decisions: Decide(list, checks, r)}).Red() {
		if d.Verdict != "" {
			red = append(red, "a verdict: "+string(d.Verdict))
		}
		red = append(red, d.ID+": "+d.Problem)
	}
	return strings.Join(red, "\n")
}

// Without the registration of any one check its claim is red, and no other.
func TestEveryCheckIsNeeded(t *testing.T) {
	for i, check := range toyChecks() {
		got := reds(toyList(), slices.Delete(toyChecks(), i, i+1), toyResults())
		if want := check.Claim + ": nothing decides it: register a check, or one that says open and why"; got != want {
			t.Errorf("without the check of %s red is %q, want %q", check.Claim, got, want)
		}
	}
}

// Without any one result every claim that needs it is red: no verdict stands on what has
// not run.
func TestEveryResultIsNeeded(t *testing.T) {
	for what, c := range map[string]struct {
		change func(r *Results)
		want   string
	}{
		"no cases":       {func(r *Results) { r.Cases = r.Cases[1:] }, "CT-1: case base-four: there is none"},
		"no exploration": {func(r *Results) { r.Explorations = nil }, "CT-1: exploration base-large: there is none"},
		"no drawn runs":  {func(r *Results) { r.Drawn = nil }, "CT-1: drawn runs: there are none"},
		"no corpus": {
			func(r *Results) { r.Corpus = nil }, "CT-2: corpus x1: there is no such plan, or it did not run",
		},
		"a failed case":   {func(r *Results) { r.Cases[0].Wrong = "TLC: no" }, "CT-1: case base-four: TLC: no"},
		"a failed search": {func(r *Results) { r.Explorations[0].Wrong = "end" }, "CT-1: exploration base-large: "},
		"failed runs":     {func(r *Results) { r.Drawn.Wrong = "1 fails" }, "CT-1: drawn runs: 1 fails"},
		"another run":     {func(r *Results) { r.Corpus[0].Wrong = "the digest" }, "CT-2: corpus x1: the digest"},
		"an expectation less": {
			func(r *Results) { r.Corpus = r.Corpus[:2] }, "CT-2: corpus x1: it has no expectation 2, but 0 to 1",
		},
		"the case violates something else": {
			func(r *Results) { r.Cases[2].Violates = "Agreement" },
			"CT-2: case base-x1: Lowest does not fail there, Agreement fails",
		},
		"the case fails now": {
			func(r *Results) { r.Cases[0].Holds, r.Cases[0].Violates = nil, "Agreement" },
			"CT-1: case base-four: Agreement is not judged to hold there, Agreement fails",
		},
		"the case holds now": {
			func(r *Results) { r.Cases[2].Holds, r.Cases[2].Violates = []string{"Lowest"}, "" },
			"CT-2: case base-x1: Lowest does not fail there, what holds is Lowest",
		},
		"the case does not judge it": {
			func(r *Results) { r.Cases[0].Holds = []string{"TypeOK"} },
			"CT-1: case base-four: Agreement is not judged to hold there, what holds is TypeOK",
		},
		"the exploration does not judge it": {
			func(r *Results) { r.Explorations[0].Holds = nil },
			"CT-1: exploration base-large: Agreement is not judged to hold there, what holds is nothing",
		},
		"the runs do not judge it": {
			func(r *Results) { r.Drawn.Judges = []string{"TypeOK"} },
			"CT-1: drawn runs: they are not judged by Agreement, but by TypeOK",
		},
		"the run violates nothing": {
			func(r *Results) { r.Corpus[0].Violates = "" },
			"CT-2: corpus x1: all properties hold, and not: Lowest fails",
		},
		"the run violates something": {
			func(r *Results) { r.Corpus[1].Violates = "Lowest" },
			"CT-2: corpus x1 with rule=tagged: Lowest fails, and not: all properties hold",
		},
		"another excuse": {
			func(r *Results) { r.Corpus[2].Outside = []string{"c"} },
			"CT-2: corpus x1: what fails is excused by c, and not: what fails is excused by f",
		},
	} {
		t.Run(what, func(t *testing.T) {
			r := toyResults()
			c.change(&r)
			list, checks := toyList()[:5], toyChecks()[:5]
			if got := reds(list, checks, r); !strings.HasPrefix(got, c.want) || strings.Contains(got, "\n") {
				t.Errorf("red is %q, want %q", got, c.want)
			}
		})
	}
}

// A computation that fails, falls or says nothing decides nothing.
func TestCode(t *testing.T) {
	for want, code := range map[string]Code{
		"CT-3: computed messages: 25, want 24": {"messages", Exactly, func() (string, error) {
			return "25 messages", errors.New("25, want 24\nand more")
		}},
		"CT-3: computed messages: panic: it fell": {"messages", Exactly, func() (string, error) { panic("it fell") }},
		`CT-3: computed messages: it says "", want one line`: {"messages", Exactly, func() (string, error) {
			return "", nil
		}},
		`CT-3: computed messages: it says "a\nb", want one line`: {"messages", Exactly, func() (string, error) {
			return "a\nb", nil
		}},
		"CT-3: a computation without a name or without code": {"messages", Exactly, nil},
		`CT-3: measured memory: it says "8 MB", and not what it was measured on`: {
			"memory", Machine, func() (string, error) { return "8 MB", nil },
		},
	} {
		checks := toyChecks()
		checks[2].For = []Evidence{code}
		if got := reds(toyList(), checks, toyResults()); got != want {
			t.Errorf("red is %q, want %q", got, want)
		}
		if got := reds(toyList(), Once(checks), toyResults()); got != want {
			t.Errorf("once red is %q, want %q", got, want)
		}
	}
}

func TestOnce(t *testing.T) {
	n := 0
	checks := toyChecks()
	checks[2].For = []Evidence{Code{"a count", Exactly, func() (string, error) { n++; return fmt.Sprint(n), nil }}}
	once := Once(checks)
	for range 3 {
		if d := Decide(toyList(), once, toyResults())[2]; d.Problem != "" || d.For[0] != "computed a count: 1" {
			t.Errorf("%+v", d)
		}
	}
	if Decide(toyList(), checks, toyResults()); n != 2 {
		t.Errorf("the checks that were given run as before: %d runs, want 2", n)
	}
	known := 0
	checks[5].Known = []Evidence{Code{"what is known", Exactly, func() (string, error) { known++; return "9 s", nil }}}
	once = Once(checks)
	for range 3 {
		Decide(toyList(), once, toyResults())
	}
	if known != 1 {
		t.Errorf("what is known was computed %d times, want 1", known)
	}
}

// aSample goes by runs that are drawn.
var aSample = Code{"runs", Draws, func() (string, error) { return "all 9 runs", nil }}

// aMeasurement was made on a machine.
var aMeasurement = Code{"memory", Machine, func() (string, error) { return "8 MB (measured on a machine)", nil }}

// What is not registered as it must be is red, whatever has run.
func TestRegistrations(t *testing.T) {
	mustBeRed(t, map[string]registration{
		"a claim that is not in the list": {func(list *[]Claim, c []Check) []Check {
			*list = slices.Delete(*list, 3, 4)
			return c
		}, "CT-4: a check decides it, and no claim of the list has this number"},
		"a claim twice": {
			func(list *[]Claim, c []Check) []Check {
				*list = append(*list, (*list)[3])
				return c
			},
			"CT-4: 2 claims of the list have this number\nCT-4: 2 claims of the list have this number",
		},
		"a claim that says nothing": {func(list *[]Claim, c []Check) []Check {
			(*list)[3].Says = ""
			return c
		}, "CT-4: the list must say"},
		"two checks": {
			func(_ *[]Claim, c []Check) []Check { return append(c, c[0]) }, "CT-1: 2 checks decide it, one must",
		},
		"no evidence": {with(0, func(c *Check) { c.For = nil }), "CT-1: its check has no evidence"},
		"nil":         {with(0, func(c *Check) { c.For = append(c.For, nil) }), "CT-1: a piece of evidence is nil"},
		"no finding":  {with(0, func(c *Check) { c.Found = "" }), "CT-1: its check does not say what was found"},
		"no verdict":  {with(0, func(c *Check) { c.Verdict = "" }), `CT-1: its check wants "", which is no verdict`},
		"no reason":   {with(3, func(c *Check) { c.Found = "" }), "CT-4: its check says open and not why"},
		"open and decided": {
			with(3, func(c *Check) { c.For = []Evidence{agreement} }), "CT-4: its check says open and has evidence",
		},
		"evidence twice": {
			with(0, func(c *Check) { c.For = append(c.For, agreement) }), "CT-1: the same evidence twice: base-four: ",
		},
		"verified, with evidence against": {
			with(1, func(c *Check) { c.Verdict = Verified }),
			"CT-2: its check wants verified, and the evidence makes it refuted: there is evidence against it",
		},
		"refuted, with none": {
			with(0, func(c *Check) { c.Verdict = Refuted }),
			"CT-1: its check wants refuted, and the evidence makes it verified: ",
		},
		"measured, without a number": {
			with(0, func(c *Check) { c.Verdict, c.For = Measured, []Evidence{agreement} }),
			"CT-1: its check wants measured, and the evidence makes it verified: ",
		},
		"verified by drawn runs alone": {
			with(0, func(c *Check) { c.For = []Evidence{Campaign{"Agreement"}} }),
			"CT-1: its check wants verified, and the evidence makes it measured: drawn runs and measurements on a " +
				"machine verify nothing alone",
		},
		"verified by a computation over drawn runs": {
			with(0, func(c *Check) { c.For = []Evidence{aSample} }),
			"CT-1: its check wants verified, and the evidence makes it measured: drawn runs and measurements on a " +
				"machine verify nothing alone",
		},
		"verified by a measurement on a machine": {
			with(0, func(c *Check) { c.For = []Evidence{aMeasurement} }),
			"CT-1: its check wants verified, and the evidence makes it measured: drawn runs and measurements on a " +
				"machine verify nothing alone",
		},
		"refuted by a measurement on a machine": {
			with(1, func(c *Check) { c.Against = []Evidence{aMeasurement} }),
			"CT-2: its check wants refuted, and the evidence makes it open: neither drawn runs nor measurements",
		},
		"refuted by drawn runs that pass": {
			with(1, func(c *Check) { c.Against = []Evidence{Campaign{"Agreement"}} }),
			"CT-2: its check wants refuted, and the evidence makes it open: ",
		},
	})
}

// What nothing decides is registered with its reason, and what is known of it is looked up.
func TestUndecided(t *testing.T) {
	mustBeRed(t, map[string]registration{
		"not claimed, without a reason": {
			with(4, func(c *Check) { c.Found = "" }), "CT-5: its check says not claimed and not why",
		},
		"not claimed, and decided": {
			with(4, func(c *Check) { c.Against = []Evidence{agreement} }),
			"CT-5: its check says not claimed and has evidence",
		},
		"not reproducible, without a reason": {
			with(5, func(c *Check) { c.Found = "" }), "CT-6: its check says not reproducible and not why",
		},
		"not reproducible, and decided": {
			with(5, func(c *Check) { c.For = []Evidence{agreement} }),
			"CT-6: its check says not reproducible and has evidence",
		},
		"known, and something else": {
			with(5, func(c *Check) { c.Known[1] = Case{ID: "base-x1", Property: "Agreement", Fails: true} }),
			"CT-6: case base-x1: Agreement does not fail there, Lowest fails",
		},
		"known twice": {
			with(5, func(c *Check) { c.Known[1] = c.Known[0] }),
			"CT-6: the same evidence twice: computed arithmetic: 3 + 6 = 9",
		},
		"known beside what decides": {
			with(0, func(c *Check) { c.Known = []Evidence{agreement} }),
			"CT-1: its check says verified, and what is known speaks neither for nor against it",
		},
	})
}

var agreement = Case{ID: "base-four", Property: "Agreement"}

// registration is a change of what is registered, and what is red then.
type registration struct {
	change func(list *[]Claim, checks []Check) []Check
	want   string
}

func mustBeRed(t *testing.T, all map[string]registration) {
	t.Helper()
	for what, c := range all {
		t.Run(what, func(t *testing.T) {
			list := toyList()
			checks := c.change(&list, toyChecks())
			if got := reds(list, checks, toyResults()); !strings.HasPrefix(got, c.want) ||
				strings.Count(got, "\n") != strings.Count(c.want, "\n") {
				t.Errorf("red is %q, want %q", got, c.want)
			}
		})
	}
}

// with returns a change of one check.
func with(i int, change func(c *Check)) func(*[]Claim, []Check) []Check {
	return func(_ *[]Claim, checks []Check) []Check {
		change(&checks[i])
		return checks
	}
}
