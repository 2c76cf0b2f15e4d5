package tlc

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Runner runs TLC. Find makes one from what this machine has; the fields may be
// changed before the first run.
type Runner struct {
	Java    Java
	Jar     Jar
	Workers int    // threads of the search; 0 is 1. A violation is always searched with 1
	HeapMB  int    // the JVM's largest heap in MiB; 0 is 2048
	StackMB int    // a thread's stack in MiB, for deeply nested values; 0 is the JVM's own
	Cache   *Cache // where what TLC has said is kept, nil for nowhere
	Driver  Driver // what calls TLC, so that it listens on loopback alone
	Listens string // why there is no Driver; "" if there is one
	Classes string // the archive that the JVM starts from, made by Fetch; "" for none
	Batch   *Batch // JVMs that run one case after another; nil gives each case a JVM of its own
}

// Options change a single run.
type Options struct {
	// Dump asks for Result.Graph whatever the kind of the case; a case of kind
	// graph is always dumped.
	Dump bool

	// Edit, if not nil, gets each file of the model (its name without a folder) and
	// returns what TLC shall read in its place. Tests use it to break a module on
	// purpose; the files themselves stay as they are.
	Edit func(name string, text []byte) []byte

	// Constants are the values of the modules' constants, all of them.
	Constants map[string]Value

	// Actions are the names of all parts of the next-state relation. Where they are given
	// the dump of a case of kind graph tells which of them happen; otherwise, and for all
	// other kinds, that is asked of TLC's coverage, which costs a third of such a run.
	Actions []string

	// Counted says that the caller holds States and Generated of a graph that is not dumped
	// against another exploration, in which it knows what happens. Coverage is not asked
	// for then, and what never happens not judged.
	Counted bool

	// Bare leaves out what is not the search itself, coverage and dump, for a fair look at
	// TLC's speed. Nothing can be judged by such a run.
	Bare bool

	// Progress, if not nil, gets TLC's line on its progress about once a minute.
	Progress func(line string)
}

// Find returns a Runner with the Java and the jar of this machine, and compiles the
// driver if that has not been done. See FindJava and FindJar for the errors.
func Find() (Runner, error) {
	jar, err := FindJar()
	if err != nil {
		return Runner{}, err
	}
	java, err := FindJava()
	if err != nil {
		return Runner{}, err
	}
	r := Runner{Java: java, Jar: jar}
	if r.Driver, err = findDriver(java, jar); err != nil {
		r.Listens = err.Error()
	}
	r.Classes = r.findClasses()
	return r, nil
}

// largeRun is the number of generated states above which the JVM's optimising
// compiler and its parallel collector pay for themselves.
const largeRun = 1_000_000

// Run runs TLC on the model of c, whose modules are in folder dir of fsys, in a
// private folder. It returns what TLC said; whether that is right is for Judge.
// Errors are bad input (*InputError), a cancelled context, or a run whose output
// makes no sense; a run in which TLC reports an error is a Result.
func (r Runner) Run(ctx context.Context, fsys fs.FS, dir string, c Case, opts Options) (Result, error) {
	model, err := NewModel(fsys, dir, c, opts.Constants, opts.Edit)
	if err != nil {
		return Result{}, err
	}
	call := call{module: model.Name, cfg: model.Name + ".cfg", workers: max(1, r.Workers), progress: opts.Progress}
	call.large = c.Kind != KindViolation && (c.Generated == 0 || c.Generated > largeRun)
	call.dump = (opts.Dump || c.Kind == KindGraph) && !opts.Bare
	byDump := c.Kind == KindGraph && call.dump && len(opts.Actions) > 0
	counted := opts.Counted && !call.dump
	call.coverage = c.Kind != KindViolation && !opts.Bare && !byDump && !counted
	if c.Kind == KindViolation {
		call.workers = 1
	}
	res, err := r.said(ctx, model, call, opts.Edit == nil)
	res.Counted = counted
	if err == nil && byDump && res.Dump != nil {
		err = res.happened(opts.Actions)
	}
	if err == nil {
		err = checkRun(res, opts.Constants)
	}
	if err != nil {
		return res, fmt.Errorf("case %s: %w", c.ID, err)
	}
	if res.Workers != 0 && res.Workers != call.workers {
		return res, fmt.Errorf("case %s: TLC ran with %d workers, asked for %d", c.ID, res.Workers, call.workers)
	}
	if res.Failed == FailTemporal && res.Violated == "" && len(c.Properties) == 1 {
		res.Violated = c.Properties[0]
	}
	return res, nil
}

// said returns what TLC says of a model, or has said before; keep stores what is new.
func (r Runner) said(ctx context.Context, m Model, c call, keep bool) (Result, error) {
	key := r.key(m, c)
	if res, ok := r.Cache.load(key); ok {
		return res, nil
	}
	res, ok, err := r.inBatch(ctx, m, c)
	if !ok && err == nil {
		res, err = r.alone(ctx, m, c)
	}
	res.Listened = r.Driver.Path == ""
	if err == nil && keep {
		r.Cache.store(key, res)
	}
	return res, err
}

// alone runs TLC on a model in a JVM and a folder of its own.
func (r Runner) alone(ctx context.Context, m Model, c call) (res Result, err error) {
	err = m.inFolder(func(work string) error {
		res, err = r.tlc(ctx, work, c)
		return err
	})
	return res, err
}

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

// tlc calls TLC in folder work and reads its output while it runs.
func (r Runner) tlc(ctx context.Context, work string, c call) (Result, error) {
	if err := os.MkdirAll(filepath.Join(work, "tmp"), 0o755); err != nil {
		return Result{}, err
	}
	r, err := r.elsewhere()
	if err != nil {
		return Result{}, err
	}
	cmd := exec.CommandContext(ctx, r.Java.Path, r.args(work, c)...)
	cmd.Dir = work
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	killGroup(cmd)
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return Result{}, err
	}
	start := time.Now()
	if err := cmd.Start(); err != nil {
		return Result{}, fmt.Errorf("java does not start: %w", err)
	}
	res, parseErr := ParseOutput(stdout, c.progress)
	io.Copy(io.Discard, stdout) // what follows a message that made no sense
	waitErr := cmd.Wait()
	res.Seconds = time.Since(start).Seconds()
	res.CPU = (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
	res.Exit = cmd.ProcessState.ExitCode()
	addStderr(&res, stderr.String())
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return res, stopped(res, ctx)
	case waitErr != nil && !errors.As(waitErr, &exit):
		return res, fmt.Errorf("java: %w", waitErr)
	case parseErr != nil:
		return res, parseErr
	}
	if c.dump && res.Exit == 0 {
		res.Dump, err = readDumpFile(filepath.Join(work, dumpFile))
	}
	return res, err
}

// elsewhere returns the Runner for a JVM that runs in another folder than we do.
func (r Runner) elsewhere() (Runner, error) {
	var err error
	r.Jar.Path, err = filepath.Abs(r.Jar.Path)
	return r, err
}

func stopped(res Result, ctx context.Context) error {
	return fmt.Errorf("TLC was stopped after %.0f s: %w", res.Seconds, ctx.Err())
}

// addStderr keeps what Java and TLC wrote beside the messages. It is an error if
// TLC failed and a warning otherwise; the JVM's remark on its options is neither.
func addStderr(res *Result, text string) {
	for line := range strings.Lines(text) {
		line = oneLine(line)
		switch {
		case line == "", strings.HasPrefix(line, "Picked up "):
		case res.Exit != 0:
			res.Errors = append(res.Errors, line)
		default:
			res.Warnings = append(res.Warnings, line)
		}
	}
}

func readDumpFile(file string) (*Dump, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("TLC wrote no dump: %w", err)
	}
	defer f.Close()
	return ReadDump(f)
}
