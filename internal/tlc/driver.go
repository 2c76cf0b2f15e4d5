package tlc

import (
	"archive/zip"
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/input"
)

// TLC exports an object for remote calls as soon as it searches, and the JVM then listens on all
// interfaces. The driver is a program of ours in the same JVM: it has such sockets bound to loopback and
// calls TLC, once or for many cases. Java compiles it when it is first needed, into the cache folder; one
// without a compiler runs TLC all the same, each case in a JVM of its own, and what it ran says so.

//go:embed driver/*.java
var driverSource embed.FS

const (
	driverFiles = "driver/*.java"
	driverClass = "scrutineer.Driver"
	tlcClass    = "tlc2.TLC"
	// javac is the compiler as a part of a Java that has one.
	javac = "jdk.compiler/com.sun.tools.javac.Main"
)

// ListensRemedy is what a reader can do about a TLC that runs without its driver.
const ListensRemedy = "set JAVA or JAVA_HOME to a JDK, and SCRUTINEER_CACHE to a folder that may be written"

// Driver is the compiled driver of TLC, in a jar; the zero one is none.
type Driver struct {
	Path   string
	SHA256 string
}

// findDriver returns the driver for a Java of this version and this jar, which it compiles if that has not been done.
// The error says why there is none.
func findDriver(java Java, jar Jar) (Driver, error) {
	sources, err := readDriver()
	if err != nil {
		return Driver{}, err
	}
	from := []string{java.Banner, jar.SHA256} // a Java of the same version makes the same of it, wherever it is
	for _, s := range sources {
		from = append(from, s.name, string(s.text))
	}
	kind, err := madeFrom("tlc-driver", ".jar", from...)
	if err != nil {
		return Driver{}, err
	}
	file, sum := kind.find()
	if file == "" {
		if err := kind.compile(java, jar, sources); err != nil {
			return Driver{}, err
		}
		if file, sum = kind.find(); file == "" {
			return Driver{}, fmt.Errorf("the driver of TLC is not in %s", kind.dir)
		}
	}
	return Driver{file, sum}, nil
}

// source is a file of the driver.
type source struct {
	name string
	text []byte
}

// readDriver returns the files of the driver, by name.
func readDriver() ([]source, error) {
	files, err := fs.Glob(driverSource, driverFiles)
	var sources []source
	for _, file := range files {
		text, readErr := driverSource.ReadFile(file)
		err = errors.Join(err, readErr)
		sources = append(sources, source{path.Base(file), text})
	}
	return sources, err
}

// compile makes the jar of the driver in a folder of its own, so that many can do so at once.
func (m made) compile(java Java, jar Jar, sources []source) error {
	work, err := m.work()
	if err != nil {
		return fmt.Errorf("%s cannot be written (%s)", m.dir, input.Reason(err))
	}
	defer os.RemoveAll(work)
	classes := filepath.Join(work, "classes")
	args := []string{"-m", javac, "-proc:none", "-encoding", "UTF-8", "-cp", jar.Path, "-d", classes}
	for _, s := range sources {
		file := filepath.Join(work, s.name)
		if err := os.WriteFile(file, s.text, 0o644); err != nil {
			return err
		}
		args = append(args, file)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, java.Path, args...)
	killGroup(cmd)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("this Java does not compile (%v: %s)", err, compilerReason(string(out)))
	}
	class := strings.ReplaceAll(driverClass, ".", "/") + ".class"
	if _, err := os.Stat(filepath.Join(classes, class)); err != nil {
		return fmt.Errorf("this Java compiles, but makes no %s", class)
	}
	ready := filepath.Join(work, "driver.jar")
	if err := zipFolder(ready, classes); err != nil {
		return err
	}
	return m.keep(ready)
}

// compilerReason returns the line in which Java says why it did not compile: the first that names an
// exception or an error, or else the first of all.
func compilerReason(out string) string {
	var lines []string
	for line := range strings.Lines(out) {
		if line = oneLine(line); line != "" && !strings.HasPrefix(line, "Picked up ") {
			lines = append(lines, line)
		}
	}
	if len(lines) == 0 {
		return "it gave no reason"
	}
	marked := slices.IndexFunc(lines, func(line string) bool {
		return strings.Contains(line, "Exception: ") || strings.Contains(line, "error: ")
	})
	return lines[max(0, marked)]
}

// zipFolder writes all files of a folder into an archive that has no times: equal files make equal archives.
func zipFolder(archive, folder string) (err error) {
	f, err := os.Create(archive)
	if err != nil {
		return err
	}
	w, files := zip.NewWriter(f), os.DirFS(folder)
	err = fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		to, err := w.Create(name)
		if err != nil {
			return err
		}
		_, err = to.Write(text)
		return err
	})
	return errors.Join(err, w.Close(), f.Close())
}
