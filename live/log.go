package live

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

// line is one line of a log. One of its pointers is set.
type line struct {
	At      int64      `json:"at"` // nanoseconds since 1970
	Life    *Head      `json:"life,omitempty"`
	Begun   *begun     `json:"begun,omitempty"`
	Picked  *spec.Set  `json:"picked,omitempty"`
	Did     *int       `json:"did,omitempty"`     // the index of an effect: sent from here on, or saved
	Lost    *int       `json:"lost,omitempty"`    // the number of a copy that an injected fault drops
	Doubled *int       `json:"doubled,omitempty"` // the number of a copy that an injected fault doubles
	Ended   *ended     `json:"ended,omitempty"`
	Held    *MessageID `json:"held,omitempty"` // a copy that has arrived and is held back
	Stopped *Counts    `json:"stopped,omitempty"`
	// Began is when the clocks of all processes read 0, in nanoseconds since 1970.
	Began *int64 `json:"began,omitempty"`
	// The lines of a client.
	Called   *called   `json:"called,omitempty"`
	Returned *returned `json:"returned,omitempty"`
	Suspects *spec.Set `json:"suspects,omitempty"`
}

// called says that a client gives an input to a life of a process.
type called struct {
	Process spec.NodeID `json:"process"`
	Life    int         `json:"life"`
	Number  int         `json:"number"`
	Body    []byte      `json:"body"`
}

// returned says the outcome of the input with the number, and the answer if the input is a call.
type returned struct {
	Number  int     `json:"number"`
	Outcome outcome `json:"outcome"`
	Answer  []byte  `json:"answer,omitempty"`
}

// Head is the first line of a log: whose life it is, counted from 1.
type Head struct {
	Protocol string          `json:"protocol"`
	Config   json.RawMessage `json:"config,omitempty"`
	// ID is spec.Environment for a client.
	ID   spec.NodeID `json:"id"`
	Life int         `json:"life"`
}

// begun says that a step begins. The first step of a later life has the record on the disk.
type begun struct {
	Kind  eventKind     `json:"kind"`
	Copy  *MessageID    `json:"copy,omitempty"`
	Topic string        `json:"topic,omitempty"`
	Body  []byte        `json:"body,omitempty"`
	Timer spec.Timer    `json:"timer,omitempty"`
	Disk  []byte        `json:"disk,omitempty"`
	Call  *CallID       `json:"call,omitempty"` // the input that the body is
	Now   time.Duration `json:"now"`
}

// ended says that a step has ended, and in which state.
type ended struct {
	State []byte `json:"state"`
}

// Counts counts the packets that a life dropped.
type Counts struct {
	// Noise are packets that no process sent, Strangers packets of another program or configuration.
	Noise     int `json:"noise"`
	Strangers int `json:"strangers"`
	// Missed are packets that were sent before the life began, if messages to a process that is down vanish, or before
	// the process was bound to their topic.
	Missed int `json:"missed"`
	// Unsent are packets that the transport did not take.
	Unsent int `json:"unsent"`
}

// drop counts a packet that decode returns an error for.
func (c *Counts) drop(err error) {
	switch {
	case errors.Is(err, errStranger):
		c.Strangers++
	case err != nil:
		c.Noise++
	}
}

// eventKind is an impl.EventKind that a log writes as its name.
type eventKind impl.EventKind

var eventKinds = map[impl.EventKind]string{
	impl.Delivered: "delivered", impl.Fired: "fired", impl.Input: "told", impl.Recovered: "recovered",
	impl.Booted: "booted",
}

// MarshalText returns the name of the kind.
func (k eventKind) MarshalText() ([]byte, error) { return []byte(eventKinds[impl.EventKind(k)]), nil }

// UnmarshalText reads the name of a kind.
func (k *eventKind) UnmarshalText(text []byte) error {
	for kind, name := range eventKinds {
		if name == string(text) {
			*k = eventKind(kind)
			return nil
		}
	}
	return fmt.Errorf("%q is no kind of event", text)
}

// Log is the log of a life: a line for each step that begins, each effect that is carried out, and each step that ends.
// A life that is killed leaves all lines but perhaps the last.
type Log struct {
	file    *os.File
	written int64
	err     error
	start   int64 // when the first life of its process started, in nanoseconds since 1970
	began   int64 // when the clocks of all processes read 0, if an earlier life knew that; else 0
}

// MostLog is how many bytes a log has at most. A life whose log is full ends.
const MostLog = 1 << 30

// HasLived reports whether a process has lived in a folder: it has begun to take steps.
func HasLived(dir string, id spec.NodeID) bool {
	b, err := readBeginning(filepath.Join(dir, logName(id, 1)))
	return err != nil || b.began != 0
}

// logName is the name of the log of a life.
func logName(id spec.NodeID, life int) string {
	if id == spec.Environment {
		return fmt.Sprintf("client-life%d.log", life)
	}
	return fmt.Sprintf("process%s-life%d.log", id, life)
}

// CreateLog creates the log of the next life of a process in a folder, and returns the life, counted from 1. A life
// that ended before all processes had started goes on: it has taken no step.
func CreateLog(dir string, h Head) (l *Log, life int, err error) {
	first := filepath.Join(dir, logName(h.ID, 1))
	known, err := readBeginning(first)
	if err != nil {
		return nil, 0, err
	}
	l = &Log{start: known.start, began: known.began}
	if known.start != 0 && known.began == 0 && h.ID != spec.Environment {
		if l.file, err = os.OpenFile(first, os.O_WRONLY|os.O_APPEND, 0o644); err != nil {
			return nil, 0, err
		}
		l.written = known.head
		return l, 1, l.file.Truncate(known.head)
	}
	for h.Life = 1; ; h.Life++ {
		name := filepath.Join(dir, logName(h.ID, h.Life))
		if known.start == 0 && h.Life == 1 { // a file that is there has no whole line
			l.file, err = os.OpenFile(name, os.O_CREATE|os.O_TRUNC|os.O_WRONLY|os.O_APPEND, 0o644)
		} else {
			l.file, err = os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY|os.O_APPEND, 0o644)
		}
		if errors.Is(err, os.ErrExist) {
			continue
		}
		if err != nil {
			return nil, 0, err
		}
		l.write(line{Life: &h})
		return l, h.Life, l.err
	}
}

// beginning is the content of the first lines of a process's first log.
type beginning struct {
	start int64 // when it started, in nanoseconds since 1970; 0 if it has not
	began int64 // when the clocks of all processes read 0; 0 if that was not known yet
	head  int64 // the length of the first line
}

// readBeginning reads the beginning of a log, which need not be there.
func readBeginning(name string) (b beginning, err error) {
	file, err := os.Open(name)
	if errors.Is(err, os.ErrNotExist) {
		return b, nil
	}
	if err != nil {
		return b, err
	}
	defer file.Close()
	lines := bufio.NewReader(file)
	for b.began == 0 {
		text, err := lines.ReadBytes('\n')
		if err != nil { // the last line is torn, or there is none
			return b, nil
		}
		var of line
		if err := json.Unmarshal(text, &of); err != nil {
			return b, fmt.Errorf("%s: is no log of a process: %w", name, err)
		}
		switch {
		case of.Life != nil:
			b.start, b.head = of.At, int64(len(text))
		case of.Began != nil:
			b.began = *of.Began
		default:
			return b, nil
		}
	}
	return b, nil
}

// write appends a line, written now if its time is not set. After an error nothing more is written.
func (l *Log) write(of line) {
	if l.err != nil {
		return
	}
	if of.At == 0 {
		of.At = time.Now().UnixNano()
	}
	if l.start == 0 {
		l.start = of.At // as the next life reads it
	}
	data, err := json.Marshal(of)
	l.written += int64(len(data)) + 1
	switch {
	case err != nil:
	case l.written > MostLog:
		err = fmt.Errorf("%s: has %d bytes, a log has at most %d: start the cluster in a new folder",
			l.file.Name(), l.written, MostLog)
	default:
		_, err = l.file.Write(append(data, '\n'))
	}
	l.err = err
}

// Close closes the file.
func (l *Log) Close() error { return errors.Join(l.err, l.file.Close()) }

// encoded returns a body or a record as bytes, nil for nil.
func encoded(value any) []byte {
	if value == nil {
		return nil
	}
	return codec.Box(value)
}

// decoded reads the bytes that encoded returned.
func decoded(data []byte) (any, error) {
	if len(data) == 0 {
		return nil, nil
	}
	return codec.Unbox(data)
}
