package command_test

import (
	"bytes"
	"context"
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"unicode"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/checkout"
	"github.com/scrutineer-go/scrutineer/internal/command"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/properties"
	"github.com/scrutineer-go/scrutineer/properties/protocoltest/toy"
	"github.com/scrutineer-go/scrutineer/properties/vote"
)

// registerToy adds the toy, called knock, to the protocols of this program while a test
// runs, which no other may do meanwhile. TLC is required only where a call says so.
func registerToy(t *testing.T, others []verify.Protocol) {
	t.Setenv("TLC_REQUIRED", "")
	before := command.Replace(func() []verify.Protocol { return append(others, toy.Protocol().Registered()) })
	t.Cleanup(func() { command.Replace(before) })
}

// A list that registers nothing, no name, or one name twice is refused before any command.
func TestProtocolList(t *testing.T) {
	one, two := verify.Protocol{Name: "one"}, verify.Protocol{Name: "two"}
	for _, c := range []struct {
		list []verify.Protocol
		says string
	}{
		{nil, "no protocol, it must register one at least"},
		{[]verify.Protocol{one, {}}, `the name ""`},
		{[]verify.Protocol{one, two, one}, `the name "one"`},
		{[]verify.Protocol{one, two}, ""},
	} {
		err := command.CheckProtocols(c.list)
		if (err != nil) != (c.says != "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%v: %v, want %q", c.list, err, c.says)
		}
	}
	before := command.Replace(func() []verify.Protocol { return nil })
	t.Cleanup(func() { command.Replace(before) })
	var out, errs bytes.Buffer
	if status := command.Run(t.Context(), []string{"cases"}, &out, &errs); status != exitBadInput || out.Len() > 0 {
		t.Errorf("status %d, output %q, want %d and none", status, &out, exitBadInput)
	}
}

// call is a command, and what must come of it.
type call struct {
	args   string // one for each word; DIR is a folder of the test
	status int
	says   []string
}

func (c call) check(t *testing.T, dir string) {
	t.Helper()
	args := strings.Fields(c.args)
	for i, arg := range args {
		args[i] = strings.ReplaceAll(arg, "DIR", dir)
	}
	var out, errs bytes.Buffer
	if status := command.Run(t.Context(), args, &out, &errs); status != c.status {
		t.Errorf("%s: status %d, want %d\n%s%s", c.args, status, c.status, &out, &errs)
	}
	for _, text := range c.says {
		if !strings.Contains(out.String()+errs.String(), text) {
			t.Errorf("%s: it does not say %q:\n%s%s", c.args, text, &out, &errs)
		}
	}
}

const toyPlan = "../../properties/protocoltest/toy/testdata/corpus/open-lost.json"

// One line registers a protocol: every command then knows it, beside all others. Of its two
// models one runs in worlds; the other's cases stand in the same table.
func TestOneLineRegistersAProtocol(t *testing.T) {
	var known []string
	for _, p := range properties.Registered() {
		known = append(known, p.Name)
	}
	unknown := "it must be one of " + strings.Join(known, ", ") + "\n"
	dir := t.TempDir()
	for _, c := range []call{
		{"cases -only knock", exitBadInput, []string{"no case matches"}},
		{"explore -p knock -case knock-crash -out DIR/x", exitBadInput, []string{unknown}},
		{"campaign -p knock -n 1 -out DIR/x", exitBadInput, []string{unknown}},
		{"replay " + toyPlan, exitBadInput, []string{unknown}},
		{"reproduce knock -out DIR/x", exitBadInput, []string{unknown}},
	} {
		c.check(t, dir)
	}
	registerToy(t, properties.Registered())
	for _, c := range []call{
		{"cases", exitOK, []string{
			"\nvote/vote-crash-in ", "\nknock/knock-crash ", "\nknock/tally-crash ", "\nknock/knock-three-guests ",
		}},
		{"cases -only knock/.* -write DIR/hand", exitOK, []string{"DIR/hand/knock/Case_tally_crash.cfg"}},
		{"verify -no-tlc -only knock", exitOK, []string{
			"knock/knock-crash ", "spec = impl, 3 properties hold", "NeverInside fails as it must",
			"NeverEnough fails as it must", "NeverForgets fails as it must", "LetIn fails as it must", "LetIn holds",
			"implementation alone", "knock/knock-three-guests ", "cases: 10,",
		}},
		{"explore -p knock -case knock-network -out DIR/a", exitOK, []string{"OpensLate ", "holds", "\ncomplete: "}},
		{"explore -p knock -set nodes=7 -set knocks=1 -out DIR/b", exitBadInput, []string{"-set nodes: 7, it must be"}},
		{"explore -p knock -case knock-never-inside -property NeverInside -out DIR/c", exitOK, []string{
			"violated, as a witness must be", "5. DeliverOpen 0→1",
			"replay it:  scrutineer replay DIR/c/NeverInside",
		}},
		{"explore -p knock -case knock-never-forgets -property NeverForgets,GuestsKnock -out DIR/s", exitOK, []string{
			"violated, as a witness must be somewhere, path of 4 states", "   3. Crash at 0\n", "GuestsKnock    holds",
			"replay it:  scrutineer replay DIR/s/NeverForgets",
		}},
		{"explore -p knock -case knock-boots -property HeardGrows -max-states 20 -out DIR/t", exitNotRun, []string{
			"HeardGrows     no violation in the steps from 3 states", "no violation among the first 20 states",
		}},
		{"replay DIR/c/NeverInside/plan.json", exitOK, []string{"every property holds"}},
		{"explore -p knock -case tally-never-enough -property NeverEnough -out DIR/d", exitOK, []string{
			"path of 4 states", "no plan: a world cannot take this path: MCTally",
		}},
		{"explore -p knock -case tally-crash -set knocks=4 -out DIR/e", exitBadInput, []string{"-set knocks: 4"}},
		{"campaign -p knock -n 1000 -out DIR/f", exitOK, []string{
			"1000 run: 993 passed, 0 failed", "knocks=2 nodes=2", "actions never visited  none",
		}},
		{"campaign -p knock -n 1 -set nodes=1 -out DIR/g", exitBadInput, []string{"-set nodes: 1, it must be 2 to 6"}},
		{"replay " + toyPlan, exitOK, []string{"as expected"}},
		{"reproduce knock -out DIR/h", exitOK, []string{
			"     5       5      5       5      6 ≠[1]\n", "     1  120.28 ± 2.51     12 ≠[1]  136.19 ± 13.80\n",
			"[1]     The paper's figure is misprinted: It is more than the knocks beside it.\n",
			"long experiments that were left to reproduce -long: 1\n",
		}},
	} {
		for i := range c.says {
			c.says[i] = strings.ReplaceAll(c.says[i], "DIR", dir)
		}
		c.check(t, dir)
	}
	if _, err := os.Stat(filepath.Join(dir, "hand", "knock", "Net.tla")); err != nil {
		t.Error(err)
	}
}

// A whole verify runs its corpus and its campaign too, and decides its claims by them.
func TestVerifyOfAProtocolAlone(t *testing.T) {
	registerToy(t, nil)
	dir := t.TempDir()
	call{"verify -no-tlc -json DIR/v.json", exitOK, []string{
		"knock/corpus/open-lost", "knock/campaign", "2000", "K-1    verified", "explored knock-three-guests",
		"crash and loss ",
	}}.check(t, dir)
	call{"claims", exitOK, []string{"A made-up paper on doors", "K-1    verified", "2,000 drawn runs"}}.check(t, dir)
	call{"campaign -n 10 -out DIR/c", exitOK, []string{"10 run"}}.check(t, dir) // without -p the first is taken
	report, err := os.ReadFile(filepath.Join(dir, "v.json"))
	if err != nil || strings.Count(string(report), `"protocol": "knock"`) != 10+1+1 {
		t.Errorf("%v, the report has not ten cases, an exploration and a paper:\n%s", err, report)
	}
}

// A program may have protocols without cases, without claims, or without runs in worlds. Each
// command says so, and verify runs what there is.
func TestProtocolsThatLackSomething(t *testing.T) {
	t.Setenv("TLC_REQUIRED", "")
	var lease verify.Protocol
	for _, p := range properties.Registered() {
		if p.Name == "lease" {
			lease = p
		}
	}
	lease = lease.WithModules(nil)
	lease.Models = nil
	mine, modelled := vote.Protocol().Registered(), vote.Protocol().Registered()
	mine.Name, mine.Runs.Corpus = "mine", nil
	mine = mine.WithModules(nil)
	modelled.Runs = campaign.Harness{}
	dir := t.TempDir()
	const noCases = "no protocol has cases: there is no table"
	set := "-set nodes=3 -set candidates=[0] -set voters=[1,2] -set ask=2 -budget crash=1"
	for _, c := range []struct {
		p     verify.Protocol
		calls []call
	}{
		{lease, []call{
			{"cases", exitOK, []string{noCases}},
			{"cases -only lease", exitBadInput, []string{"-only: no case matches"}},
			{"cases -write DIR/w", exitBadInput, []string{"-write: no protocol has cases, there is nothing to write"}},
			{"claims", exitOK, []string{"no protocol has claims"}},
			{"claims -write DIR/c.md", exitBadInput, []string{"-write: no protocol has claims"}},
			{"verify -no-tlc -json DIR/l.json", exitOK, []string{
				noCases + ", and what runs are corpora and campaigns\n", "lease/campaign ", "2000 ",
			}},
			{"verify -long", exitOK, []string{noCases}},
			{"verify -only lease", exitBadInput, []string{"-only: no case matches"}},
			{"explore -case x", exitBadInput, []string{"-p: lease has no model to explore"}},
			{"explore -h", exitOK, []string{"says so, and never that something holds.\n\nexit status"}},
		}},
		{mine, []call{
			{"cases", exitOK, []string{noCases}},
			{"verify -no-tlc", exitOK, []string{noCases, "mine/campaign "}},
			{"explore -case x", exitBadInput, []string{"-case: mine has no cases, give -set for the fields"}},
			{"explore -out DIR/m " + set, exitOK, []string{"may crash      0, 1, 2\n", "complete: every reachable"}},
		}},
		{modelled, []call{
			{"verify -no-tlc -only vote-two-winners", exitOK, []string{"OneWinner fails as it must"}},
			{"campaign -out DIR/r", exitBadInput, []string{"-p: vote does not run in simulated worlds; "}},
			{"explore -out DIR/n " + set, exitOK, []string{"may crash      0, 1, 2\n", "complete: every reachable"}},
			{"replay ../../properties/vote/testdata/corpus/no-majority.json", exitBadInput, []string{
				"no-majority.json: protocol: vote does not run in simulated worlds; ",
			}},
		}},
	} {
		before := command.Replace(func() []verify.Protocol { return []verify.Protocol{c.p} })
		for _, call := range c.calls {
			call.check(t, dir)
		}
		command.Replace(before)
	}
}

// The examples in a help text are of what the program has, and it is called by its own name.
func TestHelpKnowsTheProgram(t *testing.T) {
	registerToy(t, nil)
	call{"explore -h", exitOK, []string{
		"\n  scrutineer explore -p knock -case knock-crash\n",
		"\n  scrutineer explore -p knock -set knocks=2 -set nodes=3 \\\n    -budget crash=1,crashIn=1 -may-crash 0,1\n",
	}}.check(t, "")
}

// mention is a line of a file in which a text stands, comments in Go aside.
type mention struct{ file, line string }

// source is a file in which names are looked for: its lines, those without comments if it is Go, and all of these in
// lower case.
type source struct {
	file         string
	lines, plain []string
	lower        string
}

// sources are all files below the root but prose. They are read once.
var sources = sync.OnceValues(func() (all []source, err error) {
	root, err := checkout.Root()
	if err != nil {
		return nil, err
	}
	err = fs.WalkDir(os.DirFS(root), ".", func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (file == ".git" || file == "build"):
			return fs.SkipDir
		case !d.Type().IsRegular() || path.Ext(file) == ".md" || file == ".git": // which is a file in a work tree
			return nil
		}
		text, err := os.ReadFile(filepath.Join(root, file))
		plain := text
		if path.Ext(file) == ".go" {
			plain = withoutComments(text)
		}
		all = append(all, source{
			file, strings.Split(string(text), "\n"), strings.Split(string(plain), "\n"), strings.ToLower(string(plain)),
		})
		return err
	})
	return all, err
})

// mentions returns the lines that have a text, in any case, of all files for which skip reports false.
func mentions(t *testing.T, text string, skip func(file string) bool) []mention {
	t.Helper()
	files, err := sources()
	if err != nil {
		t.Fatal(err)
	}
	var all []mention
	for _, s := range files {
		if skip(s.file) || !strings.Contains(s.lower, text) {
			continue
		}
		for i, line := range s.plain {
			if says(line, text) {
				all = append(all, mention{s.file, strings.TrimSpace(s.lines[i])})
			}
		}
	}
	return all
}

// says reports whether a line has the text, in whatever case, as a word or a part of a name: bus
// is said by newBus and by "bus", and not by busy.
func says(line, text string) bool {
	for lower := strings.ToLower(line); ; {
		at := strings.Index(lower, text)
		if at < 0 {
			return false
		}
		line, lower = line[at+len(text):], lower[at+len(text):]
		if line == "" || line[0] == 's' || !unicode.IsLower(rune(line[0])) {
			return true
		}
	}
}

// withoutComments blanks the comments of a Go file.
func withoutComments(source []byte) []byte {
	files, plain := token.NewFileSet(), slices.Clone(source)
	file := files.AddFile("", files.Base(), len(source))
	var s scanner.Scanner
	s.Init(file, source, nil, scanner.ScanComments)
	for {
		switch at, kind, text := s.Scan(); kind {
		case token.EOF:
			return plain
		case token.COMMENT:
			for i := range text {
				if at := file.Offset(at) + i; plain[at] != '\n' {
					plain[at] = ' '
				}
			}
		}
	}
}

// Outside of its folder nothing names the toy, but for one line of this file.
func TestOneLineNamesTheToy(t *testing.T) {
	const here = "internal/command/toy_test.go"
	for _, name := range []string{"knock", "protocoltest/toy"} {
		for _, m := range mentions(t, name, func(file string) bool {
			return file == here || strings.HasPrefix(file, "properties/protocoltest/toy/")
		}) {
			t.Errorf("%s names the toy: %s", m.file, m.line)
		}
	}
	var registers []string
	for _, m := range mentions(t, "toy.protocol()", func(file string) bool { return file != here }) {
		if !strings.Contains(m.line, `"`) { // but for this very loop
			registers = append(registers, m.line)
		}
	}
	if len(registers) != 1 {
		t.Errorf("%d lines register the toy, want one: %q", len(registers), registers)
	}
}

// Each protocol is named in one line outside of its own folders, and where that line's
// package is imported.
func TestOneLineNamesEachProtocol(t *testing.T) {
	for _, p := range properties.Registered() {
		var imports, registers int
		for _, m := range mentions(t, p.Name, func(file string) bool { return isOf(p.Name, file) }) {
			switch {
			case !isWord(strings.ReplaceAll(m.line, ".Store(", ""), p.Name): // the method of an atomic value
			case m.file == "properties/protocols.go" && strings.HasSuffix(m.line, `"`):
				imports++
			case m.file == "properties/protocols.go":
				registers++
			default:
				t.Errorf("%s names %s: %s", m.file, p.Name, m.line)
			}
		}
		if imports != 1 || registers != 1 {
			t.Errorf("%s: properties/protocols.go has %d imports and %d lines that register, want one of each",
				p.Name, imports, registers)
		}
	}
}

// isWord reports whether a word begins with a name somewhere in a line, as release does not with
// lease.
func isWord(line, name string) bool {
	for i := range line {
		inside := i > 0 && unicode.IsLetter(rune(line[i-1])) && !unicode.IsUpper(rune(line[i]))
		if !inside && len(line[i:]) >= len(name) && strings.EqualFold(line[i:i+len(name)], name) {
			return true
		}
	}
	return false
}

// stopAt cancels when a text is written.
type stopAt struct {
	bytes.Buffer
	text string
	stop func()
}

// Write takes note of what is written.
func (s *stopAt) Write(text []byte) (int, error) {
	if bytes.Contains(text, []byte(s.text)) {
		s.stop()
	}
	return s.Buffer.Write(text)
}

// Interrupted behind its cases a whole verify has no verdict on campaigns and claims.
func TestVerifyInterruptedBehindItsCases(t *testing.T) {
	registerToy(t, nil)
	ctx, stop := context.WithCancel(t.Context())
	out, errs := stopAt{text: "faults that may meet", stop: stop}, bytes.Buffer{}
	file := filepath.Join(t.TempDir(), "j.xml")
	status := command.Run(ctx, []string{"verify", "-no-tlc", "-junit", file}, &out, &errs)
	const says = "scrutineer: interrupted: 11 of 11 cases ran, 0 of 1 campaigns, and no claim was decided\n"
	if status != exitNotRun || !strings.HasSuffix(errs.String(), says) ||
		strings.Contains(strings.ToLower(out.String()), "failed") || strings.Contains(out.String(), "K-1") {
		t.Errorf("status %d, %s\n%s", status, &errs, &out)
	}
	if report, err := os.ReadFile(file); err != nil || !strings.Contains(string(report), `tests="11" failures="0"`) {
		t.Errorf("%v\n%s", err, report)
	}
}

// A protocol that was renamed does not lose its corpus in silence: plans that no protocol of the program
// takes are refused where a protocol has none of its own among them.
func TestRenamedProtocolKeepsItsCorpus(t *testing.T) {
	renamed := vote.Protocol().Registered()
	renamed.Runs.Holds = true
	const plan = `{"version": 1, "protocol": "ballot", "config": {"nodes": 3}}`
	renamed.Runs.Corpus = fstest.MapFS{"testdata/corpus/old.json": {Data: []byte(plan)}}
	before := command.Replace(func() []verify.Protocol { return []verify.Protocol{renamed} })
	t.Cleanup(func() { command.Replace(before) })
	call{"verify -no-tlc", exitBadInput, []string{
		`testdata/corpus/old.json: protocol: "ballot", it must be one of vote`,
	}}.check(t, t.TempDir())
}
