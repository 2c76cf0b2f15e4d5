package tlc

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/scrutineer-go/scrutineer/internal/input"
)

// InputError is bad input: a table of cases, a configuration, a module or an
// environment variable that its author has to change. Its text is one line.
// A command line exits with status 2.
type InputError = input.Error

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

// inputf builds an InputError with a formatted text.
func inputf(file, field, format string, args ...any) error {
	return &InputError{File: file, Field: field, Want: fmt.Sprintf(format, args...)}
}

// plainError drops operation and path from a file error, which the caller names.
func plainError(err error) string {
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		return pathErr.Err.Error()
	}
	return err.Error()
}

// Required says whether TLC must run: TLC_REQUIRED=1 in the environment, as a
// continuous integration sets it, turns "not run" into a failure.
func Required() bool { return os.Getenv("TLC_REQUIRED") == "1" }
