package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

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

// Each table has in each cell what its column says.
func TestTables(t *testing.T) {
	place := map[string]int{}
	for i, j := range jobs() {
		place[j.ID] = i + 1
	}
	list := experiments(planted(t))
	for id, want := range map[string]func() []string{
		"e14": func() []string { // the means of n and 3n; one is unfinished in each of four cells
			n := place["elections-base-swim-2-50"]
			return []string{"5", fmt.Sprint(2 * n)}
		},
		"e15": func() []string { return []string{"5", "2.00"} },
		"e16": func() []string {
			n := place["kills-base-swim-2-50"]
			return []string{
				"Base over SWIM", fmt.Sprintf("%d.00", n), fmt.Sprintf("%d.00", 2*n), fmt.Sprintf("%d.00", 3*n), "1",
			}
		},
		"e17":      func() []string { return []string{"ZooKeeper of 3, idle", "1.0", "2.0", "0.3"} },
		"e18":      func() []string { return []string{"ZooKeeper of 3, idle", "1.0", "0.33"} },
		"e19":      func() []string { return []string{"ZooKeeper of 3, idle", "1.0"} },
		"e17-long": func() []string { return []string{"ZooKeeper of 3, 16 clients", "8.0", "16.0", "2.7"} },
		"e20": func() []string {
			n, rest := place["loss-zookeeper-leader"], place["rest-zookeeper-leader"]
			return []string{
				"ZooKeeper of 16", "stopped", decimal(5*n, 2, 2).Value, fmt.Sprintf("%d.00", 4*n),
				fmt.Sprintf("%d.00", 3*n), fmt.Sprintf("%d.0", rest), fmt.Sprintf("%d.0", rest),
				fmt.Sprintf("%d.0", rest),
			}
		},
	} {
		i := slices.IndexFunc(list, func(e reproduce.Experiment) bool { return e.ID == id })
		m, err := list[i].Measure(t.Context(), "ctolerant", nil)
		if err != nil {
			t.Errorf("%s: %v", id, err)
			continue
		}
		var got []string
		for _, cell := range m.Rows[0] {
			got = append(got, cell.Value)
		}
		if w := want(); !slices.Equal(got[:len(w)], w) {
			t.Errorf("%s: the first row is %q, want %q", id, got, w)
		}
		if m.On == nil || m.On.Machine != lab.Machine() || m.On.Versions[0] != "v1" || m.On.Date != "2026-11-29" {
			t.Errorf("%s: it was measured on %+v", id, m.On)
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
