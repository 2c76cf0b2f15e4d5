// Package textbook tests its protocols' tests: each bug of a folder bugs, a diff of one line, must be found by
// [scrutineer.Check] as it is by default. The property that fails must be one that the diff names in its first lines.
// NIGHTLY=1 plants each bug under ten seeds, and prints the table of the README.
package textbook

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"
	"time"
)

// protocols are those of this module.
var protocols = []string{"paxos", "commit", "register", "replog"}

// seeds are those that a bug is looked for by, and of which found must find it.
func seeds() (seeds, found int) {
	if os.Getenv("NIGHTLY") != "" {
		return 10, 9
	}
	return 1, 1
}

func TestBugs(t *testing.T) {
	seeds, least := seeds()
	var table strings.Builder
	w := tabwriter.NewWriter(&table, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "protocol\tbug\tfound by\tproperty\tin run, or on a path of so many states\tmost CPU")
	for _, protocol := range protocols {
		files, err := filepath.Glob(filepath.Join(protocol, "bugs", "*.diff"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s has no bugs: %v", protocol, err)
		}
		for _, file := range files {
			says := headOf(t, file)
			program := build(t, protocol, file)
			var where []string
			properties := map[string]bool{}
			cpu := time.Duration(0)
			for seed := 1; seed <= seeds; seed++ {
				found, took := run(t, program, seed)
				cpu = max(cpu, took)
				if found.property != "" && !slices.Contains(says.finds, found.property) {
					t.Errorf("%s: seed %d finds %s %s, and its first lines have %q", file, seed, found.property,
						found.where, says.finds)
				} else if found.property != "" {
					where, properties[found.property] = append(where, found.where), true
				}
			}
			fmt.Fprintf(w, "%s\t%s\t%d of %d seeds\t%s\t%s\t%.1f s\n", protocol, name(file), len(where), seeds,
				strings.Join(keys(properties), ", "), strings.Join(where, ", "), cpu.Seconds())
			if len(where) < least && !says.byChance {
				t.Errorf("%s is found by %d of %d seeds, want %d", file, len(where), seeds, least)
			}
		}
	}
	w.Flush()
	t.Logf("each bug is planted alone, and Check runs as it does by default\n%s", table.String())
}

// Without a bug the protocols are green by the same seeds. Their own tests are so by the first.
func TestGreen(t *testing.T) {
	seeds, _ := seeds()
	for _, protocol := range protocols {
		for seed := 2; seed <= seeds; seed++ {
			if found, _ := run(t, build(t, protocol, ""), seed); found.property != "" {
				t.Errorf("%s fails by seed %d: %s %s", protocol, seed, found.property, found.where)
			}
		}
	}
}

// head is what a diff says of its bug in the first lines: the properties of which one must fail, and whether the
// default finds it by some seeds only.
type head struct {
	finds    []string
	byChance bool
}

// headOf reads the lines before the diff.
func headOf(t *testing.T, file string) (h head) {
	t.Helper()
	diff, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(diff)) {
		line = strings.TrimSpace(line)
		finds, ok := strings.CutPrefix(line, "# finds: ")
		switch {
		case ok:
			h.finds = strings.Split(finds, ", ")
		case line == "# by chance":
			h.byChance = true
		case strings.HasPrefix(line, "#"):
			t.Fatalf("%s: %q is no line that a diff may begin with", file, line)
		}
	}
	if len(h.finds) == 0 {
		t.Fatalf("%s does not say in its first lines which property it breaks, such as \"# finds: Agreement\"", file)
	}
	return h
}

func name(file string) string { return strings.TrimSuffix(filepath.Base(file), ".diff") }

// build builds the test of a protocol with a bug, "" for none.
func build(t *testing.T, protocol, file string) (program string) {
	t.Helper()
	dir := t.TempDir()
	program = filepath.Join(dir, protocol+".test")
	args := []string{"test", "-c", "-o", program}
	if file != "" {
		args = append(args, "-overlay", planted(t, dir, file))
	}
	if out, err := exec.Command("go", append(args, "./"+protocol)...).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", file, err, out)
	}
	return program
}

// planted writes the file that a diff leads to, and returns an overlay of the go command with it.
func planted(t *testing.T, dir, file string) (overlay string) {
	t.Helper()
	diff, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var source, was, is string
	for line := range strings.Lines(string(diff)) {
		switch {
		case strings.HasPrefix(line, "+++ b/"):
			source = strings.TrimSpace(strings.TrimPrefix(line, "+++ b/"))
		case strings.HasPrefix(line, "---"), strings.HasPrefix(line, "@@"), line[0] == '#':
		case line[0] == '-':
			was += line[1:]
		case line[0] == '+':
			is += line[1:]
		default:
			was, is = was+line[1:], is+line[1:]
		}
	}
	text, err := os.ReadFile(source)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), was); n != 1 {
		t.Fatalf("%s: its lines stand in %s %d times, they must stand there once", file, source, n)
	}
	changed := filepath.Join(dir, filepath.Base(source))
	overlay = filepath.Join(dir, "overlay.json")
	from, err := filepath.Abs(source)
	if err != nil {
		t.Fatal(err)
	}
	table, err := json.Marshal(map[string]any{"Replace": map[string]string{from: changed}})
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string][]byte{
		changed: []byte(strings.Replace(string(text), was, is, 1)), overlay: table,
	} {
		if err := os.WriteFile(name, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return overlay
}

// failure is what a test has found: a property, "" for none, and where.
type failure struct{ property, where string }

var (
	inRun  = regexp.MustCompile(`: (\w+) fails in run (\d+) of seed`)
	onPath = regexp.MustCompile(`: (\w+) fails in an exploration with .*, a path of (\d+) states`)
)

// run runs a test by a seed, and returns what it has found and the CPU time that it took.
func run(t *testing.T, program string, seed int) (failure, time.Duration) {
	t.Helper()
	cmd := exec.Command(program, "-test.timeout=10m", fmt.Sprintf("-scrutineer.seed=%d", seed))
	cmd.Dir = t.TempDir() // for the files of a failure
	out, err := cmd.CombinedOutput()
	cpu := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	if err == nil {
		return failure{}, cpu
	}
	if m := inRun.FindSubmatch(out); m != nil {
		return failure{string(m[1]), string(m[2])}, cpu
	}
	if m := onPath.FindSubmatch(out); m != nil {
		return failure{string(m[1]), "a path of " + string(m[2])}, cpu
	}
	t.Fatalf("seed %d: %v\n%s", seed, err, out)
	return failure{}, cpu
}

func keys(of map[string]bool) []string {
	var list []string
	for key := range of {
		list = append(list, key)
	}
	return list
}
