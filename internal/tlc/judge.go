package tlc

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/cases"
)

// TLC's exit codes for what it can find.
const (
	exitOK        = 0
	exitInvariant = 12
	exitProperty  = 13
)

// bfsMode is the only mode whose counts mean "all reachable states".
const bfsMode = "breadth-first search Model-Checking"

// Judge accepts r as the outcome that case c requires, or says in one line why
// not. Exit code, message codes, names and counts must all agree with the table;
// a count that the table does not pin is an error too.
func Judge(c cases.Case, r Result) error {
	measured, err := Measure(c, r)
	if err != nil {
		return err
	}
	pinned := c.Pins()
	for i, pin := range measured.Pins() {
		switch old := pinned[i].N; {
		case old == 0:
			return fmt.Errorf("case %s: %s is not pinned; the run has %d, to be written into the table "+
				"once it is understood", c.ID, pin.Name, pin.N)
		case old != pin.N:
			return fmt.Errorf("case %s: %s %d, pinned %d", c.ID, pin.Name, pin.N, old)
		}
	}
	return nil
}

// Measure judges as Judge does, but without regard to the pins of the table: it
// returns the case with the counts of the run in their place.
func Measure(c cases.Case, r Result) (cases.Case, error) {
	if err := judge(c, r); err != nil {
		return cases.Case{}, fmt.Errorf("case %s: %w", c.ID, err)
	}
	out := c
	if c.Kind == cases.Violation {
		out.Length = len(r.Trace)
	} else {
		out.States, out.Generated = r.States, r.Generated
	}
	if c.Kind == cases.Graph {
		out.Edges = len(r.Dump.Edges)
	}
	return out, nil
}

// judge is all of Judge but the pins.
func judge(c cases.Case, r Result) error {
	switch {
	case r.Version == "":
		return errors.New("TLC did not say its version; " + whatFailed(r))
	case r.Mode != "" && r.Mode != bfsMode:
		return fmt.Errorf("TLC ran in mode %q, want %q", r.Mode, bfsMode)
	case len(c.Invariants)+len(c.Properties) == 0:
		return errors.New("checks nothing: it lists no invariant and no property")
	case !r.Finished || r.Workers == 0:
		return errors.New("TLC did not finish; " + whatFailed(r))
	case len(r.Warnings) > 0:
		return fmt.Errorf("TLC warned: %s", r.Warnings[0])
	case c.Kind == cases.Violation:
		return judgeViolation(c, r)
	}
	if err := judgeCompleted(c, r); err != nil {
		return err
	}
	if c.Kind == cases.Graph {
		return judgeGraph(r)
	}
	return nil
}

func judgeCompleted(c cases.Case, r Result) error {
	switch {
	case r.Failed != "" || r.Violated != "" || r.Exit != exitOK || len(r.Errors) > 0:
		return errors.New("want no error, but " + whatFailed(r))
	case !r.Completed:
		return errors.New("TLC did not report the search complete")
	case !r.Stats:
		return errors.New("TLC reported no counts")
	case r.Queue != 0:
		return fmt.Errorf("%d states were left on the queue, want 0", r.Queue)
	case r.Counted:
		return nil
	case len(r.Actions) == 0:
		return errors.New("no action is known, neither from TLC's coverage nor by its name")
	}
	never := slices.Sorted(slices.Values(c.Never))
	if !slices.Equal(never, r.Never) {
		return fmt.Errorf("actions that are never enabled: [%s], want [%s] (the table's never)",
			strings.Join(r.Never, " "), strings.Join(never, " "))
	}
	return nil
}

// judgeGraph holds the dump against TLC's own counts.
func judgeGraph(r Result) error {
	switch {
	case r.Dump == nil:
		return errors.New("there is no dump of the graph")
	case len(r.Dump.States) != r.States:
		return fmt.Errorf("the dump has %d states, TLC counted %d", len(r.Dump.States), r.States)
	case len(r.Dump.Inits) != r.Inits:
		return fmt.Errorf("the dump has %d initial states, TLC counted %d", len(r.Dump.Inits), r.Inits)
	case r.Dump.Lines != r.Generated-r.InitsGenerated:
		return fmt.Errorf("the dump has %d edge lines, TLC generated %d successors",
			r.Dump.Lines, r.Generated-r.InitsGenerated)
	}
	return nil
}

func judgeViolation(c cases.Case, r Result) error {
	wantExit := exitProperty
	if r.Failed == FailInvariant {
		wantExit = exitInvariant // also where TLC takes a property []P for an invariant
	}
	lasso := r.Failed == FailTemporal
	switch {
	case r.Completed || r.Failed == "" && r.Exit == exitOK:
		return fmt.Errorf("%s holds, but it must be violated", c.Violates)
	case r.Failed != FailInvariant && r.Failed != FailAction && r.Failed != FailTemporal:
		return fmt.Errorf("want a violation of %s, but %s", c.Violates, whatFailed(r))
	case r.Violated != c.Violates:
		return fmt.Errorf("want a violation of %s, but %s is violated", c.Violates, r.Violated)
	case r.Exit != wantExit:
		return fmt.Errorf("%s is violated, but TLC exits with %d, want %d", c.Violates, r.Exit, wantExit)
	case len(r.Errors) > 0:
		return fmt.Errorf("%s is violated, but TLC also says: %s", c.Violates, r.Errors[0])
	case len(r.Trace) == 0 || lasso && !r.Lasso.Present:
		return fmt.Errorf("%s is violated, but the counterexample is missing or has no end", c.Violates)
	case r.Workers != 1:
		return fmt.Errorf("ran with %d workers; a shortest counterexample needs 1", r.Workers)
	}
	return nil
}

// whatFailed says in a few words how a run ended.
func whatFailed(r Result) string {
	switch {
	case r.Violated != "":
		return fmt.Sprintf("%s is violated after %d states (exit code %d)", r.Violated, len(r.Trace), r.Exit)
	case r.Failed == FailDeadlock:
		return fmt.Sprintf("a deadlock is reached after %d states (exit code %d)", len(r.Trace), r.Exit)
	case len(r.Errors) > 0:
		return fmt.Sprintf("TLC says: %s (exit code %d)", r.Errors[0], r.Exit)
	}
	return fmt.Sprintf("TLC gives no reason (exit code %d)", r.Exit)
}
