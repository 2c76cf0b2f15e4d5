package command

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/phrase"
)

// programOfTests is how a test's own program calls itself: nobody can type the name of that.
const programOfTests = "scrutineer"

// called is what to type, in the same working folder, to call this program once more.
func called() string {
	main := ""
	if info, ok := debug.ReadBuildInfo(); ok {
		main = info.Path
	}
	return callOf(os.Args[0], main, exec.LookPath)
}

// callOf is called for a program that was started under a name, whose package main has that
// path.
func callOf(typed, main string, find func(string) (string, error)) string {
	switch {
	case isOfTests(typed):
		return programOfTests
	case ranByGo.MatchString(filepath.ToSlash(typed)) && main != "" && main != "command-line-arguments":
		return "go run " + main
	case filepath.Base(typed) != typed:
		return phrase.Typed(typed)
	}
	if _, err := find(typed); err != nil { // whoever started it gave it a name of his own
		if file, err := os.Executable(); err == nil {
			return phrase.Typed(file)
		}
	}
	return phrase.Typed(typed)
}

// ranByGo matches the files that go run makes: in a folder of its own, or, the second time, in
// the cache of what was built.
var ranByGo = regexp.MustCompile(`/go-build\d+/b\d+/exe/[^/]+$|/[0-9a-f]{2}/[0-9a-f]{64}-d/[^/]+$`)

func isOfTests(typed string) bool {
	return strings.HasSuffix(strings.TrimSuffix(typed, ".exe"), ".test")
}

// programName is the program's own name, as it stands in front of what it says on stderr.
func programName() string {
	if isOfTests(os.Args[0]) {
		return programOfTests
	}
	return strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe")
}
