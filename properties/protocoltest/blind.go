package protocoltest

import (
	"errors"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/campaign"
)

// Unseen is a bug of what draws or watches runs, by which none fails: a campaign passes, and has not
// seen what its passes speak of.
type Unseen struct {
	Mutant
	// Witnesses are those that are never witnessed, as the campaign lists them; "" for none.
	Witnesses string
	// Strikes are the kinds of faults that never come to a kind of message, as it lists those; "" for none.
	Strikes string
}

// unseenRuns is how many runs a campaign must have for a witness that is missing to be a failure.
const unseenRuns = "1000"

// missesWitnesses runs a campaign with the program that has the bug in it. It must end with status
// 1, and with the names of what it has not seen.
func missesWitnesses(t *testing.T, p campaign.Harness, program string, bug Unseen) {
	t.Helper()
	says := []string{"failed                 none"}
	if bug.Witnesses != "" {
		says = append(says, "never witnessed: "+bug.Witnesses+";")
	}
	if bug.Strikes != "" {
		says = append(says, "no fault of that kind came to it: "+bug.Strikes+";")
	}
	endsWithOne(t, exec.Command(program, "campaign", "-p", p.Name, "-n", unseenRuns, "-refine=false", "-keep", "1",
		"-out", filepath.Join(t.TempDir(), "campaign")), bug.ID, says)
}

// Replayed is a bug that a plan of the corpus finds, which a drawn one is not like, or of the monitor,
// which then does not find what the plan says.
type Replayed struct {
	Mutant
	// Plan is the entry of the corpus.
	Plan string
}

// replaysOtherwise replays the plan with the program that has the bug in it. It must end with status
// 1, and with every text that the row names.
func replaysOtherwise(t *testing.T, program string, bug Replayed) {
	t.Helper()
	plan := filepath.Join("testdata", "corpus", bug.Plan+".json")
	endsWithOne(t, exec.Command(program, "replay", plan), bug.ID, bug.Says)
}

// endsWithOne runs a program, which must end with status 1 and have said these.
func endsWithOne(t *testing.T, c *exec.Cmd, id string, says []string) {
	t.Helper()
	out, err := c.CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 1 {
		t.Fatalf("%s survived: %v\n%s", id, err, out)
	}
	for _, text := range says {
		if !strings.Contains(string(out), text) {
			t.Errorf("%s was found without saying %q:\n%s", id, text, out)
		}
	}
}
