package command

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/scrutineer-go/scrutineer/campaign"
)

// meter tells on stderr how far a campaign has got: on a terminal in a line that is
// written anew, else in a line now and then.
type meter struct {
	ticker
	mutex         sync.Mutex
	first         int // the run that this session began with
	asked, failed int
}

func newMeter(out io.Writer, sofar *campaign.Result) *meter {
	m := &meter{ticker: newTicker(out), first: sofar.Run}
	m.judged(sofar)
	return m
}

// judged takes note of the result so far, whose failures ran does not know.
func (m *meter) judged(r *campaign.Result) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.asked, m.failed = r.Asked, r.Run-r.Passed()-r.Outside
}

// ran shows how many runs have come to their end, not too often. Where runs are long, blocks
// of them are much longer.
func (m *meter) ran(runs int) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if !m.due() {
		return
	}
	rate := float64(runs-m.first) / time.Since(m.began).Seconds()
	left := time.Duration(float64(m.asked-runs) / max(rate, 0.001) * float64(time.Second)).Round(time.Second)
	m.line(fmt.Sprintf("%d of %d runs, %s a second, %s left, %d failed", runs, m.asked, few(rate), left, m.failed))
}

// few writes a rate, with a decimal where it is low.
func few(rate float64) string {
	if rate < 9.95 {
		return fmt.Sprintf("%.1f", rate)
	}
	return fmt.Sprintf("%.0f", rate)
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
