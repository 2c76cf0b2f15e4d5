package live

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Life is what a log says of one life of a process.
type Life struct {
	Head
	// Stopped reports whether the life has ended by itself. Otherwise it was killed, or its log is read while it goes
	// on.
	Stopped bool
	Counts  Counts

	began, ended int64 // when its first and its last line were written
	steps        []logged
}

// logged is one step of a life.
type logged struct {
	begun
	at     int64
	picked spec.Set
	did    []int // the effects that were carried out
	ended  bool
	state  []byte
}

// State returns the encoded state after the last step that has ended, nil if there is none.
func (l *Life) State() []byte {
	for n := len(l.steps) - 1; n >= 0; n-- {
		if l.steps[n].ended {
			return l.steps[n].state
		}
	}
	return nil
}

// ReadLogs reads all logs in a folder, in the order of processes and lives.
func ReadLogs(dir string) ([]Life, error) {
	files, err := filepath.Glob(filepath.Join(dir, "process*-life*.log"))
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s: has no log of a process, such as %s", dir, logName(0, 1))
	}
	var lives []Life
	for _, file := range files {
		life, err := readLog(file)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		lives = append(lives, *life)
	}
	slices.SortFunc(lives, func(a, b Life) int { return cmp.Or(cmp.Compare(a.ID, b.ID), cmp.Compare(a.Life, b.Life)) })
	return lives, nil
}

// readLog reads a log. It has no line if the life was killed before the first was whole. A last line that is torn was
// being written when the life was killed.
func readLog(name string) (*Life, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	lines := bufio.NewReaderSize(file, 1<<16)
	life := &Life{}
	var named Head
	if _, err := fmt.Sscanf(filepath.Base(name), "process%d-life%d.log", &named.ID, &named.Life); err != nil {
		return nil, fmt.Errorf("is no name of a log, such as %s", logName(0, 1))
	}
	for n := 1; ; n++ {
		text, err := lines.ReadBytes('\n')
		switch {
		case errors.Is(err, io.EOF) && n == 1:
			return &Life{Head: named}, nil
		case errors.Is(err, io.EOF) && (life.ID != named.ID || life.Life != named.Life):
			return nil, fmt.Errorf("is of life %d of process %s, as it says", life.Life, life.ID)
		case errors.Is(err, io.EOF):
			return life, nil
		case err != nil:
			return nil, err
		}
		if err := life.read(n, bytes.TrimSuffix(text, []byte("\n"))); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
	}
}

// read takes the n-th line of a log.
func (l *Life) read(n int, text []byte) error {
	var of line
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&of); err != nil {
		return fmt.Errorf("is no line of a log: %w", err)
	}
	if (n == 1) != (of.Life != nil) {
		return errors.New("the line that says whose life it is must be the first, and the only one")
	}
	if l.Stopped {
		return errors.New("stands behind the line that says that the process has stopped")
	}
	l.ended = of.At
	last := &logged{ended: true}
	if len(l.steps) > 0 {
		last = &l.steps[len(l.steps)-1]
	}
	switch {
	case of.Life != nil:
		l.Head, l.began = *of.Life, of.At
	case of.Stopped != nil:
		l.Stopped, l.Counts = true, *of.Stopped
	case of.Begun != nil && !last.ended:
		return fmt.Errorf("step %d begins, and step %d has not ended", len(l.steps)+1, len(l.steps))
	case of.Begun != nil:
		l.steps = append(l.steps, logged{begun: *of.Begun, at: of.At})
	case last.ended:
		return errors.New("belongs to no step that has begun")
	case of.Picked != nil:
		last.picked = *of.Picked
	case of.Did != nil:
		last.did = append(last.did, *of.Did)
	case of.Ended != nil:
		last.ended, last.state = true, of.Ended.State
	default:
		return errors.New("says nothing")
	}
	return nil
}

// seen returns what the process saw of the step.
func (s *logged) seen() (impl.Event, error) {
	ev := impl.Event{Kind: impl.EventKind(s.Kind), From: spec.None, Timer: s.Timer, Now: s.Now}
	if s.Copy != nil {
		ev.From = s.Copy.From
	}
	body, err := decoded(s.Body)
	if err != nil {
		return ev, err
	}
	if ev.Disk, err = decoded(s.Disk); err != nil {
		return ev, err
	}
	ev.Body, _ = body.(spec.Body)
	switch needsBody := ev.Kind == impl.Delivered || ev.Kind == impl.Told; {
	case s.Copy != nil && ev.Kind != impl.Delivered:
		return ev, errors.New("it names a copy, and delivers none")
	case needsBody && ev.Body == nil:
		return ev, errors.New("it has no body")
	case ev.Kind == impl.Delivered && s.Copy == nil:
		return ev, errors.New("it does not say which copy is delivered")
	case ev.Kind == impl.Fired && !s.Timer.IsOne():
		return ev, errors.New("it does not say which timer fires")
	}
	return ev, nil
}
