package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/child"
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	"github.com/scrutineer-go/scrutineer/live/zookeeper/server"
)

// cell is what was measured of a system at rest.
type cell struct {
	System  string `json:"system" input:"required"`
	Settles int    `json:"settles" input:"required"`
	Seconds int    `json:"seconds" input:"required"`
	// Usage has the CPU time of these seconds, and the mean of the memory.
	Usage usage `json:"usage" input:"required"`
	// Bytes are those that went over the loopback interface; -1 if the system had no network namespace of its own.
	Bytes int `json:"bytes" input:"required"`

	// Program is the hash of the program that has measured it.
	Program  string   `json:"program" input:"required"`
	Machine  string   `json:"machine" input:"required"`
	Versions []string `json:"versions" input:"required"`
	Flags    string   `json:"flags,omitempty"`
	Date     string   `json:"date" input:"required"`
}

const (
	// starts is how long it may take to start.
	starts = 5 * time.Minute
	// samples is how often the memory is read.
	samples = 20
)

// laboratory measures cells, one at a time, and keeps them in a folder.
type laboratory struct {
	dir string
	// settles is how long a system is left alone before it is measured, and seconds how long it is measured.
	settles, seconds int
	mutex            sync.Mutex
}

// measure returns the cell of a system: the one that this program has kept on this machine, or a new one.
func (l *laboratory) measure(ctx context.Context, s system) (c cell, err error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	program, err := programSum()
	if err != nil {
		return c, err
	}
	kept := filepath.Join(l.dir, fmt.Sprintf("%s-%ds.json", s.id, l.seconds))
	if text, err := os.ReadFile(kept); err == nil {
		if err := input.Decode(text, &c); err != nil {
			return c, fmt.Errorf("%s: is no cell (%w): remove it", kept, err)
		}
		if c.System == s.id && c.Seconds == l.seconds && c.Settles == l.settles && c.Program == program &&
			c.Machine == machine() {
			return c, nil
		}
	}
	if s.fetch != nil {
		if err := s.fetch(ctx); err != nil {
			return c, err
		}
	}
	text, err := l.inScratch(ctx, s)
	if err != nil {
		return c, err
	}
	c = cell{}
	if err := input.Decode(text, &c); err != nil {
		return c, err
	}
	if err := os.WriteFile(kept+".new", text, 0o644); err != nil {
		return c, err
	}
	return c, os.Rename(kept+".new", kept)
}

// inScratch measures a system in a folder that is removed then. A run that was killed has left one.
func (l *laboratory) inScratch(ctx context.Context, s system) ([]byte, error) {
	scratch, err := filepath.Abs(filepath.Join(l.dir, "scratch"))
	if err != nil {
		return nil, err
	}
	if err := errors.Join(os.RemoveAll(scratch), os.MkdirAll(scratch, 0o755)); err != nil {
		return nil, err
	}
	defer os.RemoveAll(scratch)
	return l.inChild(ctx, scratch, s.id)
}

// programSum returns the hash of this program.
func programSum() (string, error) {
	file, err := os.Open("/proc/self/exe")
	if err != nil {
		return "", err
	}
	defer file.Close()
	sum := sha256.New()
	_, err = io.Copy(sum, file)
	return hex.EncodeToString(sum.Sum(nil)), err
}

// inChild measures a system in a child with a network namespace of its own, or without one if the machine allows none.
func (l *laboratory) inChild(ctx context.Context, dir, id string) ([]byte, error) {
	out, err := l.cellChild(ctx, dir, id, alone)
	if errors.Is(err, os.ErrPermission) {
		out, err = l.cellChild(ctx, dir, id, beside)
	}
	return out, err
}

// Whether a cell has a network namespace of its own.
const (
	alone  = "alone"
	beside = "beside"
)

func (l *laboratory) cellChild(ctx context.Context, dir, id, where string) ([]byte, error) {
	cmd := itself(cellRole, dir, id, strconv.Itoa(l.settles), strconv.Itoa(l.seconds), where)
	if where == alone {
		inNamespace(cmd)
	}
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	c, err := child.Start(cmd)
	if err != nil {
		return nil, err
	}
	select {
	case <-c.Ended():
	case <-ctx.Done():
		c.Kill()
		return nil, ctx.Err()
	}
	switch cmd.ProcessState.ExitCode() {
	case 0:
		return out.Bytes(), nil
	case notRun:
		return nil, &reproduce.NotRunError{Why: firstLine(errs.String())}
	}
	return nil, fmt.Errorf("%s: %s", id, firstLine(errs.String()))
}

// runCell measures a system, and prints the cell.
func runCell(dir, id, settles, seconds, where string) error {
	rest, err := strconv.Atoi(settles)
	if err != nil {
		return err
	}
	length, err := strconv.Atoi(seconds)
	if err != nil {
		return err
	}
	if where == alone {
		if err := loopbackUp(); err != nil {
			return err
		}
	}
	for _, s := range systems() {
		if s.id == id {
			return s.measure(dir, rest, length, where == alone)
		}
	}
	return fmt.Errorf("there is no system %q", id)
}

func (s system) measure(dir string, settles, seconds int, counts bool) error {
	ctx, cancel := context.WithTimeout(context.Background(), starts)
	defer cancel()
	r, err := s.start(ctx, dir)
	if err != nil {
		return err
	}
	defer r.stop()
	time.Sleep(time.Duration(settles) * time.Second)
	c := cell{
		System: s.id, Settles: settles, Seconds: seconds, Versions: r.versions, Flags: r.flags, Bytes: -1,
		Machine: machine(),
	}
	if c.Program, err = programSum(); err != nil {
		return err
	}
	c.Date = time.Now().UTC().Format(time.DateOnly)
	before, err := usageOf(r.ids)
	if err != nil {
		return err
	}
	begin := 0
	if counts {
		if begin, err = carried(); err != nil {
			return err
		}
	}
	for range samples {
		time.Sleep(time.Duration(seconds) * time.Second / samples)
		now, err := usageOf(r.ids)
		if err != nil {
			return err
		}
		c.Usage.Ticks = now.Ticks - before.Ticks
		c.Usage.Resident += now.Resident / samples
		c.Usage.Proportional += now.Proportional / samples
	}
	if counts {
		end, err := carried()
		if err != nil {
			return err
		}
		c.Bytes = end - begin
	}
	return json.NewEncoder(os.Stdout).Encode(c)
}

// notRun is the exit status of a cell that this machine cannot run.
const notRun = 3

// fail ends a role with its error.
func fail(err error) {
	if err == nil {
		return
	}
	fmt.Fprintln(os.Stderr, err)
	var lacks *server.NotRunError
	if errors.As(err, &lacks) {
		os.Exit(notRun)
	}
	os.Exit(1)
}
