package command

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
)

// goodPlan is a plan that replays as it expects.
const goodPlan = `{
  "version": 1,
  "protocol": "ctolerant",
  "config": {"nodes":3,"c":0,"f":1,"rule":"last","initiator":2},
  "seed": 1,
  "delay": {"min":"1ms","max":"1ms"},
  "rates": {"loss":0},
  "faults": [
    {"crash":{"node":0,"after":{"action":"DeliverNotify","node":0,"nth":1}}}
  ],
  "pins": [
    {"hold":{"copy":{"kind":"Leader","from":0,"to":2,"nth":1},"until":{"action":"DeliverLeader","node":2,"from":1,"nth":1}}}
  ],
  "stop": "3s",
  "settle": "20s",
  "expect": [
    {"violates":"Agreement","witnesses":["DeliverLeader 0→1","PrematureAwait at 2"]},
    {"with":{"rule":"tagged"},"witnesses":["PrematureAwait at 2"]}
  ]
}
`

const (
	goodCrash = `"crash":{"node":0,"after":{"action":"DeliverNotify","node":0,"nth":1}}`
	goodFault = `{` + goodCrash + `}`
	goodHold  = `"hold":{"copy":{"kind":"Leader","from":0,"to":2,"nth":1}`
)

// brokenPlans each differ from goodPlan in one place, where old stands and new is
// put; says is what the line on stderr must hold after the file's name.
var brokenPlans = []struct {
	name, old, new string
	says           []string
}{
	{"empty", goodPlan, "", []string{"the file is empty", "a whole JSON value"}},
	{"UTF-16", goodPlan, "\xff\xfe{\x00", []string{"is UTF-16, it must be UTF-8"}},
	{"with a byte order mark", "{\n  \"version\"", "\ufeff{\n  \"version\"", []string{"begins with a byte order mark"}},
	{"Latin-1", `"seed"`, "\"why\": \"\xe9\", \"seed\"", []string{"is not UTF-8 at byte "}},
	{"not a number", `"seed": 1`, `"seed": NaN`, []string{"seed: not JSON at byte "}},
	{"a number with an exponent", `"nodes":3`, `"nodes":3e0`, []string{
		"config.nodes: a JSON number 3e0 stands where a whole number is wanted",
	}},
	{"truncated", goodPlan[len(goodPlan)/2:], "", []string{"the file is cut off", "a whole JSON value"}},
	{"not JSON", goodPlan, "crash 0 at 5ms", []string{"not JSON at byte 1"}},
	{"a list", goodPlan, "[]", []string{"a JSON list stands where an object is wanted"}},
	{"something behind it", "]\n}\n", "]\n}\n{}", []string{"something follows the JSON value"}},
	{"a field twice", `"seed": 1`, `"seed": 1, "seed": 2`, []string{"seed: stands there twice"}},
	{"mistyped", `"seed": 1`, `"seed": "one"`, []string{"seed: ", "a whole number, 0 or more"}},
	{"null", `"rates": {"loss":0}`, `"rates": null`, []string{"rates: null", "an object"}},
	{"unknown field", `"seed"`, `"sead"`, []string{"sead: no such field, the fields are config, delay,"}},
	{"capitals", `"seed"`, `"Seed"`, []string{"Seed: no such field"}},
	{"unknown field below", `"to":2,`, `"to":2,"via":1,`, []string{
		"pins[0].hold.copy.via: no such field, the fields are again, from, kind, nth, to",
	}},
	{"another version", `"version": 1`, `"version": 2`, []string{"version: 2, this program reads version 1"}},
	{"another version, other fields", `"version": 1`, `"version": 2, "x": 1`, []string{
		"version: 2, this program reads",
	}},
	{"no version", `"version": 1,`, ``, []string{"version: is missing"}},
	{"no config", `"config": {"nodes":3,"c":0,"f":1,"rule":"last","initiator":2},`, ``, []string{"config: is missing"}},
	{"a required field missing", `"crash":{"node":0,`, `"crash":{`, []string{"faults[0].crash.node: is missing"}},
	{"unknown protocol", `"ctolerant"`, `"paxos"`, []string{`protocol: "paxos", it must be one of ctolerant`}},
	{"no object as config", `"config": {"nodes":3,"c":0,"f":1,"rule":"last","initiator":2}`, `"config": 3`, []string{
		"config: a JSON number stands where an object is wanted",
	}},
	{"unknown rule", `"rule":"last"`, `"rule":"latest"`, []string{
		`config.rule: "latest", it must be one of ["last"`,
	}},
	{"too few nodes", `"nodes":3`, `"nodes":1`, []string{"config.nodes: 1", "c+f+1 = 2"}},
	{"too many nodes", `"nodes":3`, `"nodes":99999`, []string{"config.nodes: 99999, it must be 1 to 4096"}},
	{"lists beyond c", `"initiator":2`, `"initiator":2,"lists":[[0,1],[0,1,2],[0,1,2]]`, []string{
		"config.lists: ", "c = 0",
	}},
	{"a list without its owner", `"initiator":2`, `"initiator":2,"lists":[[1,2],[0,1,2],[0,1,2]]`, []string{
		"config.lists: list 0 lacks its owner",
	}},
	{"a time in the past", `"stop": "3s"`, `"stop": "-5ms"`, []string{`stop: "-5ms" lies in the past`}},
	{"a time after stop", goodCrash, `"crash":{"node":0,"at":"4s"}`, []string{
		"faults[0].crash.at: 4s", "at most stop, 3s",
	}},
	{"a time without a unit", `"stop": "3s"`, `"stop": "3"`, []string{`stop: "3" is no time`, "250ms"}},
	{"a number as a time", `"stop": "3s"`, `"stop": 3`, []string{"stop: 3 stands where a text is wanted"}},
	{"too fine", `"max":"1ms"`, `"max":"1000001ns"`, []string{"delay.max: ", "finer than a microsecond"}},
	{"far too long", `"stop": "3s"`, `"stop": "99999999h"`, []string{
		`stop: "99999999h" is too long, at most 24h, so that a run`,
	}},
	{"too long", `"settle": "20s"`, `"settle": "25h"`, []string{`settle: "25h" is too long, at most 24h`}},
	{"no stop", `"stop": "3s",`, ``, []string{"stop: is missing"}},
	{"max before min", `"max":"1ms"`, `"max":"1us"`, []string{"delay.max: 1µs", "1ms, or more"}},
	{"unknown shape", `"delay": {`, `"delay": {"shape":"normal",`, []string{`delay.shape: "normal"`, `"longTail"`}},
	{"a crash of a node that is not there", `"crash":{"node":0`, `"crash":{"node":3`, []string{
		"faults[0].crash.node: 3, nodes are 0 to 2",
	}},
	{"a hold for such a node", `"to":2`, `"to":-1`, []string{"pins[0].hold.copy.to: -1, nodes are 0 to 2"}},
	{"a partition with such a node", goodCrash, `"partition":{"groups":[[0,7]],"begin":"1ms","end":"2ms"}`, []string{
		"faults[0].partition.groups: 7, nodes are 0 to 2",
	}},
	{"a partition in no groups", goodCrash, `"partition":{"groups":[],"begin":"1ms","end":"2ms"}`, []string{
		"faults[0].partition.groups: is empty",
	}},
	{"links to a node that is not there", `"rates"`, `"topology": {"links":[[0,1],[1,2],[2,3]]}, "rates"`, []string{
		"topology.links: link 2 names node 3, nodes are 0 to 2",
	}},
	{
		"a fault of two kinds", goodFault,
		`{` + goodCrash + `,"loss":{"copy":{"kind":"Query","from":2,"to":0,"nth":1}}}`,
		[]string{"faults[0]: it must have exactly one of", "crash"},
	},
	{"a fault of no kind", goodFault, `{}`, []string{"faults[0]: it must have exactly one of"}},
	{"a pin of no kind", goodHold + `,"until"`, `"optional":true},{` + goodHold + `,"until"`, []string{
		"pins[0]: it must have exactly one of hold",
	}},
	{"an end before the beginning", goodCrash, `"pause":{"node":0,"begin":"2ms","end":"1ms"}`, []string{
		"faults[0].pause.end: 1ms, it must be later than begin, 2ms",
	}},
	{"an end after stop", goodCrash, `"pause":{"node":0,"begin":"2ms","end":"1h"}`, []string{
		"faults[0].pause.end: 1h", "3s",
	}},
	{"a crash both at and after", `"crash":{"node":0,`, `"crash":{"node":0,"at":"1ms",`, []string{
		"faults[0].crash.at: one of at and after must say when",
	}},
	{"a crash neither at nor after", goodCrash, `"crash":{"node":0}`, []string{
		"faults[0].crash.at: one of at and after",
	}},
	{"down under crash-stop", `"crash":{"node":0,`, `"crash":{"node":0,"down":"5ms",`, []string{
		"faults[0].crash.down: 5ms", "do not recover",
	}},
	{"nth 0", `"to":2,"nth":1`, `"to":2,"nth":0`, []string{"pins[0].hold.copy.nth: 0, counting begins at 1"}},
	{"a rate of 1001", `"loss":0`, `"loss":1001`, []string{"rates.loss: 1001, it must be 0 to 1000"}},
	{"a rate that does nothing", `"loss":0`, `"lose":1`, []string{
		`rates.lose: 1, but under failures "stop" no copy waits`,
	}},
	{"a rate of -1", `"loss":0`, `"early":-1`, []string{"rates.early: -1, it must be 0 to 1000"}},
	{"a pin that meets nothing", `"kind":"Leader"`, `"kind":"Lieder"`, []string{
		"pins[0]: takes no effect in the run", `"optional": true`,
	}},
	{"a fault that meets nothing", `"node":0,"nth":1`, `"node":0,"nth":9`, []string{
		"faults[0]: takes no effect in the run",
	}},
	{"an unknown property", `"violates":"Agreement"`, `"violates":"Agrement"`, []string{
		`expect[0].violates: "Agrement", it must be one of Agreement, `,
		"Refines", "MonitorAgrees", "NoPanic", "PickOnce",
	}},
	{"an unknown assumption", `"violates":"Agreement"`, `"violates":"Agreement","outside":["S5","S99"]`, []string{
		`expect[0].outside[1]: "S99", it must be one of f, `,
	}},
	{"a change to an unknown rule", `"rule":"tagged"`, `"rule":"tag"`, []string{
		`expect[1].with.rule: "tag"`, `"tagged"`,
	}},
	{"a change of an unknown field", `"rule":"tagged"`, `"role":"tagged"`, []string{
		"expect[1].with.role: no such field",
	}},
	{"a change that is no object", `"with":{"rule":"tagged"}`, `"with":"tagged"`, []string{
		"expect[1].with: ", "an object",
	}},
}

func TestBrokenPlans(t *testing.T) {
	callsOften(t)
	w := newWorld(t)
	write(t, w.cwd, "plan.json", goodPlan, 0o644)
	status, out, errs := w.call(t, nil, "replay", "plan.json")
	if status != exitOK || strings.Count(out, "as expected") != 2 {
		t.Fatalf("status %d, stdout %q, stderr %q; want 0, the good plan must be good", status, out, errs)
	}
	for _, b := range brokenPlans {
		t.Run(b.name, func(t *testing.T) {
			t.Parallel()
			if n := strings.Count(goodPlan, b.old); n != 1 {
				t.Fatalf("%q stands in the good plan %d times, want once", b.old, n)
			}
			w := newWorld(t)
			write(t, w.cwd, "plan.json", strings.Replace(goodPlan, b.old, b.new, 1), 0o644)
			says := append([]string{"scrutineer: plan.json: " + b.says[0]}, b.says[1:]...)
			w.refuses(t, says, nil, nil, "replay", "plan.json", "-trace", "t.ndjson", "-diagram", "d.html", "-step")
		})
	}
}

func TestBrokenReplays(t *testing.T) {
	callsOften(t)
	t.Parallel()
	w := newWorld(t)
	write(t, w.cwd, "plan.json", goodPlan, 0o644)
	write(t, w.cwd, "notes.md", "mine", 0o644)
	write(t, w.cwd, "folder/notes.md", "mine", 0o644)
	for _, c := range []struct{ args, says string }{
		{"", "command line: replay wants the file of a plan"},
		{"plan.json other.json", `command line: "other.json" is too much`},
		{"plan.json -fast", "-fast"},
		{"plan.json -trace", "-trace"},
		{"none.json", "none.json: cannot be read: no such file"},
		{"folder", "folder: is a folder, name the file of a plan, such as folder/plan.json"},
		{"plan.json/x", "plan.json/x: cannot be read: not a directory"},
		{"plan.json -trace notes.md", "notes.md: -trace: exists"},
		{"-trace plan.json plan.json", "plan.json: -trace: exists"},
		{"plan.json -diagram notes.md -trace new", "notes.md: -diagram: exists"},
		{"plan.json -diagram folder", "folder: -diagram: exists"},
		{"plan.json -trace new/", "new/: -trace: is a folder"},
		{"plan.json -trace none/new", "none/new: -trace: cannot be written (no such file or directory)"},
		{"plan.json -diagram=none/new -trace=new", "none/new: -diagram: cannot be written"},
		{"plan.json -diagram notes.md/new", "notes.md/new: -diagram: cannot be written"},
		{"plan.json -diagram /dev/null", "/dev/null: -diagram: exists"},
		{"plan.json -trace new -diagram ./new", "-diagram: ./new is that of -trace too"},
		{"plan.json -trace " + strings.Repeat("x", 300), ": -trace: cannot be written (file name too long)"},
	} {
		t.Run(c.args, func(t *testing.T) {
			w.refuses(t, []string{c.says}, nil, nil, append([]string{"replay"}, strings.Fields(c.args)...)...)
		})
	}
}

func TestBrokenCampaigns(t *testing.T) {
	callsOften(t)
	t.Parallel()
	w := newWorld(t)
	write(t, w.cwd, "notes.md", "mine", 0o644)
	write(t, w.cwd, "mine/notes.md", "mine", 0o644)
	begun := strings.Fields("-n 20 -set rule=run -refine=false -out begun")
	if status, _, errs := w.call(t, nil, append([]string{"campaign"}, begun...)...); status != exitOK {
		t.Fatalf("status %d, %s", status, errs)
	}
	const same = "-set rule=run -refine=false -out begun "
	for _, c := range []struct{ args, says string }{
		{"-n 0", "-n: 0, it must be 1 or more"},
		{"-n -1", "-n: -1, it must be 1 or more"},
		{"-n x", `-n: "x", it must be a whole number, such as 10000`},
		{"-n 1e9", `-n: "1e9", it must be a whole number, such as 1000000000`},
		{"-n 2.5", `-n: "2.5", it must be a whole number, such as 10000`},
		{"-n NaN", `-n: "NaN", it must be a whole number, such as 10000`},
		{"-n 99999999999999999999", `-n: "99999999999999999999", it must be at most `},
		{"-n 1000000000001", "-n: 1000000000001, it must be at most 1000000000000, so that all that happens can be "},
		{"-tries 1000000001", "-tries: 1000000001, it must be at most 100000000"},
		{"-keep 1000000001", "-keep: 1000000001, it must be at most 100000"},
		{"-seed -1", `-seed: "-1", it must be a whole number, 0 or more, such as 1`},
		{"-seed 1e3", `-seed: "1e3", it must be a whole number, 0 or more, such as 1000`},
		{"-refine=maybe", `-refine: "maybe", it must be true or false`},
		{"-keep -1", "-keep: -1, it must be 0 or more"},
		{"-tries -1", "-tries: -1, it must be 1 or more"},
		{"ctolerant", `"ctolerant" is too much`},
		{"-p paxos", `-p: "paxos", it must be one of ctolerant`},
		{"-set nofield", "-set: it must be of the form field=value"},
		{"-set =1", "-set: it must be of the form field=value"},
		{"-set c=1 -set c=0", "-set: c is set twice"},
		{"-set unknown=1", "-set unknown: no such field, the fields are awaitTimeoutMs,"},
		{"-set nodes=99999", "-set nodes: 99999, it must be 1 to 4096"},
		{"-set nodes=0", "-set nodes: 0, it must be 1 to 4096"},
		{"-set nodes=three", "-set nodes: a JSON string stands where a whole number is wanted"},
		{"-set c=-1", "-set c: -1, it must be 0 to"},
		{"-set rule=latest", `-set rule: "latest", it must be one of ["last"`},
		{"-set initiator=5", "-set: does not fit what run "},
		{"-out notes.md", "notes.md: cannot be read: not a directory"},
		{"-out notes.md/below", "notes.md/below: cannot be read: not a directory"},
		{"-out mine", "mine: holds files and no result.json"},
		{"-out mine -restart", "mine: holds files and no result.json"},
		{"-out /dev/null/c", "/dev/null/c: cannot be read: not a directory"},
		{"-out /proc/none/c", "/proc/none/c: cannot be written to (no such file or directory)"},
		{same + "-n 30", "result.json: asked: is 20, that of another campaign than this one with 30; " +
			"give the same flags as before, or -restart, which moves the folder aside, or name another one"},
		{same + "-n 20 -seed 2", "result.json: seed: is 1"},
		{same + "-n 20 -set nodes=3", `result.json: fixed: is {"rule":"run"}`},
		{same + "-n 20 -keep 2", "result.json: keep: is 3"},
		{same + "-n 20 -tries 9", "result.json: tries: is 2000"},
		{"-set rule=run -out begun -n 20", "result.json: refine: is false"},
		{"-refine=false -out begun -n 20", "result.json: fixed: is "},
	} {
		t.Run(c.args, func(t *testing.T) {
			w.refuses(t, []string{c.says}, nil, nil, append([]string{"campaign"}, strings.Fields(c.args)...)...)
		})
	}
}

// A result that somebody has changed or cut off is neither believed nor replaced; -restart moves
// it aside as it is.
func TestDamagedResults(t *testing.T) {
	callsOften(t)
	t.Parallel()
	w := newWorld(t)
	args, moved := strings.Fields("campaign -n 20 -refine=false -out begun"), 0
	if status, _, errs := w.call(t, nil, args...); status != exitOK {
		t.Fatalf("status %d, %s", status, errs)
	}
	text, err := os.ReadFile(filepath.Join(w.cwd, "begun", campaign.ResultFile))
	if err != nil {
		t.Fatal(err)
	}
	good := string(text)
	for _, c := range []struct{ name, old, new, says string }{
		{"empty", good, "", "the file is empty"},
		{"cut off", good[len(good)/2:], "", "the file is cut off"},
		{"mistyped", `"run": 20`, `"run": "20"`, "run: a JSON string stands where"},
		{"unknown field", `"run": 20`, `"run": 20, "ran": 20`, "ran: no such field"},
		{"another version", `"version": 5`, `"version": 3`, "version: 3, this program"},
		{"another program", `"program": "`, `"program": "0`, `program: is "0`},
		{"more runs than asked", `"run": 20`, `"run": 21`, "run: 21, it must be 0 to"},
		{"fewer than none", `"run": 20`, `"run": -1`, "run: -1, it must be 0 to"},
		{"no counts", `"failed": {},`, ``, "failed: is missing"},
		{"a count of none", `"failed": {}`, `"failed": {"Agreement": 0}`, "failed.Agreement: 0"},
		{"more failed than run", `"failed": {}`, `"failed": {"Agreement": 21}`, "causes.Agreement: has those of 0"},
		{"more outside than run", `"outside": `, `"outside": 9`, "failed: more runs failed"},
		{"a failure not listed", `"failed": {}`, `"failed": {"Agreement": 1}`, "causes.Agreement: has those of 0 runs"},
		{"no causes", `"causes": {},`, ``, "causes: is missing"},
		{"no digest", `"digest": "`, `"digest": "", "x": "`, "x: no such field"},
		{"half a digest", `"digest": "`, `"digest": "0`, "digest: "},
	} {
		t.Run(c.name, func(t *testing.T) {
			if strings.Count(good, c.old) != 1 {
				t.Fatalf("%q does not stand in the result once:\n%s", c.old, good)
			}
			write(t, w.cwd, filepath.Join("begun", campaign.ResultFile), strings.Replace(good, c.old, c.new, 1), 0o644)
			says := []string{"begun/result.json: " + c.says, "; -restart moves the folder aside, or name another one"}
			w.refuses(t, says, nil, nil, args...)
			before := tree(t, filepath.Join(w.cwd, "begun"))
			w.restarts(t, &moved, args)
			if kept := tree(t, filepath.Join(w.cwd, fmt.Sprintf("begun.old%d", moved))); !maps.Equal(kept, before) {
				t.Errorf("moved aside is %v", kept)
			}
		})
	}
}

// restarts runs a campaign anew in the folder begun, which is moved aside.
func (w sandbox) restarts(t *testing.T, moved *int, args []string) {
	t.Helper()
	*moved++
	status, _, errs := w.call(t, nil, append(args, "-restart")...)
	if want := fmt.Sprintf("begun: moved to begun.old%d\n", *moved); status == exitBadInput ||
		!strings.HasPrefix(errs, want) {
		t.Errorf("with -restart: status %d, %q; want %q", status, errs, want)
	}
}

// What -restart moves aside is a campaign's, also another one's and one with a file missing, and
// never what is somebody else's.
func TestRestart(t *testing.T) {
	callsOften(t)
	t.Parallel()
	w, moved := newWorld(t), 0
	args := failing("begun", 1000, "-keep", "1", "-tries", "20")
	if status, _, errs := w.call(t, nil, args...); status != exitFailed {
		t.Fatalf("status %d, %s", status, errs)
	}
	r, _ := resultIn(t, filepath.Join(w.cwd, "begun"))
	remove := func(name string) {
		if err := os.Remove(filepath.Join(w.cwd, "begun", name)); err != nil {
			t.Fatal(err)
		}
	}
	const says = "; -restart moves the folder aside, or name"
	remove(filepath.Join(r.Failures[0].Dir, campaign.TraceFile))
	w.refuses(t, []string{" has no file trace.ndjson any more" + says}, nil, nil, args...)
	w.restarts(t, &moved, args)
	remove(campaign.ResultFile)
	w.refuses(t, []string{"begun: holds files and no result.json of a campaign" + says}, nil, nil, args...)
	w.restarts(t, &moved, args)
	w.restarts(t, &moved, append(args, "-seed", "2"))
	for name, text := range map[string]string{
		campaign.ResultFile: `{"version": "a thesis"}`, "notes.md": "", r.Failures[0].Dir + "/notes.md": "",
		campaign.ResultFile + "/result.json": "",
	} {
		other := newWorld(t)
		write(t, other.cwd, filepath.Join("begun", r.Failures[0].Dir, campaign.PlanFile), "{}", 0o644)
		write(t, other.cwd, filepath.Join("begun", name), text, 0o644)
		other.refuses(t, []string{"begun"}, nil, nil, append(args, "-restart")...)
	}
}
