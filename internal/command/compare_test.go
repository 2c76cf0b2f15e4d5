package command_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/scrutineer-go/scrutineer/internal/command"
	"github.com/scrutineer-go/scrutineer/internal/compare"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/properties"
)

// comparison is what comes of all experiments with these elections, made small.
func comparison(t *testing.T, list []compare.Contender) (whole reproduce.Measured, files map[string]string) {
	t.Helper()
	files = map[string]string{}
	for _, e := range compare.Experiments(list, compare.Extent{Nodes: []int{compare.LeastNodes, 5}, Seeds: 1}) {
		m, err := e.Measure(t.Context(), "elections", nil)
		if err != nil {
			t.Fatal(err)
		}
		written, err := m.Files()
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range written {
			files[f.Name] = string(f.Text)
		}
		if whole.ID == "" {
			whole = m
		}
	}
	return whole, files
}

// All elections of the house are compared: each has a row in each scenario, comes to a leader, in the
// smallest group too, and what is written is the same bytes when all is measured again.
func TestCompareAll(t *testing.T) {
	list := verify.Contenders(properties.Registered())
	if err := compare.Check(list); err != nil || len(list) == 0 {
		t.Fatalf("%v: %d contenders", err, len(list))
	}
	whole, files := comparison(t, list)
	const came = 4
	rows := map[string]int{}
	for _, row := range whole.Rows {
		rows[row[0].Value]++
		if row[1].Value == "none" && row[came] != reproduce.Int(1) {
			t.Errorf("%s of %s processes: they do not come to follow one", row[0].Value, row[2].Value)
		}
		if row[0].Value == "gossip-printed" && row[1].Value == "crash" && row[came] != reproduce.Int(0) {
			t.Error("gossip as it is printed comes to a new leader for good, and the dead one does not return (C4.3)")
		}
	}
	for _, c := range list {
		if want := 2 * len(compare.Scenarios()); rows[c.Name] != want {
			t.Errorf("%s has %d rows, there must be %d", c.Name, rows[c.Name], want)
		}
	}
	_, again := comparison(t, list)
	if d := cmp.Diff(files, again); d != "" || len(files) == 0 {
		t.Errorf("%d files are not the same when all is measured again:\n%s", len(files), d)
	}
}

// Elections of one name are refused, and a program without any says so. An experiment in which a
// protocol is measured among all is one of its own.
func TestCompared(t *testing.T) {
	elected := verify.Contenders(properties.Registered())[:1]
	protocols := []verify.Protocol{{Name: "made"}, {Name: "other", Contenders: elected}}
	before := command.Replace(func() []verify.Protocol { return protocols })
	t.Cleanup(func() { command.Replace(before) })
	dir := t.TempDir()
	protocols[0].Among = func(all []compare.Contender) []reproduce.Experiment {
		return compare.Experiments(all, compare.Extent{Nodes: []int{3}, Seeds: 1})
	}
	for _, c := range []call{
		{"reproduce -list", exitOK, []string{"made/compare ", "made/messages "}},
		{"reproduce made -only compare -out DIR/a", exitOK, []string{"\n" + elected[0].Name + " ", "experiments: 1, "}},
	} {
		c.check(t, dir)
	}
	protocols[0].Contenders = elected
	call{"version", exitBadInput, []string{"two contenders are called " + elected[0].Name}}.check(t, dir)
	protocols = []verify.Protocol{{Name: "made"}}
	call{"compare", exitBadInput, []string{"no protocol has an election to compare"}}.check(t, dir)
}
