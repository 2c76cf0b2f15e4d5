package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"sync"

	"github.com/scrutineer-go/scrutineer/internal/cache"
	"github.com/scrutineer-go/scrutineer/internal/child"
	"github.com/scrutineer-go/scrutineer/internal/input"
)

// laboratory measures systems, one at a time, and keeps a cell of each in a folder.
type laboratory struct {
	dir string
	// settles is how long a system is left alone before it is measured, and seconds how long it is measured.
	settles, seconds int
	mutex            sync.Mutex
}

// cell is what is kept of a system.
type cell struct {
	System  string `json:"system" input:"required"`
	Settles int    `json:"settles" input:"required"`
	Seconds int    `json:"seconds" input:"required"`
	// Program is the hash of the program that has measured it.
	Program string `json:"program" input:"required"`
	Machine string `json:"machine" input:"required"`
	measurement
}

// isOf reports whether a cell is of the same system, program and machine as another, and was measured alike.
func (c cell) isOf(other cell) bool {
	c.measurement, other.measurement = measurement{}, measurement{}
	return reflect.DeepEqual(c, other)
}

// measure returns the cell of a system: the one that this program has kept on this machine, or a new one.
func (l *laboratory) measure(ctx context.Context, s system) (cell, error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	program, err := cache.SumOfProgram()
	if err != nil {
		return cell{}, err
	}
	c := cell{System: s.id, Settles: l.settles, Seconds: l.seconds, Program: program, Machine: machine()}
	kept := filepath.Join(l.dir, fmt.Sprintf("%s-%ds.json", s.id, l.seconds))
	if text, err := os.ReadFile(kept); err == nil {
		var old cell
		if err := input.Decode(text, &old); err != nil {
			return c, fmt.Errorf("%s: is no cell (%w): remove it", kept, err)
		}
		if old.isOf(c) {
			return old, nil
		}
	}
	if s.fetch != nil {
		if err := s.fetch(ctx); err != nil {
			return c, err
		}
	}
	if c.measurement, err = l.inScratch(ctx, s); err != nil {
		return c, err
	}
	return c, c.keep(kept)
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

// inScratch measures a system in a folder, which it removes unless that fails. The next system is measured there too.
func (l *laboratory) inScratch(ctx context.Context, s system) (measurement, error) {
	scratch, err := filepath.Abs(filepath.Join(l.dir, "scratch"))
	if err == nil {
		err = errors.Join(os.RemoveAll(scratch), os.MkdirAll(scratch, 0o755))
	}
	if err != nil {
		return measurement{}, err
	}
	m, err := l.inChild(ctx, scratch, s.id)
	if err == nil {
		err = os.RemoveAll(scratch)
	}
	return m, err
}

// inChild measures a system in a child with a network namespace of its own, or without one if the machine allows none.
func (l *laboratory) inChild(ctx context.Context, dir, id string) (m measurement, err error) {
	where := alone
	if namespaces() != nil {
		where = beside
	}
	cmd := itself(cellRole, dir, id, strconv.Itoa(l.settles), strconv.Itoa(l.seconds), where)
	if where == alone {
		inNamespace(cmd)
	}
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	c, err := child.Start(cmd)
	if err != nil {
		return m, err
	}
	select {
	case <-c.Ended():
	case <-ctx.Done():
		c.Kill()
		return m, ctx.Err()
	}
	if !cmd.ProcessState.Success() {
		return m, fmt.Errorf("%s: %s", id, firstLine(errs.String()))
	}
	return m, input.Decode(out.Bytes(), &m)
}
