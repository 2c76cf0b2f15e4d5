package command

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// screen is what a terminal of so many columns shows of what is written to it: a line that is too
// wide goes on in the next.
type screen struct {
	columns int
	lines   [][]rune
	at      int // in the last line
	// moments are all last lines that could be seen.
	moments []string
}

func (s *screen) write(text string) {
	if s.lines == nil {
		s.lines = [][]rune{{}}
	}
	for text != "" {
		last := &s.lines[len(s.lines)-1]
		if rest, ok := strings.CutPrefix(text, "\x1b[K"); ok {
			*last, text = (*last)[:min(s.at, len(*last))], rest
			continue
		}
		letter := []rune(text)[0]
		text = text[len(string(letter)):]
		switch {
		case letter == '\r':
			s.moments = append(s.moments, string(*last))
			s.at = 0
		case letter == '\n':
			s.lines = append(s.lines, nil)
			s.at = 0
		case s.at == s.columns:
			s.lines = append(s.lines, []rune{letter})
			s.at = 1
		default:
			*last = append((*last)[:s.at], append([]rune{letter}, (*last)[min(s.at+1, len(*last)):]...)...)
			s.at++
		}
	}
}

func (s *screen) text() string {
	var lines []string
	for _, line := range s.lines {
		lines = append(lines, string(line))
	}
	return strings.Join(lines, "\n")
}

// The model of a screen shows what one would.
func TestScreen(t *testing.T) {
	for text, want := range map[string]string{
		"ab\n": "ab\n", "abcdef\n": "abcde\nf\n", "abc\rx\n": "xbc\n", "abc\r\x1b[Kx\n": "x\n",
		"abcde\r\nx":      "abcde\nx",
		"abcdef\r\x1b[Kx": "abcde\nx", "abcd\r\x1b[K": "", "ab\x1b[Kc": "abc",
	} {
		s := screen{columns: 5}
		if s.write(text); s.text() != want {
			t.Errorf("%q shows %q, want %q", text, s.text(), want)
		}
	}
}

// shown runs the program with its stderr, and its stdout if both is set, on a terminal, and
// returns what the screen shows in the end.
func (w sandbox) shown(t *testing.T, columns int, both bool, signal func() bool, args ...string) (*screen, string) {
	t.Helper()
	master, slave := terminal(t, columns)
	var out bytes.Buffer
	cmd := w.command(&out, slave, args...)
	if both {
		cmd.Stdout = slave
	}
	cmd.Env = append(cmd.Env, "TERM=xterm", "COLUMNS=")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	slave.Close()
	var raw []byte
	read := make(chan struct{})
	go func() {
		defer close(read)
		raw, _ = io.ReadAll(master) // whose error is that the program has closed its end
	}()
	if signal != nil {
		for !signal() {
			time.Sleep(time.Millisecond)
		}
		cmd.Process.Signal(os.Interrupt)
	}
	cmd.Wait()
	<-read
	s := &screen{columns: columns}
	s.write(string(raw))
	return s, out.String()
}

// On a terminal the last line tells how far a command has got. No line is wider than the terminal,
// and in the end there are whole lines alone.
func TestTerminal(t *testing.T) {
	callsOften(t)
	t.Parallel()
	row := `(?: {0,2}\d+ +\d+\.\d s  \S+ +\S.*\n)`
	for _, c := range []struct {
		args, want, moment string
	}{
		{
			"verify -no-tlc -only base-tagged-blocked-again|base-never-.*",
			`^` + row + `{4,}$`, `^     \d+ s, running ctolerant/base-`,
		},
		{"explore -case base-tagged-crash-loss -out x", `^$`, ``},
		{
			"campaign -n 400 -edges=false -seed 7 -out c", `^c: the result and the failures come here\n$`,
			`^\d+ of 400 runs, \d`,
		},
	} {
		t.Run(strings.Fields(c.args)[0], func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			s, _ := w.shown(t, 80, false, nil, strings.Fields(c.args)...)
			if text := s.text(); !regexp.MustCompile(c.want).MatchString(text) {
				t.Errorf("in the end there is\n%s\nwant %s", text, c.want)
			}
			seen := func(moment string) bool { return regexp.MustCompile(c.moment).MatchString(moment) }
			if c.moment != "" && !slices.ContainsFunc(s.moments, seen) {
				t.Errorf("%s was never seen, but %q", c.moment, s.moments)
			}
		})
	}
}

// Where stdout is the same terminal what is printed stands there whole, and nothing else but
// what stays on stderr.
func TestTerminalOfBoth(t *testing.T) {
	callsOften(t)
	t.Parallel()
	w := newWorld(t)
	args := strings.Fields("campaign -n 600 -seed 7 -refine=false -out c")
	s, _ := w.shown(t, 1000, true, nil, args...)
	_, out, errs := w.call(t, nil, args...) // which finds everything run
	want := "c: the result and the failures come here\n" + out
	if text := s.text(); text != want || !strings.Contains(errs, "were run before") {
		t.Errorf("%s: there is\n%s\nwant\n%s", errs, text, want)
	}
}

// What an interruption says does not stand behind what was being told.
func TestTerminalInterrupted(t *testing.T) {
	callsOften(t)
	t.Parallel()
	w := newWorld(t)
	began := func() bool {
		r, there := resultIn(t, filepath.Join(w.cwd, "c"))
		return there && r.Run > 0
	}
	s, _ := w.shown(t, 60, false, began, strings.Fields("campaign -n 100000000 -refine=false -out c")...)
	told := func(moment string) bool { return strings.Contains(moment, " of 100000000 runs, ") }
	if !slices.ContainsFunc(s.moments, told) {
		t.Errorf("it never told how far it got: %q", s.moments)
	}
	lines := strings.Split(strings.ReplaceAll(s.text(), "up (once mo\nre", "up (once more"), "\n")
	if len(lines) < 4 || !strings.HasPrefix(lines[0], "c: the result") ||
		!strings.HasPrefix(lines[1], "interrupted, ") ||
		strings.Contains(s.text(), "second") {
		t.Errorf("in the end there is\n%s", s.text())
	}
}

// An exploration that takes long tells of its states.
func TestTerminalExploring(t *testing.T) {
	callsOften(t)
	if testing.Short() {
		t.Skip("explores for a second or more; make test does")
	}
	t.Parallel()
	w := newWorld(t)
	s, _ := w.shown(t, 80, false, nil, strings.Fields(
		"explore -case preferred-premature-loss-duplicate -out x")...)
	states := regexp.MustCompile(`^[\d,]+ states, [\d,]+ a second, `)
	if !slices.ContainsFunc(s.moments, states.MatchString) || s.text() != "" {
		t.Errorf("moments %q\n%s", s.moments, s.text())
	}
	verify, _ := w.shown(t, 80, false, nil, "verify", "-no-tlc", "-only", "preferred-premature-loss-duplicate")
	so := regexp.MustCompile(`^     \d+ s, [\d,]+ states so far, exploring ctolerant/preferred-premature-loss-`)
	if !slices.ContainsFunc(verify.moments, so.MatchString) || strings.Count(verify.text(), "\n") != 1 {
		t.Errorf("moments %q\n%s", verify.moments, verify.text())
	}
}
