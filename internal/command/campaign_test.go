package command

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/output"
)

// failingRuns is how long the campaigns are that tests demand failures of: about one run
// in 150 fails, and most of the time goes into making the failures small, of which four
// of a property are kept.
const failingRuns = 1000

// failing is a campaign in which the printed rule fails now and then.
func failing(out string, runs int, more ...string) []string {
	args := strings.Fields("campaign -set rule=last -set nodes=3 -set c=0 -set f=1 -refine=false -seed 3 " +
		"-keep 4 -tries 400")
	return append(append(args, "-out", out, "-n", strconv.Itoa(runs)), more...)
}

// ran is what has become of a campaign.
type ran struct {
	status int
	out    string
	files  map[string]string
	result campaign.Result
}

// wholes are campaigns that nobody has interrupted, by the number of their runs.
var wholes sync.Map

// wholeCampaign is the failing campaign of that many runs into folder whole. All tests share one.
func wholeCampaign(t *testing.T, runs int) ran {
	t.Helper()
	whole, _ := wholes.LoadOrStore(runs, sync.OnceValue(func() (r ran) {
		w := newWorld(t)
		dir := filepath.Join(w.cwd, "whole")
		r.status, r.out, _ = w.call(t, nil, failing("whole", runs)...)
		r.files = tree(t, dir)
		r.result, _ = resultIn(t, dir)
		return r
	}))
	return whole.(func() ran)()
}

// tree returns the files of a folder by their names, without those that a killed
// program had just begun to write.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasPrefix(d.Name(), ".scrutineer-") {
			return err
		}
		text, err := os.ReadFile(path)
		files[strings.TrimPrefix(path, dir)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// resultIn reads the result of a campaign, which must be whole if it is there.
func resultIn(t *testing.T, dir string) (r campaign.Result, there bool) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, campaign.ResultFile))
	if errors.Is(err, fs.ErrNotExist) {
		return r, false
	}
	if err == nil {
		err = json.Unmarshal(text, &r)
	}
	if err != nil {
		t.Fatal(err)
	}
	return r, true
}

// interrupt starts the program, sends the signal as soon as the result in the folder
// is such, and returns how the program ended.
func (w sandbox) interrupt(
	t *testing.T, signal os.Signal, dir string, when func(campaign.Result) bool, args []string,
) (status int, errs string) {
	t.Helper()
	var out, stderr bytes.Buffer
	cmd := w.command(&out, &stderr, args...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	poll := time.NewTicker(time.Millisecond)
	defer poll.Stop()
	hangs := time.AfterFunc(3*time.Minute, func() { cmd.Process.Kill() })
	defer hangs.Stop()
	for sent := false; ; {
		select {
		case err := <-ended:
			var exit *exec.ExitError
			if err != nil && !errors.As(err, &exit) {
				t.Fatal(err)
			}
			return cmd.ProcessState.ExitCode(), stderr.String()
		case <-poll.C:
			if r, there := resultIn(t, filepath.Join(w.cwd, dir)); !sent && there && when(r) {
				sent = true
				if err := cmd.Process.Signal(signal); err != nil && !errors.Is(err, os.ErrProcessDone) {
					t.Fatal(err)
				}
			}
		}
	}
}

// keeps demands that each failure that the result lists is there, whole, the same as
// in the campaign that was not interrupted, and fails again.
func (w sandbox) keeps(t *testing.T, dir string, whole map[string]string) {
	t.Helper()
	r, _ := resultIn(t, filepath.Join(w.cwd, dir))
	for _, f := range r.Failures {
		for name, text := range tree(t, filepath.Join(w.cwd, dir, f.Dir)) {
			if want := whole["/"+f.Dir+name]; text != want {
				t.Errorf("%s%s differs from that of the whole campaign:\n%s", f.Dir, name, cmp.Diff(want, text))
			}
		}
		plan := filepath.Join(dir, f.Dir, campaign.PlanFile)
		if status, out, errs := w.call(t, nil, "replay", plan); status != exitFailed {
			t.Errorf("%s: status %d, %s%s", plan, status, out, errs)
		}
	}
}

// Interrupted or killed at its beginning, after two failures and after four, a
// campaign keeps what it has found, and ends with the same files as one that was not.
func TestCampaignInterrupted(t *testing.T) {
	if testing.Short() {
		t.Skip("takes more than 5 s on two processors: leave -short away")
	}
	for name, signal := range map[string]os.Signal{"SIGINT": syscall.SIGINT, "SIGKILL": syscall.SIGKILL} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for runs := 4_000; !interrupted(t, signal, runs); runs *= 2 {
				if runs > 100_000 {
					t.Fatal("the campaign always ended before it could be interrupted")
				}
			}
		})
	}
}

// interrupted reports whether all interruptions came in time.
func interrupted(t *testing.T, signal os.Signal, runs int) bool {
	t.Helper()
	w := newWorld(t)
	uninterrupted := wholeCampaign(t, runs)
	whole, all := uninterrupted.files, uninterrupted.result
	if len(all.Failures) < 6 {
		t.Logf("%d runs have %d failures only", runs, len(all.Failures))
		return false
	}
	if uninterrupted.status != exitFailed || all.Run != runs {
		t.Fatalf("status %d after %d runs, want 1 after %d", uninterrupted.status, all.Run, runs)
	}
	write(t, w.cwd, "part/.scrutineer-1", `{"ver`, 0o600) // killed while it began
	for _, failures := range []int{0, 2, 4} {
		began, _ := resultIn(t, filepath.Join(w.cwd, "part"))
		when := func(r campaign.Result) bool { // and it is this program that has written so
			return r.Run > began.Run && len(r.Failures) >= failures
		}
		status, errs := w.interrupt(t, signal, "part", when, failing("part", runs))
		r, _ := resultIn(t, filepath.Join(w.cwd, "part"))
		if r.Run == runs || len(all.Failures)-len(r.Failures) < 2 {
			t.Logf("of %d runs %d were run, too many", runs, r.Run)
			return false
		}
		if signal == syscall.SIGINT {
			want := exitNotRun
			if len(r.Failures) > 0 {
				want = exitFailed
			}
			if status != want || !strings.Contains(errs, "runs are left; type the same command again to go on") {
				t.Errorf("status %d, want %d, and how to go on: %s", status, want, errs)
			}
		}
		w.keeps(t, "part", whole)
		// As if killed while it wrote the next failure.
		next := all.Failures[len(r.Failures)].Dir
		write(t, w.cwd, filepath.Join("part", next, campaign.PlanFile), whole["/"+next+"/"+campaign.PlanFile], 0o644)
		write(t, w.cwd, filepath.Join("part", next, ".scrutineer-2"), "{", 0o600)
	}
	status, out, errs := w.call(t, nil, failing("part", runs)...)
	if status != exitFailed || strings.ReplaceAll(out, "part/", "whole/") != uninterrupted.out ||
		!strings.Contains(errs, "part: going on after run ") {
		t.Errorf("status %d, stderr %s, stdout differs:\n%s", status, errs, cmp.Diff(uninterrupted.out, out))
	}
	part := tree(t, filepath.Join(w.cwd, "part"))
	if !slices.Equal(slices.Sorted(maps.Keys(part)), slices.Sorted(maps.Keys(whole))) {
		t.Errorf("files %v, want %v", slices.Sorted(maps.Keys(part)), slices.Sorted(maps.Keys(whole)))
	}
	for name, text := range whole {
		if part[name] != text {
			t.Errorf("%s differs:\n%s", name, cmp.Diff(text, part[name]))
		}
	}
	return true
}

// A campaign in which nothing has failed yet ends with status 3 when it is
// interrupted.
func TestCampaignInterruptedWithoutFailure(t *testing.T) {
	w := newWorld(t)
	args := strings.Fields("campaign -n 100000000 -out c -refine=false")
	status, errs := w.interrupt(t, syscall.SIGINT, "c", func(campaign.Result) bool { return true }, args)
	r, _ := resultIn(t, filepath.Join(w.cwd, "c"))
	if status != exitNotRun || r.Run >= r.Asked || !strings.Contains(errs, "interrupted") ||
		!strings.Contains(errs, "of 100000000 runs are left; type the same command again to go on") {
		t.Errorf("status %d after %d runs, want 3 and how to go on: %s", status, r.Run, errs)
	}
}

// Runs that go on when the signal comes are given up, and the same command runs them again: it
// ends with the files of a campaign that was not interrupted.
func TestCampaignInterruptedAmongItsFirstRuns(t *testing.T) {
	callsOften(t)
	w := newWorld(t)
	campaignInto := func(dir string) []string {
		return strings.Fields("campaign -n 100 -set nodes=80 -refine=false -out " + dir)
	}
	status, errs := w.interrupt(t, syscall.SIGINT, "part", func(campaign.Result) bool { return true },
		campaignInto("part"))
	r, _ := resultIn(t, filepath.Join(w.cwd, "part"))
	if status != exitNotRun || r.Run >= 100 || !strings.Contains(errs, "the present runs are given up") {
		t.Errorf("status %d after %d runs: %s", status, r.Run, errs)
	}
	for _, dir := range []string{"part", "whole"} {
		if status, _, errs := w.call(t, nil, campaignInto(dir)...); status != exitOK {
			t.Errorf("%s: status %d: %s", dir, status, errs)
		}
	}
	if d := cmp.Diff(tree(t, filepath.Join(w.cwd, "whole")), tree(t, filepath.Join(w.cwd, "part"))); d != "" {
		t.Error(d)
	}
}

// One campaign at a time writes into a folder: another is refused and changes nothing, one
// that is killed keeps nobody out.
func TestCampaignLocked(t *testing.T) {
	callsOften(t)
	t.Parallel()
	w := newWorld(t)
	args := strings.Fields("campaign -n 100000000 -out c -refine=false")
	never := func(campaign.Result) bool { return false }
	const busy = "scrutineer: c: is being written by another run; name another folder with -out\n"
	tried := false
	w.interrupt(t, syscall.SIGKILL, "c", func(campaign.Result) bool {
		for _, second := range [][]string{args, append(args, "-restart")} {
			status, errs := w.interrupt(t, syscall.SIGKILL, "c", never, second)
			if status != exitBadInput || errs != busy {
				t.Errorf("%v: status %d, %q; want 2 and %q", second, status, errs, busy)
			}
		}
		tried = true
		return true
	}, args)
	began, _ := resultIn(t, filepath.Join(w.cwd, "c"))
	goesOn := func(r campaign.Result) bool { return r.Run > began.Run }
	status, errs := w.interrupt(t, syscall.SIGINT, "c", goesOn, args)
	if !tried || status != exitNotRun || !strings.Contains(errs, "c: going on after run ") {
		t.Errorf("after the first was killed: status %d, %q; want it to go on", status, errs)
	}
}

// Of two campaigns that are begun at once in a folder that is not there yet one runs; the other
// says in one line that the folder is busy.
func TestCampaignsAtOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for range 3 {
		type end struct {
			status int
			errs   string
		}
		ended := make(chan end, 2)
		var commands [2]*exec.Cmd
		for i := range commands {
			var out, errs bytes.Buffer
			cmd := w.command(&out, &errs, strings.Fields("campaign -n 100000000 -out new/c -refine=false")...)
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			commands[i] = cmd
			go func() {
				cmd.Wait()
				ended <- end{cmd.ProcessState.ExitCode(), errs.String()}
			}()
		}
		refused := <-ended
		const want = "scrutineer: new/c: is being written by another run; name another folder with -out\n"
		if refused.errs != want || refused.status != exitBadInput {
			t.Errorf("status %d, %q; want 2, %q", refused.status, refused.errs, want)
		}
		for _, cmd := range commands {
			cmd.Process.Signal(syscall.SIGINT)
		}
		if ran := <-ended; ran.status != exitNotRun {
			t.Errorf("the other: status %d, %s", ran.status, ran.errs)
		}
		if r, there := resultIn(t, filepath.Join(w.cwd, "new/c")); !there || r.Asked != 100000000 {
			t.Errorf("no result: %v", r)
		}
		if err := os.RemoveAll(filepath.Join(w.cwd, "new")); err != nil {
			t.Fatal(err)
		}
	}
}

// While a folder is somebody else's, no command writes a byte into it.
func TestFolderLocked(t *testing.T) {
	callsOften(t)
	t.Parallel()
	w := newWorld(t)
	for args, says := range map[string]string{
		"campaign -n 20 -refine=false -out c":      "c: is being written by another run; name another folder with -out",
		"explore -case base-blocked-ends -out e":   "e: -out: is being written by another run; name another folder",
		"cases -only vote-two-winners -write v":    "v: -write: is being written by another run; name another folder",
		"explore -case base-tagged-blocked -out n": "n: -out: is being written by another run; name another folder",
	} {
		command := strings.Fields(args)
		folder := command[len(command)-1]
		if folder != "n" { // which is new
			if status, _, errs := w.call(t, nil, command...); status == exitBadInput {
				t.Fatalf("%s: %s", args, errs)
			}
		}
		held, err := output.Hold(filepath.Join(w.cwd, folder), "", nil)
		if err != nil {
			t.Fatal(err)
		}
		w.refuses(t, says, command...)
		held.Release()
		if status, _, errs := w.call(t, nil, command...); status == exitBadInput {
			t.Errorf("%s: %s", args, errs)
		}
	}
}

// The result does not depend on how many runs go on at a time.
func TestCampaignWorkers(t *testing.T) {
	if testing.Short() {
		t.Skip("runs a campaign twice; make test does")
	}
	t.Parallel()
	p := protocols()[0].Campaigns()
	var texts [2]bytes.Buffer
	for i := range texts {
		o := campaign.Options{
			Runs: failingRuns, Seed: 3, Keep: 3, Tries: 500, Workers: i + 1,
			Fixed: settings{"rule": json.RawMessage(`"last"`), "nodes": json.RawMessage(`3`)},
			Done: func(_ *campaign.Result, fresh []campaign.Failure) error {
				for _, f := range fresh {
					texts[i].Write(campaign.PlanText(f.Minimal.Plan))
				}
				return nil
			},
		}
		r, err := p.Campaign(context.Background(), o, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.NewEncoder(&texts[i]).Encode(r); err != nil {
			t.Fatal(err)
		}
	}
	if one, two := texts[0].String(), texts[1].String(); one != two {
		t.Errorf("two workers have another result:\n%s", cmp.Diff(one, two))
	}
}
