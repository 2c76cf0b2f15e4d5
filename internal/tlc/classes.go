package tlc

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
)

// A JVM can write down the classes that it has loaded, into an archive that later ones map
// into their memory (class data sharing, JEP 350). TLC starts with a sixth less processor
// time then, which tells where it starts a hundred times. The archive is made once, beside
// the jar in the cache folder; a JVM that can make nothing of it starts as without.

// minArchive is the oldest Java that writes such an archive.
const minArchive = 13

// archives are the archives for the Java, the jar and the driver of a Runner: a JVM takes one that was
// made from the same jars, and it goes by their places and times as well.
func (r Runner) archives() (made, error) {
	from := []string{r.Java.Path, r.Java.Banner}
	for _, jar := range []Driver{{r.Jar.Path, r.Jar.SHA256}, r.Driver} {
		if jar.Path == "" {
			continue
		}
		path, err := filepath.Abs(jar.Path)
		if err != nil {
			return made{}, err
		}
		info, err := os.Stat(path)
		if err != nil {
			return made{}, err
		}
		from = append(from, path, jar.SHA256, strconv.FormatInt(info.ModTime().UnixNano(), 10))
	}
	return madeFrom("tlc-classes", ".jsa", from...)
}

// findClasses returns the archive for this Runner, "" if there is none. A JVM does not survive one that
// is cut off.
func (r Runner) findClasses() string {
	kind, err := r.archives()
	if err != nil {
		return ""
	}
	file, _ := kind.find()
	return file
}

// archiveClasses makes the archive for this Runner, in place of all others. It returns its name, or ""
// if there was one already or this Java makes none.
func (r Runner) archiveClasses(ctx context.Context) (string, error) {
	if r.Java.Version < minArchive || r.findClasses() != "" {
		return "", nil
	}
	kind, err := r.archives()
	if err != nil {
		return "", err
	}
	work, err := kind.work()
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(work)
	ready := filepath.Join(work, "classes.jsa")
	if err := warmUp(ctx, r, work, ready); err != nil {
		return "", err
	}
	others, _ := filepath.Glob(filepath.Join(kind.dir, "*.jsa"))
	for _, other := range others {
		os.Remove(other)
	}
	err = kind.keep(ready)
	return r.findClasses(), err
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
