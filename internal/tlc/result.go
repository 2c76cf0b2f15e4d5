package tlc

import (
	"fmt"
	"slices"
)

// Result is what one run of TLC said, before anybody has judged it.
type Result struct {
	Exit    int    // TLC's exit code: 0 for "no error found", which alone means nothing
	Version string // TLC's banner, such as "TLC2 Version 2.18 of 20 March 2023"
	Mode    string // the first words of TLC's banner, up to the number of workers
	Workers int    // as TLC reports it

	// Completed says that TLC reported the whole search done without an error,
	// Finished that it said goodbye at all.
	Completed bool
	Finished  bool

	// Stats says that the counts were reported; a violation in an initial state
	// comes without them.
	Stats bool
	Inits int // distinct initial states
	// InitsGenerated counts an initial state each time that Init gives it.
	InitsGenerated int
	States         int // distinct states found
	Generated      int // states generated, initial ones included
	Queue          int // states left to explore: 0 after a completed run
	Depth          int // states on the longest of the shortest paths; exact with one worker only

	Seconds float64 // wall time of the process, with the start of the JVM
	CPU     float64 // its processor time, of user and system, in seconds
	Cached  bool    `json:"-"` // it was said in an earlier run of the same model, which took no time now
	Checked float64 // TLC's own time in seconds, as it says at the end; 0 if it does not
	// Listened says that TLC ran without its driver: other machines could reach a port of it.
	Listened bool `json:"-"`

	// Actions are the parts of the next-state relation, without the prefix MC, sorted,
	// as TLC's coverage or Options.Actions lists them; Never are those that were nowhere
	// enabled. Both are nil if neither was there.
	Actions []string
	Never   []string
	// Counted says that Options.Counted was set, and which actions happened not asked.
	Counted bool `json:"-"`

	// Failed is what stopped TLC, and Violated the property that failed. TLC does
	// not name a temporal property; Run fills in the only one of the cfg.
	Failed   ErrorClass
	Violated string
	Trace    []TraceState // the counterexample, in order
	Lasso    Lasso        // how a counterexample to a temporal property goes on forever

	Dump     *Dump    `json:"-"` // the dump, if one was asked for
	Warnings []string // what TLC warned of, the harmless aside: one line each
	Errors   []string // what TLC called an error, in its words: one line each
	Output   []string // lines that the model printed
}

// whole says that TLC came to its end and reported nothing but what it is asked about. A run that ended in
// an error may end otherwise next time, as when the memory was full.
func (r Result) whole() bool { return r.Finished && r.Failed != FailError && len(r.Errors) == 0 }

// plain says that nothing hints that TLC ran otherwise than it does in a JVM of its own.
func (r Result) plain() bool { return r.whole() && len(r.Warnings) == 0 }

// happened takes the actions that were enabled from the dump, which has a line for each
// successor, also where it is the state itself.
func (r *Result) happened(actions []string) error {
	seen := r.Dump.Actions()
	r.Actions, r.Never = slices.Sorted(slices.Values(actions)), nil
	for _, name := range seen {
		if !slices.Contains(actions, name) {
			return fmt.Errorf("dump: the action %s is none of those of the next-state relation", name)
		}
	}
	for _, name := range r.Actions {
		if !slices.Contains(seen, name) {
			r.Never = append(r.Never, name)
		}
	}
	return nil
}

// ErrorClass is the class of what stopped TLC.
type ErrorClass string

// The classes of failures; the empty one means that no error was reported.
const (
	FailInvariant ErrorClass = "invariant"         // also a property []P, which TLC checks as an invariant
	FailAction    ErrorClass = "action property"   // [][A]_v, or a property that an initial state refutes
	FailTemporal  ErrorClass = "temporal property" // the counterexample is a lasso
	FailDeadlock  ErrorClass = "deadlock"
	FailError     ErrorClass = "error" // a module, a cfg or an evaluation that does not work
)

// TraceState is one state of a counterexample.
type TraceState struct {
	Action string // the action that led here, without the prefix MC; "" for the initial state
	State  Value  // a record of the variables
}

// Lasso is the endless part of a counterexample.
type Lasso struct {
	Stutter bool   // the last state stays for ever
	Back    int    // otherwise: index into Trace of the state that the last one goes back to
	Action  string // the action that goes back, without the prefix MC
	Present bool   // false if the counterexample is finite
}
