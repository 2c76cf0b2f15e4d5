package tlc

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestClasses makes the archive of TLC's classes, has the JVM start from it, and spoils it.
func TestClasses(t *testing.T) {
	if testing.Short() {
		t.Skip("starts TLC three times; make test does")
	}
	r := Need(t)
	if r.Java.Version < minArchive {
		t.Skipf("Java %d writes no archive", r.Java.Version)
	}
	jar, err := filepath.Abs(r.Jar.Path)
	if err != nil {
		t.Fatal(err)
	}
	cache := filepath.Join(t.TempDir(), "cache")
	t.Setenv("SCRUTINEER_CACHE", cache)
	t.Setenv("TLC_JAR", jar)

	fetched := func() string {
		t.Helper()
		var progress bytes.Buffer
		if err := Fetch(t.Context(), &progress); err != nil {
			t.Fatal(err)
		}
		return progress.String()
	}
	if text := fetched(); !strings.Contains(text, "TLC starts faster from its classes in "+cache) {
		t.Errorf("the archive was not made: %s", text)
	}
	r, err = Find() // with the driver of this cache
	if err != nil {
		t.Fatal(err)
	}
	first := r.findClasses()
	if text := fetched(); first == "" || strings.Contains(text, "faster") {
		t.Errorf("the archive was made again: %s", text)
	}
	// With -Xshare:on a JVM ends where it cannot start from what it is given.
	path, class := r.begins()
	out, err := exec.Command(r.Java.Path, "-Xshare:on", "-XX:SharedArchiveFile="+first, "-cp", path,
		class, "-tool").CombinedOutput()
	if err != nil && !strings.Contains(string(out), "TLC2 Version") {
		t.Errorf("no start from the archive: %v\n%s", err, out)
	}

	// One that is cut off, which would end the JVM, is made anew; so is that of another jar.
	if err := os.Chmod(first, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(first, 5_000_000); err != nil {
		t.Fatal(err)
	}
	if file := r.findClasses(); file != "" {
		t.Errorf("%s is cut off, and taken", file)
	}
	if text := fetched(); !strings.Contains(text, "faster") || r.findClasses() == "" {
		t.Errorf("the archive was not made anew: %s", text)
	}
	r.Java.Banner += " of another day"
	if file := r.findClasses(); file != "" {
		t.Errorf("%s is taken for another Java", file)
	}
	if files, err := os.ReadDir(filepath.Dir(first)); err != nil || len(files) != 1 {
		t.Errorf("the folder holds %v, %v", files, err)
	}
}

// TestClassesOfOldJava leaves a Java alone that writes no archive, and reports one that fails.
func TestClassesOfOldJava(t *testing.T) {
	alone(t)
	jar := filepath.Join(t.TempDir(), "tlc.jar")
	writeFile(t, jar, zipWith(t, "tlc2/TLC.class"))
	t.Setenv("TLC_JAR", jar)
	for version, want := range map[string]string{"11": "", "17": "a little slower: a trial run: "} {
		t.Setenv("JAVA", script(t, "java", `echo 'openjdk version "`+version+`"' >&2; [ "$1" = -version ]`))
		var progress bytes.Buffer
		err := Fetch(t.Context(), &progress)
		_, said, _ := strings.Cut(progress.String(), "it starts ")
		if err != nil || !strings.HasPrefix(said, want) || want == "" && said != "" {
			t.Errorf("Java %s: got %v and %q", version, err, progress.String())
		}
	}
}
