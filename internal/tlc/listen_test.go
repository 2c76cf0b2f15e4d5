package tlc

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net/netip"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestListens reads which sockets listen while TLC searches: none that other machines reach.
func TestListens(t *testing.T) {
	runner := need(t)
	if runtime.GOOS != "linux" {
		t.Skipf("reads the sockets of a process from /proc, which %s has not", runtime.GOOS)
	}
	for _, at := range listening(t, runner) {
		if !at.Addr().IsLoopback() {
			t.Errorf("TLC listens on %s, which is not loopback", at)
		}
	}
}

// counting is a model that counts as far as the bound lets it.
func counting(name, bound string) Model {
	return Model{Name: name, Files: map[string][]byte{
		name + ".tla": []byte("---- MODULE " + name + " ----\nEXTENDS Integers\nVARIABLE x\nUp == " + bound +
			" /\\ x' = x + 1\nSpec == x = 0 /\\ [][Up]_x\nOK == TRUE\n====\n"),
		name + ".cfg": []byte("SPECIFICATION Spec\nINVARIANT OK\nCHECK_DEADLOCK FALSE\n"),
	}}
}

// The search of one model does not end.
var endless, finite = counting("Endless", "TRUE"), counting("Finite", "x < 9")

// listening returns where a TLC listens that is in the midst of a search: it has written an edge
// of the graph, and all that it opens before that is open.
func listening(t *testing.T, r Runner) []netip.AddrPort {
	t.Helper()
	work, err := filepath.EvalSymlinks(t.TempDir())
	if err == nil {
		err = endless.write(work)
	}
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		_, err := r.tlc(ctx, work, call{module: endless.Name, cfg: endless.Name + ".cfg", workers: 1, dump: true})
		ended <- err
	}()
	defer func() {
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("TLC ended by itself: %v", err)
		}
	}()
	awaitEdge(t, work)
	return listeners(t, work)
}

// awaitEdge waits until TLC has written an edge of the graph to a folder.
func awaitEdge(t *testing.T, work string) {
	t.Helper()
	const patience = 600 // tenths of a second
	for range patience {
		if dump, err := os.ReadFile(filepath.Join(work, dumpFile)); err == nil && bytes.Contains(dump, []byte(" -> ")) {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatalf("TLC has written no edge of the graph after %d s", patience/10)
}

// listeners returns where the process listens that runs in folder work.
func listeners(t *testing.T, work string) []netip.AddrPort {
	t.Helper()
	folders, err := filepath.Glob("/proc/[0-9]*/cwd")
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(folders, func(folder string) bool {
		target, err := os.Readlink(folder)
		return err == nil && target == work
	})
	if i < 0 {
		t.Fatalf("no process runs in %s", work)
	}
	process := filepath.Dir(folders[i])
	files, err := os.ReadDir(filepath.Join(process, "fd"))
	if err != nil {
		t.Fatal(err)
	}
	var sockets []string
	for _, file := range files {
		if target, err := os.Readlink(filepath.Join(process, "fd", file.Name())); err == nil {
			if inode, ok := strings.CutPrefix(target, "socket:["); ok {
				sockets = append(sockets, strings.TrimSuffix(inode, "]"))
			}
		}
	}
	var at []netip.AddrPort
	for _, table := range []string{"tcp", "tcp6"} {
		text, err := os.ReadFile(filepath.Join(process, "net", table))
		if err != nil && !errors.Is(err, fs.ErrNotExist) { // a machine may have no IPv6
			t.Fatal(err)
		}
		list, err := readSockets(string(text), sockets)
		if err != nil {
			t.Fatal(err)
		}
		at = append(at, list...)
	}
	return at
}

// readSockets reads a table of TCP sockets as Linux has them: where those of these inodes listen.
func readSockets(table string, inodes []string) ([]netip.AddrPort, error) {
	const local, state, inode, listens = 1, 3, 9, "0A"
	var at []netip.AddrPort
	for line := range strings.Lines(table) {
		f := strings.Fields(line)
		if len(f) <= inode || f[state] != listens || !slices.Contains(inodes, f[inode]) {
			continue
		}
		one, err := readAddress(f[local])
		if err != nil {
			return nil, err
		}
		at = append(at, one)
	}
	return at, nil
}

// readAddress reads an address such as 0100007F:1F90, whose words of four bytes are numbers of this machine.
func readAddress(text string) (netip.AddrPort, error) {
	host, port, _ := strings.Cut(text, ":")
	address, err := hex.DecodeString(host)
	if err != nil {
		return netip.AddrPort{}, err
	}
	for word := range slices.Chunk(address, 4) {
		if len(word) == 4 {
			binary.NativeEndian.PutUint32(word, binary.BigEndian.Uint32(word))
		}
	}
	addr, ok := netip.AddrFromSlice(address)
	var number uint16
	if _, err := fmt.Sscanf(port, "%x", &number); err != nil || !ok {
		return netip.AddrPort{}, fmt.Errorf("%q is no address and port", text)
	}
	return netip.AddrPortFrom(addr.Unmap(), number), nil
}

func TestReadSockets(t *testing.T) {
	if binary.NativeEndian.Uint16([]byte{1, 0}) != 1 {
		t.Skip("the table was read on a little-endian machine")
	}
	const table = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 11 1 0 100 0 0 10 0
   1: 00000000:0050 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 12 1 0 100 0 0 10 0
   2: 0100007F:0051 0100007F:1F90 01 00000000:00000000 00:00000000 00000000     0        0 13 1 0 100 0 0 10 0
   3: 0100007F:0052 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 14 1 0 100 0 0 10 0
   4: 0000000000000000FFFF00000100007F:8939 00000000000000000000000000000000:0000 0A 0:0 00:0 0 0 0 15 1 0
   5: 00000000000000000000000001000000:0001 00000000000000000000000000000000:0000 0A 0:0 00:0 0 0 0 16 1 0
   6: 00000000000000000000000000000000:0002 00000000000000000000000000000000:0000 0A 0:0 00:0 0 0 0 17 1 0
`
	at, err := readSockets(table, []string{"11", "12", "13", "15", "16", "17"})
	if want := "[127.0.0.1:8080 0.0.0.0:80 127.0.0.1:35129 [::1]:1 [::]:2]"; err != nil || fmt.Sprint(at) != want {
		t.Errorf("got %v, %v, want %s", at, err, want)
	}
	for _, wrong := range []string{"0100007F", "0100007:1F90", "01:1", "0100007F:x"} {
		if at, err := readAddress(wrong); err == nil {
			t.Errorf("%q is read as %s", wrong, at)
		}
	}
}
