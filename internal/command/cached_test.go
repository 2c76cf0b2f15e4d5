package command

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/tlc"
)

// The second verify of the same case takes TLC's word from the first, says so, and judges
// it again; -fresh and TLC_REQUIRED=1 do not.
func TestVerifyCached(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("runs TLC; the quick gate leaves that to make test")
	}
	jar := "TLC_JAR=" + tlc.Need(t).Jar.Path
	w := newWorld(t)
	for _, step := range []struct {
		cached int
		env    []string
		args   []string
	}{
		{0, nil, nil},
		{1, nil, nil},
		{0, nil, []string{"-fresh"}},
		{0, []string{"TLC_REQUIRED=1"}, nil},
		{1, nil, nil},
	} {
		args := append([]string{"verify", "-only", "vote-two-winners", "-json", "v.json"}, step.args...)
		status, out, errs := w.call(t, append(step.env, jar), args...)
		report, err := os.ReadFile(filepath.Join(w.cwd, "v.json"))
		if status != exitOK || strings.Count(out, "(TLC cached)") != step.cached ||
			strings.Contains(out, ", 1 cached (-fresh runs them)") != (step.cached > 0) {
			t.Errorf("%v %v: status %d, %s\n%s", step.env, step.args, status, errs, out)
		}
		if err != nil || strings.Count(string(report), `"tlcCached": true`) != step.cached {
			t.Errorf("%v %v: %v\n%s", step.env, step.args, err, report)
		}
	}
	dir := modulesCopy(t)
	replace("vote/MCVote.tla", `OneWinner == `, `OneWinner == TRUE \/ `)(t, dir)
	status, out, _ := w.call(t, []string{jar}, "verify", "-tla", dir, "-only", "vote-two-winners")
	if status != exitFailed || !strings.Contains(out, "OneWinner holds, but it must be violated") {
		t.Errorf("a module has changed: status %d\n%s", status, out)
	}
}

// Where the Java has no compiler verify says of each case that TLC ran without its driver, and
// once what can be done; what is cached did not listen.
func TestVerifyListens(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("runs TLC; the quick gate leaves that to make test")
	}
	r := tlc.Need(t)
	w := newWorld(t)
	java := write(t, w.tmp, "java",
		fmt.Sprintf("#!/bin/sh\n[ \"$1\" != -m ] || exit 1\nexec %q \"$@\"\n", r.Java.Path), 0o755)
	for _, step := range []struct {
		env            []string
		note, listened int
	}{
		{[]string{"JAVA=" + java}, 1, 1}, {[]string{"JAVA=" + java}, 1, 0}, {nil, 0, 0},
	} {
		status, out, errs := w.call(t, append(step.env, "TLC_JAR="+r.Jar.Path), "verify", "-only", "vote-two-winners")
		if status != exitOK || strings.Count(out, "(TLC listened on all interfaces)") != step.listened ||
			strings.Count(errs, "note: TLC listens on all interfaces while it runs") != step.note {
			t.Errorf("%v: status %d, %s\n%s", step.env, status, errs, out)
		}
	}
}
