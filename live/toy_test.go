package live_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/live"
	"github.com/scrutineer-go/scrutineer/spec"
)

// note is the message that a counter sends to all, and kept the record that it saves before.
type (
	note struct{ Count int }
	kept struct{ Count int }
)

// Kind returns "Note".
func (note) Kind() string { return "Note" }

func init() { codec.Register(note{}, kept{}) }

const beat spec.Timer = "Beat"

// counter counts its beats, and tells all.
type counter struct {
	state struct {
		Count int
		Heard []int
	}
}

func (c *counter) State() any { return &c.state }

func (c *counter) Step(ev impl.Event, out *impl.Effects) {
	s := &c.state
	switch ev.Kind {
	case impl.Delivered:
		s.Heard[ev.From] = ev.Body.(note).Count
		return
	case impl.Recovered:
		if record, saved := ev.Disk.(kept); saved {
			s.Count = record.Count
		}
	case impl.Fired:
		s.Count++
		out.Save(kept{s.Count})
		out.Multicast(note{s.Count})
	}
	out.SetTimer(beat, 2*time.Millisecond)
}

// counters returns a cluster whose nodes are counters.
func counters(nodes int) network.Cluster {
	return network.Cluster{
		Nodes: nodes, Failures: spec.MessagesVanish, Boots: true, Clocks: spec.NewSet(beat.Name()),
		Inputs: func(spec.NodeID, any, spec.Set) []spec.Body { return nil },
		New: func(spec.NodeID) impl.Node {
			c := &counter{}
			c.state.Heard = make([]int, nodes)
			return c
		},
	}
}

// room is a network in memory in which counters live.
type room struct {
	*testing.T
	cluster network.Cluster
	dir     string
	mu      sync.Mutex
	boxes   map[spec.NodeID]chan []byte
	end     map[spec.NodeID]func()
	// send, if set, returns the packets that arrive in place of a packet.
	send func(from, to spec.NodeID, packet []byte) [][]byte
	warn func(string)
}

func newRoom(t *testing.T, cluster network.Cluster) *room {
	r := &room{
		T: t, cluster: cluster, dir: t.TempDir(), boxes: map[spec.NodeID]chan []byte{},
		end: map[spec.NodeID]func(){},
	}
	t.Cleanup(r.stop)
	return r
}

// wire is the transport of one life.
type wire struct {
	room *room
	id   spec.NodeID
	box  chan []byte
}

func (w wire) Send(to spec.NodeID, packet []byte) error {
	w.room.mu.Lock()
	defer w.room.mu.Unlock()
	packets := [][]byte{packet}
	if w.room.send != nil {
		packets = w.room.send(w.id, to, packet)
	}
	for _, p := range packets {
		if box := w.room.boxes[to]; box != nil {
			box <- slices.Clone(p)
		}
	}
	return nil
}

func (w wire) Broadcast(packet []byte) error {
	for to := range w.room.cluster.Nodes {
		_ = w.Send(spec.NodeID(to), packet)
	}
	return nil
}

func (w wire) Packets() <-chan []byte { return w.box }
func (w wire) Close() error           { return nil }

// start begins the next life of a counter.
func (r *room) start(id spec.NodeID) {
	r.Helper()
	log, life, err := live.CreateLog(r.dir, live.Head{Protocol: "counters", ID: id})
	if err != nil {
		r.Fatal(err)
	}
	box := make(chan []byte, 1<<14)
	r.mu.Lock()
	r.boxes[id] = box
	r.mu.Unlock()
	p := live.Process{
		Cluster: r.cluster, ID: id, Life: life, Transport: wire{r, id, box}, Log: log,
		Disk: live.DiskAt(filepath.Join(r.dir, id.String()+".disk")), Warn: r.warn,
	}
	ctx, cancel := context.WithCancel(r.Context())
	done := make(chan error, 1)
	go func() { done <- p.Run(ctx) }()
	r.end[id] = func() {
		r.mu.Lock()
		delete(r.boxes, id)
		r.mu.Unlock()
		cancel()
		if err := <-done; err != nil {
			r.Error(err)
		}
		if err := log.Close(); err != nil {
			r.Error(err)
		}
	}
}

// kill ends a life and removes the line that says that it has ended by itself.
func (r *room) kill(id spec.NodeID) {
	r.Helper()
	r.end[id]()
	delete(r.end, id)
	r.edit(r.last(id), func(lines [][]byte) [][]byte { return lines[:len(lines)-1] })
}

func (r *room) stop() {
	for id, end := range r.end {
		end()
		delete(r.end, id)
	}
}

// last is the log of the last life of a counter.
func (r *room) last(id spec.NodeID) string {
	r.Helper()
	files, err := filepath.Glob(filepath.Join(r.dir, "process"+id.String()+"-life*.log"))
	if err != nil || len(files) == 0 {
		r.Fatal(err, files)
	}
	return files[len(files)-1]
}

// edit changes the lines of a log.
func (r *room) edit(file string, change func([][]byte) [][]byte) {
	r.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		r.Fatal(err)
	}
	lines := bytes.SplitAfter(text, []byte("\n"))
	lines = change(lines[:len(lines)-1])
	if err := os.WriteFile(file, bytes.Join(lines, nil), 0o644); err != nil {
		r.Fatal(err)
	}
}

// all starts all counters, and lets them live for a while.
func (r *room) all() {
	r.Helper()
	for id := range spec.NodeID(r.cluster.Nodes) {
		r.start(id)
	}
	r.wait()
}

// wait lets the counters live until each has taken some more steps.
func (r *room) wait() {
	r.Helper()
	for id := range r.end {
		file := r.last(id)
		for before, deadline := r.size(file), time.Now().Add(20*time.Second); r.size(file) < before+4000; {
			if time.Now().After(deadline) {
				r.Fatalf("%s does not grow", file)
			}
			time.Sleep(time.Millisecond)
		}
	}
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func (r *room) size(file string) int64 {
	r.Helper()
	info, err := os.Stat(file)
	if err != nil {
		r.Fatal(err)
	}
	return info.Size()
}

// merged merges the logs.
func (r *room) merged() (live.Run, error) {
	r.Helper()
	r.stop()
	lives, err := live.ReadLogs(r.dir)
	if err != nil {
		return live.Run{}, err
	}
	return live.Merge(r.cluster, lives)
}
