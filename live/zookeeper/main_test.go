package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/child"
	"github.com/scrutineer-go/scrutineer/internal/livetest"
	"github.com/scrutineer-go/scrutineer/internal/loopback"
	"github.com/scrutineer-go/scrutineer/live/zookeeper/server"
)

// The test program is the program of this folder if its first argument is one of its roles.
func TestMain(m *testing.M) {
	roles := []string{cellRole, memberRole, probeRole, "serve", "client", "reproduce"}
	if len(os.Args) > 1 && slices.Contains(roles, os.Args[1]) {
		main()
		return
	}
	os.Exit(m.Run())
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

// Each kind of system is measured, and what was measured is kept.
func TestMeasure(t *testing.T) {
	fetched(t)
	l := &laboratory{dir: t.TempDir(), settles: 1, seconds: 2}
	counts := namespaces() == nil
	for _, s := range systems() {
		if s.nodes > 3 && strings.HasPrefix(s.id, "zookeeper") {
			continue // minutes, for the same code
		}
		c, err := l.measure(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %+v", s.name, c)
		if each := c.Usage.Proportional / s.nodes; each < 500 || c.Usage.Resident <= c.Usage.Proportional {
			t.Errorf("%s: a process takes %d kB of memory, all are resident with %d", s.name, each, c.Usage.Resident)
		}
		if c.Usage.Ticks > runtime.NumCPU()*(l.seconds+1)*100 || counts != (c.Bytes > 0) ||
			c.Milliseconds < 2000 || len(c.Versions) == 0 || c.Date == "" {
			t.Errorf("%s: %+v", s.name, c)
		}
		s.start, s.fetch = nil, nil // it is not started again
		again, err := l.measure(t.Context(), s)
		if err != nil || again.Usage != c.Usage || again.Bytes != c.Bytes {
			t.Errorf("%s: again it is %+v, %v", s.name, again, err)
		}
	}
}

// One packet over the loopback interface counts once, with its headers.
func TestCarried(t *testing.T) {
	if os.Getenv("ZOOKEEPER_APART") != "" {
		if err := loopbackUp(); err != nil {
			t.Fatal(err)
		}
		before, err := carried()
		if err != nil {
			t.Fatal(err)
		}
		sends(t, 1000)
		after, err := carried()
		if got, want := after-before, 1000+20+8; err != nil || got != want {
			t.Errorf("a packet of 1000 bytes counts %d, want %d: %v", got, want, err)
		}
		return
	}
	if err := namespaces(); err != nil {
		t.Skip("this machine allows no network namespace: ", err)
	}
	cmd := itself("-test.run=^TestCarried$")
	cmd.Env = append(os.Environ(), "ZOOKEEPER_APART=1")
	inNamespace(cmd)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
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
		is, err := usageOf([]int{spins.ID()})
		if err != nil {
			t.Fatal(err)
		}
		if is.Ticks >= 5 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	is, err := usageOf([]int{sleeps.ID()})
	if err != nil || is.Ticks > 2 || is.Proportional == 0 || is.Resident < is.Proportional {
		t.Errorf("one that sleeps uses %+v, %v", is, err)
	}
	if _, err := usageOf([]int{1 << 30}); err == nil {
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

// Without Java the experiment is not run, which is said in a line, and the exit status is 3.
func TestNotRun(t *testing.T) {
	cmd := itself("reproduce", "ctolerant", "-only", "e17")
	cmd.Dir, cmd.Env = t.TempDir(), []string{"PATH=", "HOME=" + t.TempDir()}
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState.ExitCode() != 3 ||
		!strings.Contains(string(out), "not run: ctolerant/e17 (Memory at rest): no java in PATH: install Java 17") {
		t.Errorf("%v: %s", err, out)
	}
}

// All processes of a system listen on the loopback interface alone, and end when the command does, however it ends.
func TestLeavesNothing(t *testing.T) {
	fetched(t)
	livetest.LeavesNothing(t, 1+3, func() {
		dir := t.TempDir()
		go func() {
			l := &laboratory{dir: dir, settles: 1000, seconds: 1}
			for _, s := range systems() {
				if s.id == "zookeeper-3-idle" {
					_, _ = l.measure(context.Background(), s)
				}
			}
		}()
		awaitServers(t, dir, 3)
	})
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
	l := &laboratory{dir: t.TempDir(), seconds: 1}
	if _, err := l.measure(t.Context(), systems()[0]); err == nil || !strings.Contains(err.Error(), "no network") {
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

// A kept cell of another program is measured anew, and a file that is no cell is refused by its name.
func TestKeptCells(t *testing.T) {
	l := &laboratory{dir: t.TempDir(), seconds: 1}
	s := system{id: "none", fetch: func(context.Context) error { return errors.New("measured anew") }}
	file := filepath.Join(l.dir, "none-1s.json")
	for _, c := range []struct{ text, want string }{
		{`{}`, file + ": is no cell"},
		{`{"system": "none", `, file + ": is no cell"},
		{
			`{"system": "none", "settles": 0, "seconds": 1, "milliseconds": 1000, "bytes": 1, ` +
				`"program": "another", "machine": "m", ` +
				`"versions": ["v"], "date": "d", "usage": {"Ticks": 1, "Resident": 1, "Proportional": 1}}`,
			"measured anew",
		},
	} {
		if err := os.WriteFile(file, []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := l.measure(t.Context(), s); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.text, err, c.want)
		}
	}
}
