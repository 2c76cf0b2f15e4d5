package claims

import (
	"fmt"
	"strings"
)

// Results are what evidence is looked up in: what has run of one protocol, or what is
// pinned of it. Both say the same wherever everything is as pinned.
type Results struct {
	Cases        []Searched
	Explorations []Searched
	Corpus       []Replayed
	// Drawn is the short campaign; nil where there is none.
	Drawn *Drawn
}

// Searched is what came of all interleavings within a bound: a case or an exploration.
type Searched struct {
	ID string
	// Holds are the properties that hold; Violates is the one that fails, in a case that
	// is there to show that. There is one or the other.
	Holds    []string
	Violates string
	// Bound says what was searched, such as "3 processes, crash=1"; Size how much that was,
	// or how long the counterexample is, such as "46,552 states". A run without an end has
	// no size.
	Bound, Size string
	// Long tells that it does not run every day: the table's pins stand for it.
	Long bool
	// Wrong says in a line why it decides nothing, "" where all is as it must be.
	Wrong string
}

// Replayed is what came of one expectation of a plan of the corpus.
type Replayed struct {
	Entry       string
	Expectation int
	// Changes is what the expectation changes of the plan, such as "rule=tagged".
	Changes string
	// Violates is the property that fails, "" where all hold. Outside are the broken
	// assumptions that excuse what fails.
	Violates string
	Outside  []string
	// Size says how small the plan is, such as "1 fault and 1 pin".
	Size string
	// Wrong says in a line why it decides nothing, "" where all is as it must be.
	Wrong string
}

// Drawn is what came of the drawn runs.
type Drawn struct {
	// Size says how many there were, such as "2,000 drawn runs".
	Size string
	// Judges are the properties that each run is judged by.
	Judges []string
	// Wrong says in a line why they decide nothing, "" where all hold in all.
	Wrong string
}

func find(list []Searched, what, id string) (Searched, error) {
	for _, s := range list {
		switch {
		case s.ID != id:
		case s.Wrong != "":
			return s, fmt.Errorf("%s %s: %s", what, id, s.Wrong)
		default:
			return s, nil
		}
	}
	return Searched{}, fmt.Errorf("%s %s: there is none of that name", what, id)
}

// outcome says what a search has to say, for who wants something else of it.
func (s Searched) outcome() string {
	if s.Violates != "" {
		return s.Violates + " fails"
	}
	return "what holds is " + enumerate(s.Holds)
}

// text is the evidence in a line.
func (s Searched) text(name, property string) string {
	text := fmt.Sprintf("%s: %s holds, %s, %s", name, property, s.Bound, s.Size)
	switch {
	case s.Violates != "" && s.Size == "":
		text = fmt.Sprintf("%s: %s fails, %s", name, property, s.Bound)
	case s.Violates != "":
		text = fmt.Sprintf("%s: %s fails in %s, %s", name, property, s.Size, s.Bound)
	}
	if s.Long {
		text += " (make tlc)"
	}
	return text
}

func findRun(list []Replayed, entry string, expectation int) (Replayed, error) {
	there := 0
	for _, r := range list {
		switch {
		case r.Entry != entry:
		case r.Expectation != expectation:
			there++
		case r.Wrong != "":
			return r, fmt.Errorf("%s: %s", r.name(), r.Wrong)
		default:
			return r, nil
		}
	}
	if there > 0 {
		return Replayed{}, fmt.Errorf("corpus %s: it has no expectation %d, but 0 to %d", entry, expectation, there-1)
	}
	return Replayed{}, fmt.Errorf("corpus %s: there is no such plan, or it did not run", entry)
}

func (r Replayed) name() string {
	name := "corpus " + r.Entry
	if r.Changes != "" {
		name += " with " + r.Changes
	}
	return name
}

// outcome says what came of the run.
func (r Replayed) outcome() string {
	var parts []string
	if r.Violates != "" {
		parts = append(parts, r.Violates+" fails")
	}
	if len(r.Outside) > 0 {
		parts = append(parts, "what fails is excused by "+strings.Join(r.Outside, ", "))
	}
	if parts == nil {
		return "all properties hold"
	}
	return strings.Join(parts, ", ")
}
