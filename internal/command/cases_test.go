package command

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/tlc"
	"github.com/scrutineer-go/scrutineer/internal/verify"
)

// Every case is listed, and -only chooses.
func TestCasesOnly(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	_, all, _ := w.call(t, nil, "cases")
	status, out, errs := w.call(t, nil, "cases", "-only", "vote/vote-loss-.*")
	if status != exitOK || strings.Count(out, "\n") != 1 || !strings.Contains(all, out) {
		t.Errorf("status %d, %q, %q; want one line of those that are listed", status, out, errs)
	}
}

// A plain name means the protocol or the case of that name alone; a regular expression must match
// the whole of one. Of a protocol that is named verify runs what is not long.
func TestOnly(t *testing.T) {
	callsOften(t)
	t.Parallel()
	w := newWorld(t)
	names := func(only string) string {
		_, out, errs := w.call(t, nil, "cases", "-only", only)
		var all []string
		for line := range strings.Lines(out) {
			all = append(all, strings.Fields(line)[0])
		}
		return strings.Join(all, " ") + errs
	}
	for only, want := range map[string]string{
		"base-x1":                 "ctolerant/base-x1",
		"ctolerant/base-x1":       "ctolerant/base-x1",
		"base-x1|vote-two-winner": "ctolerant/base-x1",
		"base-x14":                "ctolerant/base-x14",
		"base-x14.*":              "ctolerant/base-x14 ctolerant/base-x14-lowest",
		"^base-x1$":               "ctolerant/base-x1",
	} {
		if got := names(only); got != want {
			t.Errorf("-only %s chooses %s, want %s", only, got, want)
		}
	}
	for _, none := range []string{"x1", "base-x", "vote/", "ctolerant/base-x1/", "vote/base-x1", "Vote"} {
		w.refuses(t, []string{"-only: no case matches: "}, nil, nil, "verify", "-no-tlc", "-only", none)
	}
	if vote := names("vote"); vote != names("vote/.*") || strings.Count(vote, "vote/") < 5 {
		t.Errorf("-only vote chooses %s", vote)
	}
	all, err := verify.Prepare(protocols(), verify.Options{})
	if err != nil {
		t.Fatal(err)
	}
	named, err := verify.Prepare(protocols(), verify.Options{Only: regexp.MustCompile("^(ctolerant|vote)$")})
	if err != nil || named.Size() == 0 || named.Size() >= all.Size() ||
		named.Long() == 0 || named.Long() > all.Long() {
		t.Errorf("%v, %d cases and %d long ones of %d and %d",
			err, named.Size(), named.Long(), all.Size(), all.Long())
	}
}

// What is written is all that TLC needs, is written once, and changes no file.
func TestCasesWrite(t *testing.T) {
	callsOften(t)
	t.Parallel()
	w := newWorld(t)
	args := []string{"cases", "-write", "by hand", "-only", "base-never-(awaited|elected)|vote-two-.*"}
	status, out, errs := w.call(t, nil, args...)
	if status != exitOK || !strings.Contains(out, "cd 'by hand/ctolerant' && java -cp tla2tools.jar tlc2.TLC "+
		"-config Case_base_never_elected.cfg Case_base_never_elected\n") {
		t.Fatalf("status %d, %q\n%s", status, errs, out)
	}
	var files []string
	for _, folder := range []string{"ctolerant", "vote"} {
		entries, err := os.ReadDir(filepath.Join(w.cwd, "by hand", folder))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			files = append(files, folder+"/"+e.Name())
		}
	}
	if got := strings.Join(files, " "); got != "ctolerant/Budget.tla ctolerant/CTolerant.tla "+
		"ctolerant/Case_base_never_awaited.cfg ctolerant/Case_base_never_awaited.tla "+
		"ctolerant/Case_base_never_elected.cfg ctolerant/Case_base_never_elected.tla "+
		"ctolerant/Fairness.tla ctolerant/MCElection.tla ctolerant/Net.tla ctolerant/TimedNet.tla "+
		"vote/Budget.tla vote/Case_vote_two_winners.cfg vote/Case_vote_two_winners.tla "+
		"vote/Fairness.tla vote/MCVote.tla vote/Net.tla vote/TimedNet.tla vote/Vote.tla" {
		t.Errorf("files %s", got)
	}
	before := w.hash(t, nil)
	if status, again, errs := w.call(t, nil, args...); status != exitOK || again != out || w.hash(t, nil) != before {
		t.Errorf("again: status %d, %q, %q", status, errs, again)
	}
	write(t, w.cwd, "by hand/notes.md", "mine", 0o644)
	write(t, w.cwd, "by hand/vote/Net.tla", "mine too", 0o644)
	w.refuses(t, []string{"by hand/vote/Net.tla: -write: exists with another text"}, nil, nil, args...)
	w.refuses(t, []string{"-write", "not a directory"}, nil, nil, "cases", "-write", "by hand/notes.md")
	w.refuses(t, []string{"-only: matches explorations alone"}, nil, nil,
		"cases", "-write", "n", "-only", "vote-all-but-premature")
	w.refuses(t, []string{"-only: no case matches"}, nil, nil, "cases", "-write", "n", "-only", "paxos")
	w.refuses(t, []string{"-only: not a regular expression"}, nil, nil, "cases", "-write", "n", "-only", "(")
}

// What the command says to type runs TLC.
func TestCasesByHand(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("runs TLC; the quick gate leaves that to make test")
	}
	r := tlc.Need(t)
	w := newWorld(t)
	_, out, _ := w.call(t, []string{"TLC_JAR=" + r.Jar.Path}, "cases", "-write", "by hand", "-only", "vote-two-winners")
	_, line, _ := strings.Cut(out, "to run TLC on one of them:\n")
	cmd := exec.Command("sh", "-c", strings.Replace(line, "&& java", "&& '"+r.Java.Path+"'", 1))
	cmd.Dir = w.cwd
	said, _ := cmd.CombinedOutput()
	if cmd.ProcessState.ExitCode() != 12 || !strings.Contains(string(said), "Invariant OneWinner is violated") {
		t.Errorf("%s ends with %d:\n%s", line, cmd.ProcessState.ExitCode(), said)
	}
}
