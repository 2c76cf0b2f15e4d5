package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/livetest"
	"github.com/scrutineer-go/scrutineer/internal/loopback"
	"github.com/scrutineer-go/scrutineer/internal/nightly"
	"github.com/scrutineer-go/scrutineer/live"
	"github.com/scrutineer-go/scrutineer/properties/polling"
	"github.com/scrutineer-go/scrutineer/spec"
)

// isProgram, if set, has the test program be the program of this folder.
const isProgram = "POLLING_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(isProgram) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// group is a cluster of three workers, a provider and a store.
type group struct {
	*livetest.Cluster
	database string
	unique   bool
}

// The limit of the provider: 4 requests in a second, and the time from slot to slot of workers whose requests may be
// 100 ms late.
const (
	limit   = `"workers": 3, "failures": "vanish", "window": 1000, `
	slots   = `"divisions": [{"slot": 250}], "safe": true, "jitter": 100, "collect": 275, `
	spacing = 275 * time.Millisecond
)

// What the paper leaves open: each worker takes itself for the only one, each polls by its own clock, and slots are as
// printed.
const (
	unequal   = `"divisions": [{"slot": 250, "views": [[0], [1], [2]]}], "collect": 250, `
	ownPeriod = `"divisions": [{"slot": 250}], "ownOrigin": true, "period": 250, "collect": 250, `
	printed   = `"divisions": [{"slot": 250}], "collect": 250, `
)

// newGroup prepares the group. query is added to the URL of the provider and the database, more to cluster.json.
func newGroup(t *testing.T, config, query, more string) *group {
	t.Helper()
	parent := t.TempDir()
	g := &group{database: filepath.Join(parent, "records.db"), unique: strings.Contains(query, "unique")}
	config = "{" + limit + config + "}"
	subject, err := polling.Protocol().Registered().Campaigns().Open(json.RawMessage(config))
	if err != nil {
		t.Fatal(err)
	}
	address := fmt.Sprintf("polling://%s/?workers=3&window=1000&allowed=4&database=%s%s", loopback.Free(t, 1)[0],
		url.QueryEscape(g.database), query)
	g.Cluster = livetest.New(t, livetest.Election{
		Protocol: "polling", Config: config, More: fmt.Sprintf(`, "medium": %q%s`, address, more),
	}, subject.Cluster, parent, func(args ...string) *exec.Cmd {
		cmd := exec.Command(os.Args[0], args...)
		cmd.Env, cmd.Dir = append(os.Environ(), isProgram+"=1"), parent
		return cmd
	})
	return g
}

// runs runs the group for a time from the first step on. The workers stop first: the store takes all that the database
// has done.
func (g *group) runs(d time.Duration) {
	g.Helper()
	g.StartAll()
	for end := time.Now().Add(livetest.Deadline); ; time.Sleep(5 * time.Millisecond) {
		state, err := live.LastState(g.Dir, 0)
		g.Must(err)
		if state != nil {
			break
		}
		if time.Now().After(end) {
			g.Fatal("no worker takes a step")
		}
	}
	time.Sleep(d)
	for id := range spec.NodeID(3) {
		g.Must(g.Group.Signal(id, os.Interrupt))
	}
	time.Sleep(300 * time.Millisecond)
	g.Must(g.Group.Stop())
}

// records returns the intervals in the database, in ascending order.
func (g *group) records() (all []int) {
	g.Helper()
	db, err := open(g.database, g.unique)
	g.Must(err)
	defer db.Close()
	rows, err := db.QueryContext(context.Background(), "SELECT interval FROM records ORDER BY interval")
	g.Must(err)
	defer rows.Close()
	for rows.Next() {
		var interval int
		g.Must(rows.Scan(&interval))
		all = append(all, interval)
	}
	g.Must(rows.Err())
	return all
}

// Three workers poll for some time. The provider refuses no request, no interval has two records, and each slot that
// was due has one.
func TestPolls(t *testing.T) {
	t.Parallel()
	for range 3 { // a machine that is too slow for slots of 275 ms breaks an assumption
		if polls(t) {
			return
		}
	}
	t.Error("the assumption InTime is broken three times in a row")
}

// polls polls once. It reports whether the machine was in time.
func polls(t *testing.T) bool {
	d := nightly.Size(60, 6)
	g := newGroup(t, slots+`"store": "unique", "bans": true`, "&unique&bans",
		`, "skew": ["0s", "10ms", "20ms", "30ms", "0s"]`)
	g.runs(time.Duration(d) * time.Second)
	out := g.Judge(0)
	all := g.records()
	t.Logf("%d records in %d s\n%s", len(all), d, out)
	if strings.Contains(out, "judged up to") || !strings.Contains(out, "every step is one of the specification") {
		t.Error("not every step is judged")
	}
	if once := slices.Compact(slices.Clone(all)); len(once) != len(all) {
		t.Error("an interval has two records")
	}
	if strings.Contains(out, "assumptions broken: InTime") {
		return false
	}
	if refused := g.requests()[429] + g.requests()[403]; refused > 0 {
		t.Errorf("%d requests are refused", refused)
	}
	if strings.Contains(out, " fails after ") {
		t.Error("a property fails")
	}
	if due := int(time.Duration(d) * time.Second / spacing); len(all) < due-3 || len(all) > due+3 {
		t.Errorf("%d slots were due", due)
	}
	for n := 1; n < len(all); n++ {
		if all[n] != all[n-1]+1 {
			t.Errorf("between %d and %d there is no record", all[n-1], all[n])
		}
	}
	return true
}

// requests counts the requests to the provider by their status.
func (g *group) requests() map[int]int {
	g.Helper()
	text, err := os.ReadFile(requestsOf(g.database))
	g.Must(err)
	counts := map[int]int{}
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		var status, worker int
		_, err := fmt.Sscan(line, &status, &worker)
		g.Must(err)
		counts[status]++
	}
	return counts
}

// What the paper leaves open goes wrong with a real provider and a real database, in a way that has a name. The judge
// says after which event.
func TestGoesWrong(t *testing.T) {
	for _, row := range []struct {
		name, config, query string
		status              int
		want                string
		bans                bool
	}{
		{"unequal views and no constraint", unequal + `"store": "plain"`, "", 1, "OneRow fails after event ", false},
		{"no slots", ownPeriod + `"store": "unique"`, "&unique", 0, "AllAccepted fails after event ", false},
		{"no slots and bans", ownPeriod + `"store": "unique", "bans": true`, "&unique&bans", 0, "NoBan fails ", true},
		{"slots as printed", printed + `"store": "unique"`, "&unique", 0, "WindowKept fails after event ", false},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			for range 3 { // a slow machine may have workers that are not at work at the same time
				g := newGroup(t, row.config, row.query, "")
				g.runs(4 * time.Second)
				status, out := g.Judged()
				counts, all := g.requests(), g.records()
				t.Logf("statuses %v, records %v\n%s", counts, all, out)
				twice := len(slices.Compact(slices.Clone(all))) < len(all)
				if status == row.status && strings.Contains(out, row.want) && !strings.Contains(out, "judged up to") &&
					counts[200] > 0 && counts[429] > 0 && (counts[403] > 0) == row.bans && twice != g.unique {
					g.keep(strings.ReplaceAll(row.name, " ", "-"), out)
					return
				}
			}
			t.Errorf("three times in a row: want status %d and %q in the output", row.status, row.want)
		})
	}
}

// keep copies the logs of a run that failed, and what the judge says of them, below build/polling of the repository.
func (g *group) keep(name, verdict string) {
	g.Helper()
	dir := filepath.Join("..", "..", "..", "build", "polling", name)
	g.Must(os.RemoveAll(dir))
	g.Must(os.CopyFS(dir, os.DirFS(g.Dir)))
	g.Must(os.WriteFile(filepath.Join(dir, "verdict.txt"), []byte(verdict), 0o644))
}

// A request that is one too many is refused, and all later ones if the provider bans.
func TestLimiter(t *testing.T) {
	begin := time.Now()
	for _, bans := range []bool{false, true} {
		l := limiter{window: time.Second, allowed: 2, bans: bans}
		for _, row := range []struct{ after, status, banned int }{
			{0, 200, 200}, {400, 200, 200}, {999, 429, 429}, {1000, 200, 403}, {1399, 429, 403}, {1400, 200, 403},
		} {
			want := row.status
			if bans {
				want = row.banned
			}
			if got := l.status(begin.Add(time.Duration(row.after) * time.Millisecond)); got != want {
				t.Errorf("after %d ms, bans %v: %d, want %d", row.after, bans, got, want)
			}
		}
	}
}

// A URL that lacks something is refused with the field.
func TestParse(t *testing.T) {
	for _, row := range []struct{ url, want string }{
		{"polling://127.0.0.1:1/?window=1&allowed=1&database=x", `workers: "", it must be a number above 0`},
		{"polling://127.0.0.1:1/?workers=1&window=1s&allowed=1&database=x", `window: "1s", it must be a number`},
		{"polling://127.0.0.1:1/?workers=1&window=1&allowed=0&database=x", `allowed: "0", it must be a number`},
		{"polling://127.0.0.1:1/?workers=1&window=1&allowed=1", "database: is missing"},
	} {
		if _, err := parse(row.url); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: %v, want %s", row.url, err, row.want)
		}
	}
	if _, err := listen("0.0.0.0:0"); err == nil {
		t.Error("it listens beyond the loopback interface")
	}
}
