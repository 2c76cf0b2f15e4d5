package command

import (
	"testing"
	"testing/fstest"
)

// What is available is what the machine has, or what the control groups leave.
func TestAvailableMemory(t *testing.T) {
	const gib = 1 << 30
	machine := "MemTotal:  9000000 kB\nMemAvailable:    8388608 kB\n"
	for name, c := range map[string]struct {
		files map[string]string
		want  int64
	}{
		"nothing can be told": {nil, unknownMemory},
		"the machine":         {map[string]string{"proc/meminfo": machine, "proc/self/cgroup": "0::/\n"}, 8 * gib},
		"no bound": {map[string]string{
			"proc/meminfo": machine, "proc/self/cgroup": "0::/a/b\n",
			"sys/fs/cgroup/a/b/memory.max": "max\n", "sys/fs/cgroup/a/b/memory.current": "1000\n",
		}, 8 * gib},
		"a group around it": {map[string]string{
			"proc/meminfo": machine, "proc/self/cgroup": "0::/a/b\n",
			"sys/fs/cgroup/a/b/memory.max": "6442450944\n", "sys/fs/cgroup/a/b/memory.current": "0\n",
			"sys/fs/cgroup/a/memory.max": "4294967296\n", "sys/fs/cgroup/a/memory.current": "2147483648\n",
			"sys/fs/cgroup/a/memory.stat": "anon 5\ninactive_file 1073741824\n",
		}, 3 * gib},
		"used up": {map[string]string{
			"proc/meminfo": machine, "proc/self/cgroup": "0::/\n",
			"sys/fs/cgroup/memory.max": "100\n", "sys/fs/cgroup/memory.current": "200\n",
		}, 1},
		"the first version, in a container": {map[string]string{
			"proc/meminfo": machine, "proc/self/cgroup": "9:name=systemd:/\n4:memory:/docker/1\n0::/\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes": "1073741824\n",
			"sys/fs/cgroup/memory/memory.usage_in_bytes": "536870912\n",
		}, gib / 2},
		"damaged": {
			map[string]string{"proc/meminfo": "MemAvailable: much\n", "proc/self/cgroup": "x\n"}, unknownMemory,
		},
	} {
		files := fstest.MapFS{}
		for name, text := range c.files {
			files[name] = &fstest.MapFile{Data: []byte(text)}
		}
		if got := availableMemory(files); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}

// Amounts are written as they are read, and for people.
func TestMemorySize(t *testing.T) {
	for text, want := range map[string]int64{
		"4GiB": 4 << 30, "500MB": 500e6, "1KiB": 1024, "8388607TiB": 8388607 << 40,
	} {
		var m memorySize
		if err := m.Set(text); err != nil || int64(m) != want {
			t.Errorf("%s: %d, %v", text, m, err)
		}
	}
	for want, bytes := range map[string]int64{"0 B": 0, "1023 B": 1023, "1.5 KiB": 1536, "2.0 GiB": 2 << 30} {
		if got := memoryText(bytes); got != want {
			t.Errorf("%d: %s, want %s", bytes, got, want)
		}
	}
}
