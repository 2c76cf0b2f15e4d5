package command

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/phrase"
)

// What is printed calls the program as it was called.
func TestCallOf(t *testing.T) {
	const main = "example.org/mine/cmd/mine"
	inPath := func(name string) (string, error) {
		if name == "mine" {
			return "/bin/mine", nil
		}
		return "", errors.New("none")
	}
	hash := strings.Repeat("0a", 32)
	for _, c := range []struct{ typed, main, want string }{
		{"build/mine", main, "build/mine"},
		{"./mine", main, "./mine"},
		{"/opt/my tools/mine", main, "'/opt/my tools/mine'"},
		{"mine", main, "mine"},
		{"/tmp/go-build123/b001/exe/mine", main, "go run " + main},
		{"/var/cache/0a/" + hash + "-d/mine", main, "go run " + main},
		{"/tmp/go-build123/b001/exe/main", "command-line-arguments", "/tmp/go-build123/b001/exe/main"},
		{"/src/go-build/mine", main, "/src/go-build/mine"},
		{"/tmp/go-build123/b001/mine.test", main, "scrutineer"},
	} {
		if got := callOf(c.typed, c.main, inPath); got != c.want {
			t.Errorf("%s: %s, want %s", c.typed, got, c.want)
		}
	}
	if got := callOf("other", main, inPath); !filepath.IsAbs(strings.Trim(got, "'")) {
		t.Errorf("%s, want the file that runs", got)
	}
}

// However the program is called, the command that it prints works in the same folder; its own
// name stands in front of what it refuses.
func TestCalled(t *testing.T) {
	callsOften(t)
	t.Parallel()
	w := newWorld(t)
	mine := filepath.Join(w.cwd, "my tools", "mine")
	if out, err := exec.Command("sh", "-c", `mkdir "$1" && cp "$2" "$1/mine"`, "sh", filepath.Dir(mine), program).
		CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, c := range []struct{ typed, path, want string }{
		{"my tools/mine", "", "'my tools/mine'"},
		{mine, "", "'" + mine + "'"},
		{"mine", filepath.Dir(mine), "mine"},
	} {
		shell := func(line string) (string, error) {
			cmd := exec.Command("sh", "-c", line)
			cmd.Dir, cmd.Env = w.cwd, w.command(nil, nil).Env
			if c.path != "" {
				cmd.Env = append(cmd.Env, "PATH="+c.path)
			}
			out, err := cmd.CombinedOutput()
			return string(out), err
		}
		out, _ := shell(phrase.Typed(c.typed) + " explore -case base-x1 -property NeverElected -out found")
		_, line, _ := strings.Cut(out, "  replay it:  ")
		line, _, _ = strings.Cut(line, "\n")
		if !strings.HasPrefix(line, c.want+" replay ") {
			t.Errorf("%s: it prints %q, want %s", c.typed, line, c.want)
		}
		if out, err := shell(line); err != nil || !strings.Contains(out, "every property holds") {
			t.Errorf("%s: %v\n%s", line, err, out)
		}
		says := "mine: command line: \"x\" is no command, " + c.want + " help lists them\n"
		if out, err := shell(phrase.Typed(c.typed) + " x"); err == nil || out != says {
			t.Errorf("%v, %q, want %q", err, out, says)
		}
		if out, _ := shell(phrase.Typed(c.typed) + " explore -h"); strings.Contains(out, "scrutineer") ||
			!strings.Contains(out, "\n  mine explore -p ctolerant -case base-") {
			t.Errorf("-h:\n%s", out)
		}
	}
}

// The examples of explore -h are calls that work as they stand there.
func TestExamplesWork(t *testing.T) {
	if testing.Short() {
		t.Skip("explores some 50,000 states twice; make test does")
	}
	t.Parallel()
	w := newWorld(t)
	examples := strings.ReplaceAll(exploreExamples(protocols()), "PROGRAM", program)
	var states []string
	for line := range strings.SplitSeq(strings.ReplaceAll(strings.TrimSpace(examples), "\\\n", ""), "\n") {
		cmd := exec.Command("sh", "-c", line)
		cmd.Dir = w.cwd
		out, err := cmd.CombinedOutput()
		_, found, _ := strings.Cut(string(out), "\nstates ")
		found, _, _ = strings.Cut(found, "\n")
		if err != nil || found == "" {
			t.Errorf("%s: %v\n%s", line, err, out)
		}
		states = append(states, found)
	}
	if len(states) != 2 || states[0] != states[1] {
		t.Errorf("states %q: not the same of a case and of its fields", states)
	}
}

// What the end of a campaign tells to type works as it stands there, in a shell.
func TestPrintedCommand(t *testing.T) {
	callsOften(t)
	t.Parallel()
	w := newWorld(t)
	_, out, _ := w.call(t, nil, failing("what's here", failingRuns)...)
	found := regexp.MustCompile(`(?m)^  replay it:  (.*)$`).FindAllStringSubmatch(out, -1)
	if len(found) == 0 {
		t.Fatalf("no command in\n%s", out)
	}
	for _, line := range found {
		cmd := exec.Command("sh", "-c", line[1])
		cmd.Dir = w.cwd
		text, _ := cmd.CombinedOutput()
		if cmd.ProcessState.ExitCode() != exitFailed || !strings.Contains(string(text), " fails after event ") {
			t.Errorf("%s: %v\n%s", line[1], cmd.ProcessState, text)
		}
	}
	for _, line := range regexp.MustCompile(`(?m)^  look at it: (.*)$`).FindAllStringSubmatch(out, -1) {
		if _, err := os.Stat(filepath.Join(w.cwd, line[1])); err != nil {
			t.Error(err)
		}
	}
}
