package live_test

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/internal/loopback"
	"github.com/scrutineer-go/scrutineer/live"
)

// Noise on the port of a process is counted, and changes nothing.
func TestNoise(t *testing.T) {
	t.Parallel()
	address := loopback.Free(t, 1)[0]
	transport, err := live.ListenUDP(0, []string{address})
	if err != nil {
		t.Fatal(err)
	}
	defer transport.Close()
	dir := t.TempDir()
	log, _, err := live.CreateLog(dir, live.Head{Protocol: "counters"})
	if err != nil {
		t.Fatal(err)
	}
	p := live.Process{
		Cluster: counters(1), Life: 1, Transport: transport, Log: log,
		Disk: live.DiskAt(filepath.Join(dir, "disk")),
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- p.Run(ctx) }()
	socket, err := net.Dial("udp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	const packets = 300
	for n := range packets {
		if _, err := socket.Write(draw.New(uint64(n)).Bytes(n % 300)); err != nil {
			t.Fatal(err)
		}
	}
	awaitLog(t, dir, `"delivered"`)
	cancel()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	lives, err := live.ReadLogs(dir)
	if err != nil {
		t.Fatal(err)
	}
	if noise := lives[0].Counts.Noise; noise == 0 || noise > packets {
		t.Errorf("of %d packets of noise %d are counted", packets, noise)
	}
	if run, err := live.Merge(p.Cluster, lives); err != nil || count(run)["DeliverNote"] == 0 {
		t.Errorf("%d steps, %v", len(run.Steps), err)
	}
}

// awaitLog waits until the log of the first process has a text.
func awaitLog(t *testing.T, dir, text string) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(time.Millisecond) {
		log, err := os.ReadFile(filepath.Join(dir, "process0-life1.log"))
		if err != nil || time.Now().After(deadline) {
			t.Fatalf("the log does not come to have %s: %v", text, err)
		}
		if strings.Contains(string(log), text) {
			return
		}
	}
}

// A process listens on the loopback interface alone, and says where it cannot.
func TestListenUDP(t *testing.T) {
	taken, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	for _, row := range []struct {
		peers []string
		want  string
	}{
		{[]string{"0.0.0.0:7000"}, `peer 0: "0.0.0.0:7000" is no address of the loopback interface`},
		{[]string{"192.0.2.1:7000"}, "no address of the loopback interface"},
		{[]string{"7000"}, "peer 0: "},
		{[]string{"127.0.0.1:7000", "127.0.0.1:7000"}, `peer 1: "127.0.0.1:7000" is the address of process 0 too`},
		{[]string{"127.0.0.1:7000", "[::1]:7000"}, `peer 1: "[::1]:7000" cannot reach "127.0.0.1:7000"`},
		{[]string{"127.0.0.1:0"}, `peer 0: "127.0.0.1:0" has the port 0`},
		{nil, "process 0 has no address among the 0 peers"},
		{[]string{taken.LocalAddr().String()}, "address already in use"},
	} {
		u, err := live.ListenUDP(0, row.peers)
		if err == nil {
			u.Close()
		}
		if err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%q: %v, want %s", row.peers, err, row.want)
		}
	}
}

// A disk has the record that was saved last.
func TestDisk(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "disk")
	d := live.DiskAt(file)
	if record, err := d.Load(); record != nil || err != nil {
		t.Errorf("an empty disk has %v, %v", record, err)
	}
	for n := range 3 {
		if err := d.Save(kept{n}); err != nil {
			t.Fatal(err)
		}
		if record, err := live.DiskAt(file).Load(); record != (kept{n}) || err != nil {
			t.Errorf("it has %v, %v, want %d", record, err, n)
		}
	}
	if files, err := os.ReadDir(dir); len(files) != 1 || err != nil {
		t.Errorf("%d files, %v", len(files), err)
	}
	if err := os.WriteFile(file, []byte("noise"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Load(); err == nil || !strings.Contains(err.Error(), "is no record of a process") {
		t.Errorf("noise is %v", err)
	}
	if err := live.DiskAt(filepath.Join(dir, "missing", "disk")).Save(kept{}); err == nil {
		t.Error("it saves into a folder that is not there")
	}
}
