package paper

import (
	"slices"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
	"github.com/scrutineer-go/scrutineer/spec/vcube/words"
)

// small is enough to see that each experiment says what it must.
func small() []reproduce.Experiment {
	e := extent{most: 16, beyond: []int{32}, all: 16, slow: 8, runs: 3}
	return append(experiments(e), e.long(32)...)
}

// Each experiment finds what must be the paper's figure, and gives the same bytes again.
func TestExperiments(t *testing.T) {
	protocoltest.SmallExperiments(t, "vcube", small(), Experiments())
}

// What must be the paper's figure and is not fails, in each column.
func TestPlantedFigures(t *testing.T) {
	counts := func(plant func(*messageRow)) run {
		printed := table2()
		plant(&printed.printed[0])
		return against(extent{most: 8, all: 8}.ofRound, printed)
	}
	lists := table1()
	lists[4][2] = "0,1,3,2"
	sets := figure5()
	sets[3].suspects = "3,5,6,7" // as it is where replies are not frozen
	penalised := figure7()
	penalised[0].penalised, penalised[1].dethroned = "2", "1"
	for name, c := range map[string]struct {
		run  run
		want []string
	}{
		"ALL": {
			counts(func(r *messageRow) { r.all = "113" }),
			[]string{"ALL at N 8: 112, it must be 113 as printed"},
		},
		"vCube": {
			counts(func(r *messageRow) { r.cube = "84" }),
			[]string{"vCube at N 8: 48, it must be 84 as printed"},
		},
		"balance": {
			counts(func(r *messageRow) { r.balance = "57.41" }),
			[]string{"balance at N 8: 57.14, it must be 57.41 as printed"},
		},
		"misprint": {
			counts(func(r *messageRow) { r.misprinted = true }),
			[]string{"balance at N 8: 57.14, as printed, which is said to be a misprint"},
		},
		"cluster": {
			against(clusterTable, lists), []string{"c(i,3) at i 4: 0,1,2,3, it must be 0,1,3,2 as printed"},
		},
		"set": {
			against(extent{runs: 2}.detections, sets),
			[]string{"suspect p0 at election vCube, frozen: 3,5,6, it must be 3,5,6,7 as printed"},
		},
		"penalty": {
			against(penalties, penalised),
			[]string{
				"stores at reading repaired: 2, it must be 11 as printed",
				"elects at reading as printed, leader stored: 0, it must be 1 as printed",
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			table, err := c.run(t.Context(), func(int, int) {})
			if got := table.Failures(); err != nil || !slices.Equal(got, c.want) {
				t.Errorf("%q, %v, it must be %q", got, err, c.want)
			}
		})
	}
}

// The two percentages are found to be misprinted, and no other is.
func TestMisprints(t *testing.T) {
	for _, row := range table2().printed {
		c := cost{all: []int{table2().allIs(row.nodes)}, cube: []int{table2().cubeIs(row.nodes)}}
		want := reproduce.AsPrinted
		if row.nodes == 128 || row.nodes == 512 {
			want = reproduce.Misprinted
		}
		if got := row.balanceOf(c).Printed.Verdict; got != want {
			t.Errorf("%d processes: %s, it must be %s", row.nodes, got, want)
		}
	}
}

// A count that is not the formula's is an error, and so are rounds that differ.
func TestCountsAreHeldAgainstTheFormula(t *testing.T) {
	for _, c := range []struct {
		sent []int
		want string
	}{
		{[]int{43, 43, 43}, ""},
		{[]int{43, 44, 43}, "the rounds have [43 44 43] messages, it must be the same number in each"},
		{[]int{43, 43}, "86 messages were sent, and by the formula there are 129"},
	} {
		got := ""
		if err := uniform(c.sent, table3().cubeIs(8)); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%v: %q, it must be %q", c.sent, got, c.want)
		}
	}
}

// A round that is not over when its interval ends, and a test that is given up too early, are no
// counts.
func TestRoundsMustBeWhole(t *testing.T) {
	hasty := configured(8, func(c *words.Config) { c.IntervalMS = 1000 })
	for want, s := range map[string]scene{
		"0 of 8 have ended round 1": {of: vCube(), cfg: hasty, delay: faults.Delay{Min: second}, rounds: 2},
		"56 tests were given up too early": {
			of: all(), cfg: configured(8), delay: faults.Delay{Min: 60 * second}, rounds: 1,
		},
	} {
		if _, err := s.count(t.Context()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, it must say %q", err, want)
		}
	}
}

// An experiment that is given up ends, and says why.
func TestInterrupted(t *testing.T) {
	protocoltest.GivenUp(t, "vcube", small(), "setup", "figure5-log")
}
