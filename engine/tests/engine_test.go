package tests

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/nightly"
)

// campaigns in each of which something fails: of a paper, of another, and of a user's lock.
var campaigns = []struct {
	name       string
	day, night []string
}{
	{
		"ctolerant",
		strings.Fields("-p ctolerant -set protocol=base -set rule=last -seed 5 -n 1500 -edges=false"),
		strings.Fields("-p ctolerant -set protocol=base -set rule=last -n 30000"),
	},
	{
		"gossip",
		strings.Fields(`-p gossip -set interpretations=["claim-at-start"] -n 1200 -edges=false -tries 100`),
		strings.Fields(`-p gossip -set interpretations=["claim-at-start"] -n 6000`),
	},
	{
		"lock",
		strings.Fields("-p fencedlease -set hasty=true -n 4000"),
		strings.Fields("-p fencedlease -set hasty=true -n 100000"),
	},
}

// The folder of a campaign is byte for byte that of one process if a worker is killed, if a worker stalls, and if the
// coordinator is killed: one of them in each of the campaigns.
func TestKills(t *testing.T) {
	for i, row := range campaigns {
		t.Run(row.name, func(t *testing.T) {
			c := alone(t, row.day...)
			c.more = []string{"-workers", "2", "-threads", "1", "-silence", "500ms"}
			c.start()
			if !c.await(1) {
				t.Fatal("it has ended before anything was killed: it must be longer")
			}
			switch worker := c.aWorker(i); i {
			case 0:
				c.send(worker, syscall.SIGKILL)
				c.says("has ended, process")
			case 1:
				c.send(worker, syscall.SIGSTOP)
				c.says("was silent for")
				c.send(worker, syscall.SIGCONT)
			case 2:
				c.killed()
			}
			c.end()
		})
	}
}

// Twenty kills of workers and three of the coordinator, at drawn times, lose nothing.
func TestManyKills(t *testing.T) {
	nightly.Only(t, "TestKills")
	const ofWorkers, ofCoordinators = 20, 3
	for i, row := range campaigns {
		t.Run(row.name, func(t *testing.T) {
			c := alone(t, row.night...)
			runs := c.asked()
			draw := rand.New(rand.NewPCG(uint64(i), 41))
			var kills []int // after how many runs; those of the coordinator are negative
			for k := range ofWorkers + ofCoordinators {
				after := 1 + draw.IntN(runs*8/10)
				if k >= ofWorkers {
					after = -after
				}
				kills = append(kills, after)
			}
			slices.SortFunc(kills, func(a, b int) int { return max(a, -a) - max(b, -b) })
			c.more = []string{"-workers", "2", "-threads", "1", "-silence", "1s"}
			c.start()
			for n, after := range kills {
				if !c.await(max(after, -after)) {
					t.Fatalf("it has ended after %d kills: %s", n, c.stderr.String())
				}
				time.Sleep(time.Duration(draw.IntN(500)) * time.Millisecond)
				if after < 0 {
					c.killed()
				} else {
					c.send(c.aWorker(draw.IntN(2)), syscall.SIGKILL)
				}
			}
			c.end()
			t.Logf("after runs %v (negative: the coordinator)", kills)
		})
	}
}

// A campaign that is interrupted goes on where it was.
func TestInterrupted(t *testing.T) {
	c := alone(t, campaigns[2].day...)
	c.more = []string{"-workers", "2", "-threads", "1"}
	c.start()
	if !c.await(1) {
		t.Fatal("it has ended before it was interrupted")
	}
	c.send(c.ID(), syscall.SIGINT)
	<-c.Ended()
	if status := c.command.ProcessState.ExitCode(); status != 1 && status != 3 {
		t.Errorf("exit status %d: %s", status, c.stderr.String())
	}
	c.start()
	c.end()
	if !strings.Contains(c.stderr.String(), "going on after run") {
		t.Error(c.stderr.String())
	}
}

// A campaign that stops at a failure goes on as in one process.
func TestUntilFailed(t *testing.T) {
	flags := strings.Fields("-p fencedlease -set hasty=true -n 3000 -keep 1")
	c := alone(t, append(flags, "-until-failed")...)
	c.more = []string{"-workers", "2"}
	c.start()
	<-c.Ended()
	same := func(left bool) {
		t.Helper()
		one, err1 := os.ReadFile(filepath.Join(c.dir, "one", "result.json"))
		two, err2 := os.ReadFile(filepath.Join(c.dir, "two", "result.json"))
		if err1 != nil || err2 != nil || string(one) != string(two) {
			t.Errorf("the results differ: %v, %v, %s", err1, err2, c.stderr.String())
		}
		if _, err := os.Stat(filepath.Join(c.dir, "two.engine")); (err == nil) != left {
			t.Errorf("the server's folder: %v", err)
		}
	}
	same(true)
	for _, out := range []string{"one", "two"} {
		args := append([]string{"campaign", "-out", out}, flags...)
		if out == "two" {
			args = append(args, c.more...)
		}
		if status, errs := call(t, t.Context(), c.dir, args...); status != 1 {
			t.Errorf("exit status %d: %s", status, errs)
		}
	}
	same(false)
}

// A worker joins from elsewhere with the token, and one without it, or of another build, is refused.
func TestWork(t *testing.T) {
	c := alone(t, campaigns[2].day...)
	c.more = []string{"-listen", "127.0.0.1:0"}
	t.Setenv("SCRUTINEER_TOKEN", "secret")
	c.start()
	c.says("workers join by: ")
	_, url, _ := strings.Cut(c.stderr.String(), "-url ")
	url = strings.Fields(url)[0]

	other := filepath.Join(c.dir, "other")
	text, err := os.ReadFile(os.Args[0])
	if err == nil {
		err = os.WriteFile(other, append(text, 0), 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
	built := program(c.dir, "work", "-url", url)
	built.Path = other
	out, _ := built.CombinedOutput()
	status, says := built.ProcessState.ExitCode(), "so copy it, or build both alike"
	if status != 2 || !strings.Contains(string(out), says) {
		t.Errorf("another build: exit status %d, %s", status, out)
	}

	t.Setenv("SCRUTINEER_TOKEN", "wrong")
	if status, errs := call(t, t.Context(), c.dir, "work", "-url", url, "-wait", "0s"); status != 3 ||
		!strings.Contains(errs, "Authorization Violation") {
		t.Errorf("a wrong token: exit status %d, %s", status, errs)
	}
	t.Setenv("SCRUTINEER_TOKEN", "secret")
	if status, errs := call(t, t.Context(), c.dir, "work", "-url", url, "-threads", "2"); status != 0 ||
		!strings.Contains(errs, "the campaign has ended") {
		t.Errorf("exit status %d, %s", status, errs)
	}
	c.end()
}

// What cannot be right is named in a line.
func TestFlags(t *testing.T) {
	for _, c := range []struct {
		args   string
		status int
		says   string
	}{
		{"campaign -workers -1", 2, "command line: -workers: -1, it must be 0 to 1024"},
		{"campaign -workers x", 2, `-workers: "x"`},
		{"campaign -workers 2 -results 0", 2, "command line: -results: 0, it must be 1 to 1048576"},
		{"campaign -workers 2 -replicas 6", 2, "command line: -replicas: 6, it must be 0 to 5"},
		{"campaign -workers 2 -silence 1ms", 2, "command line: -silence: 1ms, it must be 100ms to 1h"},
		{"campaign -url http://a:1", 2, `-url: "http://a:1", it must be a URL such as nats://127.0.0.1:4222`},
		{"campaign -url nats://a:1 -listen 127.0.0.1:0", 2, "-listen: is for the server within this program"},
		{"campaign -listen 4222", 2, `-listen: "4222", it must be a host and a port such as 0.0.0.0:4222`},
		{"campaign -url nats://secret@127.0.0.1:1", 3, "nats://...@127.0.0.1:1: "},
		{"work", 2, "command line: -url: is missing"},
		{"work -url nats://127.0.0.1:1 -threads -1", 2, "command line: -threads: -1, it must be 0 to 4096"},
		{"work -url nats://127.0.0.1:1 -wait -1s", 2, "command line: -wait: -1s, it must not be negative"},
		{"work -url nats://127.0.0.1:1 -wait 0s", 3, "nats://127.0.0.1:1: no campaign for 0s"},
	} {
		dir := t.TempDir()
		status, errs := call(t, t.Context(), dir, strings.Fields(c.args)...)
		if status != c.status || !strings.Contains(errs, c.says) || strings.Contains(errs, "secret") {
			t.Errorf("%s: exit status %d, %s", c.args, status, errs)
		}
		if strings.Count(strings.TrimSpace(errs), "\n") > 1 {
			t.Errorf("%s: more than a line and the folder's: %s", c.args, errs)
		}
	}
}
