package command

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
)

// meter tells on stderr how far a campaign has got: on a terminal in a line that is
// written anew, else in a line now and then.
type meter struct {
	ticker
	mutex         sync.Mutex
	first         int // the run that this session began with
	asked, failed int
	done          int  // so many runs have come to their end
	moved         bool // one has since the last line
	now           func() string
	stop          func()
}

func newMeter(out io.Writer, sofar *campaign.Result) *meter {
	m := &meter{ticker: newTicker(out), now: func() string { return "the first plans are drawn" }, stop: func() {}}
	m.goesOn(sofar)
	return m
}

// goesOn begins to count where the result so far ends.
func (m *meter) goesOn(sofar *campaign.Result) {
	m.first, m.done, m.began = sofar.Run, sofar.Run, time.Now()
	m.judged(sofar)
}

// watch has it say by itself what goes on as long as no run comes to its end, until it ends.
func (m *meter) watch() {
	ended, gone := make(chan struct{}), make(chan struct{})
	m.stop = sync.OnceFunc(func() { close(ended); <-gone })
	go func() {
		defer close(gone)
		for tick := time.NewTicker(m.pause() / 4); ; {
			select {
			case <-tick.C:
				m.live()
			case <-ended:
				tick.Stop()
				return
			}
		}
	}()
}

// end takes the line away, after which there is none.
func (m *meter) end() {
	m.stop()
	m.ticker.end()
}

// going takes note of what a run is at.
func (m *meter) going(run int, phase campaign.Phase, n int) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.now = func() string {
		what := map[campaign.Phase]string{campaign.GoesOn: "events", campaign.Minimised: "tries"}[phase]
		if what == "" {
			return fmt.Sprintf("run %d %s", run, phase)
		}
		return fmt.Sprintf("run %d %s, %s %s so far", run, phase, thousands(n), what)
	}
}

// live shows what goes on where no run has come to its end for long.
func (m *meter) live() {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if !m.moved && m.due() {
		m.line(fmt.Sprintf("%d of %d runs, %s", m.done, m.asked, m.now()))
	}
	m.moved = false
}

// left says what is left, and whether something has failed.
func (m *meter) left() (text string, failed bool) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	return fmt.Sprintf("interrupted while %s; the runs that are not in the result are left; "+
		"type the same command again to go on", m.now()), m.failed > 0
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
	m.done, m.moved = max(m.done, runs), true
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
