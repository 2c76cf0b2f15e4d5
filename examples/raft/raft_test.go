package raft

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer"
)

func TestRaft(t *testing.T) {
	scrutineer.Check(t, Protocol(false))
}

// forgetful switches on, in a child of TestForgetsVote, that processes forget their votes.
const forgetful = "RAFT_FORGETS_VOTE"

// A check that cannot fail would be worth nothing: if processes forget their votes, Check finds two leaders in
// one term: in run 93 of seed 1, run 1,271 of seed 2 and run 2,922 of seed 3. The corpus has a small plan of this
// failure, and runs it with processes that remember their votes too.
func TestForgetsVote(t *testing.T) {
	if os.Getenv(forgetful) == "1" {
		t.Chdir(t.TempDir()) // the files of the failure, and no corpus
		scrutineer.Check(t, Protocol(true))
		return
	}
	child := exec.Command(os.Args[0], "-test.run", "^TestForgetsVote$", "-scrutineer.n", "4000",
		"-scrutineer.tries", "1")
	child.Env = append(os.Environ(), forgetful+"=1")
	said, err := child.CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || !strings.Contains(string(said), "OneLeader fails in run ") {
		t.Fatalf("processes forget their votes, and Check ends with %v:\n%s", err, said)
	}
}

// The same seed gives the same runs, though the library draws from crypto/rand in each. Check runs a few runs
// twice and compares their digests; here all that a campaign counts of a hundred is compared.
func TestDeterminism(t *testing.T) {
	campaign := func() string {
		t.Helper()
		out := t.TempDir()
		run := exec.Command("go", "run", "./cmd/raft", "campaign", "-n", "100", "-seed", "7", "-out", out)
		if said, err := run.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", run.Args, err, said)
		}
		result, err := os.ReadFile(filepath.Join(out, "result.json"))
		if err != nil {
			t.Fatal(err)
		}
		return string(result)
	}
	if first, second := campaign(), campaign(); first != second {
		t.Errorf("the same seed gives\n%s\nand then\n%s", first, second)
	}
}
