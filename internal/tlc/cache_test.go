package tlc

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/scrutineer-go/scrutineer/internal/cases"
)

// saidModel is a model whose runs are recorded: TLC is a script that prints what the pinned
// jar once printed, "graph" where the module says so and "invariant" elsewhere.
func saidModel(t *testing.T) (Runner, fstest.MapFS, cases.Case, func() int) {
	t.Helper()
	logs, err := filepath.Abs("testdata/logs")
	if err != nil {
		t.Fatal(err)
	}
	calls := filepath.Join(t.TempDir(), "calls")
	java := script(t, "java", fmt.Sprintf(`echo call >> %[1]q
name=invariant; code=12
if grep -q safe MCA.tla; then name=graph; code=0; cp %[2]q/graph.dot graph.dot; fi
cat %[2]q/$name.log
echo '<<"constants of the case", <<>>>>'
exit $code`, calls, logs))
	cache := &Cache{Dir: filepath.Join(t.TempDir(), "said")}
	r := Runner{Java: Java{Path: java, Banner: "17"}, Jar: Jar{Path: "jar", SHA256: "1"}, Cache: cache}
	fsys := fstest.MapFS{"MCA.tla": {Data: []byte("safe")}, "Net.tla": {Data: []byte("net")}}
	c := cases.Case{ID: "a", Kind: cases.Graph, Module: "MCA", Specification: "S", Invariants: []string{"TypeOK"}}
	return r, fsys, c, func() int {
		text, _ := os.ReadFile(calls)
		return strings.Count(string(text), "call")
	}
}

// actionsOfLog are the actions of the recorded graph.
var actionsOfLog = []string{"Dead", "Flip", "Send", "Up"}

// mustSay runs a case that must run.
func mustSay(t *testing.T, r Runner, fsys fstest.MapFS, c cases.Case, o Options) Result {
	t.Helper()
	o.Actions = actionsOfLog
	res, err := r.Run(t.Context(), fsys, []string{"."}, c, o)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// What was said is found again whole, with the graph and a counterexample, and costs nothing.
func TestCacheHit(t *testing.T) {
	r, fsys, c, calls := saidModel(t)
	for n, text := range []string{"safe", "broken"} {
		fsys["MCA.tla"].Data = []byte(text)
		first := mustSay(t, r, fsys, c, Options{})
		again := mustSay(t, r, fsys, c, Options{})
		if first.Cached || !again.Cached || calls() != n+1 || again.Seconds != 0 || again.CPU != 0 {
			t.Errorf("%s: cached %t and %t, %d calls", text, first.Cached, again.Cached, calls())
		}
		if (n == 0) != (len(first.Dump.stateTexts()) == 54) || (n == 1) != (len(first.Trace) == 3) {
			t.Errorf("%s: %d states, a trace of %d", text, len(first.Dump.stateTexts()), len(first.Trace))
		}
		first.Seconds, first.CPU, first.Cached, first.Listened = 0, 0, true, false
		if d := cmp.Diff(first, again, cmp.Comparer(Equal)); d != "" {
			t.Errorf("%s (-said +stored):\n%s", text, d)
		}
	}
}

// stateTexts are the states, none of no graph.
func (g *Dump) stateTexts() []string {
	if g == nil {
		return nil
	}
	return g.States
}

// Whatever a run depends on is looked at: a stale entry would say of a broken module what
// was true of the one before.
func TestCacheStale(t *testing.T) {
	plain := cases.Case{ID: "a", Kind: cases.Graph, Module: "MCA", Specification: "S", Invariants: []string{"TypeOK"}}
	for _, row := range []struct {
		name   string
		change func(r *Runner, fsys fstest.MapFS, c *cases.Case, o *Options)
	}{
		{"module", func(_ *Runner, fsys fstest.MapFS, _ *cases.Case, _ *Options) {
			fsys["MCA.tla"] = &fstest.MapFile{Data: []byte("broken")}
		}},
		{"shared module", func(_ *Runner, fsys fstest.MapFS, _ *cases.Case, _ *Options) {
			fsys["Net.tla"] = &fstest.MapFile{Data: []byte("ten")}
		}},
		{"one module more", func(_ *Runner, fsys fstest.MapFS, _ *cases.Case, _ *Options) {
			fsys["Other.tla"] = &fstest.MapFile{}
		}},
		{"edit", func(_ *Runner, _ fstest.MapFS, _ *cases.Case, o *Options) {
			o.Edit = func(_ string, text []byte) []byte { return bytes.ReplaceAll(text, []byte("net"), []byte("ten")) }
		}},
		{"cfg", func(_ *Runner, _ fstest.MapFS, c *cases.Case, _ *Options) { c.Invariants = []string{"Other"} }},
		{"specification", func(_ *Runner, _ fstest.MapFS, c *cases.Case, _ *Options) { c.Specification = "Fair" }},
		{"kind", func(_ *Runner, _ fstest.MapFS, c *cases.Case, _ *Options) { c.Kind = cases.Safety }},
		{"heap", func(r *Runner, _ fstest.MapFS, _ *cases.Case, _ *Options) { r.HeapMB = 4096 }},
		{"bare", func(_ *Runner, _ fstest.MapFS, _ *cases.Case, o *Options) { o.Bare = true }},
		{"jar", func(r *Runner, _ fstest.MapFS, _ *cases.Case, _ *Options) { r.Jar.SHA256 = "2" }},
		{"driver", func(r *Runner, _ fstest.MapFS, _ *cases.Case, _ *Options) { r.Driver.SHA256 = "2" }},
		{"java", func(r *Runner, _ fstest.MapFS, _ *cases.Case, _ *Options) { r.Java.Banner = "21" }},
		{"options of Java", func(*Runner, fstest.MapFS, *cases.Case, *Options) {
			t.Setenv("JAVA_TOOL_OPTIONS", "-Dx=y")
		}},
		{"fresh", func(r *Runner, _ fstest.MapFS, _ *cases.Case, _ *Options) {
			r.Cache = &Cache{Dir: r.Cache.Dir, Fresh: true}
		}},
		{"no cache", func(r *Runner, _ fstest.MapFS, _ *cases.Case, _ *Options) { r.Cache = nil }},
	} {
		t.Run(row.name, func(t *testing.T) {
			r, fsys, _, calls := saidModel(t)
			c, o := plain, Options{}
			mustSay(t, r, fsys, c, o)
			row.change(&r, fsys, &c, &o)
			if res := mustSay(t, r, fsys, c, o); res.Cached || calls() != 2 {
				t.Errorf("what was said before stands for it, after %d calls", calls())
			}
		})
	}
}

// The parts of a key are told apart: a file's end is not the next one's beginning.
func TestCacheKeyParts(t *testing.T) {
	keys := map[string]bool{}
	for _, files := range []map[string][]byte{
		{"A": []byte("BC")}, {"AB": []byte("C")}, {"A": nil, "BC": nil}, {"A": []byte("B"), "C": nil},
	} {
		keys[Runner{}.key(Model{Files: files}, call{})] = true
	}
	if len(keys) != 4 {
		t.Errorf("%d keys, want 4", len(keys))
	}
	elsewhere := Runner{Jar: Jar{Path: "/elsewhere/tlc.jar"}, Driver: Driver{Path: "/elsewhere/driver.jar"}}
	if !keys[elsewhere.key(Model{Files: map[string][]byte{"A": []byte("BC")}}, call{})] {
		t.Error("the key depends on where the jars are")
	}
}

// An entry that is damaged, cut off or another's is run again, and then right.
func TestCacheDamaged(t *testing.T) {
	r, fsys, c, calls := saidModel(t)
	mustSay(t, r, fsys, c, Options{})
	entries, err := filepath.Glob(filepath.Join(r.Cache.Dir, "*"))
	if err != nil || len(entries) != 1 {
		t.Fatal(entries, err)
	}
	good, err := os.ReadFile(entries[0])
	if err != nil {
		t.Fatal(err)
	}
	other := Runner{Jar: Jar{SHA256: "other"}}.key(Model{}, call{})
	r.Cache.store(other, Result{Finished: true})
	foreign, err := os.ReadFile(r.Cache.file(other))
	if err != nil {
		t.Fatal(err)
	}
	runs := calls()
	flipped := slices.Clone(good)
	flipped[len(flipped)/2] ^= 1
	for name, text := range map[string][]byte{
		"empty": nil, "cut off": good[:len(good)-1], "half": good[:len(good)/2],
		"longer": append(slices.Clone(good), 0), "a bit": flipped, "another's": foreign,
		"no entry": []byte("{}"), "a mark alone": []byte(entryMark),
	} {
		if err := os.WriteFile(entries[0], text, 0o644); err != nil {
			t.Fatal(err)
		}
		runs++
		if res := mustSay(t, r, fsys, c, Options{}); res.Cached || calls() != runs {
			t.Errorf("%s: was not run again", name)
		}
		if res := mustSay(t, r, fsys, c, Options{}); !res.Cached {
			t.Errorf("%s: was not stored anew", name)
		}
	}
	key := strings.TrimSuffix(filepath.Base(entries[0]), ".entry")
	for at := 0; at < len(good); at += 1 + len(good)/200 {
		damaged := slices.Clone(good)
		damaged[at] ^= 4
		writeFile(t, entries[0], string(damaged))
		if _, ok := r.Cache.load(key); ok {
			t.Errorf("byte %d of %d is changed, and nobody sees it", at, len(good))
		}
	}
	if err := os.RemoveAll(r.Cache.Dir); err != nil {
		t.Fatal(err)
	}
	writeFile(t, r.Cache.Dir, "a file where the folder should be")
	if res := mustSay(t, r, fsys, c, Options{}); res.Cached {
		t.Error("there is nothing to be found in a file")
	}
}

// Only what TLC says every time is kept: no run that ended in an error, none that was cut off,
// and none of a module that a test has edited.
func TestCacheKeeps(t *testing.T) {
	c := &Cache{Dir: t.TempDir()}
	for _, res := range []Result{
		{}, {Finished: true, Failed: FailError}, {Finished: true, Errors: []string{"no memory"}},
	} {
		c.store("key", res)
		if _, ok := c.load("key"); ok {
			t.Errorf("%+v was kept", res)
		}
	}
	r, fsys, _, calls := saidModel(t)
	plain := cases.Case{ID: "a", Kind: cases.Safety, Module: "MCA", Specification: "S", Invariants: []string{"TypeOK"}}
	for n := range 2 {
		edited := mustSay(t, r, fsys, plain, Options{Edit: func(_ string, text []byte) []byte { return text }})
		if edited.Cached || calls() != n+1 {
			t.Error("an edited run was kept")
		}
	}
}

// The folder stays within its bound: what was used least lately goes, foreign files stay.
func TestCachePrunes(t *testing.T) {
	dir := t.TempDir()
	old := time.Now().Add(-time.Hour)
	name := func(n int) string { return filepath.Join(dir, strings.Repeat(fmt.Sprint(n), 64)+".entry") }
	for n := range 4 {
		writeFile(t, name(n), strings.Repeat("x", 1000))
		if err := os.Chtimes(name(n), old, old.Add(time.Duration(n)*time.Minute)); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range []string{"notes.md", "new-12.entry"} {
		writeFile(t, filepath.Join(dir, file), strings.Repeat("x", 1000))
		if err := os.Chtimes(filepath.Join(dir, file), old, old.Add(-time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	(&Cache{Dir: dir, MostBytes: 2500}).prune()
	var left []string
	for n := range 4 {
		if _, err := os.Stat(name(n)); err == nil {
			left = append(left, fmt.Sprint(n))
		}
	}
	_, foreign := os.Stat(filepath.Join(dir, "notes.md"))
	_, scratch := os.Stat(filepath.Join(dir, "new-12.entry"))
	if strings.Join(left, " ") != "2 3" || foreign != nil || !errors.Is(scratch, os.ErrNotExist) {
		t.Errorf("left %v, foreign %v, scratch %v", left, foreign, scratch)
	}
}

func TestUnpackRefuses(t *testing.T) {
	good := Result{Finished: true, Dump: &Dump{
		States: []string{"/\\ a = 1\n/\\ b = 2", "/\\ a = 1\n/\\ b = 3"}, Inits: []int{0},
		Edges: []Edge{{0, "Up", 1}, {1, "Stay", 1}}, Lines: 3,
	}}
	got, err := unpack(pack(good))
	if d := cmp.Diff(good, got); err != nil || d != "" {
		t.Fatalf("%v (-packed +unpacked):\n%s", err, d)
	}
	for name, edit := range map[string]func(g *Dump){
		"an edge to nowhere":   func(g *Dump) { g.Edges = []Edge{{0, "Up", 2}} },
		"an edge from nowhere": func(g *Dump) { g.Edges = []Edge{{-1, "Up", 0}} },
		"no such initial":      func(g *Dump) { g.Inits = []int{7} },
	} {
		bad := *good.Dump
		edit(&bad)
		if _, err := unpack(pack(Result{Dump: &bad})); err == nil {
			t.Errorf("%s was accepted", name)
		}
	}
	for _, packed := range [][]byte{nil, []byte("x"), pack(good)[:20]} {
		if _, err := unpack(packed); err == nil {
			t.Errorf("%d bytes were accepted", len(packed))
		}
	}
}
