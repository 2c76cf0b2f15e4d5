// Package lab measures what depends on the machine, and keeps the results in a folder. Each job runs in a process of
// its own, in a network namespace of its own if the machine allows one, and alone.
//
// Start reading at [Measure].
package lab

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"sync"
	"syscall"

	"github.com/scrutineer-go/scrutineer/internal/cache"
	"github.com/scrutineer-go/scrutineer/internal/child"
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/internal/phrase"
)

// Laboratory runs jobs, one at a time, and keeps a cell of each in a folder.
type Laboratory struct {
	// Dir is the folder.
	Dir  string
	Size Size

	mutex sync.Mutex
}

// Size is how much a job measures.
type Size struct {
	// Settles is how long a system is left alone before it is measured, and Seconds how long it is measured.
	Settles int `json:"settles" input:"required"`
	Seconds int `json:"seconds" input:"required"`
	// Trials is how often something is tried, if a job tries something.
	Trials int `json:"trials,omitempty"`
}

// Job measures something.
type Job struct {
	ID string
	// Fetch, if it is set, fetches what the job needs. The network namespace reaches no repository.
	Fetch func(context.Context) error
	// Run measures, and returns a value that is kept as JSON.
	Run func(Place) (any, error)
}

// Place is where a job runs.
type Place struct {
	// Dir is an empty folder for the job's files.
	Dir string `json:"dir" input:"required"`
	// Alone reports whether the job has a network namespace of its own.
	Alone bool `json:"alone"`
	Size  Size `json:"size" input:"required"`
}

// cell is what is kept of a job.
type cell struct {
	Job  string `json:"job" input:"required"`
	Size Size   `json:"size" input:"required"`
	// Program is the hash of the program that has measured.
	Program string `json:"program" input:"required"`
	Machine string `json:"machine" input:"required"`
	// Result is what the job has returned.
	Result json.RawMessage `json:"result" input:"required"`
}

// isOf reports whether a cell is of the same job, size, program and machine as another.
func (c cell) isOf(other cell) bool {
	c.Result, other.Result = nil, nil
	return reflect.DeepEqual(c, other)
}

// Measure returns the result of a job: the one that this program has kept on this machine, or a new one.
func Measure[T any](ctx context.Context, l *Laboratory, j Job) (result T, err error) {
	text, file, err := l.measure(ctx, j)
	if err != nil {
		return result, err
	}
	if err := input.Decode(text, &result); err != nil {
		return result, fmt.Errorf("%s: has no result of this job (%w): remove it", file, err)
	}
	return result, nil
}

// measure returns the encoded result of a job, and the file that keeps it.
func (l *Laboratory) measure(ctx context.Context, j Job) (result []byte, file string, err error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	program, err := cache.SumOfProgram()
	if err != nil {
		return nil, "", err
	}
	c := cell{Job: j.ID, Size: l.Size, Program: program, Machine: Machine()}
	file = filepath.Join(l.Dir, j.ID+".json")
	if text, err := os.ReadFile(file); err == nil {
		var old cell
		if err := input.Decode(text, &old); err != nil {
			return nil, file, fmt.Errorf("%s: is no cell (%w): remove it", file, err)
		}
		if old.isOf(c) {
			return old.Result, file, nil
		}
	}
	unlock, err := l.lock()
	if err != nil {
		return nil, file, err
	}
	defer unlock()
	if j.Fetch != nil {
		if err := j.Fetch(ctx); err != nil {
			return nil, file, err
		}
	}
	if c.Result, err = l.inScratch(ctx, j.ID); err != nil {
		return nil, file, err
	}
	return c.Result, file, c.keep(file)
}

// lock keeps other programs from measuring in the folder.
func (l *Laboratory) lock() (unlock func(), err error) {
	if err := os.MkdirAll(l.Dir, 0o755); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(filepath.Join(l.Dir, "lock"), os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: another program measures there: wait until it has ended", l.Dir),
			file.Close())
	}
	return func() { file.Close() }, nil
}

// keep writes the cell to a file, in one step.
func (c cell) keep(file string) error {
	text, err := json.Marshal(c)
	if err == nil {
		err = os.WriteFile(file+".new", text, 0o644)
	}
	if err != nil {
		return err
	}
	return os.Rename(file+".new", file)
}

// inScratch runs a job in a folder. It removes the folder unless the job fails. The next job runs there too.
func (l *Laboratory) inScratch(ctx context.Context, id string) ([]byte, error) {
	scratch, err := filepath.Abs(filepath.Join(l.Dir, "scratch"))
	if err == nil {
		err = errors.Join(os.RemoveAll(scratch), os.MkdirAll(scratch, 0o755))
	}
	if err != nil {
		return nil, err
	}
	result, err := l.inChild(ctx, scratch, id)
	if err == nil {
		err = os.RemoveAll(scratch)
	}
	return result, err
}

// inChild runs a job in a child with a network namespace of its own, or without one if the machine allows none.
func (l *Laboratory) inChild(ctx context.Context, dir, id string) ([]byte, error) {
	p := Place{Dir: dir, Alone: Namespaces() == nil, Size: l.Size}
	text, err := json.Marshal(p)
	if err != nil {
		return nil, err
	}
	cmd := Itself(cellRole, id, string(text))
	if p.Alone {
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
	if !cmd.ProcessState.Success() {
		return nil, fmt.Errorf("%s: %s", id, cmp.Or(phrase.FirstLine(errs.String()), cmd.ProcessState.String()))
	}
	return out.Bytes(), nil
}

// Role runs this program in one of the laboratory's roles, and reports whether the arguments name one.
func Role(args []string, jobs []Job) (is bool, err error) {
	switch {
	case len(args) == 1 && args[0] == probeRole:
		return true, loopbackUp()
	case len(args) == 3 && args[0] == cellRole:
		return true, runCell(args[1], args[2], jobs)
	}
	return false, nil
}

// runCell runs the job with an id in a place, and prints the result.
func runCell(id, place string, jobs []Job) error {
	var p Place
	if err := input.Decode([]byte(place), &p); err != nil {
		return err
	}
	if p.Alone {
		if err := loopbackUp(); err != nil {
			return err
		}
	}
	for _, j := range jobs {
		if j.ID == id {
			result, err := j.Run(p)
			if err != nil {
				return err
			}
			return json.NewEncoder(os.Stdout).Encode(result)
		}
	}
	return fmt.Errorf("there is no job %q", id)
}
