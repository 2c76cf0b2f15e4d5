package command

import (
	"bytes"
	"os"
	"runtime"
	"strings"
	"testing"
)

// full is a device on which there is no room.
func full(t *testing.T) *os.File {
	t.Helper()
	file, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skipf("there is no /dev/full on %s to write to: %v", runtime.GOOS, err)
	}
	t.Cleanup(func() { file.Close() })
	return file
}

// A command whose output cannot be written says so in one line and ends with status 3; where
// something has failed, with 1.
func TestFullDisk(t *testing.T) {
	for _, c := range []struct {
		args   string
		status int
	}{
		{"help", exitNotRun},
		{"version", exitNotRun},
		{"cases", exitNotRun},
		{"cases -only vote-two-winners -write w", exitNotRun},
		{"claims -tla nowhere", exitBadInput},
		{"verify -no-tlc -only base-never-awaited", exitNotRun},
		{"explore -case base-tagged-crash-loss", exitNotRun},
		{"explore -case base-blocked-ends", exitFailed},
		{"campaign -n 10 -refine=false -out c", exitNotRun},
		{"replay plan.json", exitNotRun},
		{"replay -step plan.json", exitNotRun},
		{"reproduce -list", exitNotRun},
		{"fetch", exitNotRun},
	} {
		t.Run(c.args, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			write(t, w.cwd, "plan.json", goodPlan, 0o644)
			var errs bytes.Buffer
			cmd := w.command(full(t), &errs, strings.Fields(c.args)...)
			cmd.Env = append(cmd.Env, "TLC_JAR=plan.json")
			cmd.Run()
			if got := cmd.ProcessState.ExitCode(); got != c.status {
				t.Errorf("status %d, want %d: %s", got, c.status, &errs)
			}
			const says = "scrutineer: stdout: cannot be written (no space left on device)\n"
			if n := strings.Count(errs.String(), "scrutineer: "); n != 1 ||
				(c.status != exitBadInput) != strings.Contains(errs.String(), says) {
				t.Errorf("%q, want one line that says it", &errs)
			}
		})
	}
}
