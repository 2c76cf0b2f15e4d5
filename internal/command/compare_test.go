package command_test

import (
	"strings"
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

// The command says what it compares, and what is wrong with its flags.
func TestCompare(t *testing.T) {
	before := command.Replace(properties.Registered)
	t.Cleanup(func() { command.Replace(before) })
	dir := t.TempDir()
	for _, c := range []call{
		{"compare -list", exitOK, []string{"elections/compare ", "Comparison  ", "elections/two-leaders "}},
		{"compare -h", exitOK, []string{"in the same worlds, from the same seeds", "(default \"5,10,20,40\")"}},
		{"compare -nodes 5,3 -seeds 1 -elections v.* -only compare -out DIR/a -json DIR/a.json", exitOK, []string{
			"Comparison: Elections in the same worlds\n", "\nexperiments: 1, in ", "\ntables: DIR/a/README.md\n",
		}},
		{"compare -nodes 3 -seeds 1 -elections v.* -only messages -out DIR/a -junit DIR/a.xml", exitOK, []string{
			"of earlier runs there are compare\n",
		}},
		{"compare -nodes 4,5 -seeds 1 -elections viewchange -only compare -out DIR/a", exitOK, []string{
			"\nThere is no row of viewchange for N = 4: its groups are odd.\n",
		}},
		{"compare -nodes 3 -seeds 1 -elections vote -only messages -out DIR/a", exitOK, []string{
			"\nThere is no figure: ",
		}},
		{"compare -nodes 4,6 -elections viewchange", exitBadInput, []string{
			`-nodes: "4,6", the groups of viewchange must be odd`,
		}},
		{"compare -only leaders -list", exitBadInput, []string{"no experiment is chosen"}},
		{"compare -only leaders", exitBadInput, []string{"no experiment of elections matches, scrutineer compare"}},
		{"compare -nodes 5,5", exitBadInput, []string{`-nodes: "5,5", it must be numbers like 5,10, each 3 to 64 an`}},
		{"compare -nodes 65", exitBadInput, []string{`-nodes: "65", it must be`}},
		{"compare -nodes 2", exitBadInput, []string{`-nodes: "2", it must be`}},
		{"compare -nodes x", exitBadInput, []string{`-nodes: "x", it must be`}},
		{"compare -seeds 0", exitBadInput, []string{"-seeds: 0, it must be 1 to 1000"}},
		{"compare -elections paxos", exitBadInput, []string{`-elections: "paxos" matches none of ctolerant-base, `}},
		{"compare -elections (", exitBadInput, []string{"-elections: not a regular expression"}},
	} {
		for i := range c.says {
			c.says[i] = strings.ReplaceAll(c.says[i], "DIR", dir)
		}
		c.check(t, dir)
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
