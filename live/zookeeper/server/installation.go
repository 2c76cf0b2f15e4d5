// Package server fetches ZooKeeper with Maven, and runs servers of it as children of this program. Each server listens
// on the loopback interface alone.
//
// Start reading at [Start].
package server

import (
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/phrase"
)

// Version is the version of ZooKeeper.
const Version = "3.9.4"

var (
	// pom names ZooKeeper and all that a server needs.
	//go:embed pom.xml
	pom []byte
	// sums has the hash and the name of each jar.
	//go:embed jars.sha256
	sums string
)

// Jars is the folder of ZooKeeper's jars.
type Jars string

// NotRunError is the error if no server can be had. It says why, and what to type.
type NotRunError struct{ Why string }

// Error says why.
func (e *NotRunError) Error() string { return "ZooKeeper: not run: " + e.Why }

// Fetch fetches the jars into the cache, unless they are there, and checks their hashes.
func Fetch(ctx context.Context) (Jars, error) {
	if _, err := exec.LookPath("java"); err != nil {
		return "", &NotRunError{"no java in PATH: install Java 17 (Debian: apt-get install default-jre-headless)"}
	}
	root, err := folder()
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(root); err == nil {
		return Jars(root), check(root)
	}
	maven, err := exec.LookPath("mvn")
	if err != nil {
		return "", &NotRunError{"no mvn in PATH: install Maven (Debian: apt-get install maven)"}
	}
	if err := os.MkdirAll(filepath.Dir(root), 0o755); err != nil {
		return "", err
	}
	scratch, err := os.MkdirTemp(filepath.Dir(root), "fetch-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(scratch)
	if err := os.WriteFile(filepath.Join(scratch, "pom.xml"), pom, 0o644); err != nil {
		return "", err
	}
	jars := filepath.Join(scratch, "jars")
	cmd := exec.CommandContext(ctx, maven, "-q", "-B", "dependency:copy-dependencies", "-DoutputDirectory="+jars)
	cmd.Dir = scratch
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", &NotRunError{fmt.Sprintf("mvn could not fetch it (%s): try again", phrase.FirstLine(string(out)))}
	}
	if err := check(jars); err != nil {
		return "", err
	}
	if err := os.Rename(jars, root); err != nil && !errors.Is(err, os.ErrExist) { // by another process, meanwhile
		return "", err
	}
	return Jars(root), nil
}

// check returns an error unless a folder has the jars, with the right hashes, and nothing else.
func check(dir string) error {
	want := map[string]string{}
	for line := range strings.Lines(sums) {
		sum, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		want[name] = sum
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return err
		}
		if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != want[e.Name()] {
			return fmt.Errorf("%s: has another hash than version %s, or is no part of it: remove the folder",
				filepath.Join(dir, e.Name()), Version)
		}
	}
	if len(entries) != len(want) {
		return fmt.Errorf("%s: has %d jars, version %s has %d: remove the folder",
			dir, len(entries), Version, len(want))
	}
	return nil
}

// folder returns the folder of the jars in the project's cache.
func folder() (string, error) {
	cache := os.Getenv("SCRUTINEER_CACHE")
	if cache == "" {
		dir, err := os.UserCacheDir()
		if err != nil {
			return "", err
		}
		cache = filepath.Join(dir, "scrutineer")
	}
	return filepath.Join(cache, "zookeeper-"+Version), nil
}
