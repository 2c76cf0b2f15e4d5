package scrutineer_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer"
)

// spoilt is the variable with which FuzzFine has something to find.
const spoilt = "SCRUTINEER_TEST_SPOILT"

func FuzzFine(f *testing.F) {
	p := forgetting("")
	if os.Getenv(spoilt) != "" {
		p.Always["Fine"] = func(scrutineer.View[forgetful]) error { return errors.New("it is spoilt") }
	}
	scrutineer.Fuzz(f, p)
}

// What the fuzzer draws and fails is made small, written down, and can be replayed by what is printed.
func TestFuzzFinds(t *testing.T) {
	dir := t.TempDir()
	call := func(args ...string) string {
		cmd := exec.Command(os.Args[0], append([]string{"-test.run=^FuzzFine$"}, args...)...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), spoilt+"=1")
		text, err := cmd.CombinedOutput()
		if err == nil {
			t.Errorf("%v passes:\n%s", args, text)
		}
		return string(text)
	}
	if said := call(); !strings.Contains(said, "Fine fails in a run that the fuzzer drew: it is spoilt") {
		t.Errorf("it says\n%s", said)
	}
	plans, err := filepath.Glob(filepath.Join(dir, "testdata/failures/FuzzFine/*/Fine/plan.json"))
	if err != nil || len(plans) == 0 {
		t.Fatalf("%v, no plan", err)
	}
	if said := call("-scrutineer.replay=" + plans[0]); !strings.Contains(said, "Fine fails after event ") {
		t.Errorf("the replay says\n%s", said)
	}
}

// A flag that cannot be is said in one line.
func TestFlags(t *testing.T) {
	for flag, says := range map[string]string{
		"-scrutineer.n=-7":     "-scrutineer.n: -7, it must be 1 or more",
		"-scrutineer.tries=-1": "-scrutineer.tries: -1, it must be 1 or more",
		"-scrutineer.for=-1s":  "-scrutineer.for: -1s, it must be 0s or more",
		"-scrutineer.expect=x": "-scrutineer.expect: is given without a plan",
	} {
		cmd := exec.Command(os.Args[0], "-test.run=^FuzzFine$", flag)
		cmd.Dir = t.TempDir()
		if text, err := cmd.CombinedOutput(); err == nil || !strings.Contains(string(text), says) {
			t.Errorf("%s: %v\n%s", flag, err, text)
		}
	}
}
