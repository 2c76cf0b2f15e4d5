package live

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/scrutineer-go/scrutineer/spec"
)

// Follower reads the states of a process from its logs while the process may be running.
type Follower struct {
	dir   string
	id    spec.NodeID
	life  int // of the log that is read
	file  *os.File
	lines *bufio.Reader
	torn  []byte // the begin of a line whose end is not written yet
	began time.Time
}

// Stepped is a step that has ended.
type Stepped struct {
	// At is when the step began, and State the encoded state after it.
	At    time.Time
	State []byte
}

// Follow returns a follower of a process. Neither the process nor its log needs to be there yet.
func Follow(dir string, id spec.NodeID) *Follower { return &Follower{dir: dir, id: id, life: 1} }

// Next returns the steps that have ended since the last call, of all lives of the process.
func (f *Follower) Next() (steps []Stepped, err error) {
	for {
		next := filepath.Join(f.dir, logName(f.id, f.life+1))
		_, err := os.Stat(next)
		over := err == nil // the life has ended, and writes nothing more
		if steps, err = f.read(steps); err != nil || !over {
			return steps, err
		}
		if err := f.Close(); err != nil {
			return steps, err
		}
		f.life++
	}
}

// read appends the steps that have ended since it was called last, of one life.
func (f *Follower) read(steps []Stepped) ([]Stepped, error) {
	if f.file == nil {
		file, err := os.Open(filepath.Join(f.dir, logName(f.id, f.life)))
		if errors.Is(err, fs.ErrNotExist) {
			return steps, nil
		}
		if err != nil {
			return steps, err
		}
		f.file, f.lines, f.torn = file, bufio.NewReader(file), nil
	}
	for {
		text, err := f.lines.ReadBytes('\n')
		f.torn = append(f.torn, text...)
		if errors.Is(err, io.EOF) {
			return steps, nil
		}
		if err != nil {
			return steps, err
		}
		var of line
		if err := json.Unmarshal(f.torn, &of); err != nil {
			return steps, fmt.Errorf("%s: is no log of a process: %w", f.file.Name(), err)
		}
		f.torn = f.torn[:0]
		switch {
		case of.Begun != nil:
			f.began = time.Unix(0, of.At)
		case of.Ended != nil:
			steps = append(steps, Stepped{At: f.began, State: of.Ended.State})
		}
	}
}

// Close closes the log that is open.
func (f *Follower) Close() error {
	if f.file == nil {
		return nil
	}
	file := f.file
	f.file = nil
	return file.Close()
}
