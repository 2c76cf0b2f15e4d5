package live_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/live"
	"github.com/scrutineer-go/scrutineer/spec"
)

// quiet is a transport over which nothing comes.
type quiet struct{ packets chan []byte }

func (quiet) Send(spec.NodeID, []byte) error { return nil }
func (quiet) Broadcast([]byte) error         { return nil }
func (q quiet) Packets() <-chan []byte       { return q.packets }
func (quiet) Close() error                   { return nil }

// shouter saves a great record with each beat.
type shouter struct{ state struct{ Count int } }

func (s *shouter) State() any { return &s.state }

func (s *shouter) Step(_ impl.Event, out *impl.Effects) {
	s.state.Count++
	out.Save(kept{s.state.Count})
	out.SetTimer(beat, time.Millisecond)
}

// A process ends with an error when its disk is broken, or when its log cannot be written.
func TestBrokenDisk(t *testing.T) {
	t.Parallel()
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("the machine has no /dev/full: ", err)
	}
	defer full.Close()
	dir := t.TempDir()
	good := live.DiskAt(filepath.Join(dir, "disk"))
	for _, row := range []struct {
		name string
		log  *live.Log
		disk live.Disk
		want string
	}{
		{"a sync that fails", nil, live.BrokenDisk(filepath.Join(dir, "broken"), syscall.EIO), "input/output error"},
		{"a folder that is gone", nil, live.DiskAt(filepath.Join(dir, "gone", "disk")), "no such file or directory"},
		{"a full disk", live.LogTo(full, 0), good, "no space left on device"},
		{"a log of a gibibyte", live.LogTo(full, live.MostLog), good, "a log has at most 1073741824: start the"},
	} {
		log := row.log
		if log == nil {
			if log, _, err = live.CreateLog(dir, live.Head{Protocol: "shouter"}); err != nil {
				t.Fatal(err)
			}
			defer log.Close()
		}
		cluster := counters(1)
		cluster.New = func(spec.NodeID) impl.Node { return &shouter{} }
		p := live.Process{
			Cluster: cluster, Life: 1, Transport: quiet{}, Log: log, Disk: row.disk,
		}
		if err := p.Run(t.Context()); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: %v, want %s", row.name, err, row.want)
		}
		if row.name == "a sync that fails" {
			if record, err := row.disk.Load(); record != nil || err != nil {
				t.Errorf("%s: the disk has %v, %v", row.name, record, err)
			}
		}
	}
}

// A file that is too long for a log, or for a line, is an error.
func TestLongLogs(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	name := filepath.Join(dir, "process0-life1.log")
	if err := os.WriteFile(name, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		size int64
		want string
	}{
		{live.MostLog + 1, "has more than 1073741824 bytes, which is the most that a log may have"},
		{live.MostLog / 4, "line 1: has more than 67108864 bytes"},
	} {
		if err := os.Truncate(name, row.size); err != nil { // it is all holes
			t.Fatal(err)
		}
		if _, err := live.ReadLogs(dir); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%d bytes: %v, want %s", row.size, err, row.want)
		}
	}
	if err := os.WriteFile(name, bytes.Repeat([]byte("x"), 100), 0o644); err != nil {
		t.Fatal(err)
	}
	if lives, err := live.ReadLogs(dir); err != nil || len(lives) != 1 {
		t.Errorf("a log that has one torn line: %v, %v", lives, err)
	}
}
