package main

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

	"github.com/scrutineer-go/scrutineer/internal/livetest"
	"github.com/scrutineer-go/scrutineer/live/media/rabbitmq/broker"
)

// parent has a test be the parent of brokers and a cluster that another test is to kill.
const parent = "MEDIA_PARENT"

// Brokers and processes listen on the loopback interface alone. They end when their parent does, however that ends.
func TestLeavesNothing(t *testing.T) {
	if os.Getenv(parent) != "" {
		must(t, newNATS(t).start())
		b := newRabbit(t)
		must(t, b.start())
		c := elects(t, b.url())
		c.StartAll()
		c.Await()
		fmt.Println("ready")
		time.Sleep(time.Hour)
	}
	if _, err := broker.Installed(); err != nil && os.Getenv("RABBITMQ_REQUIRED") == "" {
		t.Skip(err)
	}
	runtime.LockOSThread() // whose death would kill the children
	defer runtime.UnlockOSThread()
	for _, signal := range []os.Signal{syscall.SIGINT, syscall.SIGKILL} {
		cmd := exec.Command(os.Args[0], "-test.run=^TestLeavesNothing$")
		cmd.Env = append(os.Environ(), parent+"=1", "TMPDIR="+t.TempDir())
		cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
		out, err := cmd.StdoutPipe()
		must(t, err)
		must(t, cmd.Start())
		if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || line != "ready\n" {
			t.Fatalf("%q, %v", line, err)
		}
		children := livetest.Descendants(t, cmd.Process.Pid)
		for _, pid := range children {
			for _, address := range livetest.ListensOn(t, pid) {
				if !livetest.IsLoopback(address) {
					t.Errorf("process %d listens on %s", pid, address)
				}
			}
		}
		if len(children) < 9 { // a NATS server, a broker, a port mapper, five processes and a client, at least
			t.Errorf("it has the children %v", children)
		}
		must(t, cmd.Process.Signal(signal))
		_ = cmd.Wait()
		end := time.Now().Add(livetest.Deadline)
		for ; slices.ContainsFunc(children, livetest.IsThere); time.Sleep(10 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("after %v there are %s", signal, left(children))
			}
		}
	}
}

// left names the processes that are there.
func left(pids []int) string {
	var all []string
	for _, pid := range pids {
		if name, err := os.ReadFile(fmt.Sprintf("/proc/%d/comm", pid)); err == nil {
			all = append(all, strings.TrimSpace(string(name)))
		}
	}
	return strings.Join(all, ", ")
}
