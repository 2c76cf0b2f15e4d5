package command

import (
	"math"
	"os"
	"runtime/debug"
	"testing"
	"testing/fstest"
)

// What the user says of the garbage collector goes before what we do.
func TestCollectSeldom(t *testing.T) {
	percent, limit := debug.SetGCPercent(100), debug.SetMemoryLimit(math.MaxInt64)
	defer func() { debug.SetGCPercent(percent); debug.SetMemoryLimit(limit) }()
	for name, c := range map[string]struct {
		gogc, limit string
		percent     int
		limited     bool
	}{
		"nothing is said": {"", "", 400, true},
		"a percentage":    {"70", "", 100, true},
		"a limit":         {"", "3GiB", 400, false},
		"both":            {"off", "off", 100, false},
	} {
		t.Setenv("GOGC", c.gogc)
		t.Setenv("GOMEMLIMIT", c.limit)
		debug.SetGCPercent(100)
		debug.SetMemoryLimit(math.MaxInt64)
		collectSeldom()
		room := debug.SetMemoryLimit(-1)
		got, limited := debug.SetGCPercent(100), room != math.MaxInt64
		if got != c.percent || limited != c.limited || limited && room > heapRoom {
			t.Errorf("%s: %d percent, at most %d bytes", name, got, room)
		}
	}
}

// The most memory that was taken is what the system says, and else what Go knows.
func TestPeakMemory(t *testing.T) {
	says := fstest.MapFS{"proc/self/status": {Data: []byte("Name:\tx\nVmHWM:\t    2048 kB\n")}}
	if got := peakMemory(says); got != 2<<20 {
		t.Errorf("%d bytes", got)
	}
	if got := peakMemory(fstest.MapFS{}); got < 1<<20 {
		t.Errorf("%d bytes, of which nobody tells", got)
	}
	if got, known := peakMemory(os.DirFS("/")), peakMemory(fstest.MapFS{}); got < known/100 {
		t.Errorf("%d bytes, and Go has %d", got, known)
	}
}
