package livetest

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// descendants returns the ids of the children of a process of the operating system, and of their children.
func descendants(t testing.TB, pid int) (all []int) {
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
			all = append(append(all, child), descendants(t, child)...)
		}
	}
	return all
}

// isThere reports whether a process runs. One that has ended, and whose new parent does not care, does not.
func isThere(pid int) bool {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err == nil && !strings.Contains(string(text), ") Z ")
}

// socket is one line of the kernel's tables of sockets.
type socket struct{ address, inode string }

// sockets returns the sockets in which something may arrive from anybody, as a process sees them: those of UDP, and
// those of TCP that listen. Addresses are as the kernel writes them.
func sockets(pid string) (all []socket) {
	const listens = "0A"
	for _, table := range []string{"tcp", "tcp6", "udp", "udp6"} {
		text, err := os.ReadFile(filepath.Join("/proc", pid, "net", table))
		if err != nil {
			continue // the machine has none of these
		}
		for _, line := range strings.Split(string(text), "\n") {
			fields := strings.Fields(line)
			if len(fields) > 9 && (strings.HasPrefix(table, "udp") || fields[3] == listens) {
				all = append(all, socket{table + " " + fields[1], fields[9]})
			}
		}
	}
	return all
}

// listening returns the addresses that anything listens on.
func listening() (addresses []string) {
	for _, s := range sockets("self") {
		addresses = append(addresses, s.address)
	}
	return addresses
}

// listensOn returns the addresses that a process listens on.
func listensOn(t testing.TB, pid int) (addresses []string) {
	t.Helper()
	links, err := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", pid))
	if err != nil {
		t.Fatal(err)
	}
	inodes := map[string]bool{}
	for _, link := range links {
		if to, err := os.Readlink(link); err == nil {
			if inode, is := strings.CutPrefix(to, "socket:["); is {
				inodes[strings.TrimSuffix(inode, "]")] = true
			}
		}
	}
	for _, s := range sockets(strconv.Itoa(pid)) {
		if inodes[s.inode] {
			addresses = append(addresses, s.address)
		}
	}
	return addresses
}

// isLoopback reports whether an address is one of the loopback interface.
func isLoopback(address string) bool {
	_, address, _ = strings.Cut(address, " ")
	const v6 = "00000000000000000000000001000000:" // in the order of its bytes
	const mapped = "0000000000000000FFFF0000"      // of IPv4, at a socket of IPv6
	address = strings.TrimPrefix(address, mapped)
	last, _, _ := strings.Cut(address, ":")
	return strings.HasPrefix(address, v6) || len(last) == 8 && strings.HasSuffix(last, "7F") // 127.0.0.1 and others
}
