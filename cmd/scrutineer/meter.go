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

func newMeter(out io.Writer, _ int, sofar *campaign.Result) *meter {
	m := &meter{out: out, terminal: isTerminal(out), began: time.Now(), last: time.Now()}
	if sofar != nil {
		m.first = sofar.Run
	}
	return m
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
	line := fmt.Sprintf("%d of %d runs, %.0f a second, %d failed", r.Run, r.Asked, rate, r.Run-r.Passed()-r.Outside)
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
