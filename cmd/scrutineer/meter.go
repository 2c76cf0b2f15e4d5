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
	out      io.Writer
	terminal bool
	began    time.Time
	first    int // the run that this session began with
	last     time.Time
}

func newMeter(out io.Writer, sofar *campaign.Result) *meter {
	return &meter{out: out, terminal: isTerminal(out), began: time.Now(), last: time.Now(), first: sofar.Run}
}

// show shows the result so far, not too often.
func (m *meter) show(r *campaign.Result) {
	pause := 10 * time.Second
	if m.terminal {
		pause = 200 * time.Millisecond
	}
	if time.Since(m.last) < pause {
		return
	}
	m.last = time.Now()
	rate := float64(r.Run-m.first) / time.Since(m.began).Seconds()
	left := time.Duration(float64(r.Asked-r.Run) / max(rate, 0.001) * float64(time.Second)).Round(time.Second)
	line := fmt.Sprintf("%d of %d runs, %.0f a second, %s left, %d failed",
		r.Run, r.Asked, rate, left, r.Run-r.Passed()-r.Outside)
	if m.terminal {
		fmt.Fprint(m.out, "\r\x1b[K"+line)
		return
	}
	fmt.Fprintln(m.out, line)
}

func (m *meter) end() {
	if m.terminal {
		fmt.Fprint(m.out, "\r\x1b[K")
	}
}
