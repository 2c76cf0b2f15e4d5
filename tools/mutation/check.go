package mutation

import (
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// The columns of the matrix, in the order in which they are asked.
const (
	Unit         = "unit tests"
	Corpus       = "corpus"
	Equality     = "equality"
	Explorations = "explorations"
	Refined      = "campaigns with Refine"
	Monitors     = "monitors"
	TLC          = "TLC"
)

// Columns are all of them.
var Columns = []string{Unit, Corpus, Equality, Explorations, Refined, Monitors, TLC}

// A check is one command that succeeds as long as no mutant is on.
type check struct {
	column  string
	name    string
	of      string // the package whose own unit tests these are, else the protocol
	deep    bool   // only for mutants that all others have let live
	program string
	args    []string
	dir     string
	words   bool // only what is said of TLC counts: other columns judge the rest
}

// A plan is how much each check does. The deep ones are for mutants that survive the others.
type plan struct {
	states, deepStates int // of all graphs of a protocol that are held equal
	largest            int // of one graph
	runs, deepRuns     int // of a campaign with Refine
	seen, deepSeen     int // of a campaign with monitors alone
}

var usual = plan{
	states: 5_000, deepStates: 40_000, largest: 40_000, runs: 50, deepRuns: 600, seen: 300, deepSeen: 3_000,
}

// aCase is what the tables say of a case, as far as it matters here.
type aCase struct {
	ID     string `json:"id"`
	Kind   string `json:"kind"`
	States int    `json:"states"`
	Quick  bool   `json:"quick"`
	Long   bool   `json:"long"`
}

// checks are all checks of the module, with the programs that build makes.
func (m *Module) checks(b *builder, o Options) ([]check, error) {
	var all []check
	for _, folder := range m.names {
		own := matches(o.Patterns, folder)
		if p := m.packages[path.Join(m.path, folder)]; p.hasTests() && (own || matches(o.Beside, folder)) {
			all = append(all, check{
				column: Unit, name: folder, of: folder, deep: !own, program: b.test(folder),
				dir:  filepath.Join(m.root, folder),
				args: []string{"-test.short", "-test.failfast", "-test.skip=^" + protocolTest + "$"},
			})
		}
	}
	protocols, err := filepath.Glob(filepath.Join(m.root, "properties", "*", "testdata", "corpus"))
	if err != nil {
		return nil, err
	}
	for _, corpus := range protocols {
		p := filepath.Base(filepath.Dir(filepath.Dir(corpus)))
		if len(o.Protocols) > 0 && !slices.Contains(o.Protocols, p) {
			continue
		}
		more, err := m.checksOf(b, p, usual)
		if err != nil {
			return nil, err
		}
		all = append(all, more...)
	}
	return all, nil
}

// checksOf are the checks of one protocol.
func (m *Module) checksOf(b *builder, p string, plan plan) ([]check, error) {
	folder := "properties/" + p
	all := []check{{
		column: Corpus, name: p, of: p, program: b.test(folder), dir: filepath.Join(m.root, folder),
		args: []string{"-test.run=^" + protocolTest + "$/^Corpus$", "-test.short"},
	}}
	program := b.program()
	cases, err := m.cases(p)
	if err != nil {
		return nil, err
	}
	add := func(column, name string, deep bool, args ...string) {
		all = append(all, check{
			column: column, name: p + " " + name, of: p, deep: deep, program: program, dir: m.root, args: args,
			words: column == TLC,
		})
	}
	names := []string{"small cases", "larger cases", "small long cases"}
	for i, some := range divide(cases, plan, "graph") {
		if len(some) > 0 {
			add(Equality, names[i], i > 0, "verify", "-no-tlc", "-only", only(p, some))
		}
		if len(some) > 0 && i < 2 { // TLC's word of long cases is kept by who asks for it, and not by every day's work
			add(TLC, names[i], i > 0, "verify", "-only", only(p, some))
		}
	}
	for i, some := range divide(cases, plan, "violation", "liveness", "exploration") {
		if len(some) > 0 {
			add(Explorations, names[i], i > 0, "verify", "-no-tlc", "-only", only(p, some))
		}
	}
	for i, n := range []int{plan.runs, plan.deepRuns, plan.seen, plan.deepSeen} {
		column := []string{Refined, Monitors}[i/2]
		args := []string{
			"campaign", "-p", p, "-n", fmt.Sprint(n), "-seed", "1", "-keep", "1", "-tries", "1", "-edges=false",
			"-until-failed", "-restart", "-out", scratchFolder,
		}
		if column == Monitors {
			args = append(args, "-refine=false")
		}
		add(column, fmt.Sprint(n, " runs"), i%2 == 1, args...)
	}
	return all, nil
}

// protocolTest is the test that every protocol has: cases, digests and all else that other columns run.
const protocolTest = "TestProtocol"

// scratchFolder stands in a command for a new folder.
const scratchFolder = "SCRATCH"

func only(p string, ids []string) string { return p + "/(" + strings.Join(ids, "|") + ")" }

// cases reads a protocol's table; there may be none.
func (m *Module) cases(p string) ([]aCase, error) {
	text, err := os.ReadFile(filepath.Join(m.root, "tla", p, "cases.json"))
	if os.IsNotExist(err) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	var table struct {
		Cases []aCase `json:"cases"`
	}
	err = json.Unmarshal(text, &table)
	return table.Cases, err
}

// divide takes the smallest cases of some kinds as long as all their states are few enough, one at least, those
// beside them that a deep check may have, and those that are marked long, for there are many, and small all the same.
// How many states a violation takes nobody has pinned: those that are quick are small.
func divide(cases []aCase, plan plan, kinds ...string) (parts [3][]string) {
	var some []aCase
	for _, c := range cases {
		if slices.Contains(kinds, c.Kind) && c.States <= plan.largest {
			some = append(some, c)
		}
	}
	slices.SortStableFunc(some, func(a, b aCase) int { return a.States - b.States })
	sum, long := 0, 0
	for _, c := range some {
		if c.Long {
			if long += c.States; c.States > 0 && long <= plan.deepStates {
				parts[2] = append(parts[2], c.ID)
			}
			continue
		}
		switch sum += c.States; {
		case (sum <= plan.states || len(parts[0]) == 0) && (c.Quick || c.States > 0):
			parts[0] = append(parts[0], c.ID)
		case sum <= plan.deepStates:
			parts[1] = append(parts[1], c.ID)
		}
	}
	return parts
}
