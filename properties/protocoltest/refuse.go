package protocoltest

import (
	"errors"
	"os/exec"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/planted/workshop"
)

// refusesCase runs the row's case in the Go columns with the program that has the change in it, and fails the test
// unless the case is refused with exit status 1 and with every text that the row names.
func refusesCase(t *testing.T, program workshop.Program, row caught) {
	t.Helper()
	out, err := program.Command(row.Args("", "", "")...).Output()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 1 {
		t.Fatalf("%s survived: %v\n%s", row.ID, err, out)
	}
	var more []string
	if row.Property != "" {
		more = append(more, "implementation: "+row.Property+" violated in")
	}
	row.says(t, string(out), more...)
}
