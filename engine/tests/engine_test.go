package tests

import (
	"math/rand/v2"
	"os"
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
		strings.Fields(`-p gossip -set interpretations=["claim-at-start"] -n 700 -edges=false -tries 50`),
		strings.Fields(`-p gossip -set interpretations=["claim-at-start"] -n 6000`),
	},
	{
		"lock",
		strings.Fields("-p fencedlease -set hasty=true -n 4000"),
		strings.Fields("-p fencedlease -set hasty=true -n 100000"),
	},
}

// Twenty kills of workers and three of the coordinator, at drawn times, lose nothing.
func TestManyKills(t *testing.T) {
	nightly.Only(t, "TestFaults")
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
					for !c.send(c.aWorker(draw.IntN(2)), syscall.SIGKILL) {
					}
				}
			}
			c.end()
			if !strings.Contains(c.stderr.String(), " open, worker") {
				t.Errorf("the progress does not name the workers: %s", c.stderr.String())
			}
			t.Logf("after runs %v (negative: the coordinator)", kills)
		})
	}
}

// A worker joins from elsewhere with the token that the campaign has drawn, and one without it is refused.
func TestWork(t *testing.T) {
	c := alone(t, campaigns[2].day...)
	c.more = []string{"-listen", "127.0.0.1:0"}
	c.start()
	c.says("workers join by: ")
	_, line, _ := strings.Cut(c.stderr.String(), "SCRUTINEER_TOKEN=")
	drawn, line, _ := strings.Cut(line, " ")
	_, url, _ := strings.Cut(line, "-url ")
	url = strings.Fields(url)[0]

	for _, token := range []string{"wrong", ""} {
		t.Setenv("SCRUTINEER_TOKEN", token)
		if status, errs := call(t, t.Context(), c.dir, "work", "-url", url, "-wait", "0s"); status != 3 ||
			!strings.Contains(errs, "Authorization Violation") {
			t.Errorf("the token %q: exit status %d, %s", token, status, errs)
		}
	}
	t.Setenv("SCRUTINEER_TOKEN", drawn)
	if status, errs := call(t, t.Context(), c.dir, "work", "-url", url, "-threads", "2"); status != 0 ||
		!strings.Contains(errs, "the campaign has ended") {
		t.Errorf("exit status %d, %s", status, errs)
	}
	c.end()
}

// A worker that dies after the program was built anew is started from the file that the campaign runs.
func TestBuiltAnew(t *testing.T) {
	t.Parallel()
	c := alone(t, campaigns[2].day...)
	c.more = strings.Fields("-workers 2 -threads 1 -silence 500ms")
	c.file = c.copied()
	c.start()
	if !c.await(1) {
		t.Fatal("it has ended before the program was built anew")
	}
	if err := os.Rename(c.copied(0), c.file); err != nil {
		t.Fatal(err)
	}
	c.send(c.aWorker(0), syscall.SIGKILL)
	c.says("has ended, process")
	c.end()
	if strings.Count(c.stderr.String(), "has ended, process") != 1 {
		t.Error(c.stderr.String())
	}
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
		{"campaign -workers 2 -results 0", 2, "command line: -results: 0, it must be 0.01 to 1048576"},
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
