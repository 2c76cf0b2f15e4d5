// Package reproduce is what a paper measured, measured anew: experiments, the tables that come
// of them with the paper's own figures beside ours, and how these are written.
//
// A table gives the same bytes each time and on any machine: its numbers are exact, or rounded
// from exact ones, and no float takes part. A table of what was measured on a machine has an [On].
// Where a figure must be the paper's and is not, the experiment has failed.
//
// The package holds plain values and imports nothing of what runs: a protocol registers its
// experiments, and the command line runs them. Start reading at [Experiment], then [Table],
// then [Cell].
package reproduce

import (
	"context"
	"fmt"

	"github.com/scrutineer-go/scrutineer/internal/output"
)

// Experiment is one thing that a paper measured.
type Experiment struct {
	// ID names the experiment and its files: small letters, digits, and "-" between them, such
	// as "table-2".
	ID string
	// Title says in a few words what is measured, Where in the paper that stands, such as
	// "Table 2".
	Title, Where string
	// Long tells that it takes more than some seconds: it runs where that is asked for.
	Long bool
	// Type says what to type in order to run it, if another program does. Then Run is nil.
	Type string
	// Run measures, and returns the same at any time, or says in the table what it was measured on. It tells how far it
	// has got, and gives up soon when the context ends. The error says what is not as it must be.
	Run func(ctx context.Context, progress Progress) (Table, error)
}

// Progress is told that so many of all parts of an experiment are done, of which it may have
// any number. Calls must not overlap.
type Progress func(done, all int)

// Check tells what is wrong with a protocol's list of experiments, or nothing.
func Check(list []Experiment) error {
	ids := output.Names{Kind: "experiment"}
	for _, e := range list {
		switch err := ids.Add(e.ID); {
		case err != nil:
			return err
		case e.Title == "" || e.Where == "":
			return fmt.Errorf("experiment %s does not say what it measures, or where in the paper that stands", e.ID)
		case (e.Run == nil) == (e.Type == ""):
			return fmt.Errorf("experiment %s must have code, or say what to type in order to run it", e.ID)
		}
	}
	return nil
}

// Measure runs the experiment, and checks that what it returns is a table. It makes an error of
// a panic: one experiment that falls does not end all others.
func (e Experiment) Measure(ctx context.Context, protocol string, progress Progress) (m Measured, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("panic: %v", cause)
		}
	}()
	if progress == nil {
		progress = func(int, int) {}
	}
	t, err := e.Run(ctx, progress)
	if err == nil {
		err = t.Check()
	}
	return Measured{Version: Version, Protocol: protocol, ID: e.ID, Title: e.Title, Where: e.Where, Table: t}, err
}

// NotRunError is the error of an experiment that this machine cannot run. It says why, and what to type.
type NotRunError struct{ Why string }

// Error is one line.
func (e *NotRunError) Error() string { return e.Why }
