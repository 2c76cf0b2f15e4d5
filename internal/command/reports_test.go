package command

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/verify"
)

// jsonCalls are a call of every command that writes JSON, with the fields that must be in it. Claims take half a
// minute to compute: see TestClaimsJSON.
var jsonCalls = []struct {
	args   string
	status int
	fields []string
}{
	{"cases -only vote-two-winners", exitOK, []string{"command", "cases"}},
	{"verify -no-tlc -only base-never-awaited", exitOK, []string{"rows"}},
	{"explore -case base-tagged-crash-loss -out x", exitOK, []string{"properties", "judged", "states"}},
	{"campaign -n 10 -refine=false -out c", exitOK, []string{"asked", "digest", "traffic"}},
	{"replay plan.json", exitOK, []string{"command", "runs", "asExpected"}},
	{"reproduce -list", exitOK, []string{"command", "experiments"}},
	{"fetch", exitOK, []string{"command", "pinned"}},
	{"version", exitOK, []string{"command", "go", "plans"}},
}

// Every command writes JSON with a version to the file of -json, over one of its own, and never
// over that of another command or anything else. It prints the same as without.
func TestJSON(t *testing.T) {
	for i, c := range jsonCalls {
		args := strings.Fields(c.args)
		t.Run(args[0], func(t *testing.T) {
			t.Parallel()
			version := "1"
			if args[0] == "campaign" {
				version = strconv.Itoa(campaign.ResultVersion)
			}
			w := newWorld(t)
			jar := write(t, w.tmp, "tlc.jar", zipWith(t, "tlc2/TLC.class"), 0o644)
			env := []string{"TLC_JAR=" + jar, "JAVA=", "PATH="}
			write(t, w.cwd, "plan.json", goodPlan, 0o644)
			file := filepath.Join(w.cwd, "new", "r.json")
			for range 2 {
				status, out, errs := w.call(t, env, append(args, "-json", "new/r.json")...)
				text, err := os.ReadFile(file)
				var fields map[string]json.RawMessage
				if err == nil {
					err = json.Unmarshal(text, &fields)
				}
				if status != c.status || err != nil || string(fields["version"]) != version || out == "" {
					t.Fatalf("status %d, %v, %s\n%s", status, err, errs, text)
				}
				for _, name := range c.fields {
					if fields[name] == nil {
						t.Errorf("field %s is not in\n%s", name, text)
					}
				}
				if command := string(fields["command"]); command != "" && command != `"`+args[0]+`"` {
					t.Errorf("command %s", command)
				}
			}
			other := strings.Fields(jsonCalls[(i+1)%len(jsonCalls)].args)
			if other[0] != "verify" { // and so that the last one is not itself
				w.refuses(t, []string{"-json: exists and is no "}, env, nil, append(other, "-json", "new/r.json")...)
			}
			for _, foreign := range []string{"[]", `{"version": 1, "cases": []}`, ""} {
				write(t, w.cwd, "new/r.json", foreign, 0o644)
				w.refuses(t, []string{"-json: exists and is no "}, env, nil, append(args, "-json", "new/r.json")...)
			}
		})
	}
}

// Two flags that name one file are refused.
func TestOneFileForTwo(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	write(t, w.cwd, "plan.json", goodPlan, 0o644)
	for _, args := range []string{
		"-trace a -json a", "-diagram a -junit ./a", "-json a -junit a", "-json plan.json", "-junit plan.json",
	} {
		w.refuses(t, nil, nil, nil, append(strings.Fields("replay plan.json"), strings.Fields(args)...)...)
	}
}

// What is written for a campaign and an exploration is what stands in their folders.
func TestJSONOfFolders(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for args, kept := range map[string]string{
		"campaign -n 10 -refine=false -out c -json c.json":    "c/result.json",
		"explore -case base-blocked-ends -out x -json x.json": "x/explored.json",
	} {
		w.call(t, nil, strings.Fields(args)...)
		want, err := os.ReadFile(filepath.Join(w.cwd, kept))
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join(w.cwd, args[len(args)-len("c.json"):]))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: %v\n%s\nwant\n%s", args, err, got, want)
		}
	}
}

// judgedCalls are calls that fail, and of what.
var judgedCalls = []struct {
	args     string
	failures []string // protocol/name, and a part of why
	file     string
	passed   string // a name
}{
	{
		"verify -no-tlc -tla TLA -only vote-two-winners|vote-never-recovered-vote",
		[]string{"vote/vote-two-winners: pinned are 8"},
		"/vote/cases.json", "vote-never-recovered-vote",
	},
	{
		"explore -case base-x1 -set rule=last -property Agreement,CT1 -out x",
		[]string{"ctolerant/Agreement: violated, path of 15 states: 1 follows 1 and 2 follows 0\n   1. Start"},
		"x/Agreement/plan.json", "CT1",
	},
	{
		"campaign -set rule=last -set nodes=3 -set c=0 -set f=1 -refine=false -seed 5 -n 400 -keep 1 -tries 50 -out c",
		[]string{"ctolerant/Agreement: Agreement fails in run "},
		"c/Agreement-run", "NoPanic",
	},
	{
		"replay plan.json",
		[]string{"ctolerant/plan.json/expect[1]: Agreement fails (1 follows 1"},
		"plan.json",
		"plan.json/expect[0]",
	},
}

// failingPlan is goodPlan, whose second expectation is now another.
var failingPlan = strings.Replace(goodPlan, `{"with":{"rule":"tagged"},`, `{"with":{"rule":"last"},`, 1)

func callJudged(t *testing.T, args, env string) (w sandbox, out string) {
	t.Helper()
	w = newWorld(t)
	write(t, w.cwd, "plan.json", failingPlan, 0o644)
	dir := modulesCopy(t)
	replace("vote/cases.json", `"length": 9`, `"length": 8`)(t, dir)
	status, out, errs := w.call(t, []string{env}, strings.Fields(strings.ReplaceAll(args, "TLA", dir))...)
	if status != exitFailed {
		t.Fatalf("status %d, want 1: %s\n%s", status, errs, out)
	}
	return w, out
}

// The JUnit report of a command has a suite for each protocol, and says what failed and why.
func TestJUnit(t *testing.T) {
	callsOften(t)
	for _, c := range judgedCalls {
		t.Run(strings.Fields(c.args)[0], func(t *testing.T) {
			t.Parallel()
			w, _ := callJudged(t, c.args+" -junit new/j.xml", "")
			text, err := os.ReadFile(filepath.Join(w.cwd, "new", "j.xml"))
			var report junitSuites
			if err == nil {
				err = xml.Unmarshal(text, &report)
			}
			if err != nil || len(report.Suites) != 1 {
				t.Fatalf("%v\n%s", err, text)
			}
			suite, failures, passed := report.Suites[0], 0, false
			for _, tc := range suite.Cases {
				passed = passed || tc.Name == c.passed && len(tc.Failures) == 0 && tc.Skipped == nil
				if len(tc.Failures) > 0 {
					failures++
				}
			}
			if suite.Tests != len(suite.Cases) || suite.Failures != failures || failures == 0 || !passed {
				t.Errorf("%d failures, %s passed is %t\n%s", failures, c.passed, passed, text)
			}
			for _, want := range c.failures {
				if !hasFailure(suite, want, c.file) {
					t.Errorf("%q in %s is not in\n%s", want, c.file, text)
				}
			}
			write(t, w.cwd, "new/j.xml", "<testsuites name=\"mine\"></testsuites>", 0o644)
			w.refuses(t, []string{"new/j.xml: -junit: exists and is no JUnit report"}, nil, nil,
				append(strings.Fields(strings.ReplaceAll(c.args, "-tla TLA ", "")), "-junit", "new/j.xml")...)
		})
	}
}

func hasFailure(suite junitSuite, want, file string) bool {
	name, why, _ := strings.Cut(want, ": ")
	for _, tc := range suite.Cases {
		for _, failure := range tc.Failures {
			first, _, _ := strings.Cut(failure.Text, "\n")
			if tc.Class+"/"+tc.Name == name && strings.Contains(failure.Text, why) && failure.Message == first &&
				strings.Contains(tc.File, file) {
				return true
			}
		}
	}
	return false
}

// Where GitHub runs a command each failure is a line at the end that it shows beside the change,
// and elsewhere it is not.
func TestAnnotations(t *testing.T) {
	callsOften(t)
	line := regexp.MustCompile(`^::error (?:file=([^,:]+),)?title=([^,:]+)::(.+)$`)
	plain := strings.NewReplacer("%0A", "\n", "%0D", "\r", "%3A", ":", "%2C", ",", "%25", "%")
	for _, c := range judgedCalls {
		t.Run(strings.Fields(c.args)[0], func(t *testing.T) {
			t.Parallel()
			_, out := callJudged(t, c.args, "GITHUB_ACTIONS=true")
			before, annotations, _ := strings.Cut(out, "\n::error ")
			for _, want := range c.failures {
				name, why, _ := strings.Cut(want, ": ")
				found := false
				for text := range strings.Lines("::error " + annotations) {
					parts := line.FindStringSubmatch(strings.TrimSuffix(text, "\n"))
					if parts == nil {
						t.Fatalf("%q is no annotation", text)
					}
					for i, part := range parts {
						parts[i] = plain.Replace(part)
					}
					found = found || parts[2] == name && strings.Contains(parts[1], c.file) &&
						strings.Contains(parts[3], why)
				}
				if !found || before == "" {
					t.Errorf("%q is not in\n%s", want, annotations)
				}
			}
			if _, out := callJudged(t, c.args, "GITHUB_ACTIONS=false"); strings.Contains(out, "::error") {
				t.Errorf("elsewhere it prints\n%s", out)
			}
		})
	}
}

// What an annotation may not hold is written otherwise.
func TestAnnotate(t *testing.T) {
	t.Setenv("GITHUB_ACTIONS", "true")
	var out bytes.Buffer
	annotate([]verify.Outcome{
		{Protocol: "p", Name: "fine"},
		{Protocol: "p", Name: "left out", NotRun: "it was"},
		{Protocol: "p", Name: "a:b,c", Failures: []verify.Complaint{
			{Why: "100 %\r\nof: a,b", File: "d,e:f/50%.json"}, {Why: "more"},
		}},
	}, &out)
	const want = "::error file=d%2Ce%3Af/50%25.json,title=p/a%3Ab%2Cc::100 %25%0D%0Aof: a,b\n" +
		"::error title=p/a%3Ab%2Cc::more\n"
	if out.String() != want {
		t.Errorf("%s, want\n%s", &out, want)
	}
}

// A result that says nothing is no failure, and whatever a failure says is text in XML.
func TestJUnitText(t *testing.T) {
	text, err := junitText([]verify.Outcome{
		{Protocol: "p", Name: "a", Seconds: 1.5, Failures: []verify.Complaint{
			{Why: "<b> & \"c\"\nmore\x00", File: "f.json"},
		}},
		{Protocol: "q", Name: "d", NotRun: "no time"},
		{Protocol: "p", Name: "e", Seconds: 0.25},
	})
	var report junitSuites
	if err == nil {
		err = xml.Unmarshal(text, &report)
	}
	if err != nil || !isJUnit(text) || len(report.Suites) != 2 {
		t.Fatalf("%v\n%s", err, text)
	}
	p, q := report.Suites[0], report.Suites[1]
	if p.Tests != 2 || p.Failures != 1 || p.Skipped != 0 || p.Time != "1.750" || p.Cases[0].File != "f.json" ||
		p.Cases[0].Failures[0] != (junitMessage{`<b> & "c"`, "<b> & \"c\"\nmore\uFFFD"}) {
		t.Errorf("%+v", p)
	}
	if q.Tests != 1 || q.Failures != 0 || q.Skipped != 1 || q.Cases[0].Skipped.Message != "no time" {
		t.Errorf("%+v", q)
	}
}
