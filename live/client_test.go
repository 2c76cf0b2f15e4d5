package live_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/internal/loopback"
	"github.com/scrutineer-go/scrutineer/live"
	"github.com/scrutineer-go/scrutineer/spec"
)

// told is a counter that takes an input, and its clients.
type told struct {
	*testing.T
	peers []string
	dir   string
	stop  func()
}

// offering starts a process that offers note{1} as an input.
func offering(t *testing.T) *told {
	peers := loopback.Free(t, 1)
	clients, err := live.ListenTCP(0, peers)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	log, _, err := live.CreateLog(dir, live.Head{Protocol: "counters"})
	if err != nil {
		t.Fatal(err)
	}
	cluster := counters(1)
	cluster.Inputs = func(spec.NodeID, any, spec.Set) []spec.Body { return []spec.Body{note{1}} }
	p := live.Process{
		Cluster: cluster, Life: 1, Group: 7, Transport: quiet{}, Clients: clients, Log: log,
		Disk: live.DiskAt(filepath.Join(dir, "disk")),
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- p.Run(ctx) }()
	return &told{t, peers, dir, sync.OnceFunc(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})}
}

// says connects to the process, sends lines, and returns the report that has a text.
func (c *told) says(text string, lines ...string) string {
	c.Helper()
	conn, err := net.Dial("tcp", c.peers[0])
	if err != nil {
		c.Fatal(err)
	}
	defer conn.Close()
	if _, err := conn.Write([]byte(strings.Join(lines, "\n") + "\n")); err != nil {
		c.Fatal(err)
	}
	_ = conn.SetReadDeadline(time.Now().Add(20 * time.Second))
	reports := bufio.NewScanner(conn)
	for reports.Scan() {
		if strings.Contains(reports.Text(), text) {
			return reports.Text()
		}
	}
	if text != "" {
		c.Errorf("no report has %s: %v", text, reports.Err())
	}
	return ""
}

// calls returns a line that gives the process an input.
func calls(number, life int, body spec.Body) string {
	text, _ := json.Marshal(codec.Box(body))
	return fmt.Sprintf(`{"call":{"id":{"client":3,"number":%d},"life":%d,"body":%s}}`, number, life, text)
}

// A process takes an input once, and only one that it offers. What is no request ends the connection.
func TestOffers(t *testing.T) {
	t.Parallel()
	c := offering(t)
	defer c.stop()
	const hello = `{"group":7}`
	c.says(`"offers":[`, hello)
	c.says(`"number":1},"outcome":"answered"`, hello, calls(1, 1, note{1}))
	c.says(`"number":1},"outcome":"answered"`, hello, calls(1, 1, note{1})) // again, as it was lost
	c.says(`"number":2},"outcome":"refused"`, hello, calls(2, 1, note{2}))
	c.says(`"number":3},"outcome":"refused"`, hello, calls(3, 2, note{1}))
	c.says(`"number":4},"outcome":"refused"`, hello, `{"call":{"id":{"client":3,"number":4},"life":1,"body":"AAAA"}}`)
	c.says(`"stranger":true`, `{"group":8}`)
	c.says("", calls(5, 1, note{1})) // it has not greeted
	for n := range 200 {
		c.says("", hello, string(draw.New(uint64(n)).Bytes(n)))
	}
	c.says(`"number":6},"outcome":"answered"`, hello, calls(6, 1, note{1}))
	c.stop()
	lives, err := live.ReadLogs(c.dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := live.Merge(counters(1), lives); err == nil || !strings.Contains(err.Error(),
		"input 1 of the client's life 3 is taken, which no client has given") {
		t.Error(err)
	}
	text := readFile(t, filepath.Join(c.dir, "process0-life1.log"))
	if n := strings.Count(text, `"told"`); n != 2 {
		t.Errorf("%d inputs are taken, want 2", n)
	}
}

// The clocks of all processes read 0 when the last one started, in later lives too.
func TestBeginning(t *testing.T) {
	t.Parallel()
	r := newRoom(t, counters(2))
	warned := make(chan string, 1)
	r.warn = func(why string) { warned <- why }
	r.start(0)
	if why := <-warned; !strings.Contains(why, "process 0 waits for the first answer of the processes {1}") {
		t.Error(why)
	}
	r.end[0]() // before it has taken a step
	r.start(0)
	r.start(1)
	r.wait()
	r.kill(1)
	r.start(1)
	r.wait()
	r.stop()
	began := map[int64]bool{}
	files, err := filepath.Glob(filepath.Join(r.dir, "process*.log"))
	if err != nil || len(files) != 3 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		for _, text := range strings.Split(readFile(t, file), "\n") {
			var line struct{ Began int64 }
			if json.Unmarshal([]byte(text), &line) == nil && line.Began != 0 {
				began[line.Began] = true
			}
		}
	}
	if len(began) != 1 {
		t.Errorf("the clocks begin at %v", began)
	}
	if _, err := r.merged(); err != nil {
		t.Error(err)
	}
}

// A life that ended while it waited for others goes on. It started when it started first.
func TestGoesOn(t *testing.T) {
	dir := t.TempDir()
	var start int64
	for n := range 3 {
		log, life, err := live.CreateLog(dir, live.Head{Protocol: "counters"})
		if err != nil || life != 1 {
			t.Fatal(life, err)
		}
		if n > 0 && live.StartOf(log) != start {
			t.Errorf("it started at %d, and says %d", start, live.StartOf(log))
		}
		start = live.StartOf(log)
		if err := log.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if live.HasLived(dir, 0) {
		t.Error("it has lived")
	}
}
