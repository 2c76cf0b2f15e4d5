package command

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/scrutineer-go/scrutineer/internal/tlc"
	"github.com/scrutineer-go/scrutineer/tla"
)

// Each script in testdata/script types command lines and says what they print and leave. The program runs in a folder
// of the script, which holds its temporary folder and its cache too. [scriptCommands] has the commands that scripts
// use beside those of testscript.
func TestScripts(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat(shell); err != nil {
		t.Skip("needs " + shell + ", by which a script calls the program under its plain name")
	}
	// The program has other code than this test: the go command learns of the test's inputs by this call.
	if _, err := os.Stat("../../cmd/scrutineer/main.go"); err != nil {
		t.Fatal(err)
	}
	tree, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:  "testdata/script",
		Cmds: scriptCommands(),
		Condition: func(condition string) (bool, error) {
			file, ok := strings.CutPrefix(condition, "exists:")
			if !ok {
				return false, fmt.Errorf("%q is no condition", condition)
			}
			_, err := os.Stat(file)
			return err == nil, nil
		},
		RequireUniqueNames:  true,
		RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			e.Values[testKey{}] = e.T()
			// What is switched on in this process, a planted bug for instance, is switched on in the program.
			e.Vars = append(os.Environ(), e.Vars...)
			for _, name := range []string{"TLC_REQUIRED", "TLC_JAR", "GITHUB_ACTIONS", "JAVA", "JAVA_HOME"} {
				e.Setenv(name, "")
			}
			e.Setenv("LONG", strings.Repeat("x", 300)) // no file can have this name
			e.Setenv("TREE", tree)
			e.Setenv("GOVERSION", runtime.Version())
			e.Setenv("BIN", filepath.Dir(program))
			e.Setenv("PATH", filepath.Dir(program)+string(os.PathListSeparator)+os.Getenv("PATH"))
			e.Setenv("SCRUTINEER_CACHE", filepath.Join(e.WorkDir, ".cache"))
			return os.Mkdir(filepath.Join(e.WorkDir, ".cache"), 0o755)
		},
	})
}

// scriptCommands are the commands of scripts beside those of testscript.
func scriptCommands() map[string]func(*testscript.TestScript, bool, []string) {
	return map[string]func(*testscript.TestScript, bool, []string){
		// scrutineer ARG... runs the program: its status must be 0, and with ! before it 1.
		programOfTests: func(ts *testscript.TestScript, neg bool, args []string) {
			want := exitOK
			if neg {
				want = exitFailed
			}
			ends(ts, want, append([]string{programOfTests}, args...)...)
		},
		// status N PROGRAM ARG... demands another status.
		"status": func(ts *testscript.TestScript, neg bool, args []string) {
			plain(ts, neg, args, len(args) > 1)
			want, err := strconv.Atoi(args[0])
			ts.Check(err)
			ends(ts, want, args[1:]...)
		},
		// unchanged N PROGRAM ARG... demands a status, and that no file has changed.
		"unchanged": func(ts *testscript.TestScript, neg bool, args []string) {
			plain(ts, neg, args, len(args) > 1)
			want, err := strconv.Atoi(args[0])
			ts.Check(err)
			unchanged(ts, want, args[1:]...)
		},
		// refuses PROGRAM ARG... demands status 2, an empty stdout, one line on stderr, and that no file has changed.
		"refuses": func(ts *testscript.TestScript, neg bool, args []string) {
			plain(ts, neg, args, len(args) > 0)
			unchanged(ts, exitBadInput, args...)
			if ts.ReadFile("stdout") != "" || strings.Count(ts.ReadFile("stderr"), "\n") != 1 {
				ts.Fatalf("stdout must be empty, and stderr one line")
			}
		},
		// same FOLDER1 FOLDER2 demands that two folders have the same files.
		"same": func(ts *testscript.TestScript, neg bool, args []string) {
			plain(ts, neg, args, len(args) == 2)
			if hashOf(ts, args[0]) != hashOf(ts, args[1]) {
				ts.Fatalf("%s and %s differ", args[0], args[1])
			}
		},
		"edit":    edit,
		"json":    checkJSON,
		"junit":   checkJUnit,
		"untimed": untimedReport,
		"tlc":     needTLC,
		"modules": copyModules,
		"jar":     makeJar,
	}
}

// shell is by what a script calls programs: by its path the program would call itself by that path in what it prints.
const shell = "/bin/sh"

// ends runs a program and demands its exit status.
func ends(ts *testscript.TestScript, want int, args ...string) {
	err := ts.Exec(shell, append([]string{"-c", `exec "$0" "$@"`}, args...)...)
	got := 0
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// unchanged runs a program and demands its exit status, and that no file has changed.
func unchanged(ts *testscript.TestScript, want int, args ...string) {
	before := hashOf(ts, ts.Getenv("WORK"))
	ends(ts, want, args...)
	if hashOf(ts, ts.Getenv("WORK")) != before {
		ts.Fatalf("a file was written, changed or removed")
	}
}

// testKey is the key of a script's test among its values.
type testKey struct{}

// needTLC has the program find the TLC and the Java of this machine, or skips the script: tlc.
func needTLC(ts *testscript.TestScript, neg bool, args []string) {
	plain(ts, neg, args, len(args) == 0)
	r := tlc.Need(ts.Value(testKey{}).(tlc.Tester))
	ts.Setenv("TLC_JAR", r.Jar.Path)
	ts.Setenv("JAVA", r.Java.Path)
}

// hashOf sums up a folder.
func hashOf(ts *testscript.TestScript, dir string) string {
	sum, err := sumOf(ts.MkAbs(dir))
	ts.Check(err)
	return sum
}

// plain refuses a command with ! before it, and one with the wrong number of arguments.
func plain(ts *testscript.TestScript, neg bool, args []string, fits bool) {
	if neg || !fits {
		ts.Fatalf("it takes no ! and other arguments than %q: see scriptCommands", args)
	}
}

// edit FILE OLD NEW replaces the first OLD in a file, which must have one. With a further FILE the result goes there.
func edit(ts *testscript.TestScript, neg bool, args []string) {
	plain(ts, neg, args, len(args) == 3 || len(args) == 4)
	before, after, found := strings.Cut(ts.ReadFile(args[0]), args[1])
	if !found {
		ts.Fatalf("%q is not in %s", args[1], args[0])
	}
	to := args[0]
	if len(args) == 4 {
		to = args[3]
	}
	ts.Check(os.WriteFile(ts.MkAbs(to), []byte(before+args[2]+after), 0o644))
}

// checkJSON demands that a file is a JSON object with these fields: json FILE FIELD...
func checkJSON(ts *testscript.TestScript, neg bool, args []string) {
	plain(ts, neg, args, len(args) > 1)
	var fields map[string]json.RawMessage
	ts.Check(json.Unmarshal([]byte(ts.ReadFile(args[0])), &fields))
	for _, name := range append(args[1:], "version") {
		if fields[name] == nil {
			ts.Fatalf("%s has no field %s:\n%s", args[0], name, ts.ReadFile(args[0]))
		}
	}
}

// checkJUnit demands that a file is a JUnit report, whose sums and messages are right, and prints what it says of each
// suite and case: junit FILE.
func checkJUnit(ts *testscript.TestScript, neg bool, args []string) {
	plain(ts, neg, args, len(args) == 1)
	var report junitSuites
	ts.Check(xml.Unmarshal([]byte(ts.ReadFile(args[0])), &report))
	for _, suite := range report.Suites {
		fmt.Fprintln(ts.Stdout(), "suite", suite.Name)
		failures, skipped := 0, 0
		for _, c := range suite.Cases {
			name := c.Class + "/" + c.Name
			switch {
			case len(c.Failures) > 0:
				failures++
				for _, f := range c.Failures {
					if first, _, _ := strings.Cut(f.Text, "\n"); f.Message != first {
						ts.Fatalf("%s: the message %q is not the first line of %q", name, f.Message, f.Text)
					}
					fmt.Fprintf(ts.Stdout(), "failed %s in %s: %s\n", name, c.File, f.Text)
				}
			case c.Skipped != nil:
				skipped++
				fmt.Fprintln(ts.Stdout(), "skipped", name)
			default:
				fmt.Fprintln(ts.Stdout(), "passed", name)
			}
		}
		if suite.Tests != len(suite.Cases) || suite.Failures != failures || suite.Skipped != skipped {
			ts.Fatalf("%d cases, %d failures and %d skipped: the sums are others", len(suite.Cases), failures, skipped)
		}
	}
}

// untimedReport keeps the last stdout in a file, without the lines that differ from run to run: untimed FILE.
func untimedReport(ts *testscript.TestScript, neg bool, args []string) {
	plain(ts, neg, args, len(args) == 1)
	text := regexp.MustCompile(`(?m)^(time|memory) .*\n`).ReplaceAllString(ts.ReadFile("stdout"), "")
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o644))
}

// copyModules puts the TLA+ modules that are built into the program into a folder, in the place of what is there:
// modules FOLDER.
func copyModules(ts *testscript.TestScript, neg bool, args []string) {
	plain(ts, neg, args, len(args) == 1)
	ts.Check(os.RemoveAll(ts.MkAbs(args[0])))
	ts.Check(os.CopyFS(ts.MkAbs(args[0]), tla.Modules))
}

// makeJar writes a zip that holds an empty file of a name: jar FILE NAME.
func makeJar(ts *testscript.TestScript, neg bool, args []string) {
	plain(ts, neg, args, len(args) == 2)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), zipWith(args[1]), 0o644))
}

// zipWith returns a zip archive with one file, which is empty and has the given name.
func zipWith(name string) []byte {
	var text bytes.Buffer
	w := zip.NewWriter(&text)
	if _, err := w.Create(name); err != nil {
		panic(err) // a buffer takes all
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return text.Bytes()
}
