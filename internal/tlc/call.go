package tlc

import (
	"os"
	"path/filepath"
	"strconv"
)

// call is one call of TLC in a folder that belongs to it.
type call struct {
	module, cfg string
	workers     int
	large       bool // expected to take more than a few seconds
	coverage    bool
	dump        bool
	archive     string // where the JVM writes the archive of TLC's classes, "" for nowhere
	progress    func(string)
}

// dumpFile is the dump's name in the private folder; TLC adds .dot where it is missing.
const dumpFile = "graph.dot"

// args are the arguments of java. All that TLC writes stays in folder work: it
// unpacks its standard modules into the temporary folder, and two runs with one
// metadir that start in the same second stop each other.
func (r Runner) args(work string, c call) []string {
	return append(r.jvmArgs(work, c), c.args(work, "")...)
}

// jvmArgs are the arguments of java before those of TLC.
func (r Runner) jvmArgs(work string, c call) []string {
	args := []string{"-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"}
	if c.large || c.workers > 1 {
		args = []string{"-XX:+UseParallelGC"}
	}
	heap := r.HeapMB
	if heap == 0 {
		heap = 2048
	}
	args = append(append(args, r.classFlags(c)...), "-Xmx"+strconv.Itoa(heap)+"m")
	if !c.large { // most of what TLC makes dies at once: rooms that are small at first would copy it
		args = append(args, "-Xmn"+strconv.Itoa(heap/8)+"m")
	}
	if r.StackMB > 0 {
		args = append(args, "-Xss"+strconv.Itoa(r.StackMB)+"m")
	}
	path, class := r.begins()
	return append(args, "-Djava.io.tmpdir="+filepath.Join(work, "tmp"), "-cp", path, class)
}

// args are the arguments of TLC, which finds the files of the model in folder at, "" for the one that it runs in.
func (c call) args(work, at string) []string {
	args := []string{
		"-tool", "-checkpoint", "0", "-lncheck", "final", "-fp", "0", "-workers", strconv.Itoa(c.workers),
		"-metadir", filepath.Join(work, "meta"), "-config", filepath.Join(at, c.cfg),
	}
	if c.coverage {
		args = append(args, "-coverage", "1")
	}
	if c.dump {
		args = append(args, "-dump", "dot,actionlabels", filepath.Join(at, dumpFile))
	}
	return append(args, filepath.Join(at, c.module))
}

// begins returns the class path and the class that the JVM begins with: those of the driver, if there is one.
func (r Runner) begins() (path, class string) {
	if r.Driver.Path == "" {
		return r.Jar.Path, tlcClass
	}
	return r.Jar.Path + string(os.PathListSeparator) + r.Driver.Path, driverClass
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

// elsewhere returns the Runner for a JVM that runs in another folder than we do.
func (r Runner) elsewhere() (Runner, error) {
	var err error
	r.Jar.Path, err = filepath.Abs(r.Jar.Path)
	return r, err
}
