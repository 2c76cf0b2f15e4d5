package main

import (
	"fmt"
	"io"
	"time"

	"github.com/scrutineer-go/scrutineer/campaign"
)

// meter tells on stderr how far a campaign has got: on a terminal in a line that is
// written anew, else in a line now and then.
type meter struct {
	ticker
	first int // the run that this session began with
}

func newMeter(out io.Writer, sofar *campaign.Result) *meter { return &meter{newTicker(out), sofar.Run} }

// show shows the result so far, not too often.
func (m *meter) show(r *campaign.Result) {
	if !m.due() {
		return
	}
	rate := float64(r.Run-m.first) / time.Since(m.began).Seconds()
	left := time.Duration(float64(r.Asked-r.Run) / max(rate, 0.001) * float64(time.Second)).Round(time.Second)
	m.line(fmt.Sprintf("%d of %d runs, %.0f a second, %s left, %d failed",
		r.Run, r.Asked, rate, left, r.Run-r.Passed()-r.Outside))
}

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

// due tells whether it is time for a line.
func (t *ticker) due() bool {
	pause := 10 * time.Second
	if t.terminal {
		pause = 200 * time.Millisecond
	}
	if time.Since(t.last) < pause {
		return false
	}
	t.last = time.Now()
	return true
}

func (t *ticker) line(text string) {
	if t.terminal {
		fmt.Fprint(t.out, "\r\x1b[K"+text)
		return
	}
	fmt.Fprintln(t.out, text)
}

// end takes the line away.
func (t *ticker) end() {
	if t.terminal {
		fmt.Fprint(t.out, "\r\x1b[K")
	}
}
