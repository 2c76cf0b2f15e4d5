package tlc

import "os"

// NotRunError says that something which a run needs is not on this machine.
// Nothing is known to be wrong, and nothing was checked: a summary shows the
// row as "not run" with the remedy, and a command line for which the run was
// required exits with status 3.
type NotRunError struct {
	Missing string // what was looked for and where
	Type    string // what to type to get it
}

// Error is one line: what is missing and what to type.
func (e *NotRunError) Error() string { return "TLC not run: " + e.Missing + "; " + e.Type }

// Required reports whether TLC must run: TLC_REQUIRED=1 in the environment, as a
// continuous integration sets it, turns "not run" into a failure.
func Required() bool { return os.Getenv("TLC_REQUIRED") == "1" }
