package tlc

import (
	"archive/zip"
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/input/inputtest"
)

func TestJavaVersion(t *testing.T) {
	for _, tt := range []struct {
		out   string
		major int
	}{
		{"openjdk version \"17.0.15\" 2025-04-15\nOpenJDK Runtime\n", 17},
		{"Picked up JAVA_TOOL_OPTIONS: -Dx=version \"9\"\r\nopenjdk version \"11\" 2018\r\n", 11},
		{"java version \"1.8.0_202\"\n", 8},
		{"openjdk version \"27-ea\" 2026\n", 27},
		{"no such thing", 0},
	} {
		if major, _ := javaVersion(tt.out); major != tt.major {
			t.Errorf("javaVersion(%q) = %d, want %d", tt.out, major, tt.major)
		}
	}
}

// script writes an executable script and returns its path.
func script(t *testing.T, name, body string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte("#!/bin/sh\n"+body+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return file
}

// alone hides the machine's own Java, Maven, jar and cache.
func alone(t *testing.T) (cache string) {
	t.Helper()
	cache = filepath.Join(t.TempDir(), "cache")
	for name, value := range map[string]string{
		"JAVA": "", "JAVA_HOME": "", "TLC_JAR": "", "TLC_REQUIRED": "", "PATH": "", "SCRUTINEER_CACHE": cache,
	} {
		t.Setenv(name, value)
	}
	return cache
}

func TestFindJava(t *testing.T) {
	alone(t)
	_, err := FindJava()
	wantNotRun(t, err, "install a JDK 11 or newer")

	t.Setenv("PATH", filepath.Dir(script(t, "java", `echo 'openjdk version "21.0.1"' >&2`)))
	if j, err := FindJava(); err != nil || j.Version != 21 {
		t.Errorf("got %+v, %v", j, err)
	}
	t.Setenv("JAVA_HOME", t.TempDir())
	_, err = FindJava()
	inputtest.Want(t, err, "environment", "JAVA_HOME", "holds no bin/java")
	t.Setenv("JAVA", script(t, "java", `echo 'java version "1.8.0"'`))
	_, err = FindJava()
	wantNotRun(t, err, "is too old")
	t.Setenv("JAVA", script(t, "java", "exit 1"))
	_, err = FindJava()
	wantNotRun(t, err, "failed")
	t.Setenv("JAVA", filepath.Join(t.TempDir(), "java"))
	_, err = FindJava()
	inputtest.Want(t, err, "environment", "JAVA", "is no program")
}

func TestFindJar(t *testing.T) {
	cache := alone(t)
	_, err := FindJar()
	wantNotRun(t, err, "make fetch")

	file := filepath.Join(cache, JarName)
	writeFile(t, file, "not a jar")
	_, err = FindJar()
	inputtest.Want(t, err, file, "", "want "+JarSHA256+"; remove the file")

	other := filepath.Join(cache, "other.jar")
	t.Setenv("TLC_JAR", other)
	for _, noTLC := range []string{"another jar", "", zipWith(t, "tlc2/TLC.txt")} {
		writeFile(t, other, noTLC)
		_, err = FindJar()
		inputtest.Want(t, err, "environment", "TLC_JAR", "other.jar\" is no jar with tlc2/TLC.class")
	}
	writeFile(t, other, zipWith(t, "tlc2/TLC.class"))
	if jar, err := FindJar(); err != nil || jar.Pinned || len(jar.SHA256) != 64 || jar.Path != other {
		t.Errorf("got %+v, %v", jar, err)
	}
	t.Setenv("TLC_JAR", other+"x")
	_, err = FindJar()
	inputtest.Want(t, err, "environment", "TLC_JAR", "cannot be read")
}

func TestFetchRefuses(t *testing.T) {
	cache := alone(t)
	var progress bytes.Buffer
	wantNotRun(t, Fetch(t.Context(), &progress), "install a JDK")
	t.Setenv("JAVA", script(t, "java", `echo 'openjdk version "21.0.1"'`))
	wantNotRun(t, Fetch(t.Context(), &progress), "install Maven")

	file := filepath.Join(cache, JarName)
	body := `for a; do case "$a" in -DoutputDirectory=*) echo x > "${a#*=}/` + JarName + `";; esac; done`
	t.Setenv("PATH", filepath.Dir(script(t, "mvn", body)))
	if err := Fetch(t.Context(), &progress); err == nil || !strings.Contains(err.Error(), "nothing was kept") {
		t.Errorf("a wrong file was fetched: %v", err)
	}
	for body, reason := range map[string]string{
		"echo no network; exit 1":                                "exit status 1: no network)",
		"echo dull; echo '[ERROR]'; echo '[ERROR]  off'; exit 2": "exit status 2: off)",
		"exit 3": "exit status 3: it gave no reason)",
	} {
		t.Setenv("PATH", filepath.Dir(script(t, "mvn", body)))
		wantNotRun(t, Fetch(t.Context(), &progress), reason)
	}
	if left, err := os.ReadDir(cache); err != nil || len(left) != 0 {
		t.Errorf("the cache holds %v, %v", left, err)
	}

	writeFile(t, file, "half a jar")
	inputtest.Want(t, Fetch(t.Context(), &progress), file, "", "remove the file")
	t.Setenv("SCRUTINEER_CACHE", filepath.Join(file, "cache"))
	inputtest.Want(t, Fetch(t.Context(), &progress), filepath.Join(file, "cache", JarName), "", "cannot be read")
	_, err := fetchFolder(filepath.Join(file, "cache"))
	inputtest.Want(t, err, "environment", "SCRUTINEER_CACHE", "cannot be written")
	t.Setenv("SCRUTINEER_CACHE", "")
	_, err = fetchFolder(filepath.Join(file, "cache"))
	wantNotRun(t, err, "set SCRUTINEER_CACHE")
	if text, err := os.ReadFile(file); err != nil || string(text) != "half a jar" {
		t.Errorf("the file was changed to %q, %v", text, err)
	}
}

// TestFetchLeavesJarAlone names a jar, which leaves nothing to fetch.
func TestFetchLeavesJarAlone(t *testing.T) {
	cache := alone(t)
	t.Setenv("TLC_JAR", "some.jar")
	var progress bytes.Buffer
	if err := Fetch(t.Context(), &progress); err != nil || !strings.Contains(progress.String(), "some.jar") {
		t.Errorf("got %v and %q", err, progress.String())
	}
	if _, err := os.Stat(cache); err == nil {
		t.Error("the cache was made")
	}
}

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

func TestNeed(t *testing.T) {
	cache := alone(t)
	var got fakeTester
	Need(&got)
	if !strings.HasPrefix(got.skipped, "TLC not run: ") || got.failed != "" {
		t.Errorf("got %+v", got)
	}
	got = fakeTester{}
	if r := Have(&got); r != nil || !strings.HasPrefix(got.logged, "TLC not run: ") || got.failed+got.skipped != "" {
		t.Errorf("got %+v, and %v", got, r)
	}
	t.Setenv("TLC_REQUIRED", "1")
	for _, needs := range []func(Tester){func(t Tester) { Need(t) }, func(t Tester) { Have(t) }} {
		got = fakeTester{}
		needs(&got)
		if !strings.HasPrefix(got.failed, "TLC not run: ") || got.skipped+got.logged != "" {
			t.Errorf("got %+v", got)
		}
	}
	t.Setenv("TLC_REQUIRED", "")
	writeFile(t, filepath.Join(cache, JarName), "not a jar")
	got = fakeTester{}
	Need(&got)
	if !strings.Contains(got.failed, "has SHA-256") || got.skipped != "" {
		t.Errorf("got %+v", got)
	}
}

// fakeTester notes how a test would have ended.
type fakeTester struct{ skipped, failed, logged string }

func (f *fakeTester) Helper()           {}
func (f *fakeTester) Cleanup(func())    {}
func (f *fakeTester) Log(args ...any)   { f.logged = args[0].(error).Error() }
func (f *fakeTester) Skip(args ...any)  { f.skipped = args[0].(error).Error() }
func (f *fakeTester) Fatal(args ...any) { f.failed = args[0].(error).Error() }

func writeFile(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// wantNotRun requires a *NotRunError of one line with these words.
func wantNotRun(t *testing.T, err error, words string) {
	t.Helper()
	var missing *NotRunError
	if !errors.As(err, &missing) {
		t.Fatalf("got %v, want a NotRunError", err)
	}
	if text := err.Error(); !strings.Contains(text, words) || strings.Contains(text, "\n") {
		t.Errorf("got %v, want a NotRunError with %q", err, words)
	}
}
