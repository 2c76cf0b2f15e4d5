package command_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/command"
	"github.com/scrutineer-go/scrutineer/internal/output"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	"github.com/scrutineer-go/scrutineer/internal/verify"
)

// experiment is one that measures a row of a number beside the paper's.
func experiment(id string, cells ...reproduce.Cell) reproduce.Experiment {
	return reproduce.Experiment{
		ID: id, Title: "copies of " + id, Where: "Table 7", Long: strings.HasPrefix(id, "long"),
		Run: func(_ context.Context, progress reproduce.Progress) (reproduce.Table, error) {
			progress(1, 1)
			return reproduce.Table{
				Columns: []reproduce.Column{{Name: "copies", Means: "copies that were sent"}},
				Rows:    [][]reproduce.Cell{cells},
			}, nil
		},
	}
}

// failing is an experiment that says what is wrong.
func failing(id string, err error) reproduce.Experiment {
	e := experiment(id)
	e.Run = func(context.Context, reproduce.Progress) (reproduce.Table, error) { return reproduce.Table{}, err }
	return e
}

// measuring has this program know protocols of which one has these experiments.
func measuring(t *testing.T, list ...reproduce.Experiment) {
	t.Helper()
	protocols := []verify.Protocol{{Name: "quiet"}, {Name: "made", Experiments: list}}
	before := command.Replace(func() []verify.Protocol { return protocols })
	t.Cleanup(func() { command.Replace(before) })
}

// contents are the files of a folder.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.IsDir() {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all[e.Name()] = string(text)
	}
	return all
}

func names(files map[string]string) string {
	return strings.Join(slices.Sorted(maps.Keys(files)), " ")
}

// The tables are printed and written, the same ones each time; those of earlier runs stay.
func TestReproduce(t *testing.T) {
	one, two := experiment("one", reproduce.Int(7).Exactly("7")), experiment("two", reproduce.Int(8))
	long := experiment("long", reproduce.Int(9).Misprint("6", "It is upside down."))
	measuring(t, two, one, long)
	dir := t.TempDir()
	for _, c := range []call{
		{"reproduce -out DIR/a", exitOK, []string{
			"Table 7: copies of two\n", "Table 7: copies of one\n", "\nexperiments: 2, in ",
			"\ntables: DIR/a/README.md\n",
			"long experiments that were left to reproduce -long: 1\n", "  1    0.0 s  made/two  ",
		}},
		{"reproduce made -out DIR/b -json DIR/b.json -junit DIR/b.xml", exitOK, []string{"\nexperiments: 2, in "}},
		{"reproduce -p made -only one -out DIR/c", exitOK, []string{"\nexperiments: 1, in "}},
		{"reproduce -only made/o.* -out DIR/c made", exitOK, []string{"\nexperiments: 1, in "}},
		{"reproduce -long -out DIR/a", exitOK, []string{
			"     9      6 ≠[1]\n", "[1]     The paper's figure is misprinted: It is upside down.\n",
			"of earlier runs there are one, two\n",
		}},
		{"reproduce -only long -out DIR/b", exitOK, []string{"\nexperiments: 1, in "}},
		{"reproduce -list", exitOK, []string{"made/one ", " Table 7, long ", " copies of long\n"}},
		{"reproduce -list made -only long -json DIR/l.json", exitOK, []string{"made/long "}},
	} {
		c.at(dir).check(t, dir)
	}
	a, b := contents(t, filepath.Join(dir, "a")), contents(t, filepath.Join(dir, "b"))
	if !maps.Equal(a, b) || len(a) != 10 {
		t.Errorf("the files differ: %s and %s", names(a), names(b))
	}
	if got := names(contents(t, filepath.Join(dir, "c"))); got != "README.md one.csv one.json one.txt" {
		t.Errorf("of one experiment there are %s", got)
	}
	if i := a["README.md"]; strings.Index(i, "copies of two") > strings.Index(i, "copies of one") ||
		!strings.Contains(i, "copies of long") {
		t.Errorf("the index is\n%s", i)
	}
	m, err := reproduce.Decode([]byte(a["one.json"]))
	if err != nil || m.Protocol != "made" || m.ID != "one" || m.Rows[0][0].Value != "7" {
		t.Errorf("%v\n%s", err, a["one.json"])
	}
	whole := contents(t, dir)
	var report struct {
		Version     int
		Command     string
		Experiments []struct {
			ID    string
			Table *reproduce.Table
		}
	}
	if err := json.Unmarshal([]byte(whole["b.json"]), &report); err != nil || report.Command != "reproduce" ||
		len(report.Experiments) != 2 || report.Experiments[0].ID != "two" || report.Experiments[0].Table == nil {
		t.Errorf("%v\n%s", err, whole["b.json"])
	}
	if strings.Contains(whole["l.json"], "table") || strings.Contains(whole["l.json"], "made/") {
		t.Errorf("the list is\n%s", whole["l.json"])
	}
	if !strings.Contains(whole["b.xml"], `name="experiment/two"`) || strings.Contains(whole["b.xml"], "<failure") {
		t.Errorf("the report is\n%s", whole["b.xml"])
	}
}

// A figure that must be the paper's and is not is a failure, and so is an experiment that ends
// with an error or falls; of these no table is left. All others run.
func TestReproduceFails(t *testing.T) {
	wrong := experiment("wrong", reproduce.Int(7).Exactly("8"))
	right := experiment("right", reproduce.Int(8).Misprint("8", "It must be 7."))
	fallen := experiment("fallen")
	fallen.Run = func(context.Context, reproduce.Progress) (reproduce.Table, error) { panic("too deep") }
	dir := t.TempDir()
	measuring(t, experiment("broken", reproduce.Int(7)))
	call{"reproduce -out DIR/a", exitOK, nil}.check(t, dir)
	measuring(t, wrong, failing("broken", errors.New("it rains")), right, fallen, experiment("last", reproduce.Int(7)))
	call{"reproduce -out DIR/a -json DIR/a.json -junit DIR/a.xml", exitFailed, []string{
		"made/wrong failed: copies: 7, it must be 8 as printed\n", "     7      8 ≠[1]\n",
		"made/broken failed: it rains\n", "made/fallen failed: panic: too deep\n",
		"made/right failed: copies: 8, as printed, which is said to be a misprint\n",
		"experiments that failed: 4 of 5\n", "Table 7: copies of last\n",
	}}.check(t, dir)
	a := contents(t, filepath.Join(dir, "a"))
	want := "README.md last.csv last.json last.txt right.csv right.json right.txt wrong.csv wrong.json wrong.txt"
	if names(a) != want || strings.Contains(a["README.md"], "broken") {
		t.Errorf("there are %s\n%s", names(a), a["README.md"])
	}
	whole := contents(t, dir)
	if strings.Count(whole["a.xml"], "<failure") != 4 || strings.Count(whole["a.json"], `"failures"`) != 4 {
		t.Errorf("the reports are\n%s\n%s", whole["a.xml"], whole["a.json"])
	}
	// An experiment that is there no more leaves nothing, and a picture goes with its table.
	for _, name := range []string{"wrong.svg", "last.svg", "last.png"} {
		if err := os.WriteFile(filepath.Join(dir, "a", name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	measuring(t, experiment("last", reproduce.Int(7)), experiment("wrong", reproduce.Int(9)))
	call{"reproduce -out DIR/a", exitOK, nil}.check(t, dir)
	want = "README.md last.csv last.json last.png last.svg last.txt wrong.csv wrong.json wrong.txt"
	if a = contents(t, filepath.Join(dir, "a")); names(a) != want {
		t.Errorf("there are %s, want %s", names(a), want)
	}
}

// What cannot be run is refused in one line, before anything is written.
func TestReproduceRefuses(t *testing.T) {
	measuring(t, experiment("one", reproduce.Int(7)))
	dir := t.TempDir()
	call{"reproduce -out DIR/a", exitOK, nil}.check(t, dir)
	for name, text := range map[string]string{
		"mine/notes.md": "mine", "index/README.md": "# Mine\n", "other/one.json": `{"version": 1}`,
		"beside/notes.md": "mine",
	} {
		file := filepath.Join(dir, name)
		err := os.MkdirAll(filepath.Dir(file), 0o755)
		if err = errors.Join(err, os.WriteFile(file, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range contents(t, filepath.Join(dir, "a")) {
		if err := os.WriteFile(filepath.Join(dir, "beside", name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for args, says := range map[string]string{
		"reproduce quiet":                    "command line: -p: quiet has no experiments, it must be one of made\n",
		"reproduce -p quiet -list":           "-p: quiet has no experiments, it must be one of made\n",
		"reproduce paxos":                    `command line: -p: "paxos", it must be one of quiet, made` + "\n",
		"reproduce made -p quiet":            "-p: quiet, and made is named beside it, name one\n",
		"reproduce made more":                `"more" is too much, it must be scrutineer reproduce [PROTOCOL] [flags]`,
		"reproduce -only two":                "-only: no experiment of made matches, scrutineer reproduce -list lists",
		"reproduce -only (":                  "-only: not a regular expression: ",
		"reproduce -long -only one":          "-only: no experiment that is marked long matches, as -long asks",
		"reproduce -list -only two":          "no experiment is chosen, leave -only and -long out\n",
		"reproduce -out DIR/mine":            "holds something else than tables of made (notes.md: is of no table)",
		"reproduce -out DIR/beside":          "holds something else than tables of made (notes.md: is of no table)",
		"reproduce -out DIR/index":           "holds something else than tables of made (README.md: is of no table)",
		"reproduce -out DIR/other":           "(one.json: protocol: is missing, give it); name another folder with",
		"reproduce -out DIR/mine/notes.md":   "(cannot be read (not a directory)); name another folder with -o",
		"reproduce -out DIR/b -json DIR/b/r": "-json: DIR/b/r is in the folder of the tables, name a file else",
		"reproduce -out DIR/b -json DIR":     "DIR: -json: is a folder; name a file\n",
	} {
		before := contents(t, filepath.Join(dir, "beside"))
		args, says = strings.ReplaceAll(args, "DIR", dir), strings.ReplaceAll(says, "DIR", dir)
		var out, errs bytes.Buffer
		status := command.Run(t.Context(), strings.Fields(args), &out, &errs)
		if status != exitBadInput || out.Len() > 0 || strings.Count(errs.String(), "\n") != 1 ||
			!strings.Contains(errs.String(), says) {
			t.Errorf("%s: status %d, %s%s, want %q", args, status, &out, &errs, says)
		}
		if !maps.Equal(before, contents(t, filepath.Join(dir, "beside"))) {
			t.Errorf("%s has written something", args)
		}
	}
}

// Where no protocol has experiments that is said, and where all of them are long.
func TestReproduceNothing(t *testing.T) {
	t.Chdir(t.TempDir())
	measuring(t)
	for _, c := range []call{
		{"reproduce", exitBadInput, []string{"command line: no protocol has experiments: there is nothing to me"}},
		{"reproduce made", exitBadInput, []string{"-p: made has no experiments, and no other protocol has any\n"}},
		{"reproduce -list", exitOK, []string{"no protocol has experiments\n"}},
		{"reproduce -list -json l.json", exitOK, nil},
	} {
		c.check(t, "")
	}
	measuring(t, experiment("long", reproduce.Int(7)))
	call{"reproduce", exitOK, []string{"long experiments that were left to reproduce -long: 1\n"}}.check(t, "")
	measuring(t, experiment("one", reproduce.Int(7)))
	call{"reproduce -long", exitOK, []string{"no experiment is marked long, there is nothing to run\n"}}.check(t, "")
	if got := names(contents(t, ".")); got != "l.json" {
		t.Errorf("there are %s", got)
	}
	call{"reproduce", exitOK, []string{"tables: build/reproduce/made/README.md\n"}}.check(t, "")
	measuring(t, experiment("one", reproduce.Int(7)), experiment("one", reproduce.Int(7)))
	call{"reproduce", exitBadInput, []string{"protocols: Main: made: two experiments are called one"}}.check(t, "")
}

// Interrupted, it does not wait for what is running, says how far it has got, and keeps that.
func TestReproduceInterrupted(t *testing.T) {
	release := make(chan struct{})
	t.Cleanup(func() { close(release) })
	dir := t.TempDir()
	for _, failed := range []bool{false, true} {
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		deaf := experiment("deaf")
		deaf.Run = func(context.Context, reproduce.Progress) (reproduce.Table, error) {
			stop()
			<-release
			return reproduce.Table{}, nil
		}
		first, want := experiment("first", reproduce.Int(7)), exitNotRun
		if failed {
			first, want = experiment("first", reproduce.Int(7).Exactly("8")), exitFailed
		}
		measuring(t, first, deaf, experiment("last", reproduce.Int(7)))
		var out, errs bytes.Buffer
		args := strings.Fields(strings.ReplaceAll("reproduce -out DIR/a -json DIR/a.json -junit DIR/a.xml", "DIR", dir))
		status := command.Run(ctx, args, &out, &errs)
		if status != want || !strings.HasSuffix(errs.String(), "scrutineer: interrupted: 1 of 3 experiments ran\n") ||
			!strings.Contains(out.String(), "\nexperiments: 1, in ") {
			t.Errorf("status %d, want %d: %s\n%s", status, want, &errs, &out)
		}
		whole := contents(t, filepath.Join(dir, "a"))
		if names(whole) != "README.md first.csv first.json first.txt" {
			t.Errorf("there are %s", names(whole))
		}
		reports := contents(t, dir)
		if !strings.Contains(reports["a.json"], `"interrupted": true`) ||
			strings.Count(reports["a.xml"], "<skipped") != 2 {
			t.Errorf("the reports are\n%s\n%s", reports["a.json"], reports["a.xml"])
		}
		if err := os.RemoveAll(filepath.Join(dir, "a")); err != nil {
			t.Fatal(err)
		}
	}
}

// A folder has one writer, and what comes between is not written over: that is status 3 where it
// cannot be written, and 2 where somebody else has put something there.
func TestReproduceHolds(t *testing.T) {
	dir := t.TempDir()
	folder := filepath.Join(dir, "a")
	foreign := experiment("one")
	foreign.Run = func(context.Context, reproduce.Progress) (reproduce.Table, error) {
		table, err := experiment("one", reproduce.Int(7)).Run(t.Context(), func(int, int) {})
		return table, errors.Join(err, os.WriteFile(filepath.Join(folder, "notes.md"), nil, 0o644))
	}
	measuring(t, foreign)
	call{"reproduce -out DIR/a", exitBadInput, []string{"(notes.md: is of no table); name another"}}.check(t, dir)
	if got := names(contents(t, folder)); got != "notes.md" {
		t.Errorf("there are %s", got)
	}
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	gone := experiment("one")
	gone.Run = func(context.Context, reproduce.Progress) (reproduce.Table, error) {
		table, err := experiment("one", reproduce.Int(7)).Run(t.Context(), func(int, int) {})
		return table, errors.Join(err, os.RemoveAll(folder))
	}
	measuring(t, gone)
	call{"reproduce -out DIR/a", exitNotRun, []string{"DIR/a: cannot be written (no such file"}}.at(dir).check(t, dir)
	held, err := output.Hold(folder, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer held.Release()
	call{"reproduce -out DIR/a", exitBadInput, []string{"is being written by another run"}}.check(t, dir)
}

// at names the folder of a test in what a call says.
func (c call) at(dir string) call {
	for i := range c.says {
		c.says[i] = strings.ReplaceAll(c.says[i], "DIR", dir)
	}
	return c
}

// An experiment that another program runs is listed with what to type. One that this machine cannot run says why. Both
// end with status 3, and neither has a table.
func TestReproduceNotRun(t *testing.T) {
	other := experiment("other")
	other.Run, other.Type = nil, "make other"
	measuring(t, experiment("one", reproduce.Int(1)), other, failing("lacks", &reproduce.NotRunError{Why: "no Java"}))
	dir := t.TempDir()
	for _, c := range []call{
		{"reproduce -list", exitOK, []string{"copies of other: make other\n"}},
		{"reproduce -only other -out DIR/empty -json DIR/other.json", exitNotRun, []string{"\nexperiments: 0, in "}},
		{"reproduce -only other -out DIR/a", exitNotRun, []string{
			"not run: made/other (copies of other): type make other\n", "no experiment that is chosen runs here",
		}},
		{"reproduce -only o.* -out DIR/a", exitOK, []string{"\nexperiments: 1, in ", "type make other\n"}},
		{"reproduce -only lacks -out DIR/a", exitNotRun, []string{
			"not run: made/lacks (copies of lacks): no Java\n", "1 of 1 experiments could not run here",
		}},
	} {
		c.at(dir).check(t, dir)
	}
	if text := contents(t, dir)["other.json"]; !strings.Contains(text, `"notRun": "type make other"`) {
		t.Error(text)
	}
	if _, err := os.Stat(filepath.Join(dir, "empty")); err == nil {
		t.Error("an experiment that did not run has a folder")
	}
	if got := names(contents(t, filepath.Join(dir, "a"))); got != "README.md one.csv one.json one.txt" {
		t.Errorf("there are %s", got)
	}
}
