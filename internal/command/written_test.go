//go:build unix

package command

import (
	"bytes"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
)

// bounded runs the program where no file may be longer than some blocks: writing more fails, as
// it does where the disk is full.
func (w sandbox) bounded(t *testing.T, blocks string, args ...string) (status int, errs string) {
	t.Helper()
	var out, stderr bytes.Buffer
	cmd := w.command(&out, &stderr)
	cmd.Path = "/bin/sh"
	cmd.Args = append([]string{"sh", "-c", "ulimit -f " + blocks + `; exec "$0" "$@"`, program}, args...)
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), stderr.String()
}

// Where a file cannot be written any more that is said in one line, with status 3, and what was
// there before is there still.
func TestDiskFull(t *testing.T) {
	callsOften(t)
	if _, err := exec.LookPath("/bin/sh"); err != nil {
		t.Skip("needs /bin/sh, which bounds the length of files")
	}
	t.Parallel()
	w := newWorld(t)
	last := func(errs string) string {
		lines := strings.Split(strings.TrimSuffix(errs, "\n"), "\n")
		return lines[len(lines)-1]
	}
	args := failing("c", 1000, "-keep", "1", "-tries", "50")
	status, errs := w.bounded(t, "8", args...)
	const says = " cannot be written (file too large)"
	if status != exitNotRun || last(errs) != "scrutineer: c:"+says+"; the same command goes on from what is there" {
		t.Errorf("campaign: status %d, %s", status, errs)
	}
	if status, _, errs := w.call(t, nil, args...); status != exitFailed ||
		!strings.Contains(errs, "c: going on after run ") {
		t.Errorf("again: status %d, %s", status, errs)
	}
	status, errs = w.bounded(t, "0", failing("d", 1000)...)
	if status != exitNotRun || last(errs) != "scrutineer: d:"+says {
		t.Errorf("at its beginning: status %d, %s", status, errs)
	}
	r, _ := resultIn(t, filepath.Join(w.cwd, "c"))
	plan := filepath.Join("c", r.Failures[0].Dir, campaign.PlanFile)
	for _, flag := range []string{"-trace", "-diagram", "-expect"} {
		status, errs := w.bounded(t, "0", "replay", flag, "new", plan)
		_, absent := os.Stat(filepath.Join(w.cwd, "new"))
		if status != exitNotRun || errs != "scrutineer: new:"+says+"\n" || absent == nil {
			t.Errorf("%s: status %d, %s, %v", flag, status, errs, absent)
		}
	}
	explore := strings.Fields("explore -case base-tagged-crash-premature -set rule=last -property Agreement -out e")
	if status, _, errs := w.call(t, nil, explore...); status != exitFailed {
		t.Fatalf("explore: status %d, %s", status, errs)
	}
	before := tree(t, filepath.Join(w.cwd, "e"))
	if status, errs := w.bounded(t, "8", explore...); status != exitNotRun || last(errs) != "scrutineer: e:"+says {
		t.Errorf("explore: status %d, %s", status, errs)
	}
	if after := tree(t, filepath.Join(w.cwd, "e")); !maps.Equal(before, after) || len(after) != 4 {
		t.Errorf("explore: %d files were there, and others are", len(before))
	}
}
