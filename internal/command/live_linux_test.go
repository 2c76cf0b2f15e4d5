package command

import (
	"errors"
	"fmt"
	"net"
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

// Real processes listen on the loopback interface alone. They end when their parent does, however that ends.
func TestLiveLeavesNothing(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("runs real processes for seconds; make test does")
	}
	livetest.LeavesNothing(t, 6, func() { // five processes and a client
		c := newCluster(t, bullies(""))
		c.StartAll()
		c.Await()
	})
}
