package command

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// zipWith returns a zip that holds an empty file of that name.
func zipWith(t *testing.T, name string) string {
	t.Helper()
	var text bytes.Buffer
	w := zip.NewWriter(&text)
	if _, err := w.Create(name); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

// fakeJava is a program that says the version of a Java and cannot run anything:
// it does what the body says and fails.
func fakeJava(t *testing.T, dir, body string) string {
	t.Helper()
	return write(t, dir, "java", "#!/bin/sh\n"+
		`if [ "$1" = -version ]; then echo 'openjdk version "21.0.1"' >&2; exit; fi`+"\n"+body+"\nexit 1\n", 0o755)
}

// Where TLC cannot run, the Go columns run and the table says what did not; where
// TLC is required that is status 3. Only the value 1 requires it.
func TestTLCNotThere(t *testing.T) {
	callsOften(t)
	t.Parallel()
	w := newWorld(t)
	jar := write(t, w.tmp, "tlc.jar", zipWith(t, "tlc2/TLC.class"), 0o644)
	for _, c := range []struct {
		name, says string
		env        []string
	}{
		{"no jar", "TLC_JAR is unset", nil},
		{"no java", "no java in JAVA", []string{"TLC_JAR=" + jar, "JAVA=", "JAVA_HOME=", "PATH=" + t.TempDir()}},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, required := range []string{"", "0", "true", "1"} {
				env := append(c.env, "TLC_REQUIRED="+required)
				status, out, errs := w.call(t, env, "verify", "-only", "base-tagged-blocked|base-run-ends")
				for _, text := range []string{
					"spec = impl, 11 properties hold (TLC not run)", "RunEnds holds (",
				} {
					if !strings.Contains(out, text) {
						t.Errorf("%q is not in\n%s", text, out)
					}
				}
				if required == "1" {
					if status != exitNotRun || !strings.Contains(errs, "scrutineer: TLC not run: "+c.says) {
						t.Errorf("status %d, stderr %q; want 3 and what to type", status, errs)
					}
				} else if status != exitOK || !strings.Contains(out, "TLC not run: "+c.says) {
					t.Errorf("TLC_REQUIRED=%s: status %d, want 0 and what to type\n%s", required, status, out)
				}
			}
		})
	}
}

// Where fetch has nothing to fetch with it says so, and fails only if TLC is
// required.
func TestFetchWithout(t *testing.T) {
	t.Parallel()
	java, both := t.TempDir(), t.TempDir()
	fakeJava(t, java, "")
	fakeJava(t, both, "")
	write(t, both, "mvn", "#!/bin/sh\necho '[ERROR] no network'; exit 1\n", 0o755)
	for _, c := range []struct{ name, path, says string }{
		{"no java", t.TempDir(), "no java in JAVA, JAVA_HOME or PATH; install a JDK"},
		{"no mvn", java, "no mvn in PATH"},
		{"Maven offline", both, "(exit status 1: no network); type `mvn "},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			before := w.hash(t, nil)
			for required, want := range map[string]int{"": exitOK, "0": exitOK, "1": exitNotRun} {
				env := []string{"JAVA=", "JAVA_HOME=", "PATH=" + c.path, "TLC_REQUIRED=" + required}
				status, _, errs := w.call(t, env, "fetch")
				if status != want || strings.Count(errs, "\n") != 1 || !strings.Contains(errs, c.says) {
					t.Errorf("TLC_REQUIRED=%s: status %d, %q; want %d, one line", required, status, errs, want)
				}
				if want == exitOK && !strings.HasPrefix(errs, "note: ") {
					t.Errorf("%q is no note", errs)
				}
			}
			if w.hash(t, nil) != before {
				t.Error("something was written")
			}
		})
	}
	w := newWorld(t)
	status, out, errs := w.call(t, []string{"TLC_JAR=some.jar", "PATH=" + t.TempDir()}, "fetch")
	if status != exitOK || errs != "" || !strings.HasPrefix(out, "TLC_JAR is set, ") ||
		!strings.HasSuffix(out, "some.jar\n") {
		t.Errorf("status %d, stdout %q, stderr %q", status, out, errs)
	}
	w.refuses(t, []string{"JAVA"}, []string{"JAVA=nowhere"}, nil, "fetch")
}

// Another jar than the pinned one is announced, and a failed case gives status 1
// also where the report cannot be written in the end.
func TestFailedCase(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	text := zipWith(t, "tlc2/TLC.class")
	env := []string{
		"TLC_JAR=" + write(t, w.tmp, "tlc.jar", text, 0o644),
		"JAVA=" + fakeJava(t, w.tmp, `rm -rf "$DOOMED"`),
		"DOOMED=" + filepath.Join(w.cwd, "doomed"),
	}
	for _, folder := range []string{"safe", "doomed"} {
		status, out, errs := w.call(t, env, "verify", "-only", "base-never-awaited", "-json", folder+"/verify.json")
		if status != exitFailed || !strings.Contains(out, "cases that failed: 1 of 1") {
			t.Errorf("%s: status %d, want 1\n%s", folder, status, out)
		}
		note, _, _ := strings.Cut(errs, "\n")
		sum := fmt.Sprintf("%x", sha256.Sum256([]byte(text)))
		if !strings.HasPrefix(note, "note: ") || !strings.Contains(note, sum) || !strings.Contains(note, "-run Probe") {
			t.Errorf("%s: %q does not announce another jar", folder, note)
		}
		if strings.Contains(errs, "scrutineer: the report: ") != (folder == "doomed") {
			t.Errorf("%s: stderr %q", folder, errs)
		}
	}
}

// A report takes the place of an older one, and nothing else is left beside it.
func TestReport(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for range 2 {
		status, _, errs := w.call(t, nil,
			"verify", "-no-tlc", "-only", "base-never-awaited", "-json", "build/verify.json")
		if status != exitOK {
			t.Fatalf("status %d, %s", status, errs)
		}
		report, err := os.ReadFile(filepath.Join(w.cwd, "build", "verify.json"))
		if err != nil || !strings.Contains(string(report), `"specLength": 4`) {
			t.Errorf("report %s, %v", report, err)
		}
	}
	if left, err := os.ReadDir(filepath.Join(w.cwd, "build")); err != nil || len(left) != 1 {
		t.Errorf("%v, %v", left, err)
	}
}
