package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/scrutineer-go/scrutineer/internal/cache"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	"github.com/scrutineer-go/scrutineer/live/zookeeper/lab"
	"github.com/scrutineer-go/scrutineer/live/zookeeper/systems"
	"github.com/scrutineer-go/scrutineer/properties/ctolerant/paper"
)

// The test program is the program of this folder if its first argument is its command.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "reproduce" {
		main()
		return
	}
	os.Exit(m.Run())
}

// Each experiment that the paper's ledger leaves to this program has its table, and each job has an id of its own.
func TestExperiments(t *testing.T) {
	for _, e := range paper.Deployed() {
		if tables[strings.TrimSuffix(e.ID, "-long")] == nil {
			t.Errorf("%s has no table", e.ID)
		}
	}
	if err := reproduce.Check(experiments(&lab.Laboratory{})); err != nil {
		t.Error(err)
	}
	ids := map[string]bool{}
	for _, j := range jobs() {
		if ids[j.ID] && !strings.HasPrefix(j.ID, "rest-hybrid-") { // with the same times in two tables
			t.Errorf("two jobs are called %s", j.ID)
		}
		ids[j.ID] = true
	}
}

// planted returns a laboratory that keeps a result of each job: the n-th job takes n MB, n ms of CPU in a second, and
// so on.
func planted(t *testing.T) *lab.Laboratory {
	t.Helper()
	l := &lab.Laboratory{Dir: t.TempDir(), Size: lab.Size{Settles: 1, Seconds: 6, Trials: 2}}
	program, err := cache.SumOfProgram()
	if err != nil {
		t.Fatal(err)
	}
	for i, j := range jobs() {
		n := i + 1
		made := systems.Made{Versions: []string{"v1"}, Date: "2026-11-29"}
		loss := systems.Loss{First: 1000 * n, All: 2000 * n, Elected: 3000 * n}
		var result any
		switch kind, _, _ := strings.Cut(j.ID, "-"); kind {
		case "rest":
			result = systems.Rest{
				Milliseconds: 1000, CPU: []int{1000 * n, 1000 * n}, Window: 1000,
				Bytes: 125 * n, Counted: systems.ByPackets,
				Memory: systems.Memory{Resident: 2048 * n, Proportional: 1024 * n}, Made: made,
			}
		case "loss":
			late := loss
			late.All *= 2
			result = systems.Losses{All: []systems.Loss{loss, loss, late, loss}, Made: made}
		default:
			trials := []systems.Trial{
				{Completion: n, Changes: 1}, {Completion: 3 * n, Changes: 2}, {Completion: -1, Changes: 3},
			}
			if kind == "kills" {
				trials[0].Loss, trials[1].Loss = &loss, &loss
			}
			result = systems.Trials{All: trials, Made: made}
		}
		text, err := json.Marshal(map[string]any{
			"job": j.ID, "size": l.Size, "program": program, "machine": lab.Machine(), "result": result,
		})
		if err == nil {
			err = os.WriteFile(filepath.Join(l.Dir, j.ID+".json"), text, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return l
}

// wanted returns for each table the values of all its rows, by the places of the jobs among all.
func wanted() map[string][][]string {
	place := map[string]int{}
	for i, j := range jobs() {
		place[j.ID] = i + 1
	}
	want := map[string][][]string{}
	row := func(table string, cells ...string) { want[table] = append(want[table], cells) }
	number := func(n, by, digits int) string { return decimal(n, by, digits).Value }
	for _, long := range []bool{false, true} {
		suffix := map[bool]string{true: "-long"}[long]
		for _, r := range rates() {
			times, changes := []string{strconv.Itoa(r.drop)}, []string{strconv.Itoa(r.drop)}
			for _, e := range at(r, long) { // the means of n and 3n, and of 1, 2 and 3
				times, changes = append(times, number(2*place[e.Trials(false).ID], 1, 0)), append(changes, "2.00")
			}
			unfinished := strconv.Itoa(len(at(r, long))) // one of each cell
			row("e14"+suffix, append(times, unfinished)...)
			row("e15"+suffix, append(changes, unfinished)...)
		}
		for _, s := range systems.AtRest(long) {
			n := place[s.Rest().ID]
			row("e17"+suffix, s.Name, number(n, 1, 1), number(2*n, 1, 1), number(n, s.Nodes, 1))
			row("e18"+suffix, s.Name, number(n, 1, 1), number(n, s.Nodes, 2))
			row("e19"+suffix, s.Name, number(n, 1, 1))
		}
	}
	for _, e := range at(rates()[0], true) {
		n := place[e.Trials(true).ID]
		row("e16", e.Title(), number(n, 1, 2), number(2*n, 1, 2), number(3*n, 1, 2), "1")
	}
	for _, s := range systems.AtEqualDetection() { // the means of 2n, 2n, 4n and 2n, and the third of them
		n, rest := place[s.Loses().ID], place[s.Rest().ID]
		elected := number(3*n, 1, 2)
		if s.Name == "memberlist" {
			elected = ""
		}
		row("e20", s.Name, s.LostBy, number(5*n, 2, 2), number(4*n, 1, 2), elected, number(rest, 1, 1),
			number(rest, 1, 1), number(rest, 1, 1))
	}
	return want
}

// Each table has in each cell what its column says, and says what it was measured on.
func TestTables(t *testing.T) {
	list := experiments(planted(t))
	for id, want := range wanted() {
		i := slices.IndexFunc(list, func(e reproduce.Experiment) bool { return e.ID == id })
		m, err := list[i].Measure(t.Context(), "ctolerant", nil)
		if err != nil {
			t.Errorf("%s: %v", id, err)
			continue
		}
		var got [][]string
		for _, cells := range m.Rows {
			var row []string
			for _, cell := range cells {
				row = append(row, cell.Value)
			}
			got = append(got, row)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s: %s", id, d)
		}
		if m.On == nil || m.On.Machine != lab.Machine() || m.On.Versions[0] != "v1" || m.On.Date != "2026-11-29" {
			t.Errorf("%s: it was measured on %+v", id, m.On)
		}
		counts := strings.HasPrefix(id, "e19") || id == "e20"
		if slices.Contains(m.Notes, countedBy[systems.ByPackets]) != counts {
			t.Errorf("%s: how bytes are counted is said %t, want %t: %q", id, !counts, counts, m.Notes)
		}
	}
}

// A mean that is more than the tolerance from the goal does not compare at equal detection.
func TestIsEqual(t *testing.T) {
	for mean, want := range map[int]bool{5399: false, 5400: true, 6000: true, 6600: true, 6601: false} {
		if got := isEqual([]systems.Loss{{All: mean - 1000}, {All: mean + 1000}}); got != want {
			t.Errorf("%d ms in the mean: %t", mean, got)
		}
	}
}

// Without Java the experiment is not run, which is said in a line, and the exit status is 3.
func TestNotRun(t *testing.T) {
	cmd := lab.Itself("reproduce", "ctolerant", "-only", "e17")
	cmd.Dir, cmd.Env = t.TempDir(), []string{"PATH=", "HOME=" + t.TempDir()}
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState.ExitCode() != 3 ||
		!strings.Contains(string(out), "not run: ctolerant/e17 (Memory at rest): no java in PATH: install Java 17") {
		t.Errorf("%v: %s", err, out)
	}
}

// make zookeeper builds the program and runs it.
func TestMake(t *testing.T) {
	cmd := exec.Command("make", "-s", "-C", filepath.Join("..", ".."), "zookeeper", "ONLY=e99")
	out, err := cmd.CombinedOutput()
	if err == nil || !strings.Contains(string(out), "no experiment of ctolerant matches") {
		t.Errorf("%v: %s", err, out)
	}
}
