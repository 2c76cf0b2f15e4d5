package doctest

import (
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/gowork"
)

// unrun are the commands that are not typed here, with the reason.
var unrun = map[string]string{
	"make verify": "CI runs it (.ci/run)",
	"make test":   "CI runs it (.ci/run), and it runs this",
	"build/scrutineer verify -only base-x1 -paths":         "needs TLC; a case of make verify",
	"build/scrutineer verify -only base-x1 -fresh":         "needs TLC; a case of make verify",
	"build/scrutineer verify -no-tlc -only vote":           "fails where TLC_REQUIRED=1; make verify has these cases",
	"go run ./cmd/fencedlease fetch":                       "CI has TLC; without Java it cannot run",
	"go run ./cmd/fencedlease verify":                      "needs TLC; the module's own tests run these cases",
	"go run ./cmd/fencedlease verify -only hasty -paths":   "needs TLC; the module's own tests run these cases",
	"go test -run TestRaft . -v -scrutineer.n 100000":      "minutes",
	"make zookeeper ONLY=E17":                              "a quarter of an hour; its module has tests",
	"make campaign N=20000":                                "a minute; make verify runs such campaigns",
	"go run ./cmd/scrutineer claims -write docs/claims.md": "minutes; a test of the command says whether it is current",
	"go test -run '^$' -fuzz FuzzLock -fuzztime 30s .": "all is compiled anew for it; that it runs and finds is " +
		"tested in the root package",

	"build/engine campaign -n 1000000 -workers 4 -listen 0.0.0.0:4222":     elsewhere,
	"build/engine campaign -n 1000000000 -url nats://nats.scrutineer:4222": elsewhere,
	"build/engine work -url nats://nats.scrutineer:4222":                   elsewhere,

	"NIGHTLY=1 go test -v -timeout 2h .":           "make nightly runs it",
	"examples/textbook/README.md: go test ./...":   modulesOwn,
	"examples/raft/README.md: go test ./...":       modulesOwn,
	"examples/fencedlease/README.md: go test .":    modulesOwn,
	"examples/reducer/README.md: go test -short .": modulesOwn,
}

const (
	modulesOwn = "make parts runs the tests of each module"
	elsewhere  = "needs other machines; the tests of engine/ join workers over the loopback interface"
)

// keys are those under which a line of commands may stand in the table unrun: the command, and behind its
// document if the reason holds in this one alone.
func keys(document, line string) []string {
	command, _, _ := strings.Cut(line, " #")
	command = strings.TrimSpace(command)
	return []string{command, document + ": " + command}
}

// desk is what all documents share: a copy of the repository, in which what one of them has built need not be
// built again, and what the go command is told of where the module comes from.
type desk struct {
	clone string
	proxy []string
}

// story is a document, read aloud: its blocks, one after the other, in one folder.
type story struct {
	*testing.T
	desk
	document string
	changes  bool   // files of the repository: it then has a copy of its own
	copy     string // of the repository, "" for none yet
	dir      string // where the next command is typed, "" before the first
	env      []string
	shares   string // the module that has a workspace with the repository, "" for none; see workspace
	out      string // what the last block of commands has printed
	wrote    bool   // Go
}

// tell does what one block says.
func (s *story) tell(b *block) {
	s.Helper()
	if s.dir == "" && b.info[0] != "sh" && !b.says("of") && len(b.info) > 1 {
		s.enter(false)
	}
	switch {
	case b.info[0] == "picture":
	case b.info[0] == "sh":
		s.typed(b)
	case b.info[0] == "text":
		if line := printed(b.lines, s.out); line != "" {
			s.Fatalf("line %d: this was not printed: %s\n%s", b.line, line, s.out)
		}
	case b.says("of"):
		if part := excerpted(b.lines, s.read(filepath.Join(root, b.info[2]))); part != "" {
			s.Fatalf("line %d: %s does not have these lines, or not in this order:%s", b.line, b.info[2], part)
		}
	case b.info[0] == "diff":
		text, err := patch(s.read(filepath.Join(s.dir, b.info[1])), b.lines)
		if err != nil {
			s.Fatalf("line %d: %s: %v", b.line, b.info[1], err)
		}
		s.write(b, text)
	default:
		s.write(b, b.text())
	}
	if b.info[0] == "yaml" {
		s.workflow(b)
	}
}

// enter begins to type in a new folder: an empty one, or a copy of the repository.
func (s *story) enter(empty bool) {
	s.Helper()
	who := []string{}
	for _, role := range []string{"AUTHOR", "COMMITTER"} {
		who = append(who, "GIT_"+role+"_NAME=You", "GIT_"+role+"_EMAIL=you@example.com")
	}
	s.env = append(os.Environ(), append(who, "GIT_CONFIG_GLOBAL="+os.DevNull, "GITHUB_RUN_ID=7")...)
	// What is compiled without the name of its folder is found in the cache the next time. What the document
	// writes is vetted once, in the end.
	s.env = append(s.env, "GOFLAGS=-trimpath -modcacherw -buildvcs=false -vet=off -ldflags=-s", "GOWORK=off")
	switch {
	case empty:
		s.dir, s.shares = s.TempDir(), ""
		s.env = append(s.env, s.proxy...)
		return
	case s.changes:
		s.copy = copyRepository(s.T, root)
	default:
		s.copy = s.clone
	}
	s.dir = s.copy
}

// workspace has the go command compile the module of a script in a workspace with the repository's copy. That is the
// module that the document has begun, or one below the copy. Documents of nested modules go without: make parts has
// compiled the repository as their dependency.
func (s *story) workspace(script string) {
	s.Helper()
	dir, copied := s.dir, s.clone
	if s.copy != "" {
		named := inModule.FindStringSubmatch(script)
		if named == nil || *parts {
			return
		}
		dir, copied = filepath.Join(s.dir, named[1]), s.copy
	}
	if _, err := os.Stat(filepath.Join(dir, "go.mod")); err != nil || s.shares == dir {
		return
	}
	file, err := gowork.Write(s.TempDir(), dir, copied)
	if err != nil {
		s.Fatal(err)
	}
	s.env, s.shares = append(s.env, "GOWORK="+file), dir
}

// inModule finds the folder in which a go command is told to run.
var inModule = regexp.MustCompile(`\bgo \w+ -C (\S+)`)

// vet demands that the document's module finds all that it imports in what the proxy serves, without a workspace, and
// that the go command finds nothing suspicious in the module.
func (s *story) vet() {
	s.Helper()
	if !s.wrote || s.copy != "" {
		return
	}
	for _, command := range []string{"GOWORK=off go list -deps -test ./...", "go vet ./..."} {
		if s.run(command) {
			s.Errorf("%s\n%s", command, s.out)
		}
	}
}

// typed types the commands of a block.
func (s *story) typed(b *block) {
	s.Helper()
	if s.dir == "" || b.says("new") {
		s.enter(b.says("new"))
	}
	lines := slices.DeleteFunc(slices.Clone(b.lines), func(line string) bool {
		return slices.ContainsFunc(keys(s.document, line), func(key string) bool { return unrun[key] != "" })
	})
	if len(lines) == 0 {
		return
	}
	if failed := s.run(strings.Join(lines, "\n")); failed != b.says("fails") {
		s.Fatalf("line %d: it failed: %t, it says %t\n%s\n%s", b.line, failed, !failed,
			strings.Join(lines, "\n"), s.out)
	}
}

// run runs a script in the folder where the last one ended, and tells whether it failed.
func (s *story) run(script string) (failed bool) {
	s.Helper()
	s.workspace(script)
	at := filepath.Join(s.TempDir(), "pwd")
	c := exec.CommandContext(s.Context(), "bash", "-euo", "pipefail", "-c", "trap 'pwd >"+at+"' EXIT\n"+script)
	c.Dir, c.Env = s.dir, s.env
	began := time.Now()
	out, err := c.CombinedOutput()
	s.Logf("%s: %s", time.Since(began).Round(100*time.Millisecond), script)
	s.out = string(out)
	if dir, err := os.ReadFile(at); err == nil {
		s.dir = strings.TrimSpace(string(dir))
	}
	return err != nil
}

// workflow types each run: of a workflow, with less to do.
func (s *story) workflow(b *block) {
	s.Helper()
	less := strings.NewReplacer("=1h", "=1s", "100000", "100", "go test", "go test -short")
	runs := 0
	for i, line := range b.lines {
		body := strings.TrimLeft(line, " ")
		if strings.Contains(line, "\t") || (len(line)-len(body))%2 != 0 {
			s.Errorf("line %d: indented by tabs, or an odd number of spaces: %q", b.line+i+1, line)
		}
		if _, what, ok := strings.Cut(body, "uses: "); ok && !strings.Contains(what, "@v") {
			s.Errorf("line %d: %s has no version", b.line+i+1, what)
		}
		command, ok := strings.CutPrefix(strings.TrimPrefix(body, "- "), "run: ")
		if !ok {
			continue
		}
		runs++
		if s.run(less.Replace(command)) {
			s.Errorf("line %d: %s\n%s", b.line+i+1, command, s.out)
		}
	}
	for _, key := range []string{"on:", "jobs:", "    runs-on: ", "    steps:"} {
		if !strings.Contains("\n"+b.text(), "\n"+key) {
			s.Errorf("line %d: the workflow has no %s", b.line, strings.TrimSpace(key))
		}
	}
	if runs == 0 {
		s.Errorf("line %d: the workflow runs nothing", b.line)
	}
}

// write writes a file of the story; Go must be formatted.
func (s *story) write(b *block, text string) {
	s.Helper()
	file := filepath.Join(s.dir, b.info[1])
	if filepath.Ext(file) == ".go" {
		s.wrote = true
		if tidy, err := format.Source([]byte(text)); err != nil || string(tidy) != text {
			s.Errorf("line %d: %s is not formatted: %v\n%s", b.line, b.info[1], err, text)
		}
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		s.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		s.Fatal(err)
	}
}

func (s *story) read(file string) string {
	s.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		s.Fatal(err)
	}
	return string(text)
}
