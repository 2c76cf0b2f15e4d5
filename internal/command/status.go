package command

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/internal/tlc"
)

// The exit statuses.
const (
	exitOK       = 0
	exitFailed   = 1
	exitBadInput = 2
	exitNotRun   = 3
)

// status says what went wrong, a line each, and returns the exit status for it: what has failed
// counts for more than what has not run.
func status(errs io.Writer, err error) int {
	exit := exitOK
	for _, err := range parts(err) {
		var bad *input.Error
		var absent *tlc.NotRunError
		var rest *notRunError
		code := exitFailed
		switch {
		case errors.Is(err, errFailed): // it has been said
		case errors.As(err, &bad):
			err, code = bad, exitBadInput
		case errors.As(err, &absent):
			err, code = absent, exitNotRun
		case errors.As(err, &rest):
			err, code = rest, exitNotRun
		case errors.Is(err, context.Canceled):
			err, code = fmt.Errorf("interrupted: %w", err), exitNotRun
		}
		if !errors.Is(err, errFailed) {
			fmt.Fprintf(errs, "%s: %v\n", programName(), err)
		}
		if exit == exitOK || code == exitFailed {
			exit = code
		}
	}
	return exit
}

// parts are the errors that were joined.
func parts(err error) []error {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok && err != nil {
		return []error{err}
	}
	var all []error
	if ok {
		for _, err := range joined.Unwrap() {
			all = append(all, parts(err)...)
		}
	}
	return all
}
