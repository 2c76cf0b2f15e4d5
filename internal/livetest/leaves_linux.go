package livetest

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// isParent has a test be the parent of processes that another run of the test is to kill.
const isParent = "LIVETEST_PARENT"

// LeavesNothing runs the test that calls it in a process of its own, in which the function start starts children. It
// kills that process by SIGINT and by SIGKILL. The process must have at least the given number of descendants, which
// listen on the loopback interface alone; none of them and none of their sockets may be left.
func LeavesNothing(t *testing.T, least int, start func()) {
	t.Helper()
	if os.Getenv(isParent) != "" {
		start()
		fmt.Println("ready")
		time.Sleep(time.Hour)
	}
	runtime.LockOSThread() // the end of the thread would kill the child
	defer runtime.UnlockOSThread()
	for _, signal := range []os.Signal{syscall.SIGINT, syscall.SIGKILL} {
		leavesNothing(t, least, signal)
	}
}

func leavesNothing(t *testing.T, least int, signal os.Signal) {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
	cmd.Env = append(os.Environ(), isParent+"=1", "TMPDIR="+t.TempDir())
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	out, err := cmd.StdoutPipe()
	must(err)
	must(cmd.Start())
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || line != "ready\n" {
		t.Fatalf("%q, %v", line, err)
	}
	children := descendants(t, cmd.Process.Pid)
	if len(children) < least {
		t.Errorf("it has the children %s, want %d or more", named(children), least)
	}
	var sockets []string
	for _, pid := range children {
		for _, socket := range listensOn(t, pid) {
			if !isLoopback(socket) {
				t.Errorf("process %d listens on %s", pid, socket)
			}
			sockets = append(sockets, socket)
		}
	}
	must(cmd.Process.Signal(signal))
	_ = cmd.Wait()
	left := func() bool {
		return slices.ContainsFunc(children, isThere) || slices.ContainsFunc(listening(), func(socket string) bool {
			return slices.Contains(sockets, socket)
		})
	}
	for end := time.Now().Add(Deadline); left(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%s after %v there are the processes %s, and sockets listen on some of %s",
				Deadline, signal, named(children), sockets)
		}
	}
}

// AwaitDescendants waits until this process has at least n descendants, of which at least listening listen.
func AwaitDescendants(t testing.TB, n, listening int) {
	t.Helper()
	for end := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		all, listen := descendants(t, os.Getpid()), 0
		for _, pid := range all {
			if len(listensOn(t, pid)) > 0 {
				listen++
			}
		}
		if len(all) >= n && listen >= listening {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("this process has %d descendants, of which %d listen; want %d and %d",
				len(all), listen, n, listening)
		}
	}
}

// named names those of some processes that are there.
func named(pids []int) string {
	var all []string
	for _, pid := range pids {
		if name, err := os.ReadFile(fmt.Sprintf("/proc/%d/comm", pid)); err == nil {
			all = append(all, strings.TrimSpace(string(name)))
		}
	}
	return strings.Join(all, ", ")
}
