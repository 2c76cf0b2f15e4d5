package paper

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/reproduce"
	"github.com/scrutineer-go/scrutineer/spec/vcube/words"
)

// small is enough to see that each experiment says what it must.
func small() extent { return extent{most: 16, beyond: []int{32}, all: 16} }

// measured runs an experiment.
func measured(t *testing.T, e reproduce.Experiment) reproduce.Measured {
	t.Helper()
	m, err := e.Measure(t.Context(), "vcube", nil)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Each experiment finds what must be the paper's figure, and gives the same bytes again.
func TestExperiments(t *testing.T) {
	list := experiments(small())
	if err := reproduce.Check(list); err != nil {
		t.Fatal(err)
	}
	for _, e := range list {
		t.Run(e.ID, func(t *testing.T) {
			first := measured(t, e)
			for _, failure := range first.Failures() {
				t.Error(failure)
			}
			second := measured(t, e)
			for _, one := range [][2]func() ([]byte, error){{first.JSON, second.JSON}, {first.CSV, second.CSV}} {
				before, err := one[0]()
				again, errAgain := one[1]()
				if err != nil || errAgain != nil || !bytes.Equal(before, again) {
					t.Errorf("%s is another the second time: %v, %v", before, err, errAgain)
				}
			}
			if first.Text() != second.Text() {
				t.Error("the second text is another")
			}
		})
	}
}

// What must be the paper's figure and is not fails, in each column.
func TestPlantedFigures(t *testing.T) {
	for _, c := range []struct {
		name  string
		plant func(*messageRow)
		want  string
	}{
		{"ALL", func(r *messageRow) { r.all = "113" }, "ALL at N 8: 112, it must be 113 as printed"},
		{"vCube", func(r *messageRow) { r.cube = "84" }, "vCube at N 8: 48, it must be 84 as printed"},
		{"balance", func(r *messageRow) { r.balance = "57.41" }, "balance at N 8: 57.14, it must be 57.41 as printed"},
		{
			"misprint", func(r *messageRow) { r.misprinted = true },
			"balance at N 8: 57.14, as printed, which is said to be a misprint",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			printed := table2()
			c.plant(&printed.printed[0])
			table, err := extent{most: 8, all: 8}.messages(t.Context(), func(int, int) {}, printed)
			if got := table.Failures(); err != nil || !slices.Equal(got, []string{c.want}) {
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
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, e := range experiments(small()) {
		if _, err := e.Measure(ctx, "vcube", nil); err == nil {
			t.Errorf("%s has a table", e.ID)
		}
	}
}
