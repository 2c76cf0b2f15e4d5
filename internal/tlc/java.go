package tlc

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/input"
)

// minJava is the oldest Java that the pinned jar runs on.
const minJava = 11

// javaRemedy is what a reader can do about a missing Java.
const javaRemedy = "install a JDK 11 or newer (Debian: apt-get install openjdk-17-jre-headless), " +
	"or set JAVA or JAVA_HOME to one"

// Java is a Java program that has said its version.
type Java struct {
	Path    string
	Version int    // the major version, such as 17
	Banner  string // the line that said so
}

// FindJava looks at $JAVA, then at $JAVA_HOME/bin/java, then for java in PATH,
// and takes the first that is there. A variable that points nowhere is an
// *input.Error, no Java or one older than 11 a *NotRunError.
func FindJava() (Java, error) {
	program, err := javaPath()
	if err != nil {
		return Java{}, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, program, "-version").CombinedOutput()
	if err != nil {
		return Java{}, &NotRunError{Missing: program + " -version failed (" + err.Error() + ")", Type: javaRemedy}
	}
	major, banner := javaVersion(string(out))
	switch {
	case major == 0:
		return Java{}, &NotRunError{Missing: program + " -version names no version", Type: javaRemedy}
	case major < minJava:
		return Java{}, &NotRunError{Missing: program + " is too old (" + banner + ")", Type: javaRemedy}
	}
	return Java{Path: program, Version: major, Banner: banner}, nil
}

func javaPath() (string, error) {
	if program := os.Getenv("JAVA"); program != "" {
		if _, err := exec.LookPath(program); err != nil {
			return "", input.ErrorIn("environment", "JAVA",
				"%q is no program; set it to a java program or unset it", program)
		}
		return program, nil
	}
	if home := os.Getenv("JAVA_HOME"); home != "" {
		program, err := exec.LookPath(filepath.Join(home, "bin", "java"))
		if err != nil {
			return "", input.ErrorIn("environment", "JAVA_HOME",
				"%q holds no bin/java; set it to a JDK or unset it", home)
		}
		return program, nil
	}
	program, err := exec.LookPath("java")
	if err != nil {
		return "", &NotRunError{Missing: "no java in JAVA, JAVA_HOME or PATH", Type: javaRemedy}
	}
	return program, nil
}

// versionPattern finds the version in "openjdk version "17.0.15" 2025-04-15",
// and in the form 1.8.0 that Java had before 9.
var versionPattern = regexp.MustCompile(`version "(?:1\.)?([0-9]+)`)

// javaVersion returns the major version and the line that named it, or 0. The
// JVM prints lines about JAVA_TOOL_OPTIONS first, which may name versions too.
func javaVersion(out string) (major int, banner string) {
	for line := range strings.Lines(out) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "Picked up ") {
			continue
		}
		if m := versionPattern.FindStringSubmatch(line); m != nil {
			major, _ = strconv.Atoi(m[1])
			return major, line
		}
	}
	return 0, ""
}
