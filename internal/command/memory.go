package command

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path"
	"runtime/metrics"
	"strconv"
	"strings"
)

// memorySize is a flag: an amount of memory such as 4GiB or 500MB.
type memorySize int64

// takenMemory is how much memory the program takes from the machine.
func takenMemory() uint64 {
	samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(samples)
	return samples[0].Value.Uint64() - samples[1].Value.Uint64()
}

// units are those of memory.
var units = []struct {
	name  string
	bytes int64
}{
	{"KiB", 1 << 10},
	{"MiB", 1 << 20},
	{"GiB", 1 << 30},
	{"TiB", 1 << 40},
	{"KB", 1e3},
	{"MB", 1e6},
	{"GB", 1e9},
	{"TB", 1e12},
}

// String is for the flag package.
func (m *memorySize) String() string { return "" }

// Set reads a whole number and a unit.
func (m *memorySize) Set(text string) error {
	for _, unit := range units {
		digits, ok := strings.CutSuffix(text, unit.name)
		if !ok {
			continue
		}
		n, err := strconv.ParseUint(digits, 10, 63)
		switch {
		case errors.Is(err, strconv.ErrRange), err == nil && int64(n) > math.MaxInt64/unit.bytes:
			return errors.New("it is more than there can be, give a smaller one such as 4GiB")
		case err != nil || n == 0:
			return errors.New("it must be a whole number, 1 or more, and a unit, such as 4GiB or 500MB")
		}
		*m = memorySize(int64(n) * unit.bytes)
		return nil
	}
	return errors.New("it must end in a unit, such as 4GiB or 500MB")
}

// memoryText writes an amount of memory for people.
func memoryText(bytes int64) string {
	for i := 3; i >= 0; i-- {
		if unit := units[i]; bytes >= unit.bytes {
			return fmt.Sprintf("%.1f %s", float64(bytes)/float64(unit.bytes), unit.name)
		}
	}
	return fmt.Sprintf("%d B", bytes)
}

// unknownMemory is what is taken to be available where that cannot be told: three
// quarters of it are 2 GiB.
const unknownMemory = (2 << 30) / 3 * 4

// availableMemory is how much memory a program may still take: what the machine has
// available, or less where its control group bounds it. root is the root of the file
// system.
func availableMemory(root fs.FS) int64 {
	available := int64(math.MaxInt64)
	if kib, ok := fieldOf(root, "proc/meminfo", "MemAvailable:"); ok {
		available = kib << 10
	}
	text, err := fs.ReadFile(root, "proc/self/cgroup")
	if err != nil {
		text = nil
	}
	for line := range strings.Lines(string(text)) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		switch {
		case len(parts) < 3:
		case parts[1] == "":
			available = min(available, groupMemory(root, "sys/fs/cgroup", parts[2],
				"memory.max", "memory.current", "inactive_file"))
		case parts[1] == "memory":
			available = min(available, groupMemory(root, "sys/fs/cgroup/memory", parts[2],
				"memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"))
		}
	}
	if available == math.MaxInt64 {
		return unknownMemory
	}
	return max(available, 1)
}

// groupMemory is what a control group and those around it leave. What the system only
// keeps of files does not count as used.
func groupMemory(root fs.FS, mount, group, limit, usage, kept string) int64 {
	available := int64(math.MaxInt64)
	for dir := path.Join("/", group); ; dir = path.Dir(dir) {
		at := mount + strings.TrimSuffix(dir, "/")
		most, bounded := numberIn(root, at+"/"+limit)
		used, known := numberIn(root, at+"/"+usage)
		if bounded && known {
			files, _ := fieldOf(root, at+"/memory.stat", kept)
			available = min(available, max(0, most-used+files))
		}
		if dir == "/" {
			return available
		}
	}
}

// numberIn reads a file that holds a number.
func numberIn(root fs.FS, file string) (int64, bool) {
	text, err := fs.ReadFile(root, file)
	if err != nil {
		return 0, false
	}
	n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	return n, err == nil
}

// fieldOf reads the number that stands behind a name at the beginning of a line.
func fieldOf(root fs.FS, file, name string) (int64, bool) {
	text, err := fs.ReadFile(root, file)
	if err != nil {
		return 0, false
	}
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		if words := strings.Fields(lines.Text()); len(words) > 1 && words[0] == name {
			n, err := strconv.ParseInt(words[1], 10, 64)
			return n, err == nil
		}
	}
	return 0, false
}
