package tlc

import (
	"errors"
	"flag"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// record makes TestTLCProbe write the logs that TestRecordedOutput reads:
//
//	go test ./internal/tlc -run TestTLCProbe -record
var record = flag.Bool("record", false, "write testdata/logs from the jar at hand")

// probe is one tiny run of TLC and what the package relies on about it. The
// same expectations hold for the recorded output, so that the reading is tested
// without Java, and for the jar at hand, so that another jar is noticed.
type probe struct {
	name   string
	module string
	cfg    string
	dump   bool // with coverage too
	exit   int
	want   func(t *testing.T, r Result, err error)
}

const (
	counterCfg = "CONSTANT Max = 2\nCONSTANT Node <- Nodes\nCHECK_DEADLOCK FALSE\n"
	smallCfg   = "CONSTANT Assumed = TRUE\nCHECK_DEADLOCK FALSE\n"
)

// TestTLCProbe asks the jar at hand whether it behaves as the package assumes.
func TestTLCProbe(t *testing.T) {
	runner := need(t)
	t.Logf("jar %s, SHA-256 %s, pinned %t; %s",
		filepath.Base(runner.Jar.Path), runner.Jar.SHA256, runner.Jar.Pinned, runner.Java.Banner)
	for _, p := range probes {
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			m := p.model(t)
			c := call{module: p.module, cfg: "probe.cfg", workers: 1, coverage: p.dump, dump: p.dump}
			if *record {
				recordProbe(t, runner, m, p, c)
			}
			r, err := runner.said(t.Context(), m, c, false)
			if r.Exit != p.exit {
				t.Errorf("exit code %d, want %d", r.Exit, p.exit)
			}
			if !strings.HasPrefix(r.Version, "TLC2 Version 2.") {
				t.Errorf("version %q", r.Version)
			}
			p.want(t, r, err)
		})
	}
}

// model is what TLC reads of the probe.
func (p probe) model(t *testing.T) Model {
	t.Helper()
	m := Model{Name: p.module, Files: map[string][]byte{"probe.cfg": []byte(p.cfg)}}
	files, err := filepath.Glob("testdata/probe/*.tla")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if m.Files[filepath.Base(file)], err = os.ReadFile(file); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

// TestRecordedOutput reads the recorded output of the same runs.
func TestRecordedOutput(t *testing.T) {
	for _, p := range probes {
		t.Run(p.name, func(t *testing.T) {
			log, err := os.Open(filepath.Join("testdata/logs", p.name+".log"))
			if err != nil {
				t.Fatal(err)
			}
			defer log.Close()
			r, err := ParseOutput(log, nil)
			r.Exit = p.exit
			if err == nil && p.dump && p.exit == 0 {
				r.Dump, err = readDumpFile(filepath.Join("testdata/logs", p.name+".dot"))
			}
			p.want(t, r, err)
		})
	}
}

// recordProbe writes what TLC prints, without what belongs to this machine.
func recordProbe(t *testing.T, runner Runner, m Model, p probe, c call) {
	t.Helper()
	work := t.TempDir()
	if err := m.write(work); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(work, "tmp"), 0o755); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(runner.Java.Path, runner.args(work, c)...)
	cmd.Dir = work
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(string(out), work+"/", "")
	text = hostPattern.ReplaceAllString(text, "[pid: 1] (one machine)")
	if err := os.WriteFile(filepath.Join("testdata/logs", p.name+".log"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if p.dump && p.exit == 0 {
		dump, err := os.ReadFile(filepath.Join(work, dumpFile))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join("testdata/logs", p.name+".dot"), dump, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// completed requires a run without an error, with these counts.
func completed(t *testing.T, r Result, err error, states, generated int) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	if !r.Completed || !r.Finished || r.Failed != "" || len(r.Errors) > 0 || r.Queue != 0 {
		t.Errorf("not completed: %+v", r)
	}
	if r.Mode != bfsMode || r.Workers != 1 {
		t.Errorf("mode %q, %d workers; want %q, 1", r.Mode, r.Workers, bfsMode)
	}
	if !r.Stats || r.States != states || r.Generated != generated {
		t.Errorf("%d states, %d generated; want %d, %d", r.States, r.Generated, states, generated)
	}
}

// violated requires this failure, and a counterexample with these actions.
func violated(t *testing.T, r Result, err error, class ErrorClass, name, actions string) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	if r.Completed || !r.Finished || r.Failed != class || r.Violated != name || len(r.Errors) > 0 {
		t.Errorf("want %s %q to be violated, got %+v", class, name, r)
	}
	var got []string
	for _, s := range r.Trace[1:] {
		got = append(got, s.Action)
	}
	if strings.Join(got, " ") != actions {
		t.Errorf("counterexample %v, want %s", got, actions)
	}
}

// broken requires an error of the given words.
func broken(t *testing.T, r Result, err error, words string) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	if r.Completed || r.Failed != FailError || !strings.Contains(strings.Join(r.Errors, "; "), words) {
		t.Errorf("want an error with %q, got %+v", words, r)
	}
}

func TestReadMessagesRefuses(t *testing.T) {
	for _, text := range []string{
		"@!@!@STARTMSG 2199:0 @!@!@\n5 states",
		"@!@!@STARTMSG 2199:0 @!@!@\n@!@!@STARTMSG 2200:0 @!@!@\n@!@!@ENDMSG 2200 @!@!@\n",
		"@!@!@STARTMSG 2199:0 @!@!@\n@!@!@ENDMSG 2200 @!@!@\n",
		"@!@!@ENDMSG 2200 @!@!@\n",
	} {
		if err := readMessages(strings.NewReader(text), func(message) {}, func(string) {}); err == nil {
			t.Errorf("accepted %q", text)
		}
	}
}

// TestParseOutputRefuses changes single words of a recorded run.
func TestParseOutputRefuses(t *testing.T) {
	good, err := os.ReadFile("testdata/logs/graph.log")
	if err != nil {
		t.Fatal(err)
	}
	for _, edit := range [][2]string{
		{"states generated, ", "states made, "},
		{"with 1 worker on", "with some workers on"},
		{"of the complete state graph search is", "is"},
		{"<MCUp line", "<MCNext line"},
		{"<MCUp line", "< line"},
		{"Finished computing initial states", "Computed"},
	} {
		text := strings.ReplaceAll(string(good), edit[0], edit[1])
		if text == string(good) {
			t.Errorf("the recorded run has no %q", edit[0])
		}
		if _, err := ParseOutput(strings.NewReader(text), nil); err == nil {
			t.Errorf("%q for %q was accepted", edit[1], edit[0])
		}
	}
}

func TestParseOutputProgress(t *testing.T) {
	log, err := os.Open("testdata/logs/graph.log")
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	var lines []string
	_, err = ParseOutput(log, func(line string) { lines = append(lines, line) })
	if err != nil || len(lines) != 1 || !strings.HasPrefix(lines[0], "Progress(") {
		t.Errorf("progress %q, %v", lines, err)
	}
	if _, err := io.Copy(io.Discard, log); err != nil || slices.Contains(lines, "") {
		t.Error(err)
	}
}

// need is Need, but for the quick gate, which leaves TLC to the full tests.
func need(t *testing.T) Runner {
	t.Helper()
	if testing.Short() {
		t.Skip("runs TLC; the quick gate leaves that to make test")
	}
	return Need(t)
}
