package main

import (
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// sends sends a packet of n bytes over the loopback interface, and returns when it has arrived.
func sends(t *testing.T, n int) {
	t.Helper()
	to, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer to.Close()
	from, err := net.Dial("udp", to.LocalAddr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	if _, err := from.Write(make([]byte, n)); err != nil {
		t.Fatal(err)
	}
	if _, _, err := to.ReadFrom(make([]byte, n)); err != nil {
		t.Fatal(err)
	}
}

// awaitServers waits until this process has n descendants that are servers of ZooKeeper, and their sockets listen.
func awaitServers(t *testing.T, n int) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		found := 0
		commands, _ := filepath.Glob("/proc/[0-9]*/cmdline")
		for _, file := range commands {
			text, _ := os.ReadFile(file)
			dir := filepath.Dir(file)
			is := strings.Contains(string(text), "QuorumPeerMain") && descends(filepath.Base(dir))
			if is && listening(dir) >= 2*n {
				found++
			}
		}
		if found >= n {
			return
		}
	}
	t.Fatal("the servers do not start")
}

// descends reports whether a process descends from this one.
func descends(id string) bool {
	for id != "0" && id != "" {
		if id == strconv.Itoa(os.Getpid()) {
			return true
		}
		stat, _ := os.ReadFile("/proc/" + id + "/stat")
		_, after, _ := strings.Cut(string(stat), ") ")
		fields := strings.Fields(after)
		if len(fields) < 2 {
			return false
		}
		id = fields[1]
	}
	return false
}

// listening returns the number of TCP sockets that listen in the network namespace of a process.
func listening(dir string) (n int) {
	for _, kind := range []string{"tcp", "tcp6"} {
		text, _ := os.ReadFile(filepath.Join(dir, "net", kind))
		n += strings.Count(string(text), ":0000 0A ")
	}
	return n
}
