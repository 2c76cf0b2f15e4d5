package paper

import (
	"math/big"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
)

// small is enough to see that each experiment says what it must.
func small() []reproduce.Experiment {
	return experiments(extent{
		startSizes: []int{2, 3}, startRuns: 40,
		lossSizes: []int{3}, lossRuns: 60, quorumRuns: 60,
		early: 2, lateSessions: 10, lateRuns: 5,
		timeSizes: []int{2, 5}, timeRuns: 40,
		instants: 30, sessionSizes: []int{3, 5}, workers: []int{5},
	})
}

// ofID is one of the small experiments.
func ofID(t *testing.T, id string) reproduce.Measured {
	t.Helper()
	for _, e := range small() {
		if e.ID == id {
			return protocoltest.Measured(t, "rsdp", e)
		}
	}
	t.Fatalf("no experiment is called %s", id)
	return reproduce.Measured{}
}

// Each experiment finds what must be the paper's figure, and gives the same bytes again.
func TestExperiments(t *testing.T) {
	protocoltest.SmallExperiments(t, "rsdp", small(), Experiments())
}

// An experiment that is given up ends, and says why.
func TestInterrupted(t *testing.T) {
	protocoltest.GivenUp(t, "rsdp", small(), "equations", "votes")
}

// cells are those of a column, in the order of the rows that begin so.
func cells(t *testing.T, m reproduce.Measured, column string, begin ...string) []reproduce.Cell {
	t.Helper()
	var list []reproduce.Cell
	for _, row := range m.Rows {
		matches := true
		for i, want := range begin {
			matches = matches && (want == "" || row[i].Value == want)
		}
		for i, c := range m.Columns {
			if matches && c.Name == column {
				list = append(list, row[i])
			}
		}
	}
	if len(list) == 0 {
		t.Fatalf("%s has no %s of %q", m.ID, column, begin)
	}
	return list
}

// values are what stands in cells.
func values(list []reproduce.Cell) string {
	var all []string
	for _, c := range list {
		all = append(all, c.Value)
	}
	return strings.Join(all, " ")
}

// Without losses replicas disagree where queues are bound when they start, or windows are short, and
// never after a clean session.
func TestStarts(t *testing.T) {
	m := ofID(t, "starts")
	for _, c := range append(cells(t, m, "resynced"), cells(t, m, "bound")...) {
		if c.Value != "0.0" {
			t.Errorf("%s %% disagree, it must be none", c.Value)
		}
	}
	for _, name := range []string{"popular", "ranked"} {
		if got := values(cells(t, m, "unbound", "", name)); got != "0.0 0.0" {
			t.Errorf("%s: %s %% disagree where queues are bound late", name, got)
		}
	}
	for _, name := range []string{"latest", "popular, greatest list", "popular, first come"} {
		for _, c := range cells(t, m, "unbound", "", name) {
			if share, _ := c.Number(); share.Cmp(big.NewRat(10, 1)) < 0 {
				t.Errorf("%s: %s %% disagree, it must be more", name, c.Value)
			}
		}
	}
	for _, c := range cells(t, m, "short", "3") {
		if c.Value == "0.0" {
			t.Error("a short window has done no harm")
		}
	}
}

// Nothing that is lost makes a union disagree late, and something makes the latest.
func TestLate(t *testing.T) {
	m := ofID(t, "late")
	if got := values(cells(t, m, "late", "", "", "united")); got != "0.0 0.0 0.0 0.0 0.0 0.0" {
		t.Errorf("united: %s %% of late sessions end in disagreement", got)
	}
	for _, c := range cells(t, m, "late", "", "", "replaced", "latest") {
		if c.Printed.Verdict != reproduce.Differs {
			t.Errorf("latest: %s %% of late sessions end in disagreement", c.Value)
		}
	}
	for _, c := range cells(t, m, "clean") {
		if c.Value != "0.0" {
			t.Errorf("%s %% of clean sessions end in disagreement", c.Value)
		}
	}
}

// What is measured of a quorum is about what is exact: within twice the interval.
func TestQuorum(t *testing.T) {
	m := ofID(t, "quorum")
	for _, pair := range [][2]string{{"exact", "measured"}, {"exact, silent", "measured, silent"}} {
		exact, got := cells(t, m, pair[0]), cells(t, m, pair[1])
		for i := range exact {
			is, _ := exact[i].Number()
			low, high, ok := got[i].Interval()
			mean, _ := got[i].Number()
			slack := big.NewRat(1, 2) // all of few may succeed
			low.Add(low, low).Sub(low, mean).Sub(low, slack)
			high.Add(high, high).Sub(high, mean).Add(high, slack)
			if !ok || is.Cmp(low) < 0 || is.Cmp(high) > 0 {
				t.Errorf("%s %s: %s ± %s, it must be about %s", m.ID, pair[1], got[i].Value, got[i].Half,
					exact[i].Value)
			}
		}
	}
}

// Equation 27 is misprinted, and so is what else is mended, but for 15, which is a matter of reading.
func TestEquations(t *testing.T) {
	m := ofID(t, "equations")
	for i, c := range cells(t, m, "mended") {
		want := reproduce.Misprinted
		if m.Rows[i][0].Value == "(15)" {
			want = reproduce.Differs
		}
		if c.Printed.Verdict != want {
			t.Errorf("%s beside %s is %s", c.Value, c.Printed.Figure, c.Printed.Verdict)
		}
	}
}

// The votes elect whom arithmetic says: of 64 and of 4,096 ways of partial answers 11 and 789 lead to
// another than the greatest, and the favourite of a majority of 5, 7, 8 and 9 is beaten.
func TestVotes(t *testing.T) {
	m := ofID(t, "votes")
	want := "0 0 3 2 3 3 5 5 6 7 2 2 3 3 4 4 11 789"
	if got := values(cells(t, m, "elects")); got != want {
		t.Errorf("they elect %s, it must be %s", got, want)
	}
}
