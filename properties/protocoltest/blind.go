package protocoltest

import (
	"errors"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/checkout"
	"github.com/scrutineer-go/scrutineer/internal/planted/workshop"
)

// missesWitnesses runs a campaign with the program that has a bug in what draws or watches runs, by which none fails:
// it must end with status 1, and with the names of what it has not seen.
func missesWitnesses(t *testing.T, program workshop.Program, bug caught) {
	t.Helper()
	says := []string{"failed                 none"}
	if bug.Witnesses != "" {
		says = append(says, "never witnessed: "+bug.Witnesses+";")
	}
	if bug.Uncovered != "" {
		says = append(says, "never took effect: "+bug.Uncovered+";")
	}
	endsWithOne(t, program.Command(bug.Args("", "", filepath.Join(t.TempDir(), "campaign"))...), bug, says...)
}

// replaysOtherwise replays a plan of the corpus with the program that has the bug in it, which a drawn plan is not
// like, or which is of the monitor. It must end with status 1, and with every text that the row names.
func replaysOtherwise(t *testing.T, program workshop.Program, bug caught) {
	t.Helper()
	root, err := checkout.Root()
	if err != nil {
		t.Fatal(err)
	}
	endsWithOne(t, program.Command(bug.Args(root, bug.Of(), "")...), bug)
}

// endsWithOne runs a program, which must end with status 1 and have said what the row names, and these. It returns
// what was printed.
func endsWithOne(t *testing.T, c *exec.Cmd, bug caught, says ...string) string {
	t.Helper()
	out, err := c.CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 1 {
		t.Fatalf("%s survived: %v\n%s", bug.ID, err, out)
	}
	bug.says(t, string(out), says...)
	return string(out)
}
