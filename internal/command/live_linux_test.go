package command

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/internal/livetest"
	"github.com/scrutineer-go/scrutineer/internal/nightly"
	"github.com/scrutineer-go/scrutineer/spec"
)

// A leader that is stopped for longer than the others wait for it is slow, and has not crashed. The false suspicion
// breaks an assumption.
func TestLiveStopped(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("runs real processes for seconds; make test does")
	}
	for _, row := range []struct {
		livetest.Election
		want string
	}{
		{bullies(""), "assumptions broken: NothingPremature"},
		{toldBullies, "the environment cannot give"},
	} {
		c := newCluster(t, row.Election)
		c.StartAll()
		slow, _ := c.Await()
		c.Must(c.Group.Signal(slow, syscall.SIGSTOP))
		c.Down = spec.NewSet(slow) // as the others see it
		c.Await()
		c.Must(c.Group.Signal(slow, syscall.SIGCONT))
		time.Sleep(200 * time.Millisecond)
		c.Must(c.Group.Stop())
		out := c.Judge(exitOK)
		if !strings.Contains(out, "lives, of which 0 did not stop by themselves") || !strings.Contains(out, row.want) {
			t.Error(out)
		}
	}
}

// Packets of noise on the port of each process are counted, and the leader stays the same.
func TestLiveNoise(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("runs real processes for seconds; make test does")
	}
	e := bullies("")
	e.Config = strings.Replace(e.Config, `"failMs": 200`, `"failMs": 3000`, 1) // a busy machine is no failure
	c := newCluster(t, e)
	c.StartAll()
	leader, _ := c.Await()
	seconds := nightly.Size(10, 1)
	for n := range 1000 * seconds {
		begin := time.Now()
		for id, peer := range c.Peers {
			noise := draw.New(uint64(n)).With(uint64(id)).Bytes(n % 300)
			socket, err := net.Dial("udp", peer)
			c.Must(err)
			_, err = socket.Write(noise)
			c.Must(err)
			c.Must(socket.Close())
			if n%100 == 0 {
				client, err := net.Dial("tcp", peer)
				c.Must(err)
				_, err = client.Write(append(noise, '\n'))
				c.Must(errors.Join(err, client.Close()))
			}
		}
		time.Sleep(time.Millisecond - time.Since(begin))
	}
	if after, _ := c.Await(); after != leader {
		t.Errorf("all follow %s, and followed %s", after, leader)
	}
	c.Must(c.Group.Stop())
	out := c.Judge(exitOK)
	var counted int
	for _, line := range strings.Split(out, "\n") {
		if _, err := fmt.Sscanf(line, "packets dropped: noise %d", &counted); err == nil {
			break
		}
	}
	if sent := 1000 * seconds * c.Nodes; counted < sent/2 || counted > sent {
		t.Errorf("of %d packets of noise %d are counted: %s", sent, counted, out)
	}
}

// parent has a test be the parent of a cluster that another test is to kill.
const parent = "SCRUTINEER_LIVE_PARENT"

// Real processes listen on the loopback interface alone. They end when their parent does, however that ends.
func TestLiveLeavesNothing(t *testing.T) {
	if os.Getenv(parent) != "" {
		c := newCluster(t, bullies(""))
		c.StartAll()
		c.Await()
		fmt.Println("ready", c.Dir, strings.Join(c.Peers, " "))
		time.Sleep(time.Hour)
	}
	t.Parallel()
	if testing.Short() {
		t.Skip("runs real processes for seconds; make test does")
	}
	runtime.LockOSThread() // whose death would kill the child
	defer runtime.UnlockOSThread()
	for _, signal := range []os.Signal{syscall.SIGINT, syscall.SIGKILL} {
		cmd := exec.Command(os.Args[0], "-test.run=^TestLiveLeavesNothing$")
		cmd.Env = append(os.Environ(), parent+"=1", "TMPDIR="+t.TempDir())
		cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		line, err := bufio.NewReader(out).ReadString('\n')
		fields := strings.Fields(line)
		if err != nil || len(fields) != 7 {
			t.Fatalf("%q, %v", line, err)
		}
		children := livetest.Descendants(t, cmd.Process.Pid)
		if len(children) != 6 {
			t.Errorf("%s has %d children, want five processes and a client", fields[1], len(children))
		}
		for _, pid := range children {
			for _, address := range livetest.ListensOn(t, pid) {
				if !livetest.IsLoopback(address) {
					t.Errorf("process %d listens on %s", pid, address)
				}
			}
		}
		if err := cmd.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait()
		end := time.Now().Add(livetest.Deadline)
		for ; slices.ContainsFunc(children, livetest.IsThere); time.Sleep(10 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("%s after %v: processes of %v are left", livetest.Deadline, signal, children)
			}
		}
		for _, peer := range fields[2:] {
			socket, err := net.ListenPacket("udp", peer)
			if err != nil {
				t.Errorf("after %v: %v", signal, err)
				continue
			}
			socket.Close()
			listener, err := net.Listen("tcp", peer)
			if err != nil {
				t.Errorf("after %v: %v", signal, err)
				continue
			}
			listener.Close()
		}
	}
}
