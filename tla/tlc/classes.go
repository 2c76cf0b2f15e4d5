package tlc

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// A JVM can write down the classes that it has loaded, into an archive that later ones map
// into their memory (class data sharing, JEP 350). TLC starts with a sixth less processor
// time then, which tells where it starts a hundred times. The archive is made once, beside
// the jar in the cache folder; a JVM that can make nothing of it starts as without.

// minArchive is the oldest Java that writes such an archive.
const minArchive = 13

// archives returns the folder of the archives, and what the names of those begin with that
// this Java takes for this jar: it goes by the jar's place and time as well.
func archives(java Java, jar Jar) (dir, prefix string, err error) {
	path, err := filepath.Abs(jar.Path)
	if err != nil {
		return "", "", err
	}
	info, err := os.Stat(path)
	if err != nil {
		return "", "", err
	}
	cache, err := CacheDir()
	of := sha256.Sum256(fmt.Appendf(nil, "%q %q %q %s %d",
		java.Path, java.Banner, path, jar.SHA256, info.ModTime().UnixNano()))
	return filepath.Join(cache, "tlc-classes"), hex.EncodeToString(of[:8]) + "-", err
}

// findClasses returns the archive for this Java and this jar, "" where there is none. A JVM
// does not survive one that is cut off, so its name says which hash it must have.
func findClasses(java Java, jar Jar) string {
	dir, prefix, err := archives(java, jar)
	if err != nil {
		return ""
	}
	files, _ := filepath.Glob(filepath.Join(dir, prefix+"*.jsa"))
	for _, file := range files {
		sum, err := hashFile(file)
		if err == nil && filepath.Base(file) == prefix+sum+".jsa" {
			return file
		}
	}
	return ""
}

// archiveClasses makes the archive for this Java and this jar, in place of all others. It
// returns its name, or "" where there was one already or this Java makes none.
func archiveClasses(ctx context.Context, java Java, jar Jar) (string, error) {
	if java.Version < minArchive || findClasses(java, jar) != "" {
		return "", nil
	}
	dir, prefix, err := archives(java, jar)
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	work, err := os.MkdirTemp(dir, "new-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(work)
	made := filepath.Join(work, "classes.jsa")
	if err := warmUp(ctx, Runner{Java: java, Jar: jar}, work, made); err != nil {
		return "", err
	}
	sum, err := hashFile(made)
	if err != nil {
		return "", err
	}
	others, _ := filepath.Glob(filepath.Join(dir, "*.jsa"))
	for _, other := range others {
		os.Remove(other)
	}
	file := filepath.Join(dir, prefix+sum+".jsa")
	return file, os.Rename(made, file)
}

// warmUp runs TLC on a model of no meaning in folder work, at whose end the JVM writes the
// archive.
func warmUp(ctx context.Context, r Runner, work, archive string) error {
	m := Model{Name: "Warm", Files: map[string][]byte{"Warm.tla": []byte(warmModule), "Warm.cfg": []byte(warmCfg)}}
	if err := m.write(work); err != nil {
		return err
	}
	res, err := r.tlc(ctx, work, call{module: m.Name, cfg: m.Name + ".cfg", workers: 1, dump: true, archive: archive})
	switch {
	case err != nil:
		return err
	case !res.Completed:
		return errors.New("a trial run: " + whatFailed(res))
	}
	return nil
}

// classFlags are the flags of a JVM that starts from an archive, or writes one. What it has
// to say about either is kept out of TLC's output.
func (r Runner) classFlags(c call) []string {
	switch {
	case c.archive != "":
		return []string{"-XX:ArchiveClassesAtExit=" + c.archive, "-Xlog:disable"}
	case r.Classes != "":
		return []string{"-XX:SharedArchiveFile=" + r.Classes, "-Xlog:disable"}
	}
	return nil
}
