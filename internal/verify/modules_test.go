package verify_test

import (
	"io/fs"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/scrutineer-go/scrutineer/internal/tlc"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/tla"
)

// A protocol's own folder of modules stands under its name beside what all share, and
// hides one of that name that is built in, whole.
func TestOwnModules(t *testing.T) {
	folder := fstest.MapFS{
		"MCVote.tla":   {Data: []byte("of its own")},
		"deep/Old.tla": {Data: []byte("older")},
	}
	modules := verify.Protocol{Name: "vote"}.WithModules(folder).TLA()
	net, err := fs.ReadFile(tla.Modules, tlc.NetModule)
	if err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]string{
		"vote/MCVote.tla": "of its own", "vote/deep/Old.tla": "older", tlc.NetModule: string(net),
	} {
		if text, err := fs.ReadFile(modules, file); err != nil || string(text) != want {
			t.Errorf("%s: %v, %q", file, err, text)
		}
	}
	for _, file := range []string{"vote/Vote.tla", "vote/Net.tla", "MCVote.tla", "votes/MCVote.tla"} {
		if _, err := fs.Stat(modules, file); err == nil {
			t.Errorf("%s is there", file)
		}
	}
	if entries, err := fs.ReadDir(modules, "vote"); err != nil || len(entries) != 2 {
		t.Errorf("%v, %v", entries, err)
	}
	if (verify.Protocol{Name: "vote"}).TLA() != fs.FS(tla.Modules) {
		t.Error("without a folder of its own a protocol has another than the one built in")
	}
}

// What a protocol brings along is read in place of what is built in, and -tla's folder in
// place of both.
func TestWhoseModulesAreRead(t *testing.T) {
	p := claimed().WithModules(fstest.MapFS{"cases.json": {Data: []byte("{}")}})
	_, err := verify.Prepare([]verify.Protocol{p}, verify.Options{})
	if err == nil || !strings.Contains(err.Error(), "vote/cases.json: version: is 0, want 1") {
		t.Errorf("%v, want that its table has no version", err)
	}
	plan, err := verify.Prepare([]verify.Protocol{p.FromModules(tla.Modules)}, verify.Options{})
	if err != nil || len(plan.Listed()) == 0 {
		t.Errorf("with another folder: %v, %d cases", err, len(plan.Listed()))
	}
	p = p.WithModules(fstest.MapFS{})
	_, err = verify.Prepare([]verify.Protocol{p}, verify.Options{})
	if err == nil || !strings.HasPrefix(err.Error(), "vote/cases.json: ") {
		t.Errorf("%v, want that it has no table", err)
	}
}

// A mistake in the configuration of one case is reported if any case of its protocol is chosen, and not if none is. A
// mistake in the table is reported in both.
func TestWhoseConfigurationsAreChecked(t *testing.T) {
	text, err := fs.ReadFile(tla.Modules, "vote/cases.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ only, old, replacement, says string }{
		{"^vote-two-winners$", `"nodes": 3`, `"nodes": -3`, "nodes: -3"},
		{"^vote-none$", `"nodes": 3`, `"nodes": -3`, "-only: no case matches"},
		{"^vote-none$", `"version": 1`, `"version": 9`, "version: is 9"},
	} {
		modules := fstest.MapFS{"cases.json": {Data: []byte(strings.Replace(string(text), c.old, c.replacement, 1))}}
		own, err := fs.Sub(tla.Modules, "vote")
		if err != nil {
			t.Fatal(err)
		}
		files, err := fs.Glob(own, "*.tla")
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			module, err := fs.ReadFile(own, file)
			if err != nil {
				t.Fatal(err)
			}
			modules[file] = &fstest.MapFile{Data: module}
		}
		_, err = verify.Prepare([]verify.Protocol{claimed().WithModules(modules)}, verify.Options{
			Only: regexp.MustCompile(c.only),
		})
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s with %s: %v, want %q", c.only, c.replacement, err, c.says)
		}
	}
}

// The bound of a protocol's campaigns is that of the table from which its cases are read.
func TestWhoseBoundIsCounted(t *testing.T) {
	p := claimed()
	if p.Campaigns().Bound != nil {
		t.Error("the table that is built in has a bound")
	}
	p = p.FromModules(edited(t, [3]string{"cases.json", `"cases": [`, `"cases": [{"id": "vote-bound", "why": "A bound.",
		"kind": "bound", "config": {"nodes": 3, "candidates": [0], "voters": [1, 2], "ask": 2}, "budget": {"loss": 1}},`}))
	if _, err := verify.Prepare([]verify.Protocol{p}, verify.Options{}); err != nil {
		t.Fatal(err)
	}
	counts := p.Campaigns().Bound
	if counts == nil {
		t.Fatal("the table of another folder has a bound, and campaigns count none")
	}
	const want = "ask=2 candidates=[0] nodes=3 voters=[1,2]"
	if got := counts(nil).Config; got != want {
		t.Errorf("the bound is %s, want %s", got, want)
	}
}
