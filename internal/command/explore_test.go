package command

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
)

// explores runs an exploration and demands its status and what is in its report.
func (w sandbox) explores(t *testing.T, want int, says []string, args string) (out, errs string) {
	t.Helper()
	status, out, errs := w.call(t, nil, append([]string{"explore"}, strings.Fields(args)...)...)
	if status != want {
		t.Errorf("explore %s: status %d, want %d: %s", args, status, want, errs)
	}
	for _, text := range says {
		if !strings.Contains(squeezed(out), squeezed(text)) {
			t.Errorf("explore %s: %q is not in\n%s", args, text, out)
		}
	}
	return out, errs
}

// untimed is a report without what differs from run to run.
func untimed(report string) string {
	return regexp.MustCompile(`(?m)^(time|memory) .*\n`).ReplaceAllString(report, "")
}

// squeezed has one space for several: how wide a column is depends on the longest name.
func squeezed(text string) string {
	return regexp.MustCompile(`([^\n ])  +`).ReplaceAllString(text, "$1 ")
}

const (
	allJudged     = "\ncomplete: every reachable state within the budget was judged\n"
	provesNothing = ", which proves nothing about the rest\n"
	fourFaults    = "-case base-four-faults -property Agreement,RunEnds"
)

// An exploration of a small mix is complete, and the same whoever is named by what.
func TestExplore(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	says := []string{
		"explored       ctolerant, the implementation alone\n", "\nmay crash      0, 1\n",
		"\nbudget         crash=1, loss=1, restart=1, and nothing else\n", "\nfairness       that of MCFairSpec\n",
		"\nstates         2,629\n", "\nAgreement      holds\n", allJudged,
		"\nRunEnds        holds (32 states excused: only the budget forbids what must happen)\n",
	}
	out, errs := w.explores(t, exitOK, says, "-case base-tagged-crash-loss")
	judged, rest, named := strings.Cut(out, "\nnot judged ")
	if errs != "" || strings.Contains(judged, "Never") || !named ||
		!strings.Contains(rest, "NeverElected, NeverSucceeded, ") || !strings.Contains(rest, "MessageCount") {
		t.Errorf("stderr %q, stdout\n%s", errs, out)
	}
	other, _ := w.explores(t, exitOK, says, "-set nodes=3 -set c=0 -set f=1 -set initiator=2 -set rule=tagged "+
		"-budget crash=1,loss=1 -budget restart=1 -may-crash 1,0 -workers 1")
	if diff := cmp.Diff(untimed(out), untimed(other)); diff != "" {
		t.Error(diff)
	}
	var r exploredResult
	text, err := os.ReadFile(filepath.Join(w.cwd, "build/explore/ctolerant-base-tagged-crash-loss", exploredFile))
	if err == nil {
		err = json.Unmarshal(text, &r)
	}
	if err != nil || r.States != 2629 || r.Ended != "complete" || r.Properties[1].Verdict != "holds" {
		t.Errorf("%v, %s", err, text)
	}
	w.explores(t, exitOK, []string{"\nconfiguration  {\"ask\":2,", "\nstates         5,823\n", allJudged},
		"-p vote -case vote/vote-crash-loss-duplicate")
	w.explores(t, exitOK, []string{
		"\nNeverRecoveredVote  violated, as a witness must be somewhere, path of 5 states\n",
	}, "-p vote -case vote-never-recovered-vote")
	witness := "\nNeverElected   violated, as a witness must be somewhere, path of 8 states\n"
	w.explores(t, exitOK, []string{witness}, "-case base-x1 -set rule=tagged -property NeverElected")
	w.explores(t, exitFailed, []string{"\nNeverSucceeded  holds, and a witness must be violated somewhere\n"},
		"-case base-x1 -set rule=tagged -may-crash none -property NeverSucceeded")
}

// The paper's X1 is found, on a shortest path, and its plan replays; whatever the
// number of workers, report and files are the same.
func TestExploreViolation(t *testing.T) {
	callsOften(t)
	t.Parallel()
	w := newWorld(t)
	const violates = "-case base-tagged-crash-premature -set rule=last -out found"
	out, _ := w.explores(t, exitFailed, []string{
		"\nstates         48,562\n", "\nAgreement      violated, path of 15 states\n", "\nCT1            holds\n",
		"\nAgreement is violated (path of 15 states): 1 follows 1 and 2 follows 0\n   1. Start at 2",
		"\n  14. DeliverLeader 0→2 {Run:1 Seq:1 Election:1 of 2}\n        Leader: 1 → 0\n" +
			"  replay it:  " + program + " replay found/Agreement/plan.json\n",
		allJudged,
	}, violates+" -workers 2")
	files := tree(t, filepath.Join(w.cwd, "found"))
	again, _ := w.explores(t, exitFailed, nil, violates+" -workers 1")
	if diff := cmp.Diff(untimed(out), untimed(again)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(files, tree(t, filepath.Join(w.cwd, "found"))); diff != "" || len(files) != 10 {
		t.Errorf("%d files, %s", len(files), diff)
	}
	plan := filepath.Join("found", "Agreement", campaign.PlanFile)
	if status, out, _ := w.call(t, nil, "replay", plan); status != exitFailed ||
		!strings.Contains(out, "Agreement fails after event ") ||
		!strings.Contains(out, "\n  process 2 picks {0,1} the 1st time") ||
		!strings.HasPrefix(out, "Agreement fails: 1 follows 1 and 2 follows 0; found by explore\n") {
		t.Errorf("replay: status %d\n%s", status, out)
	}
	w.explores(t, exitFailed, []string{
		"\nAgreement      violated, path of 15 states\n", "\nCT1            no violation up to ",
		"\nRunEnds        not decided: it is temporal",
		"\nNOT complete: -until-violated ended the search: ", provesNothing,
	}, violates+" -until-violated")
	w.explores(t, exitOK, nil, "-case base-tagged-crash-loss -out found")
	if left := tree(t, filepath.Join(w.cwd, "found")); len(left) != 1 {
		t.Errorf("the plans of what is violated no more are left: %d files", len(left))
	}
}

// A run that stops for ever violates what must come; where a world, which has no
// budget, reaches it all the same, its plan expects nothing.
func TestExploreLiveness(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, c := range []struct{ args, note string }{
		{"-case base-blocked-ends", "the run breaks S2, without which campaigns do not claim RunEnds: "},
		{"-case base-unretried -fair MCPatientSpec", "a world has no budget and goes on fairly after the path: "},
	} {
		w.explores(t, exitFailed, []string{
			"\nRunEnds        violated, path of ", "  and there it stops: nothing is enabled that must happen\n",
			"  note:       " + c.note, "its replay passes\n", allJudged,
		}, c.args+" -property RunEnds -out ends")
		if status, out, errs := w.call(t, nil, "replay", "ends/RunEnds/plan.json"); status != exitOK ||
			!strings.HasPrefix(out, "RunEnds fails: the run stops for ever, ") {
			t.Errorf("%s: status %d, %s\n%s", c.args, status, errs, out)
		}
	}
}

// A search that did not see everything says so, and never that something holds.
func TestExploreNotComplete(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, c := range []struct{ args, why string }{
		{
			"-max-states 1000",
			"there are more states than -max-states, 1,000: no violation among the first 1,000 states (depth ",
		},
		{"-memory 1MiB", "the memory ran out, 1.0 MiB: no violation among the first "},
	} {
		var reports []string
		for _, workers := range []string{"1", "2"} {
			out, errs := w.explores(t, exitNotRun, []string{
				"\nNOT complete: " + c.why, provesNothing, "\nAgreement      no violation up to ",
				"\nRunEnds        not decided: it is temporal, and the graph is not complete\n",
			}, fourFaults+" "+c.args+" -workers "+workers)
			if strings.Contains(out, "holds") || !strings.HasPrefix(errs, "scrutineer: not everything was seen: ") ||
				strings.Count(errs, "\n") != 1 {
				t.Errorf("%s: %q\n%s", c.args, errs, out)
			}
			reports = append(reports, untimed(out))
		}
		if diff := cmp.Diff(reports[0], reports[1]); diff != "" {
			t.Error(diff)
		}
	}
	w.explores(t, exitNotRun, []string{" states (depth 3) were judged, which proves nothing about the rest\n"},
		"-case base-four-faults -max-states 10 -property RunEnds")
}

// An interrupted search ends at its next block and says so.
func TestExploreInterrupted(t *testing.T) {
	callsOften(t)
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var out, errs bytes.Buffer
	status := run(ctx, append(strings.Fields("explore "+fourFaults), "-out", t.TempDir()), &out, &errs)
	says := "\nNOT complete: interrupted: no violation among the first "
	if status != exitNotRun || !strings.Contains(out.String(), says) || strings.Contains(out.String(), "holds") ||
		!strings.HasSuffix(errs.String(), "scrutineer: not everything was seen: interrupted\n") {
		t.Errorf("status %d, %q\n%s", status, errs.String(), out.String())
	}
	w := newWorld(t)
	out.Reset()
	cmd := w.command(&out, &errs, strings.Fields("explore -set nodes=4 -set f=1 "+
		"-budget crash=3,premature=3,loss=3,duplicate=3,restart=3 -memory 500MB")...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	interrupt := time.AfterFunc(time.Second, func() { cmd.Process.Signal(os.Interrupt) })
	defer interrupt.Stop()
	if err := cmd.Wait(); cmd.ProcessState.ExitCode() != exitNotRun ||
		!strings.Contains(out.String(), "\nNOT complete: interrupted: ") {
		t.Errorf("%v\n%s", err, out.String())
	}
}

// brokenExplores are flags that somebody got wrong, and what the one line on stderr
// must say.
const brokenExplores = `
extra → "extra" is too much
-fast → -fast
-p paxos → -p: "paxos", it must be one of ctolerant, 
-case nope → scrutineer cases lists them
-case vote/vote-premature → say -p vote
-case base-x1 -set rule=newest → -set rule: "newest", it must be one of ["last"
-case base-x1 -set speed=1 → -set speed: no such field, the fields are
-case base-x1 -set nodes=1 → -set nodes: 1, it must be at least
-case base-x1 -set nodes=null → -set nodes:
-case base-x1 -set nodes → of the form field=value
-case base-x1 -set c=1 -set c=1 → c is set twice
-case base-x1 -set nodes=12 → -set nodes: 12 processes are too many to be explored, it must be at most 11
-case base-x1 -set nodes=1000000000 → -set nodes: 1000000000, it must be
-case base-x1 -budget crashes=1 → -budget crashes: no such line, it must be one of crash, duplicate
-case base-x1 -budget crash=-1 → crash must be a whole number, 0 to 1000000
-case base-x1 -budget crash=1e9 → crash must be a whole number, 0 to 1000000
-case base-x1 -budget crash=99999999999999999999 → crash must be a whole number, 0 to 1000000
-case base-x1 -budget crash=1, → of the form line=n
-case base-x1 -budget loss=1 -budget loss=2 → loss is given twice
-case base-x1 -may-crash 0,3 → -may-crash: 3, its members must be 0 to 2
-case base-x1 -may-crash 0,0 → 0 is named twice
-case base-x1 -may-crash all → "all" is no process
-case base-x1 -property CT2 → -property: "CT2" is no property of ctolerant, they are TypeOK, Agreement
-case base-x1 -property CT1,CT1 → CT1 is named twice
-case base-x1 -property , → a name is empty
-case base-x1 -fair MCSpec → -fair: what is fair under "MCSpec" is not stated, it must be one of MCFairSpec
-p vote -case vote-premature -fair MCFairSpec → -fair: vote states no fairness
-case base-x1 -workers 0 → -workers: 0, it must be 1 to 1024
-case base-x1 -workers 100000 → -workers: 100000, it must be 1 to 1024
-case base-x1 -max-states -5 → -max-states: -5, it must be 0
-case base-x1 -max-states many → -max-states
-case base-x1 -memory 4 → it must end in a unit
-case base-x1 -memory 0GiB → 1 or more
-case base-x1 -memory 99999999TiB → more than there can be
-case base-x1 -out notes.md → notes.md: -out: cannot be read
-case base-x1 -out notes.md/found → -out: cannot be
-case base-x1 -out notes → notes: -out: holds files and no explored.json
-case base-x1 -out damaged → damaged: -out: holds files and an explored.json that is not of this program
-case base-x1 -out astray → astray: -out: holds files and an explored.json that is not of this program
-case base-x1 -out mixed → mixed/mine.txt, which is not of an exploration
`

func TestBrokenExplore(t *testing.T) {
	callsOften(t)
	lines := strings.Split(strings.TrimSpace(brokenExplores), "\n")
	lines = append(lines,
		" → -set: nothing says which configuration to explore",
		"-case base-x1 -out a/"+strings.Repeat("x", 300)+" → cannot be written to")
	for _, line := range lines {
		args, says, _ := strings.Cut(line, " → ")
		t.Run(args, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			write(t, w.cwd, "notes.md", "mine", 0o644)
			write(t, w.cwd, "notes/notes.md", "mine", 0o644)
			write(t, w.cwd, "damaged/explored.json", "{}", 0o644)
			const result = `{"version": 1, "protocol": "vote", "config": {}, "budget": {}, "mayCrash": [], "states": 1,
				"edges": 1, "depth": 1, "judged": 1, "ended": "", "properties": []}`
			write(t, w.cwd, "mixed/explored.json", result, 0o644)
			write(t, w.cwd, "astray/explored.json", strings.Replace(result, "[]}",
				`[{"name": "A", "verdict": "violated", "dir": "../notes"}]}`, 1), 0o644)
			write(t, w.cwd, "mixed/mine.txt", "mine", 0o644)
			w.refuses(t, []string{says}, nil, nil, append([]string{"explore"}, strings.Fields(args)...)...)
		})
	}
	newWorld(t).refuses(t, []string{`-set a\nb: no such field`}, nil, nil,
		"explore", "-case", "base-x1", "-set", "a\nb=1")
}

// What an earlier exploration has left is only overwritten where nothing else has come
// to it.
func TestExploreFolder(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	args := []string{"explore", "-case", "base-blocked-ends", "-out", "found"}
	w.explores(t, exitFailed, nil, strings.Join(args[1:], " "))
	foreign := write(t, w.cwd, "found/RunEnds/notes.md", "mine", 0o644)
	w.refuses(t, []string{"-out: holds found/RunEnds/notes.md, which is not of an exploration"}, nil, nil, args...)
	if err := os.Rename(foreign, filepath.Join(w.cwd, "found", "RunEnds", ".scrutineer-1")); err != nil {
		t.Fatal(err)
	}
	w.explores(t, exitFailed, nil, strings.Join(args[1:], " "))
	os.Remove(filepath.Join(w.cwd, "found", exploredFile))
	w.refuses(t, []string{"holds files and no explored.json"}, nil, nil, args...)
}

// A path that a world cannot take has no plan, and that is said.
func TestExploreWithoutPlan(t *testing.T) {
	f := exploreFlags{protocol: "ctolerant", id: "base-x1"}
	x, err := f.open()
	if err != nil {
		t.Fatal(err)
	}
	e := explored{flags: &f, target: x}
	e.reach.Results = []verify.Found{
		{Name: "CT1", Verdict: spec.Violated, Length: 2, Actions: []spec.Action{{Name: "Recover", At: 1}}},
		{Name: "RunEnds", Verdict: spec.Violated},
	}
	e.enact()
	var out bytes.Buffer
	for i, note := range []string{"step 1, Recover at 1: it is not enabled there", "there is none"} {
		e.violated[i].print(&out, "found")
		if !strings.Contains(out.String(), "  note:       no plan: a world cannot take this path: "+note+"\n") ||
			strings.Contains(out.String(), "replay") || e.violated[i].planDir() != "" {
			t.Errorf("%q is not in\n%s", note, out.String())
		}
	}
}

// Two explorations that differ have folders that differ.
func TestExploreFolders(t *testing.T) {
	var names []string
	for _, args := range []string{
		"", "-case a", "-set lists=[[0,1],[1]]", "-set lists=[[0],[1,1]]", "-set nodes=3", "-budget crash=3",
		"-may-crash none", "-may-crash 0,1", "-may-crash 0", "-property A", "-fair A", "-max-states 5", "-memory 5MB",
		"-until-violated", "-set rule=" + strings.Repeat("x", 300), "-set rule=" + strings.Repeat("x", 301),
	} {
		var f exploreFlags
		if err := parse("explore", strings.Fields(args), os.Stderr, f.define); err != nil {
			t.Fatal(err)
		}
		name := f.folder()
		if slices.Contains(names, name) || len(filepath.Base(name)) > 255 || strings.ContainsAny(name, "[], ") {
			t.Errorf("%s: %s", args, name)
		}
		names = append(names, name)
	}
}
