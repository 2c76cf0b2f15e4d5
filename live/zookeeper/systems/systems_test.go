package systems

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"example.com/raft"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/internal/child"
	"github.com/scrutineer-go/scrutineer/internal/livetest"
	"github.com/scrutineer-go/scrutineer/internal/loopback"
	"github.com/scrutineer-go/scrutineer/live/zookeeper/lab"
	"github.com/scrutineer-go/scrutineer/live/zookeeper/server"
	"github.com/scrutineer-go/scrutineer/properties/succession"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// The test program is a process of a system if its first argument is one of the roles.
func TestMain(m *testing.M) {
	args := os.Args[1:]
	if is, err := Role(args); is {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	jobs := []lab.Job{carries, both}
	for _, s := range small() {
		jobs = append(jobs, s.Rest())
	}
	if is, err := lab.Role(args, jobs); is {
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	switch {
	case len(args) > 0 && args[0] == RaftRole:
		os.Args = slices.Delete(os.Args, 1, 2)
		scrutineer.Main(raft.Protocol(false))
	case len(args) > 0 && (args[0] == "serve" || args[0] == "client"):
		scrutineer.Main(succession.Protocol())
	default:
		os.Exit(m.Run())
	}
}

// fetched returns ZooKeeper's jars. Without Java or Maven the test is skipped, unless TLC_REQUIRED says that they are
// there.
func fetched(t *testing.T) server.Jars {
	t.Helper()
	jars, err := server.Fetch(t.Context())
	switch {
	case err != nil && os.Getenv("TLC_REQUIRED") != "":
		t.Fatal(err)
	case err != nil:
		t.Skip(err)
	}
	return jars
}

// small are systems of all kinds that start soon and notice losses soon.
func small() []System {
	const tick = 200 * time.Millisecond
	three := ensemble{
		servers: 3, clients: 3, times: server.Times{TickMS: 200, Init: 20, Sync: 5}, session: 5 * tick,
	}
	return []System{
		three.losingLeaders("ZooKeeper", "zookeeper"), three.losingClients("its client", "client"),
		Hybrid(false, tick).system(), Hybrid(true, tick).system(), group{probe: tick}.system(),
		rafts{election: 5 * tick}.system(),
	}
}

// place is a place for a job, outside of a network namespace.
func place(t *testing.T) lab.Place {
	return lab.Place{Dir: t.TempDir(), Size: lab.Size{Seconds: 1, Trials: 1}}
}

// Each kind of system is measured at rest.
func TestRest(t *testing.T) {
	fetched(t)
	c, err := captured(nil)
	counts := err == nil
	if counts {
		err = c.stop()
	}
	if err != nil && !errors.Is(err, syscall.EPERM) {
		t.Fatal(err)
	}
	for _, s := range small() {
		result, err := s.Rest().Run(place(t))
		if err != nil {
			t.Fatalf("%s: %v", s.Name, err)
		}
		r := result.(Rest)
		t.Logf("%s: %+v", s.Name, r)
		if each := r.Memory.Proportional / s.Nodes; each < 500 || r.Memory.Resident <= r.Memory.Proportional {
			t.Errorf("%s: a process takes %d kB of memory, all are resident with %d", s.Name, each, r.Memory.Resident)
		}
		all := 0
		for _, used := range r.CPU {
			all += used
		}
		if all <= 0 || all > runtime.NumCPU()*2000*r.Milliseconds {
			t.Errorf("%s: %d µs of CPU in %d ms", s.Name, all, r.Milliseconds)
		}
		if counts != (r.Counted == ByPackets) || counts != (r.Bytes > 0) {
			t.Errorf("%s: %d bytes, counted by %q", s.Name, r.Bytes, r.Counted)
		}
		if len(r.CPU) != windows || r.Milliseconds < 1000 || len(r.Versions) == 0 || r.Date == "" {
			t.Errorf("%s: %+v", s.Name, r)
		}
	}
}

// Each kind of system notices that it loses its leader, and elects another one, as often as it is tried.
func TestLosses(t *testing.T) {
	fetched(t)
	for _, s := range small() {
		result, err := s.Loses().Run(place(t))
		if err != nil {
			t.Fatalf("%s: %v", s.Name, err)
		}
		got := result.(Losses)
		t.Logf("%s: %+v", s.Name, got)
		if len(got.All) != 2 || len(got.Versions) == 0 {
			t.Errorf("%s: %+v", s.Name, got)
		}
		for _, l := range got.All {
			const least = 600 // milliseconds: all are told by silence
			if l.First < 0 || l.First > l.All || l.All < least || s.Elects != (l.Elected > 0) {
				t.Errorf("%s: %+v", s.Name, l)
			}
		}
	}
}

// An election over a lossy map ends, and the group notices that the leader is killed.
func TestTrials(t *testing.T) {
	for _, variant := range words.Variants() {
		e := Election{Variant: variant, Medley: true, Period: 300 * time.Millisecond, C: 2, F: 2, OnMap: true, Lost: 50}
		result, err := e.Trials(true).Run(place(t))
		if err != nil {
			t.Fatal(err)
		}
		got := result.(Trials)
		t.Logf("%s: %+v", e.Title(), got)
		for _, one := range got.All {
			if one.Completion <= 0 || one.Changes < 1 || one.Loss == nil || one.Loss.All < one.Loss.First {
				t.Errorf("%s: %+v", e.Title(), one)
			}
		}
	}
}

// CPU time is that of the processes that are named.
func TestUsage(t *testing.T) {
	spins, err := child.Start(exec.Command("sh", "-c", "while :; do :; done"))
	if err != nil {
		t.Fatal(err)
	}
	defer spins.Kill()
	sleeps, err := child.Start(exec.Command("sleep", "1000"))
	if err != nil {
		t.Fatal(err)
	}
	defer sleeps.Kill()
	for {
		used, err := cpuOf([]int{spins.ID()})
		if err != nil {
			t.Fatal(err)
		}
		if used >= 50*time.Millisecond {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	used, err := cpuOf([]int{sleeps.ID()})
	if err != nil || used <= 0 || used > 20*time.Millisecond {
		t.Errorf("one that sleeps uses %s of CPU, %v", used, err)
	}
	if is, err := memoryOf([]int{sleeps.ID()}); err != nil || is.Proportional == 0 || is.Resident < is.Proportional {
		t.Errorf("one that sleeps uses %+v, %v", is, err)
	}
	_, err = cpuOf([]int{1 << 28})
	_, noMemory := memoryOf([]int{1 << 28})
	if err == nil || noMemory == nil {
		t.Error("no such process uses something")
	}
}

// Of the clients of the recipe the one with the lowest number leads. If its session ends, the next one leads.
func TestRecipe(t *testing.T) {
	jars := fetched(t)
	addresses, err := loopback.Addresses(9)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	e, err := server.Start(ctx, jars, t.TempDir(), addresses, server.Times{TickMS: 500, Init: 10, Sync: 4})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Stop()
	modes := map[string]int{}
	for _, address := range e.Clients {
		modes[server.Mode(address)]++
	}
	if modes["leader"] != 1 || modes["follower"] != 2 {
		t.Errorf("the servers are %v", modes)
	}
	var clients []*contender
	for n := range 3 {
		c, err := contend(ctx, e.Clients[n:n+1], 2*time.Second)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		clients = append(clients, c)
	}
	for n, c := range clients {
		select {
		case <-c.Leads:
		case <-ctx.Done():
			t.Fatalf("client %d does not lead", n)
		}
		for later, other := range clients[n+1:] {
			select {
			case <-other.Leads:
				t.Errorf("client %d leads beside client %d", n+1+later, n)
			default:
			}
		}
		c.Close()
	}
}

// Jars that were changed are refused by name, and what a machine lacks is said.
func TestFetchRefuses(t *testing.T) {
	jars := fetched(t)
	cache := t.TempDir()
	t.Setenv("SCRUTINEER_CACHE", cache)
	copied := filepath.Join(cache, filepath.Base(string(jars)))
	if err := os.CopyFS(copied, os.DirFS(string(jars))); err != nil {
		t.Fatal(err)
	}
	if _, err := server.Fetch(t.Context()); err != nil {
		t.Fatal(err)
	}
	broken := filepath.Join(copied, "zookeeper-"+server.Version+".jar")
	if err := os.WriteFile(broken, []byte("no jar"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := server.Fetch(t.Context()); err == nil || !strings.HasPrefix(err.Error(), broken+": has another hash") {
		t.Error(err)
	}
	t.Setenv("PATH", "")
	if _, err := server.Fetch(t.Context()); err == nil || !strings.HasPrefix(err.Error(), "no java in PATH") {
		t.Error(err)
	}
}

// counts are the bytes of a small group: Captured by the packet socket, and carried by the interface Within the time of
// the capture and Around it, in a slightly longer time.
type counts struct{ Captured, Within, Around int }

// both counts the bytes of a small group in both ways.
var both = lab.Job{ID: "both", Run: func(p lab.Place) (any, error) {
	m, err := group{probe: 100 * time.Millisecond}.start(context.Background(), 0)
	if err != nil {
		return nil, err
	}
	defer func() { m.stop() }()
	begins, err := carried()
	if err != nil {
		return nil, err
	}
	c, err := captured(m.addresses)
	if err != nil {
		return nil, err
	}
	before, err := carried()
	time.Sleep(2 * time.Second)
	after, failed := carried()
	err = errors.Join(err, failed, c.stop())
	ends, failed := carried()
	got := counts{Captured: int(c.bytes.Load()), Within: after - before, Around: ends - begins}
	return got, errors.Join(err, failed)
}}

// A packet socket counts what the loopback interface counts, if nobody else sends. They are not read at the same
// instant: the interface is read just before and just after the capture begins, and again where it ends.
func TestCapture(t *testing.T) {
	if err := lab.Namespaces(); err != nil {
		t.Skip("this machine allows no network namespace: ", err)
	}
	got, err := lab.Measure[counts](t.Context(), &lab.Laboratory{Dir: t.TempDir()}, both)
	if err != nil {
		t.Fatal(err)
	}
	tolerance := got.Within / 100
	if got.Within == 0 || got.Captured < got.Within-tolerance || got.Captured > got.Around+tolerance {
		t.Errorf("the packet socket has seen %d bytes, the interface has carried %d to %d",
			got.Captured, got.Within, got.Around)
	}
}

// What is no packet of TCP or UDP counts nothing.
func TestPacketOf(t *testing.T) {
	udp := []byte{
		0x45, 0, 0, 60, 0, 0, 0, 0, 64, 17, 0, 0, 127, 0, 0, 1, 127, 0, 0, 2, // IP
		0x10, 0, 0x20, 1, // ports
	}
	size, from, to := packetOf(udp)
	if size != 60 || from.String() != "127.0.0.1:4096" || to.String() != "127.0.0.2:8193" {
		t.Errorf("%d bytes from %s to %s", size, from, to)
	}
	icmp := slices.Clone(udp)
	icmp[9] = 1
	for _, none := range [][]byte{nil, udp[:19], udp[:23], icmp} {
		if size, from, _ := packetOf(none); size != 0 || from.IsValid() {
			t.Errorf("%v: %d bytes from %s", none, size, from)
		}
	}
}

// carries counts the bytes of a packet of 1,000 bytes.
var carries = lab.Job{ID: "carries", Run: func(p lab.Place) (any, error) {
	before, err := carried()
	if err == nil {
		err = sends(1000)
	}
	if err != nil {
		return nil, err
	}
	after, err := carried()
	return after - before, err
}}

// One packet over the loopback interface counts once, with its headers.
func TestCarried(t *testing.T) {
	if err := lab.Namespaces(); err != nil {
		t.Skip("this machine allows no network namespace: ", err)
	}
	got, err := lab.Measure[int](t.Context(), &lab.Laboratory{Dir: t.TempDir()}, carries)
	if want := 1000 + 20 + 8; err != nil || got != want {
		t.Errorf("a packet of 1000 bytes counts %d, want %d: %v", got, want, err)
	}
}

// All processes of each kind of system listen on the loopback interface alone, and end when the command does, however
// it ends.
func TestLeavesNothing(t *testing.T) {
	fetched(t)
	for _, s := range small() {
		least := 1 + s.Nodes // the parent of the system, and its processes
		if s.ID == "client" {
			least += 3 // clients of the recipe
		}
		t.Run(s.ID, func(t *testing.T) {
			livetest.LeavesNothing(t, least, func() {
				dir := t.TempDir()
				go func() {
					l := &lab.Laboratory{Dir: dir, Size: lab.Size{Settles: 1000, Seconds: 1}}
					_, _ = lab.Measure[Rest](context.Background(), l, s.Rest())
				}()
				livetest.AwaitDescendants(t, least, s.Nodes)
			})
		})
	}
}

// ZooKeeper is fetched outside of a cell's network namespace, which reaches no repository.
func TestFetchesOutside(t *testing.T) {
	fetched(t)
	java, err := exec.LookPath("java")
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("SCRUTINEER_CACHE", t.TempDir())
	bin, where := t.TempDir(), filepath.Join(t.TempDir(), "namespace")
	script := "#!/bin/sh\n/bin/readlink /proc/self/ns/net > " + where + "\necho no network\nexit 1\n"
	if err := os.WriteFile(filepath.Join(bin, "mvn"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(java, filepath.Join(bin, "java")); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin)
	l := &lab.Laboratory{Dir: t.TempDir(), Size: lab.Size{Seconds: 1}}
	_, err = lab.Measure[Rest](t.Context(), l, AtRest(false)[0].Rest())
	if err == nil || !strings.Contains(err.Error(), "no network") {
		t.Error(err)
	}
	ours, err := os.Readlink("/proc/self/ns/net")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(where); err != nil || strings.TrimSpace(string(got)) != ours {
		t.Errorf("mvn ran in %q, this program runs in %q: %v", got, ours, err)
	}
}
