package mutation

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/mut"
)

// A measured check is one that has run without any mutant, once measure was called.
type measured struct {
	check
	cpu      time.Duration
	reached  []bool          // by the number of a mutant
	packages map[string]bool // of those
	measure  func() error
}

// An outcome is what came of a command.
type outcome struct {
	failed  bool
	late    bool // it was ended, as it took far longer than without a mutant
	cpu     time.Duration
	said    string
	refused []string // what verify says of each case that fails
}

// How much longer than without a mutant a check may take before it counts as hanging: processor time, and,
// for what waits, time on the wall of a machine that has other things to do.
const (
	longerCPU, moreCPU   = 3, 2 * time.Second
	longerWall, moreWall = 40, 2 * time.Minute
	mostMemory           = 4 << 20 // KiB
	unmeasured           = 20 * time.Minute
)

// execute runs a check with one variable of the environment more.
func (b *builder) execute(ctx context.Context, c check, n int, limit time.Duration, env ...string) (outcome, error) {
	// Not below the repository: what is written there is named from its root, and tests look for the whole name.
	scratch, err := os.MkdirTemp("", "mutant")
	if err != nil {
		return outcome{}, err
	}
	defer os.RemoveAll(scratch)
	args := slices.Clone(c.args)
	for i, arg := range args {
		if arg == scratchFolder {
			args[i] = filepath.Join(scratch, "out")
		}
	}
	report := filepath.Join(scratch, "report.json")
	if c.words {
		args = append(args, "-json", report)
	}
	wall := moreWall + longerWall*limit
	ctx, cancel := context.WithTimeout(ctx, wall)
	defer cancel()
	seconds := strconv.Itoa(int((longerCPU*limit+moreCPU)/time.Second) + 1)
	// ulimit -d bounds what a program that grows without end may take.
	const limited = `ulimit -t "$1"; ulimit -d "$2"; shift 2; exec "$@"`
	cmd := exec.CommandContext(ctx, "/bin/sh", slices.Concat(
		[]string{"-c", limited, "sh", seconds, strconv.Itoa(mostMemory), c.program}, args)...)
	var out bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr, cmd.WaitDelay = c.dir, &out, &out, 5*time.Second
	cmd.Env = slices.Concat(os.Environ(), []string{"GOMAXPROCS=1", "TMPDIR=" + scratch}, env)
	err = cmd.Run()
	o := outcome{said: tail(out.String())}
	if cmd.ProcessState != nil {
		o.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	}
	var exit *exec.ExitError
	switch {
	case err == nil:
	case errors.As(err, &exit), ctx.Err() != nil && n >= 0:
		o.failed = true
		o.late = exit == nil || exit.ExitCode() < 0 || ctx.Err() != nil
	default:
		return o, fmt.Errorf("%s: %w", c.name, err)
	}
	if c.words {
		o.refused = refusals(report)
	}
	return o, nil
}

// tail is the end of what a program prints.
func tail(text string) string {
	if len(text) > 4000 {
		return text[len(text)-4000:]
	}
	return text
}

// counts are the size of a graph in a report.
type counts struct{ States, NamedEdges int }

// refusals are what a report says of the cases that failed. Where the implementation is not the specification verify
// compares no further; that TLC's graph is of another size than the specification's is seen all the same.
func refusals(report string) (all []string) {
	text, err := os.ReadFile(report)
	if err != nil {
		return nil
	}
	var told struct {
		Rows []struct {
			Failures  []string
			TLC, Spec *counts
		}
	}
	if json.Unmarshal(text, &told) != nil {
		return nil
	}
	for _, r := range told.Rows {
		all = append(all, r.Failures...)
		if r.TLC == nil || r.Spec == nil || r.TLC.States == 0 {
			continue
		}
		if r.TLC.NamedEdges == 0 { // it was too large to be dumped
			r.Spec.NamedEdges = 0
		}
		if *r.TLC != *r.Spec {
			all = append(all, "TLC's graph has another size")
		}
	}
	return all
}

// seeded has rapid draw the same each time, and not look for smaller draws that fail too.
var seeded = []string{"-rapid.seed=1", "-rapid.nofailfile", "-rapid.shrinktime=0s"}

// measure runs a check without any mutant. It must succeed. Tests that draw with rapid do so by one seed, but for
// packages whose tests need several, for they count what was drawn.
func (b *builder) measure(ctx context.Context, c *measured, sample []*Site) error {
	if c.column == Unit && b.takes(c.check, seeded) {
		usual := c.args
		c.args = slices.Concat(usual, seeded)
		if b.run(ctx, c, sample) == nil {
			return nil
		}
		c.args = slices.Concat(usual, seeded[1:])
	}
	return b.run(ctx, c, sample)
}

// run measures a check once.
func (b *builder) run(ctx context.Context, c *measured, sample []*Site) error {
	trace, err := os.CreateTemp(b.dir, "reached")
	if err != nil {
		return err
	}
	trace.Close()
	defer os.Remove(trace.Name())
	o, err := b.execute(ctx, c.check, -1, unmeasured, mut.Trace+"="+trace.Name())
	if err != nil {
		return err
	}
	if o.failed || len(o.refused) > 0 {
		return fmt.Errorf("%s %s: %s fails without any mutant:\n%s",
			c.program, strings.Join(c.args, " "), c.name, o.said)
	}
	text, err := os.ReadFile(trace.Name())
	if err != nil {
		return err
	}
	c.cpu, c.reached, c.packages = o.cpu, make([]bool, len(sample)), map[string]bool{}
	for line := range strings.Lines(string(text)) {
		if n, err := strconv.Atoi(strings.TrimSpace(line)); err == nil && n < len(sample) {
			c.reached[n], c.packages[sample[n].Package] = true, true
		}
	}
	return nil
}

// takes tells whether a test program knows flags.
func (b *builder) takes(c check, flags []string) bool {
	_, err := command(c.dir, c.program, slices.Concat([]string{"-test.run=^$"}, flags)...)
	return err == nil
}
