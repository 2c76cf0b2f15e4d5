package command

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// fakeJava is a program that says the version of a Java and cannot run anything: it does what the body says and fails.
func fakeJava(t *testing.T, dir, body string) string {
	t.Helper()
	return write(t, dir, "java", "#!/bin/sh\n"+
		`if [ "$1" = -version ]; then echo 'openjdk version "21.0.1"' >&2; exit; fi`+"\n"+body+"\nexit 1\n", 0o755)
}

// sleepingJava is a Java without a compiler that begins to run TLC and never says anything. It writes its number, and
// that of a program that it starts, into folder pids.
func sleepingJava(t *testing.T, w sandbox) (env []string, pids string) {
	t.Helper()
	pids = filepath.Join(w.tmp, "pids")
	if err := os.Mkdir(pids, 0o755); err != nil {
		t.Fatal(err)
	}
	return []string{
		"TLC_JAR=" + write(t, w.tmp, "tlc.jar", string(zipWith("tlc2/TLC.class")), 0o644), "PIDS=" + pids,
		"JAVA=" + fakeJava(t, w.tmp, `[ "$1" != -m ] || exit 1; sleep 1000 & touch "$PIDS/$$" "$PIDS/$!"; wait`),
	}, pids
}

// signalled starts the program, sends it the signal as soon as it is ready for it, and returns
// how it ended.
func (w sandbox) signalled(
	t *testing.T, env []string, signal os.Signal, ready func() bool, args ...string,
) (status int, out, errs string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd := w.command(&stdout, &stderr, args...)
	cmd.Env = append(cmd.Env, env...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	hangs := time.AfterFunc(3*time.Minute, func() { cmd.Process.Kill() })
	defer hangs.Stop()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		cmd.Wait()
	}()
	for !ready() {
		select {
		case <-ended:
			t.Fatalf("it ended by itself: %s%s", stdout.String(), stderr.String())
		case <-time.After(time.Millisecond):
		}
	}
	if err := cmd.Process.Signal(signal); err != nil {
		t.Error(err)
	}
	<-ended
	return cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()
}

func children(t *testing.T, dir string) (pids []int) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			t.Fatal(err)
		}
		pids = append(pids, pid)
	}
	if err != nil {
		t.Fatal(err)
	}
	return pids
}

// alive reports whether a program runs. One that is dead and that nobody has waited for does not.
func alive(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	return err != nil || !regexp.MustCompile(`\) Z`).Match(stat)
}

// Interrupted while TLC runs, verify says how far it got, calls nothing failed that was only cut
// off, and leaves no TLC behind; the second signal is not needed.
func TestVerifyInterruptedInTLC(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("windows has neither these signals nor sh")
	}
	for name, signal := range map[string]os.Signal{"SIGINT": os.Interrupt, "SIGTERM": syscall.SIGTERM} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			env, dir := sleepingJava(t, w)
			ready := func() bool { return len(children(t, dir)) >= 2 }
			status, out, errs := w.signalled(t, env, signal, ready, "verify", "-only", "vote", "-json", "v.json")
			says := regexp.MustCompile(`(?m)^scrutineer: interrupted: 0 of [1-9]\d* cases ran$`)
			if status != exitNotRun || !says.MatchString(errs) || !strings.Contains(out, "cases: 0 of ") ||
				strings.Contains(strings.ToLower(out), "failed") {
				t.Errorf("status %d, want 3 and nothing failed: %s\n%s", status, errs, out)
			}
			pids := children(t, dir)
			for _, pid := range pids {
				for tries := 0; alive(pid) && tries < 1000; tries++ { // whoever inherits it takes a moment
					time.Sleep(time.Millisecond)
				}
				if alive(pid) {
					t.Errorf("process %d, which TLC is, runs on", pid)
				}
			}
			if left, err := filepath.Glob(filepath.Join(w.tmp, "tlc-*")); err != nil || len(left) > 0 {
				t.Errorf("%v, left are %v", err, left)
			}
			if report, err := os.ReadFile(filepath.Join(w.cwd, "v.json")); err != nil ||
				!strings.Contains(string(report), `"interrupted": true`) ||
				strings.Contains(string(report), "failures") {
				t.Errorf("%v\n%s", err, report)
			}
		})
	}
}

// What has run when the signal comes is shown, and what has failed by then has failed.
func TestVerifyInterruptedAmongCases(t *testing.T) {
	if testing.Short() {
		t.Skip("runs cases until it is interrupted, some seconds; make test does")
	}
	t.Parallel()
	dir := modulesCopy(t)
	text, err := os.ReadFile(filepath.Join(dir, "vote", "cases.json"))
	changed := strings.Replace(string(text), `"states": 30571`, `"states": 30572`, 1)
	if err != nil || changed == string(text) {
		t.Fatalf("%v, or no case has these states", err)
	}
	write(t, dir, "vote/cases.json", changed, 0o644)
	for name, tla := range map[string][]string{"holds": nil, "fails": {"-tla", dir}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			progress := filepath.Join(w.cwd, "progress")
			file, err := os.Create(progress)
			if err != nil {
				t.Fatal(err)
			}
			defer file.Close()
			var out bytes.Buffer
			cmd := w.command(&out, file, append([]string{"verify", "-no-tlc", "-only", "vote"}, tla...)...)
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			for said := ""; !strings.Contains(said, "vote/vote-crash-in "); time.Sleep(time.Millisecond) {
				text, err := os.ReadFile(progress)
				if err != nil {
					t.Fatal(err)
				}
				said = string(text)
			}
			cmd.Process.Signal(os.Interrupt)
			cmd.Wait()
			text, _ := os.ReadFile(progress)
			found := regexp.MustCompile(`interrupted: (\d+) of (\d+) cases ran\n$`).FindStringSubmatch(string(text))
			if found == nil {
				t.Fatalf("stderr %s\n%s", text, &out)
			}
			ran, _ := strconv.Atoi(found[1])
			all, _ := strconv.Atoi(found[2])
			shown := len(regexp.MustCompile(`(?m)^ *vote/\S+  +[^f]`).FindAllString(out.String(), -1))
			want, failed := exitNotRun, 0
			if tla != nil {
				want, failed = exitFailed, 1
			}
			if got := cmd.ProcessState.ExitCode(); got != want || ran == 0 || ran >= all || shown != ran ||
				strings.Count(out.String(), "FAILED") != failed {
				t.Errorf("status %d, want %d; %d of %d ran, %d are shown\n%s", got, want, ran, all, shown, &out)
			}
		})
	}
}

// A search that is interrupted, at whatever time, says what it has seen.
func TestExploreSignalled(t *testing.T) {
	t.Parallel()
	for name, signal := range map[string]os.Signal{"SIGINT": os.Interrupt, "SIGTERM": syscall.SIGTERM} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			ready := func() bool { // it holds its folder, and has begun
				_, err := os.Stat(filepath.Join(w.cwd, "x", ".scrutineer-lock"))
				return err == nil
			}
			status, out, errs := w.signalled(t, nil, signal, ready, strings.Fields("explore -set nodes=4 -set f=1 "+
				"-budget crash=3,premature=3,loss=3,duplicate=3,restart=3 -memory 500MB -out x -junit x.xml")...)
			says := "\nNOT complete: interrupted: no violation among the first "
			if status != exitNotRun || !strings.Contains(out, says) ||
				!strings.HasSuffix(errs, "scrutineer: not everything was seen: interrupted\n") {
				t.Errorf("status %d, want 3: %s\n%s", status, errs, out)
			}
		})
	}
}

// Claims that were not decided are not said to be.
func TestClaimsInterrupted(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	status, out, errs := w.signalled(t, nil, os.Interrupt, func() bool { // it has begun, and takes seconds
		_, err := os.Stat(filepath.Join(w.cwd, "new"))
		return err == nil
	}, "claims", "-write", "new/c.md")
	if status != exitNotRun || out != "" ||
		errs != "scrutineer: interrupted: no claim was decided, and nothing is written\n" {
		t.Errorf("status %d, want 3: %s\n%s", status, errs, out)
	}
	if _, err := os.Stat(filepath.Join(w.cwd, "new", "c.md")); err == nil {
		t.Error("something was written")
	}
}
