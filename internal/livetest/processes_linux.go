package livetest

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// Descendants returns the ids of the children of a process of the operating system, and of theirs.
func Descendants(t testing.TB, pid int) (all []int) {
	t.Helper()
	files, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue // the thread has ended
		}
		for _, word := range strings.Fields(string(text)) {
			child, err := strconv.Atoi(word)
			if err != nil {
				t.Fatal(err)
			}
			all = append(append(all, child), Descendants(t, child)...)
		}
	}
	return all
}

// IsThere reports whether a process runs. One that has ended, and whose new parent does not care, does not.
func IsThere(pid int) bool {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err == nil && !strings.Contains(string(text), ") Z ")
}

// ListensOn returns the addresses of the sockets of a process, as the kernel writes them.
func ListensOn(t testing.TB, pid int) (addresses []string) {
	t.Helper()
	links, err := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", pid))
	if err != nil {
		t.Fatal(err)
	}
	sockets := map[string]bool{}
	for _, link := range links {
		if to, err := os.Readlink(link); err == nil {
			if inode, is := strings.CutPrefix(to, "socket:["); is {
				sockets[strings.TrimSuffix(inode, "]")] = true
			}
		}
	}
	for _, table := range []string{"tcp", "tcp6", "udp", "udp6"} {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/net/%s", pid, table))
		if err != nil {
			continue // the machine has none of these
		}
		for _, line := range strings.Split(string(text), "\n") {
			if fields := strings.Fields(line); len(fields) > 9 && sockets[fields[9]] {
				addresses = append(addresses, fields[1])
			}
		}
	}
	return addresses
}

// IsLoopback reports whether an address of ListensOn is one of the loopback interface.
func IsLoopback(address string) bool {
	const v4, v6 = "0100007F:", "00000000000000000000000001000000:" // in the order of their bytes
	return strings.HasPrefix(address, v4) || strings.HasPrefix(address, v6)
}
