package tidy

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// runsInWorkflow is a command of a workflow.
var runsInWorkflow = regexp.MustCompile(`(?m)^\s*(?:- )?run: (.*)$`)

// Each workflow runs one program in .ci, within a time limit, and each program there has a workflow. The README and
// .ci/run have the same two commands.
func TestWorkflows(t *testing.T) {
	root := filepath.Join("..", "..")
	called := map[string]bool{}
	workflows, err := filepath.Glob(filepath.Join(root, ".github", "workflows", "*.yml"))
	if err != nil || len(workflows) == 0 {
		t.Fatalf("%d workflows, %v", len(workflows), err)
	}
	for _, file := range workflows {
		text := read(t, file)
		all := runsInWorkflow.FindAllStringSubmatch(text, -1)
		if len(all) != 1 || !strings.Contains(text, "timeout-minutes: ") {
			t.Errorf("%s: %d commands, want 1 with a bound of its time", file, len(all))
		}
		for _, run := range all {
			called[run[1]] = true
		}
	}
	programs, err := filepath.Glob(filepath.Join(root, ".ci", "*"))
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, file := range programs {
		if info, err := os.Stat(file); err != nil || info.Mode()&0o100 == 0 {
			t.Errorf("%s: %v, or it cannot be started", file, err)
		}
		want = append(want, ".ci/"+filepath.Base(file))
	}
	if got := slices.Sorted(maps.Keys(called)); !slices.Equal(got, want) {
		t.Errorf("the workflows call %q, want %q", got, want)
	}
	for _, command := range []string{"make verify", "make test"} {
		for _, file := range []string{"README.md", ".ci/run"} {
			if !strings.Contains(read(t, filepath.Join(root, file)), command) {
				t.Errorf("%s does not have %s", file, command)
			}
		}
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
