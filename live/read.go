package live

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Life is the log of one life of a process.
type Life struct {
	Head
	// Stopped reports whether the life ended by itself. Otherwise it was killed, or is still running.
	Stopped bool
	Counts  Counts

	clocks       int64       // when the clocks of all processes read 0; 0 if it never knew that
	held         []MessageID // copies that have arrived and were held back
	began, ended int64       // when its first and its last line were written
	steps        []logged
	inputs       []given // of a client, in the order of its log
}

// IsClient reports whether it is the life of a client.
func (l *Life) IsClient() bool { return l.ID == spec.Environment }

// Inputs counts the inputs of a client by their outcomes: answered, refused by the process, unknown because the process
// went down, or open at the end.
func (l *Life) Inputs() map[string]int {
	counts := map[string]int{}
	open := 0
	for _, g := range l.inputs {
		if g.called != nil {
			open++
			continue
		}
		open--
		counts[string(g.returned.Outcome)]++
	}
	if open > 0 {
		counts["open"] = open
	}
	return counts
}

// given is a line of a client's log: an input is given, or has returned. One of the pointers is set.
type given struct {
	at       int64
	called   *called
	returned *returned
}

// logged is one step of a life.
type logged struct {
	begun
	at      int64
	picked  spec.Set
	did     []int // the effects that were carried out
	lost    []int // the copies that injected faults have dropped
	doubled []int // the copies that injected faults have doubled
	ended   bool
	state   []byte
}

// lastBytes is how much of the end of a log LastState reads.
const lastBytes = 1 << 20

// LastState returns the encoded state after the last step of a process's last life that has ended, nil if the last
// mebibyte of its log has none. The process may be running.
func LastState(dir string, id spec.NodeID) ([]byte, error) {
	life := 1
	for ; ; life++ {
		if _, err := os.Stat(filepath.Join(dir, logName(id, life+1))); err != nil {
			break
		}
	}
	file, err := os.Open(filepath.Join(dir, logName(id, life)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	end, err := file.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.NewSectionReader(file, max(0, end-lastBytes), min(end, lastBytes)))
	if err != nil {
		return nil, err
	}
	lines := bytes.Split(text, []byte("\n"))
	for n := len(lines) - 2; n >= 0; n-- { // the last one is torn, or empty
		var of line
		if json.Unmarshal(lines[n], &of) == nil && of.Ended != nil {
			return of.Ended.State, nil
		}
	}
	return nil, nil
}

// ReadLogs reads all logs in a folder, in the order of processes and lives. Those of clients come first.
func ReadLogs(dir string) ([]Life, error) {
	files, err := filepath.Glob(filepath.Join(dir, "process*-life*.log"))
	if err != nil {
		return nil, err
	}
	clients, err := filepath.Glob(filepath.Join(dir, "client-life*.log"))
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s: has no log of a process, such as %s", dir, logName(0, 1))
	}
	var lives []Life
	for _, file := range slices.Concat(files, clients) {
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
	if info, err := file.Stat(); err != nil || info.Size() > MostLog {
		return nil, cmp.Or(err, fmt.Errorf("has more than %d bytes, which is the most that a log may have", MostLog))
	}
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, mostLine)
	lines.Split(wholeLines)
	life := &Life{}
	named, err := nameOf(filepath.Base(name))
	if err != nil {
		return nil, err
	}
	n := 1
	for ; lines.Scan(); n++ {
		if err := life.read(n, lines.Bytes()); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return nil, fmt.Errorf("line %d: has more than %d bytes", n, mostLine)
	case err != nil:
		return nil, err
	case n == 1:
		return &Life{Head: named}, nil
	case life.ID != named.ID || life.Life != named.Life:
		return nil, fmt.Errorf("is the log of life %d of process %s: rename it to %s",
			life.Life, life.ID, logName(life.ID, life.Life))
	}
	return life, nil
}

// nameOf returns the process and the life that the name of a log says.
func nameOf(file string) (h Head, err error) {
	if _, err := fmt.Sscanf(file, "client-life%d.log", &h.Life); err == nil {
		h.ID = spec.Environment
		return h, nil
	}
	if _, err := fmt.Sscanf(file, "process%d-life%d.log", &h.ID, &h.Life); err != nil {
		return h, fmt.Errorf("is no name of a log, such as %s", logName(0, 1))
	}
	return h, nil
}

// mostLine is how many bytes a line of a log has at most: more than the state and the messages of any process.
const mostLine = 1 << 26

// wholeLines splits a log into its lines. It leaves out a last line that is torn.
func wholeLines(data []byte, atEOF bool) (advance int, line []byte, err error) {
	if end := bytes.IndexByte(data, '\n'); end >= 0 {
		return end + 1, data[:end], nil
	}
	if atEOF {
		return len(data), nil, nil
	}
	return 0, nil, nil
}

// mostNow is the latest reading of a clock: ten years.
const mostNow = 10 * 365 * 24 * time.Hour

// fields counts the fields that are set, beside at.
func (l *line) fields() (n int) {
	for _, is := range []bool{
		l.Life != nil, l.Begun != nil, l.Picked != nil, l.Did != nil, l.Lost != nil, l.Doubled != nil, l.Ended != nil,
		l.Held != nil, l.Stopped != nil, l.Began != nil, l.Called != nil, l.Returned != nil, l.Suspects != nil,
	} {
		if is {
			n++
		}
	}
	return n
}

// read takes the n-th line of a log.
func (l *Life) read(n int, text []byte) error {
	var of line
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&of); err != nil {
		return fmt.Errorf("is no line of a log: %w", err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return errors.New("has more behind its object")
	}
	if n := of.fields(); n > 1 {
		return fmt.Errorf("has %d fields beside at, it must have one", n)
	}
	if (n == 1) != (of.Life != nil) {
		return errors.New("the line that says whose life it is must be the first, and the only one")
	}
	if l.Stopped {
		return errors.New("stands behind the line that says that the process has stopped")
	}
	l.ended = of.At
	if of.Life == nil && of.Stopped == nil && l.IsClient() {
		return l.readClient(&of)
	}
	last := &logged{ended: true, begun: begun{Now: -mostNow}}
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
	case of.Begun != nil && (of.Begun.Now < last.Now || of.Begun.Now > mostNow):
		return fmt.Errorf("reads %s, it must be %s, as at the step before, to %s", of.Begun.Now, last.Now, mostNow)
	case of.Begun != nil:
		l.steps = append(l.steps, logged{begun: *of.Begun, at: of.At})
	case of.Began != nil && (l.clocks != 0 || len(l.steps) > 0):
		return errors.New("says when the clocks began, it must be before all steps, and the only such line")
	case of.Began != nil:
		l.clocks = *of.Began
	case of.Held != nil:
		l.held = append(l.held, *of.Held)
	case last.ended:
		return errors.New("belongs to no step that has begun")
	case of.Picked != nil:
		last.picked = *of.Picked
	case of.Did != nil:
		last.did = append(last.did, *of.Did)
	case of.Lost != nil:
		last.lost = append(last.lost, *of.Lost)
	case of.Doubled != nil:
		last.doubled = append(last.doubled, *of.Doubled)
	case of.Ended != nil:
		last.ended, last.state = true, of.Ended.State
	default:
		return errors.New("says nothing")
	}
	return nil
}

// readClient takes a line of the log of a client.
func (l *Life) readClient(of *line) error {
	switch {
	case of.Called != nil:
		l.inputs = append(l.inputs, given{at: of.At, called: of.Called})
	case of.Returned != nil:
		l.inputs = append(l.inputs, given{at: of.At, returned: of.Returned})
	case of.Suspects == nil:
		return errors.New("is no line of a client")
	}
	return nil
}

// seen returns the event that the process handled.
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
	switch needsBody := ev.Kind == impl.Delivered || ev.Kind == impl.Input; {
	case s.Copy != nil && ev.Kind != impl.Delivered:
		return ev, errors.New("it names a copy, and delivers none")
	case (s.Call != nil) != (ev.Kind == impl.Input):
		return ev, errors.New("an input, and nothing else, must name the call that a client has made")
	case needsBody && ev.Body == nil:
		return ev, errors.New("it has no body")
	case ev.Kind == impl.Delivered && s.Copy == nil:
		return ev, errors.New("it does not say which copy is delivered")
	case ev.Kind == impl.Fired && !s.Timer.IsOne():
		return ev, errors.New("it does not say which timer fires")
	}
	return ev, nil
}
