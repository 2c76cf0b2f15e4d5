package protocoltest

import (
	"errors"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// RefusesMutant builds the command line with the change made, runs the row's case in
// the Go columns, and fails the test unless the case is refused with exit status
// 1 and with every text that the row names.
func RefusesMutant(t *testing.T, r Mutant) {
	t.Helper()
	protocol, _, _ := strings.Cut(r.Case, "/")
	refusesMutant(t, workshop{only: protocol}.program(t, r), r)
}

// refusesMutant is RefusesMutant with the program that has the change made.
func refusesMutant(t *testing.T, program string, r Mutant) {
	t.Helper()
	out, err := exec.Command(program, "verify", "-no-tlc", "-only", regexp.QuoteMeta(r.Case)).Output()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 1 {
		t.Fatalf("%s survived: %v\n%s", r.ID, err, out)
	}
	says := r.Says
	if r.Property != "" {
		says = append(says, "implementation: "+r.Property+" violated in")
	}
	for _, text := range says {
		if !strings.Contains(string(out), text) {
			t.Errorf("%s was refused without saying %q:\n%s", r.ID, text, out)
		}
	}
}
