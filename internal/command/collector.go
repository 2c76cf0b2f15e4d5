package command

import (
	"io/fs"
	"os"
	"runtime/debug"
	"runtime/metrics"
)

// heapRoom is how much memory the program may take before its garbage is collected more often: 2 GiB, or three quarters
// of what is available where that is less.
const heapRoom = 2 << 30

// collectSeldom has garbage be collected seldom, as long as there is room: states are small, many and live, and a rarer
// collection is half of the time. GOGC and GOMEMLIMIT go before that.
func collectSeldom() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(min(heapRoom, availableMemory(os.DirFS("/"))/4*3))
	}
}

// peakMemory is the most memory of the machine that this process, and none that it has started, has taken at a time.
// root is the root of the file system. Where the system does not tell, it is what Go has asked the system for.
func peakMemory(root fs.FS) int64 {
	if kib, ok := fieldOf(root, "proc/self/status", "VmHWM:"); ok {
		return kib << 10
	}
	samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}}
	metrics.Read(samples)
	return int64(samples[0].Value.Uint64())
}
