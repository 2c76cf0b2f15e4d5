package claims

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/input"
)

// Version is the version of the format of claims.json that Parse reads.
const Version = 1

// Computations are the computations that decide a paper's claims, each by the number of the claim and the name that
// claims.json gives it there, such as "VC-1 clusters". A computation returns what the Run of a Code returns.
type Computations map[string]func() (string, error)

// ledger is a paper's claims.json. Its longer texts are lists of lines, which are joined by blanks.
type ledger struct {
	Version int      `json:"version" input:"required"`
	Title   []string `json:"title" input:"required"`
	Claims  []struct {
		ID    string   `json:"id" input:"required"`
		Where string   `json:"where" input:"required"`
		Says  []string `json:"says" input:"required"`
		// Check decides the claim. A claim without it is red.
		Check *check `json:"check"`
	} `json:"claims" input:"required"`
}

// check is a Check as claims.json has it.
type check struct {
	Verdict Verdict     `json:"verdict" input:"required"`
	Found   []string    `json:"found" input:"required"`
	For     []reference `json:"for"`
	Against []reference `json:"against"`
	Known   []reference `json:"known"`
}

// Parse reads the text of a claims.json. The computations must be the ones that it names. An error names the file and
// the field.
func Parse(file string, text []byte, code Computations) (Paper, error) {
	p, err := parse(text, code)
	return p, input.In(file, "", err)
}

// Must is Parse of a file that is embedded in the program. It panics if the file is wrong.
func Must(file string, text []byte, code Computations) Paper {
	p, err := Parse(file, text, code)
	if err != nil {
		panic(err)
	}
	return p
}

func parse(text []byte, code Computations) (p Paper, err error) {
	var l ledger
	if err := input.Decode(text, &l); err != nil {
		return p, err
	}
	if l.Version != Version {
		return p, input.Errorf("version", "is %d, want %d", l.Version, Version)
	}
	p.Title = strings.Join(l.Title, " ")
	for i, c := range l.Claims {
		at := fmt.Sprintf("claims[%d]", i)
		if slices.ContainsFunc(p.Claims, func(other Claim) bool { return other.ID == c.ID }) {
			return p, input.Errorf(at+".id", "%q is the number of another claim, too", c.ID)
		}
		p.Claims = append(p.Claims, Claim{ID: c.ID, Where: c.Where, Says: strings.Join(c.Says, " ")})
		if c.Check == nil {
			continue
		}
		check, err := c.Check.of(c.ID, code)
		if err != nil {
			return p, input.In("", at+".check", err)
		}
		p.Checks = append(p.Checks, check)
	}
	return p, p.namesAll(code)
}

// of returns the check of the claim with that number.
func (c check) of(claim string, code Computations) (Check, error) {
	all := Check{Claim: claim, Verdict: c.Verdict, Found: strings.Join(c.Found, " ")}
	for _, part := range []struct {
		name string
		from []reference
		into *[]Evidence
	}{{"for", c.For, &all.For}, {"against", c.Against, &all.Against}, {"known", c.Known, &all.Known}} {
		for i, r := range part.from {
			list, err := r.evidence(claim, code)
			if err != nil {
				return all, input.In("", fmt.Sprintf("%s[%d]", part.name, i), err)
			}
			*part.into = append(*part.into, list...)
		}
	}
	return all, nil
}

// namesAll returns an error if a computation is no evidence of the paper.
func (p Paper) namesAll(code Computations) error {
	unnamed := maps.Clone(code)
	for _, c := range p.Checks {
		for _, e := range slices.Concat(c.For, c.Against, c.Known) {
			if e, ok := e.(Code); ok {
				delete(unnamed, c.Claim+" "+e.Name)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(unnamed)) {
		return input.Errorf("claims", "none names the computation %q: name it, or remove it", name)
	}
	return nil
}

// reference names one piece of evidence, or the same of several cases.
type reference struct {
	Cases       []string `json:"cases"`
	Explored    []string `json:"explored"`
	Holds       string   `json:"holds"`
	Fails       string   `json:"fails"`
	Corpus      string   `json:"corpus"`
	Expectation int      `json:"expectation"`
	Violates    string   `json:"violates"`
	Outside     []string `json:"outside"`
	Campaign    string   `json:"campaign"`
	Computed    string   `json:"computed"`
	Drawn       string   `json:"drawn"`
	Measured    string   `json:"measured"`
}

// evidence returns what the reference names for a claim.
func (r reference) evidence(claim string, code Computations) (list []Evidence, err error) {
	var taken reference // the fields that go into the evidence
	switch {
	case len(r.Cases) > 0 && r.Fails != "":
		taken = reference{Cases: r.Cases, Fails: r.Fails}
		list = each(r.Cases, func(id string) Evidence { return Case{ID: id, Property: r.Fails, Fails: true} })
	case len(r.Cases) > 0 && r.Holds != "":
		taken = reference{Cases: r.Cases, Holds: r.Holds}
		list = each(r.Cases, func(id string) Evidence { return Case{ID: id, Property: r.Holds} })
	case len(r.Explored) > 0 && r.Holds != "":
		taken = reference{Explored: r.Explored, Holds: r.Holds}
		list = each(r.Explored, func(id string) Evidence { return Exploration{ID: id, Property: r.Holds} })
	case r.Corpus != "":
		taken = reference{Corpus: r.Corpus, Expectation: r.Expectation, Violates: r.Violates, Outside: r.Outside}
		list = []Evidence{Corpus{r.Corpus, r.Expectation, r.Violates, r.Outside}}
	case r.Campaign != "":
		taken, list = reference{Campaign: r.Campaign}, []Evidence{Campaign{r.Campaign}}
	case r.Computed != "":
		taken, list = reference{Computed: r.Computed}, []Evidence{Code{r.Computed, Exactly, code[claim+" "+r.Computed]}}
	case r.Drawn != "":
		taken, list = reference{Drawn: r.Drawn}, []Evidence{Code{r.Drawn, Draws, code[claim+" "+r.Drawn]}}
	case r.Measured != "":
		taken = reference{Measured: r.Measured}
		list = []Evidence{Code{r.Measured, Machine, code[claim+" "+r.Measured]}}
	}
	if list == nil || !reflect.DeepEqual(r, taken) {
		return nil, input.Errorf("", "want cases with holds or fails, explored with holds, corpus with expectation, "+
			"violates and outside, campaign, computed, drawn or measured, and nothing beside")
	}
	if e, ok := list[0].(Code); ok && e.Run == nil {
		return nil, input.Errorf("", "there is no computation %q", claim+" "+e.Name)
	}
	return list, nil
}

// each makes a piece of evidence of each name.
func each(names []string, of func(string) Evidence) []Evidence {
	var list []Evidence
	for _, name := range names {
		list = append(list, of(name))
	}
	return list
}
