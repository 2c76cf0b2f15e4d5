package tlc

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// alone runs TLC on a model in a JVM and a folder of its own.
func (r Runner) alone(ctx context.Context, m Model, c call) (res Result, err error) {
	err = m.inFolder(func(work string) error {
		res, err = r.tlc(ctx, work, c)
		return err
	})
	return res, err
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
