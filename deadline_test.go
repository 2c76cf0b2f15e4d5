package scrutineer_test

import (
	"errors"
	"flag"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer"
)

// hurried is a test that has a deadline.
type hurried struct {
	*recorded
	deadline time.Time
}

func (h hurried) Deadline() (time.Time, bool) { return h.deadline, !h.deadline.IsZero() }

// flagged sets a flag of Check until the test ends.
func flagged(t *testing.T, name, value string) {
	t.Helper()
	before := flag.Lookup(name).Value.String()
	if err := flag.Set(name, value); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := flag.Set(name, before); err != nil {
			t.Error(err)
		}
	})
}

// More runs than there is time for are no reason to be killed by go test, which would say nothing of
// them: they end before the deadline, and the test says how many there were, and fails.
func TestRunsEndBeforeTheDeadline(t *testing.T) {
	t.Chdir(t.TempDir())
	flagged(t, "scrutineer.n", "1000000000")
	h := hurried{&recorded{TB: t}, time.Now().Add(time.Second / 5)}
	scrutineer.Check(h, forgetting(""))
	said := regexp.MustCompile(`^\d+ of 1000000000 runs of seed 1, .* give go test a longer -timeout`)
	if len(h.errors) != 1 || !said.MatchString(h.errors[0]) || len(h.logs) > 0 {
		t.Errorf("it says %q and %q", h.errors, h.logs)
	}
}

// A run that fails so late that there is no time to make it small is not forgotten.
func TestFailureAtTheDeadline(t *testing.T) {
	t.Chdir(t.TempDir())
	flagged(t, "scrutineer.n", "1000000000")
	h := hurried{&recorded{TB: t}, time.Now().Add(time.Second / 3)}
	p := forgetting("")
	p.Always["Fine"] = func(scrutineer.View[forgetful]) error {
		time.Sleep(time.Until(h.deadline))
		return errors.New("it is too late")
	}
	scrutineer.Check(h, p)
	want := "assumptions, run 0 fails, and was being made small; give go test a longer -timeout"
	if len(h.errors) != 1 || !strings.Contains(h.errors[0], want) {
		t.Errorf("it says %q, want %q in it", h.errors, want)
	}
}

// Where runs are asked for by a time, what the deadline leaves of that suffices; and where there is
// time for all runs, or there is no deadline, nothing is said of it.
func TestDeadlineThatIsNoError(t *testing.T) {
	t.Chdir(t.TempDir())
	flagged(t, "scrutineer.n", "50")
	for name, deadline := range map[string]time.Time{"one far away": time.Now().Add(time.Hour), "none": {}} {
		h := hurried{&recorded{TB: t}, deadline}
		scrutineer.Check(h, forgetting(""))
		logs := strings.Join(h.logs, "\n")
		if len(h.errors) > 0 || !strings.HasPrefix(logs, "50 runs of seed 1: 50 passed") {
			t.Errorf("%s: it says %q and %q", name, h.errors, h.logs)
		}
	}
	flagged(t, "scrutineer.for", "1h")
	h := hurried{&recorded{TB: t}, time.Now().Add(time.Second / 5)}
	scrutineer.Check(h, forgetting(""))
	if len(h.errors) > 0 || !strings.HasPrefix(h.logs[0], "runs go on for 0s, as the test must end by then") {
		t.Errorf("it says %q and %q", h.errors, h.logs)
	}
}
