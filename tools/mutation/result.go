package mutation

import (
	"encoding/json"
	"fmt"
	"os"
)

// A Mutant is a site, and what came of it.
type Mutant struct {
	*Site
	Number int `json:"number"`
	// Columns says of each check that reaches the mutant whether it was killed: the name of what killed it, or
	// Lived. A check that does not reach it is absent.
	Columns map[string]string `json:"columns"`
	// Late tells that all that noticed it is that a check took far longer.
	Late bool `json:"late,omitempty"`
	// Kind and Why are the explanation of a mutant that lives; empty where nobody has explained it.
	Kind string `json:"kind,omitempty"`
	Why  string `json:"why,omitempty"`
}

// Lived is what a column says of a mutant that it has reached and not killed.
const Lived = "lived"

// Killed reports whether some check has noticed the mutant.
func (m *Mutant) Killed() bool { return m.kills() > 0 }

// kills is how many columns have noticed it.
func (m *Mutant) kills() (n int) {
	for _, by := range m.Columns {
		if by != Lived {
			n++
		}
	}
	return n
}

// A Result is what came of all mutants.
type Result struct {
	Seed  uint64 `json:"seed"`
	Sites int    `json:"sites"`
	// Drawn is how many mutants there are to run: more than Mutants where the run was interrupted.
	Drawn   int      `json:"drawn"`
	Mutants []Mutant `json:"mutants"`
	// Kept is how many of them were noticed in a run before, and not run again.
	Kept int `json:"kept,omitempty"`
	// CPU is the processor time of all checks in seconds, without what builds them; that of a run before is counted.
	CPU float64 `json:"cpuSeconds"`
}

// ReadResult reads what a run before has written; nil where file is empty.
func ReadResult(file string) (*Result, error) {
	if file == "" {
		return nil, nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	r := new(Result)
	if err := json.Unmarshal(text, r); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return r, nil
}

// Killed is how many mutants were noticed.
func (r *Result) Killed() (n int) {
	for i := range r.Mutants {
		if r.Mutants[i].Killed() {
			n++
		}
	}
	return n
}
