package mutation

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
)

// An Explanation says why a mutant lives, by what it is and not by where its line stands.
type Explanation struct {
	File     string   `json:"file"`
	Func     string   `json:"func"`
	Operator Operator `json:"operator"`
	Before   string   `json:"before"`
	// Ordinal is left out where it is 1.
	Ordinal int `json:"ordinal,omitempty"`
	// Kind is Equivalent or OutOfReach.
	Kind string `json:"kind"`
	// Why says so in a sentence.
	Why string `json:"why"`
}

// The kinds of explanations.
const (
	// Equivalent mutants do the same.
	Equivalent = "equivalent"
	// OutOfReach are mutants that none of the checks can see, for the reason that is given.
	OutOfReach = "out of reach"
)

func (e *Explanation) key() string {
	s := Site{File: e.File, Func: e.Func, Operator: e.Operator, Before: e.Before, Ordinal: max(1, e.Ordinal)}
	return s.Key()
}

// ReadExplanations reads a file of them.
func ReadExplanations(file string) (all []Explanation, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(text, &all); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	seen := map[string]bool{}
	for i := range all {
		e := &all[i]
		if (e.Kind != Equivalent && e.Kind != OutOfReach) || e.Why == "" || seen[e.key()] {
			return nil, fmt.Errorf("%s: %s: want one explanation of each mutant, with its kind and why", file, e.key())
		}
		seen[e.key()] = true
	}
	return all, nil
}

// Explain gives each mutant that lives its explanation. What it returns are explanations of mutants that are
// killed, which are wrong. Those of mutants that are not in the sample wait for another.
func (r *Result) Explain(all []Explanation) (wrong []string) {
	for i := range r.Mutants {
		m := &r.Mutants[i]
		at := slices.IndexFunc(all, func(e Explanation) bool { return e.key() == m.Key() })
		switch {
		case at < 0:
		case m.Killed():
			wrong = append(wrong, fmt.Sprintf("%s is explained (%s), and is killed: take the explanation out",
				m.Key(), all[at].Why))
		default:
			m.Kind, m.Why = all[at].Kind, all[at].Why
		}
	}
	return wrong
}

// Unexplained are the mutants that live and that nobody has explained.
func (r *Result) Unexplained() (open []*Mutant) {
	for i := range r.Mutants {
		if m := &r.Mutants[i]; !m.Killed() && m.Why == "" {
			open = append(open, m)
		}
	}
	return open
}
