package command

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/tlc"
)

// replace changes the first place in a file; the place must be there.
func replace(file, old, new string) func(t *testing.T, dir string) {
	return func(t *testing.T, dir string) {
		t.Helper()
		path := filepath.Join(dir, file)
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(data, []byte(old)) {
			t.Fatalf("%q is not in %s", old, file)
		}
		if err := os.WriteFile(path, bytes.Replace(data, []byte(old), []byte(new), 1), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// add makes an empty file.
func add(file string) func(t *testing.T, dir string) {
	return func(t *testing.T, dir string) {
		t.Helper()
		write(t, dir, file, "", 0o644)
	}
}

const table = "ctolerant/cases.json"

// broken are folders of modules that somebody got wrong, and what the one line
// on stderr must name.
var broken = []struct {
	name  string
	spoil func(t *testing.T, dir string)
	says  []string
}{
	{
		"unknown rule", replace(table, `"rule": "tagged"`, `"rule": "newest"`),
		[]string{table, "cases[0].config.rule", `"newest"`, `"tagged"`},
	},
	{
		"unknown field of a configuration", replace(table, `"initiator": 2}`, `"initiator": 2, "z": 5}`),
		[]string{table, "cases[0].config.z", "no such field"},
	},
	{
		"unknown field of a case", replace(table, `"why":`, `"reason":`),
		[]string{table, "cases[0].reason"},
	},
	{
		"mistyped", replace(table, `"nodes": 3`, `"nodes": "three"`),
		[]string{table, "cases[0].config.nodes", "whole number"},
	},
	{
		"too few nodes", replace(table, `"f": 1`, `"f": 3`),
		[]string{table, "cases[0].config.nodes", "c+f+1 = 4"},
	},
	{
		"a list without its owner", replace(table, `[[0, 1, 2], [1, 2], [0, 1, 2]]`, `[[0, 1, 2], [2], [0, 1, 2]]`),
		[]string{table, ".config.lists", "list 1 lacks its owner"},
	},
	{
		"lists beyond c", replace(table, `[[0, 1, 2], [1, 2], [0, 1, 2]]`, `[[0, 1, 2], [1, 2], [1, 2]]`),
		[]string{table, ".config.lists", "2 lists lack node 0", "c = 1"},
	},
	{
		"unknown line of the budget", replace(table, `"crash": 1,`, `"crashes": 1,`),
		[]string{table, "cases[0].budget.crashes", "crash, duplicate, loss, premature, restart"},
	},
	{
		"a negative budget", replace(table, `"crash": 1,`, `"crash": -1,`),
		[]string{table, "cases[0].budget.crash", "-1"},
	},
	{
		"a process that does not exist may crash", replace(table, `"mayCrash": [0, 1]`, `"mayCrash": [0, 3]`),
		[]string{table, "cases[0].mayCrash", "3"},
	},
	{
		"a truncated table",
		func(t *testing.T, dir string) {
			if err := os.Truncate(filepath.Join(dir, table), 1000); err != nil {
				t.Fatal(err)
			}
		},
		[]string{table, "cut off"},
	},
	{
		"a case without a property", replace(table, `"violates": "Agreement",`, ``),
		[]string{table, ".violates"},
	},
	{
		"a graph without an invariant",
		replace(table, `"invariants": ["TypeOK", "Agreement", "LowestLately", "CT1", "Preference", `+
			`"FewRestarts", "RestartsHaveCause", "Answers", "NotifyAfterLoop"],`, ``),
		[]string{table, "cases[0].invariants"},
	},
	{
		"an unknown kind", replace(table, `"kind": "graph"`, `"kind": "picture"`),
		[]string{table, "cases[0].kind", "picture"},
	},
	{
		"two cases of one id", replace(table, `"id": "base-x2"`, `"id": "base-x1"`),
		[]string{table, ".id", "base-x1"},
	},
	{
		"a cfg, as there were once", add("vote/MCVote_crash_in.cfg"),
		[]string{"vote/MCVote_crash_in.cfg", "is read by nobody"},
	},
	{
		"a case with a cfg", replace(table, `"kind":`, `"cfg": "MCElection.cfg", "kind":`),
		[]string{table, "cases[0].cfg", "no such field"},
	},
	{
		"a module that no case names", add("vote/MCOther.tla"),
		[]string{"vote/MCOther.tla", "no case of vote/cases.json names it"},
	},
	{
		"a section of a cfg among the invariants",
		replace(table, `"invariants": ["TypeOK", `, `"invariants": ["CONSTRAINT", "TypeOK", `),
		[]string{table, "cases[0].invariants", `"CONSTRAINT" is no name`, "keyword of a cfg"},
	},
	{
		"a budget that TLC cannot count", replace(table, `"restart": 1`, `"restart": 2147483648`),
		[]string{table, "cases[0].constant MaxRestart", "2147483648 has more than 32 bits"},
	},
	{
		"an action that has no word", replace("ctolerant/MCElection.tla", `    \/ MCStart`, `    \/ MCStart \/ MCStop`),
		[]string{"ctolerant/MCElection.tla", "MCNext", "Stop"},
	},
	{
		"an action left out",
		replace("ctolerant/MCElection.tla", "    \\/ MCPurge \\/ MCSuspect\n", "    \\/ MCSuspect\n"),
		[]string{"ctolerant/MCElection.tla", "MCNext", "lacks", "Purge"},
	},
	{
		"an invariant that Go does not know",
		replace(table, `"invariants": ["TypeOK", `, `"invariants": ["CT2", "TypeOK", `),
		[]string{table, "cases[0].invariants", "CT2 is no property that Go knows"},
	},
	{
		"never an action that is none",
		replace(table, `"never": ["TimeoutCollect"]`, `"never": ["TimeoutColect"]`),
		[]string{table, "cases[0].never", "TimeoutColect is no action of the model"},
	},
	{
		"a violation that Go does not know",
		replace(table, "\"invariants\": [\"Agreement\"],\n      \"violates\": \"Agreement\"",
			"\"invariants\": [\"CT2\"],\n      \"violates\": \"CT2\""),
		[]string{table, "].invariants: CT2 is no property that Go knows"},
	},
	{
		"no Net.tla",
		func(t *testing.T, dir string) {
			if err := os.Remove(filepath.Join(dir, "Net.tla")); err != nil {
				t.Fatal(err)
			}
		},
		[]string{"Net.tla: is missing"},
	},
	{
		"a table of an unknown protocol", add("paxos/cases.json"),
		[]string{"paxos: holds cases.json", "(those are ctolerant, "},
	},
	{"modules below a protocol", add("vote/old/Vote.tla"), []string{"vote/old: holds Vote.tla"}},
	{"a misspelt folder", add("votes/MCVote_crash_in.cfg"), []string{"votes: holds MCVote_crash_in.cfg"}},
	{
		"an overflow", replace(table, `"c": 0`, `"c": 9223372036854775807`),
		[]string{table, ".config.c: 9223372036854775807"},
	},
	{
		"no specification in the table",
		func(t *testing.T, dir string) {
			text, err := os.ReadFile(filepath.Join(dir, table))
			if err != nil {
				t.Fatal(err)
			}
			text = regexp.MustCompile(`"specification": "\w+",`).ReplaceAll(text, nil)
			write(t, dir, table, string(text), 0o644)
		},
		[]string{table, "cases[0].specification"},
	},
}

func TestBrokenInput(t *testing.T) {
	for _, b := range broken {
		t.Run(b.name, func(t *testing.T) {
			t.Parallel()
			dir := modulesCopy(t)
			b.spoil(t, dir)
			newWorld(t).refuses(t, b.says, nil, []string{dir},
				"verify", "-tla", dir, "-only", "base-tagged-blocked|paxos", "-json", "build/verify.json")
		})
	}
}

func TestBrokenCommandLine(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"verfy"}, `"verfy" is no command`},
		{[]string{"verify", "-fast"}, "-fast"},
		{[]string{"verify", "everything"}, `"everything" is too much`},
		{[]string{"verify", "-only", "("}, "-only"},
		{[]string{"verify", "-only", "paxos"}, "-only: no case matches"},
		{[]string{"verify", "-only", "paxos", "-json", "new/a.json"}, "-only: no case matches"},
		{[]string{"verify", "-tla", "nowhere"}, "nowhere: -tla"},
		{[]string{"cases", "-tla", "nowhere"}, "nowhere: -tla"},
		{[]string{"cases", "-tla", "."}, "Net.tla: is missing"},
		{[]string{"fetch", "now"}, `"now" is too much`},
		{[]string{"fetch", "-json", "new/"}, "new/: -json: is a folder"},
		{[]string{"version", "now"}, `"now" is too much`},
		{[]string{"version", "-json"}, "flag needs an argument: -json"},
		{[]string{"version", "-json", "."}, ".: -json: is a folder"},
		{[]string{"claims", "-json", "/dev/null"}, "-json: exists and is no report of claims"},
		{[]string{"cases", "-only", "base-x", "-json", "a.json"}, "-only: no case matches"},
		{[]string{"cases", "-junit", "a.xml"}, "flag provided but not defined: -junit"},
		{[]string{"verify", "-no-tlc", "-only", "x1"}, "-only: no case matches"},
		{[]string{"verify", "-no-tlc", "-only", "base-x1", "-json", "a", "-junit", "./a"}, "-junit: ./a is that of"},
		{[]string{"verify", "-no-tlc", "-only", "base-x1", "-junit", "."}, ".: -junit: is a folder"},
		{[]string{"explore", "-case", "base-x1", "-out", "x", "-json", "."}, ".: -json: is a folder"},
		{[]string{"explore", "-case", "base-x1", "-out", "x", "-junit", "/dev/null"}, "-junit: exists and is no JUnit"},
		{[]string{"campaign", "-n", "1", "-out", "c", "-json", "."}, ".: -json: is a folder"},
		{[]string{"campaign", "-n", "1", "-out", "c", "-junit", "."}, ".: -junit: is a folder"},
		{[]string{"replay", "-json", "a.json"}, "replay wants the file of a plan"},
	} {
		t.Run(strings.Join(c.args, " "), func(t *testing.T) {
			t.Parallel()
			newWorld(t).refuses(t, []string{c.says}, nil, nil, c.args...)
		})
	}
}

// A report is never written over something else, and where it cannot be written
// nothing runs.
func TestBrokenReports(t *testing.T) {
	callsOften(t)
	long := strings.Repeat("x", 300)
	for file, says := range map[string]string{
		".":                     "is a folder",
		"new/":                  "is a folder",
		"notes.md":              "exists and is no report",
		"empty.json":            "exists and is no report",
		"other.json":            "exists and is no report",
		"link.json":             "exists and is no report",
		"astray.json":           "leads nowhere",
		"/dev/null":             "exists and is no report",
		"notes.md/a.json":       "cannot be written",
		"notes.md/a/b.json":     "cannot be written",
		"new/" + long:           "cannot be written",
		"a/b/" + long + "/c.js": "cannot be written",
		"astray.json/a.json":    "cannot be written",
	} {
		t.Run(file, func(t *testing.T) {
			w := newWorld(t)
			write(t, w.cwd, "notes.md", "{}", 0o644)
			write(t, w.cwd, "empty.json", "", 0o644)
			write(t, w.cwd, "other.json", `{"version": 1, "cases": []}`, 0o644)
			for link, target := range map[string]string{"link.json": "other.json", "astray.json": "none"} {
				if err := os.Symlink(target, filepath.Join(w.cwd, link)); err != nil {
					t.Fatal(err)
				}
			}
			w.refuses(t, []string{"-json: ", says}, nil, nil,
				"verify", "-no-tlc", "-only", "base-tagged-blocked", "-json", file)
		})
	}
}

// A jar that is not what it should be is never run and never replaced.
func TestBrokenJars(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	half := write(t, w.cache, tlc.JarName, "half a jar", 0o644)
	noTLC := write(t, w.cwd, "none.jar", zipWith(t, "tlc2/Other.class"), 0o644)
	for _, c := range []struct {
		name, command string
		env, says     []string
	}{
		{"wrong hash, verify", "verify", nil, []string{tlc.JarName, "SHA-256", tlc.JarSHA256}},
		{"wrong hash, fetch", "fetch", nil, []string{tlc.JarName, "SHA-256", tlc.JarSHA256}},
		{"no such jar", "verify", []string{"TLC_JAR=absent.jar"}, []string{"TLC_JAR", "absent.jar"}},
		{"a folder", "verify", []string{"TLC_JAR=" + w.tmp}, []string{"TLC_JAR", w.tmp}},
		{"no zip", "verify", []string{"TLC_JAR=" + half}, []string{"TLC_JAR", half, "tlc2/TLC.class"}},
		{"a zip without TLC", "verify", []string{"TLC_JAR=" + noTLC}, []string{"TLC_JAR", noTLC, "tlc2/TLC.class"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w.refuses(t, c.says, append(c.env, "TLC_REQUIRED=1"), nil, c.command)
		})
	}
}
