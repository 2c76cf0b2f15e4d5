// Package server fetches ZooKeeper with Maven, and runs servers of it as children of this program. Each server listens
// on the loopback interface alone.
//
// Start reading at [Start].
package server

import (
	"bytes"
	"context"
	"crypto/sha256"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/cache"
	"github.com/scrutineer-go/scrutineer/internal/child"
	"github.com/scrutineer-go/scrutineer/internal/phrase"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
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

// Fetch fetches the jars into the cache, unless they are there, and checks their hashes. It returns a
// *reproduce.NotRunError if Java or Maven is missing, or if Maven cannot fetch the jars.
func Fetch(ctx context.Context) (Jars, error) {
	if _, err := exec.LookPath("java"); err != nil {
		return "", notRun("no java in PATH: install Java 17 (Debian: apt-get install default-jre-headless)")
	}
	kept, err := cache.Dir()
	if err != nil {
		return "", err
	}
	jars := filepath.Join(kept, fmt.Sprintf("zookeeper-%s-%.4x", Version, sha256.Sum256([]byte(sums))))
	if _, err := os.Stat(jars); err == nil {
		return Jars(jars), check(jars)
	}
	maven, err := exec.LookPath("mvn")
	if err != nil {
		return "", notRun("no mvn in PATH: install Maven (Debian: apt-get install maven)")
	}
	if err := os.MkdirAll(kept, 0o755); err != nil {
		return "", err
	}
	scratch, err := os.MkdirTemp(kept, "fetch-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(scratch)
	fetched, err := fetch(ctx, maven, scratch)
	if err != nil {
		return "", err
	}
	if err := os.Rename(fetched, jars); err != nil && !errors.Is(err, os.ErrExist) { // by another process, meanwhile
		return "", err
	}
	return Jars(jars), nil
}

func notRun(why string) error { return &reproduce.NotRunError{Why: why} }

// fetch has Maven fetch the jars into a new folder in a folder, and returns it.
func fetch(ctx context.Context, maven, scratch string) (jars string, err error) {
	if err := os.WriteFile(filepath.Join(scratch, "pom.xml"), pom, 0o644); err != nil {
		return "", err
	}
	jars = filepath.Join(scratch, "jars")
	cmd := exec.Command(maven, "-q", "-B", "dependency:copy-dependencies", "-DoutputDirectory="+jars)
	var out bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr = scratch, &out, &out
	c, err := child.Start(cmd)
	if err != nil {
		return "", err
	}
	select {
	case <-c.Ended():
	case <-ctx.Done():
		c.Kill()
		return "", ctx.Err()
	}
	if !cmd.ProcessState.Success() {
		return "", notRun(fmt.Sprintf("mvn could not fetch ZooKeeper (%s): try again", phrase.FirstLine(out.String())))
	}
	return jars, check(jars)
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
		file := filepath.Join(dir, e.Name())
		sum, err := cache.Sum(file)
		if err != nil {
			return err
		}
		if sum != want[e.Name()] {
			return fmt.Errorf("%s: has another hash than version %s, or is no part of it: remove the folder",
				file, Version)
		}
	}
	if len(entries) != len(want) {
		return fmt.Errorf("%s: has %d jars, version %s has %d: remove the folder",
			dir, len(entries), Version, len(want))
	}
	return nil
}
