package systems

import (
	"net"
	"path/filepath"
	"testing"
	"time"
)

// sends sends a packet of n bytes over the loopback interface, and returns when it has arrived.
func sends(n int) error {
	to, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	defer to.Close()
	from, err := net.Dial("udp", to.LocalAddr().String())
	if err != nil {
		return err
	}
	defer from.Close()
	if _, err := from.Write(make([]byte, n)); err != nil {
		return err
	}
	_, _, err = to.ReadFrom(make([]byte, n))
	return err
}

// awaitServers waits until n servers in a laboratory's scratch folder have joined a quorum.
func awaitServers(t *testing.T, dir string, n int) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		joined, _ := filepath.Glob(filepath.Join(dir, "scratch", "*", "version-2", "currentEpoch"))
		if len(joined) == n {
			return
		}
	}
	t.Fatal("the servers do not start")
}
