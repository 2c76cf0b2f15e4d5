package cases

import (
	"encoding/json"
	"slices"
	"strings"
)

// Kind says what a case is run for, and with it how the run is judged.
type Kind string

// The kinds of cases. The first three must complete without an error; the last two are not
// TLC's.
const (
	Graph     Kind = "graph"     // safety, and the whole graph is dumped for comparison with Go code
	Safety    Kind = "safety"    // invariants and action properties, in the largest bounds that fit
	Liveness  Kind = "liveness"  // exactly one temporal property under fairness
	Violation Kind = "violation" // exactly one property, which must fail

	// Exploration is the implementation alone, in a bound too large for all columns.
	Exploration Kind = "exploration"
	// Bound is the bound whose edges campaigns count; a table has one at most.
	Bound Kind = "bound"
)

// ForTLC reports whether TLC runs cases of that kind.
func (k Kind) ForTLC() bool { return k != Exploration && k != Bound }

// Case is one run of TLC and everything that must be true about it. Pinned
// counts are written by hand: a number that the tool writes would agree with
// the tool whatever it did.
type Case struct {
	ID     string `json:"id"`
	Why    string `json:"why"` // one sentence: what this case shows that no other does
	Kind   Kind   `json:"kind"`
	Module string `json:"module"` // with the actions within the bounds, without ".tla"

	// Specification names what is run: with fairness, or without.
	Specification string `json:"specification"`

	// Invariants are properties of states, Properties those of steps and of runs; together
	// they are what is checked, no more and no less.
	Invariants []string `json:"invariants"`
	Properties []string `json:"properties"`

	// Violates is the one name that must fail, and Length the number of states
	// that TLC prints of its counterexample, the initial one included. With one
	// worker it is the shortest for an invariant; a lasso of a temporal property
	// need not be the shortest, but it is the same in every run.
	Violates string `json:"violates"`
	Length   int    `json:"length"`

	Deadlock bool `json:"deadlock"` // a state without a successor is an error

	// Pins of runs that complete. Edges are the distinct (source, action name,
	// target) of a graph, self-loops included; those of an exploration take the action's
	// arguments into account too. Zero is "not measured yet".
	States    int `json:"states"`
	Generated int `json:"generated"`
	Edges     int `json:"edges"`

	// Never lists the actions that must not be enabled anywhere, without the
	// prefix MC. An action missing here or there is an error.
	Never []string `json:"never"`

	// Quick is what the quick gate runs, without TLC; Long what is too much for every day, and
	// is run by make tlc, or where it is named. Both is a case that takes Go no time, but TLC a
	// start of its own.
	Quick bool `json:"quick"`
	Long  bool `json:"long"`

	// Config, Budget and MayCrash mean something to the protocol's own package, which
	// makes TLC's constants of them; they are kept as they stand in the file.
	Config   json.RawMessage `json:"config"`
	Budget   map[string]int  `json:"budget"`
	MayCrash []int           `json:"mayCrash"`

	// Of a bound: Together is how many faults may happen in all. There is one bound for each
	// value of the fields of Config that Varies names, and the fields that Ignores names make
	// no difference, because the specification does not have them.
	Together int      `json:"together"`
	Varies   []string `json:"varies"`
	Ignores  []string `json:"ignores"`
}

// Root is the name of the module that is written from the case, for TLC to run on.
func (c Case) Root() string { return "Case_" + strings.NewReplacer("-", "_", ".", "_").Replace(c.ID) }

// Checked lists all that the case checks: its invariants, then its properties.
func (c Case) Checked() []string { return slices.Concat(c.Invariants, c.Properties) }
