package scrutineer_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/scrutineer-go/scrutineer"
)

// corpusOf makes a new folder the present one, and puts a plan for each of these protocols into its
// corpus, with faults.
func corpusOf(t *testing.T, faults string, protocols ...string) {
	t.Helper()
	dir := t.TempDir()
	t.Chdir(dir)
	if err := os.MkdirAll(filepath.Join("testdata", "corpus"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range protocols {
		put(t, filepath.Join(dir, "testdata", "corpus", name+".json"), fmt.Sprintf(
			`{"version": 1, "protocol": %q, "config": {"nodes": 3}, "stop": "1s", "faults": [%s]}`, name, faults))
	}
}

// called is the register under a name of its own.
func called(name string) scrutineer.Protocol[Register] {
	p := register(false)
	p.Name = name
	return p
}

// A protocol that was renamed does not lose its corpus in silence. Checks of several protocols may
// share a folder all the same, also where one of them has no plan there, as long as all plans are
// some Check's.
func TestCorpusOfAnotherName(t *testing.T) {
	flagged(t, "scrutineer.n", "1")
	flagged(t, "scrutineer.states", "-1")
	flagged(t, "test.run", "") // as in a run of all tests, also if this one is chosen
	own := called("corpus-own")
	own.Corpus = fstest.MapFS{}
	for _, row := range []struct {
		name   string
		corpus []string
		checks []scrutineer.Registration
		says   string // "" for no error
	}{
		{"its own", []string{"corpus-a"}, []scrutineer.Registration{called("corpus-a")}, ""},
		{
			"its own and others",
			[]string{"corpus-b", "corpus-gone"},
			[]scrutineer.Registration{called("corpus-b")},
			"",
		},
		{"none at all", nil, []scrutineer.Registration{called("corpus-c")}, ""},
		{
			"renamed",
			[]string{"corpus-old", "corpus-older"},
			[]scrutineer.Registration{called("corpus-new")},
			`testdata/corpus has plans and none of them is for corpus-new: testdata/corpus/corpus-old.json is for ` +
				`corpus-old, testdata/corpus/corpus-older.json is for corpus-older; if the protocol was renamed ` +
				`write "protocol": "corpus-new" there; if another Check takes them put this one behind it, or ` +
				`give it a Corpus of its own`,
		},
		{
			"one of several",
			[]string{"corpus-e", "corpus-old"},
			[]scrutineer.Registration{called("corpus-e"), called("corpus-f")},
			"none of them is for corpus-f: testdata/corpus/corpus-old.json is for corpus-old; ",
		},
		{
			"shared, one without plans",
			[]string{"corpus-g"},
			[]scrutineer.Registration{called("corpus-h"), called("corpus-g"), called("corpus-i")},
			"",
		},
		{"a folder of its own", []string{"corpus-old"}, []scrutineer.Registration{own}, ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			corpusOf(t, "", row.corpus...)
			r := checkedHere(t, row.checks...)
			said := strings.Join(r.errors, "\n")
			if (said == "") != (row.says == "") || !strings.Contains(said, row.says) {
				t.Errorf("it says %q, want %q", r.errors, row.says)
			}
		})
	}
}

// A plan of the corpus whose fault takes no effect fails, as where a message was renamed since, unless
// the fault may miss.
func TestDeadFaultInCorpus(t *testing.T) {
	flagged(t, "scrutineer.n", "1")
	flagged(t, "scrutineer.states", "-1")
	for _, row := range []struct{ kind, nth, optional, says string }{
		{"Do", "1", "", ""},
		{"Done", "1", "", "faults[0]: takes no effect in the run"},
		{"Do", "99", "", "faults[0]: takes no effect in the run"},
		{"Do", "99", `, "optional": true`, "none of its faults and pins takes effect any more"},
		{"Do", "99", `, "optional": true}, {"crash": {"node": 0, "at": "1ms"}`, ""},
	} {
		corpusOf(t, `{"loss": {"copy": {"kind": "`+row.kind+`", "from": 1, "to": 0, "nth": `+row.nth+`}}`+
			row.optional+`}`, "corpus-dead")
		r := checkedHere(t, called("corpus-dead"))
		said := strings.Join(r.errors, "\n")
		if (said == "") != (row.says == "") || !strings.Contains(said, row.says) {
			t.Errorf("the %s %s%s: it says %q, want %q", row.nth, row.kind, row.optional, said, row.says)
		}
	}
}

// The transcript of a plan is written by the flag, and later runs are compared with it.
func TestTranscripts(t *testing.T) {
	flagged(t, "scrutineer.n", "1")
	flagged(t, "scrutineer.states", "-1")
	corpusOf(t, `{"loss": {"copy": {"kind": "Do", "from": 1, "to": 0, "nth": 1}}}`, "corpus-told")
	file := filepath.Join("testdata", "corpus", "corpus-told.txt")
	check := func(says string) {
		t.Helper()
		said := strings.Join(checkedHere(t, called("corpus-told")).errors, "\n")
		if (said == "") != (says == "") || !strings.Contains(said, says) {
			t.Errorf("it says %q, want %q", said, says)
		}
	}
	check("")
	if _, err := os.Stat(file); err == nil {
		t.Error("a transcript is written without -scrutineer.transcripts")
	}
	t.Run("written", func(t *testing.T) {
		flagged(t, "scrutineer.transcripts", "true")
		check("")
	})
	check("")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, has := range []string{"  the 1st Do from 1 to 0 is lost\n", "  DropDo 1→0"} { // the fault and its step
		if !strings.Contains(string(text), has) {
			t.Errorf("the transcript is without %q:\n%s", has, text)
		}
	}
	put(t, file, strings.Replace(string(text), "is lost", "arrives", 1))
	check(`"  the 1st Do from 1 to 0 arrives", but what happens is "  the 1st Do from 1 to 0 is lost"; ` +
		`-scrutineer.transcripts writes the transcripts anew`)
}
