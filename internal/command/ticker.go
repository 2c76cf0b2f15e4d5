package command

import (
	"fmt"
	"io"
	"time"
)

// ticker writes a line now and then: on a terminal it often writes the same line anew,
// else it seldom writes one more.
type ticker struct {
	out      io.Writer
	terminal bool
	began    time.Time
	last     time.Time
}

func newTicker(out io.Writer) ticker {
	return ticker{out: out, terminal: isTerminal(out), began: time.Now(), last: time.Now()}
}

// due reports whether it is time for a line.
func (t *ticker) due() bool {
	if time.Since(t.last) < t.pause() {
		return false
	}
	t.last = time.Now()
	return true
}

// pause is how long there is no other line.
func (t *ticker) pause() time.Duration {
	if t.terminal {
		return 200 * time.Millisecond
	}
	return 10 * time.Second
}

func (t *ticker) line(text string) {
	if t.terminal {
		lastLine(t.out, text)
		return
	}
	fmt.Fprintln(t.out, text)
}

// end takes the line away.
func (t *ticker) end() {
	if t.terminal {
		lastLine(t.out, "")
	}
}
