package tlc

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/cache"
	"github.com/scrutineer-go/scrutineer/internal/input"
)

// Fetch puts the pinned jar into the cache folder if it is not there, with the
// ordinary Maven client and its own settings. It fetches nothing where TLC_JAR
// names a jar, nor where there is no Java that could run one. Then it has Java compile
// TLC's driver, and write down TLC's classes so that TLC starts faster, where that has
// not been done. progress gets a line on what happens.
//
// A cached file with a wrong hash is an *input.Error and stays as it is. What
// this machine lacks is a *NotRunError: Java, Maven, or what Maven needs in order
// to fetch, such as the network.
func Fetch(ctx context.Context, progress io.Writer) error {
	if err := fetchJar(ctx, progress); err != nil {
		return err
	}
	r, err := Find()
	if err != nil {
		return nil // whoever runs TLC says so
	}
	if r.Listens != "" {
		fmt.Fprintf(progress, "TLC will listen on all interfaces while it runs: %s; %s\n", r.Listens, ListensRemedy)
	}
	file, err := r.archiveClasses(ctx)
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("TLC was stopped: %w", ctx.Err())
	case err != nil:
		fmt.Fprintf(progress, "TLC's classes could not be written down, it starts a little slower: %s\n",
			oneLine(err.Error()))
	case file != "":
		fmt.Fprintf(progress, "TLC starts faster from its classes in %s\n", file)
	}
	return nil
}

// fetchJar is Fetch as far as the jar goes.
func fetchJar(ctx context.Context, progress io.Writer) error {
	if file := os.Getenv("TLC_JAR"); file != "" {
		fmt.Fprintf(progress, "TLC_JAR is set, there is nothing to fetch: %s\n", file)
		return nil
	}
	file, err := cachedJar()
	if err != nil {
		return err
	}
	if _, err := readCachedJar(file); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if _, err := FindJava(); err != nil {
		return err
	}
	maven, err := exec.LookPath("mvn")
	if err != nil {
		return &NotRunError{
			Missing: "no mvn in PATH to fetch " + JarArtifact,
			Type:    "install Maven (Debian: apt-get install maven), or set TLC_JAR to a jar of TLC",
		}
	}
	fmt.Fprintf(progress, "fetching %s with Maven\n", JarArtifact)
	return fetchWith(ctx, maven, file)
}

// fetchWith lets Maven copy the jar to a folder of its own and moves it into
// place when its hash is right, so that the cache never holds half a file.
func fetchWith(ctx context.Context, maven, file string) error {
	dir, err := fetchFolder(filepath.Dir(file))
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	cmd := exec.CommandContext(ctx, maven, "-q", "-B", "dependency:copy",
		"-Dartifact="+JarArtifact, "-DoutputDirectory="+dir)
	cmd.Dir = dir // away from any pom.xml of the place where we were started
	killGroup(cmd)
	out, err := cmd.CombinedOutput()
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("mvn was stopped: %w", ctx.Err())
	case err != nil:
		return &NotRunError{
			Missing: fmt.Sprintf("mvn could not fetch %s (%v: %s)", JarArtifact, err, mavenReason(string(out))),
			Type: "type `mvn dependency:get -Dartifact=" + JarArtifact + "` for all that Maven says, " +
				"or set TLC_JAR to a jar of TLC",
		}
	}
	fetched := filepath.Join(dir, JarName)
	sum, err := cache.Sum(fetched)
	if err != nil {
		return fmt.Errorf("mvn ended well, but there is no %s: %w", JarName, err)
	}
	if sum != JarSHA256 {
		return fmt.Errorf("mvn fetched a %s with SHA-256 %s, want %s; nothing was kept", JarName, sum, JarSHA256)
	}
	return os.Rename(fetched, file)
}

// fetchFolder makes a folder for Maven in the cache. A cache that cannot be
// written is bad input where the user named it, and otherwise nothing that he
// got wrong.
func fetchFolder(in string) (string, error) {
	err := os.MkdirAll(in, 0o755)
	if err == nil {
		var dir string
		if dir, err = os.MkdirTemp(in, "fetch-"); err == nil {
			return dir, nil
		}
	}
	if os.Getenv("SCRUTINEER_CACHE") != "" {
		return "", input.ErrorIn("environment", "SCRUTINEER_CACHE", "%q cannot be written (%s); "+
			"set it to a folder that may be written", in, input.Reason(err))
	}
	return "", &NotRunError{Missing: in + " cannot be written (" + input.Reason(err) + ")", Type: cacheRemedy}
}

// mavenReason returns the line in which Maven says why it failed: the first that
// it marks as an error, or else the first of all.
func mavenReason(out string) string {
	var first string
	for line := range strings.Lines(out) {
		line = oneLine(line)
		if reason, marked := strings.CutPrefix(line, "[ERROR]"); marked && strings.TrimSpace(reason) != "" {
			return strings.TrimSpace(reason)
		}
		if first == "" {
			first = line
		}
	}
	if first == "" {
		return "it gave no reason"
	}
	return first
}
