package command

import (
	"errors"
	"fmt"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/internal/phrase"
)

// errFailed is returned by a command that has said already what failed.
var errFailed = errors.New("failed")

// notRunError says what did not run and how to go on.
type notRunError struct{ text string }

// Error is one line.
func (e *notRunError) Error() string { return e.text }

// NotRun returns the error that something required did not run. The program's exit status is 3.
func NotRun(format string, args ...any) error { return &notRunError{fmt.Sprintf(format, args...)} }

// usageError is bad input on the command line.
func usageError(flag, want string) error {
	return &input.Error{File: "command line", Field: flag, Want: want}
}

// notWritten says that a file or a folder could not be written when there was something to write,
// as where the disk is full. Nobody's input is to blame, and what was there before is as it was.
func notWritten(name string, err error, then string) error {
	var bad *input.Error
	if errors.As(err, &bad) { // somebody has put something there meanwhile
		return err
	}
	reason := phrase.FirstLine(input.Reason(err))
	return &notRunError{fmt.Sprintf("%s: cannot be written (%s)%s", name, reason, then)}
}

// unwritten is the error that what was found out cannot be written down.
func unwritten(where string, err error) error {
	reason := strings.TrimPrefix(input.Reason(err), "write ")
	return &notRunError{fmt.Sprintf("%s: cannot be written (%s)", where, reason)}
}
