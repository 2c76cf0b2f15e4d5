package tlc

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// compiler is a Java that takes the source for the class, and counts how often it is asked to.
func compiler(t *testing.T) (java Java, calls func() int) {
	t.Helper()
	log := filepath.Join(t.TempDir(), "calls")
	program := script(t, "java", fmt.Sprintf(`echo call >> %q
while [ "$1" != -d ]; do shift; done
to=$2/scrutineer; shift 2
/bin/mkdir -p "$to" && /bin/cat "$@" > "$to/Driver.class"`, log))
	return Java{Path: program, Version: 17, Banner: "17"}, func() int {
		text, _ := os.ReadFile(log)
		return strings.Count(string(text), "call")
	}
}

// The driver is compiled once for a Java and a jar, and again where it is not what it should be.
func TestDriver(t *testing.T) {
	cache := alone(t)
	java, calls := compiler(t)
	jar := Jar{Path: "tlc.jar", SHA256: "1"}
	found := func(java Java, jar Jar, called int) Driver {
		t.Helper()
		d, err := findDriver(java, jar)
		if err != nil || !filepath.IsAbs(d.Path) || len(d.SHA256) != 64 || calls() != called {
			t.Fatalf("got %v, %v after %d calls, want %d", d, err, calls(), called)
		}
		return d
	}
	first := found(java, jar, 1)
	if again := found(java, jar, 1); again != first {
		t.Errorf("got %v, and then %v", first, again)
	}
	classes, err := zip.OpenReader(first.Path)
	if err != nil {
		t.Fatal(err)
	}
	defer classes.Close()
	if len(classes.File) != 1 || classes.File[0].Name != "scrutineer/Driver.class" {
		t.Errorf("the jar holds %v", classes.File)
	}
	if err := os.Truncate(first.Path, 10); err != nil {
		t.Fatal(err)
	}
	if again := found(java, jar, 2); again != first {
		t.Errorf("damaged and made again it is %v, want %v", again, first)
	}
	elsewhere := java
	elsewhere.Path = filepath.Join(t.TempDir(), "java")
	if d := found(elsewhere, jar, 2); d != first {
		t.Errorf("a Java of the same version that is elsewhere has %v, want %v", d, first)
	}
	other := java
	other.Banner = "21"
	if d := found(other, jar, 3); d.Path == first.Path {
		t.Errorf("another Java has the same driver")
	}
	if d := found(java, Jar{Path: jar.Path, SHA256: "2"}, 4); d.Path == first.Path {
		t.Errorf("another jar has the same driver")
	}
	if left, err := os.ReadDir(filepath.Join(cache, "tlc-driver")); err != nil || len(left) != 3 {
		t.Errorf("the folder holds %v, %v; want three drivers", left, err)
	}
}

// Many may need the driver at once: all get the same one, and nothing else is left.
func TestDriverTogether(t *testing.T) {
	cache := alone(t)
	java, _ := compiler(t)
	drivers, errs := make([]Driver, 8), make([]error, 8)
	var group sync.WaitGroup
	for i := range drivers {
		group.Go(func() { drivers[i], errs[i] = findDriver(java, Jar{Path: "tlc.jar", SHA256: "1"}) })
	}
	group.Wait()
	for i, d := range drivers {
		if errs[i] != nil || d != drivers[0] {
			t.Errorf("got %v, %v, want %v", d, errs[i], drivers[0])
		}
	}
	if left, err := os.ReadDir(filepath.Join(cache, "tlc-driver")); err != nil || len(left) != 1 {
		t.Errorf("the folder holds %v, %v", left, err)
	}
}

// Without a compiler, or a folder to write to, there is no driver and a reason.
func TestNoDriver(t *testing.T) {
	cache := alone(t)
	for body, want := range map[string]string{
		"exit 1": "does not compile (exit status 1: it gave no reason)",
		"echo Error occurred; echo 'java.lang.module.FindException: Module a not found'; exit 1": "" +
			"does not compile (exit status 1: java.lang.module.FindException: Module a not found)",
		"echo 'Picked up X'; echo 'Driver.java:3: error: no such class'; echo '1 error'; exit 2": "" +
			"does not compile (exit status 2: Driver.java:3: error: no such class)",
		"echo first; echo second; exit 3": "does not compile (exit status 3: first)",
		"exit 0":                          "this Java compiles, but makes no scrutineer/Driver.class",
	} {
		d, err := findDriver(Java{Path: script(t, "java", body)}, Jar{})
		if err == nil || !strings.HasSuffix(err.Error(), want) || d != (Driver{}) {
			t.Errorf("%s: got %v, %v, want an error with %q", body, d, err, want)
		}
	}
	if left, err := os.ReadDir(filepath.Join(cache, "tlc-driver")); err != nil || len(left) != 0 {
		t.Errorf("the folder holds %v, %v", left, err)
	}
	file := filepath.Join(t.TempDir(), "file")
	writeFile(t, file, "")
	t.Setenv("SCRUTINEER_CACHE", file)
	_, err := findDriver(Java{}, Jar{})
	if err == nil || !strings.Contains(err.Error(), "cannot be written (not a directory)") {
		t.Errorf("got %v", err)
	}
}

// TestWithoutCompiler runs TLC on a Java that has no compiler: it says that it listened, and it did.
func TestWithoutCompiler(t *testing.T) {
	r := need(t)
	jar, err := filepath.Abs(r.Jar.Path)
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("SCRUTINEER_CACHE", t.TempDir())
	t.Setenv("TLC_JAR", jar)
	t.Setenv("JAVA", script(t, "java",
		fmt.Sprintf(`[ "$1" != -m ] || { echo no compiler; exit 1; }; exec %q "$@"`, r.Java.Path)))
	var progress bytes.Buffer
	said := "TLC will listen on all interfaces while it runs: this Java does not compile"
	if err := Fetch(t.Context(), &progress); err != nil || !strings.Contains(progress.String(), said) {
		t.Errorf("got %v and %q", err, progress.String())
	}
	alone, err := Find()
	if err != nil || alone.Driver != (Driver{}) || !strings.Contains(alone.Listens, "no compiler") {
		t.Fatalf("got %+v, %v", alone, err)
	}
	for _, r := range []Runner{alone, r} {
		res, err := r.said(t.Context(), finite, call{module: finite.Name, cfg: finite.Name + ".cfg", workers: 1}, false)
		if err != nil || !res.Completed || res.Listened != (r.Listens != "") {
			t.Errorf("%q: got %+v, %v", r.Listens, res, err)
		}
	}
	if runtime.GOOS == "linux" && r.Jar.Pinned {
		at := listening(t, alone)
		if len(at) != 1 || !at[0].Addr().IsUnspecified() {
			t.Errorf("without its driver TLC listens on %v, want one socket of all interfaces", at)
		}
	}
}

// The driver is Java 11, whatever Java is at hand.
func TestDriverIsOfJava11(t *testing.T) {
	r := need(t)
	compile := func(sources ...source) (string, error) {
		folder, args := t.TempDir(), []string{
			"-m", javac, "--release", "11", "-Xlint:all,-options", "-Werror", "-cp", r.Jar.Path, "-d", t.TempDir(),
		}
		for _, s := range sources {
			writeFile(t, filepath.Join(folder, s.name), string(s.text))
			args = append(args, filepath.Join(folder, s.name))
		}
		out, err := exec.Command(r.Java.Path, args...).CombinedOutput()
		return string(out), err
	}
	if out, err := compile(source{"Driver.java", []byte("class Driver {}")}); err != nil {
		t.Skipf("this Java compiles for no other release, a whole JDK does: %v: %s", err, out)
	}
	sources, err := readDriver()
	if out, failed := compile(sources...); errors.Join(err, failed) != nil {
		t.Errorf("%v: %s", errors.Join(err, failed), out)
	}
	if out, err := compile(source{"Driver.java", []byte("record Driver() {}")}); err == nil {
		t.Errorf("Java 16 is taken for Java 11: %s", out)
	}
}
