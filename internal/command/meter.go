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
	more          func() string // the progress of workers, nil if there are none
	over          bool
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
	m.update(sofar)
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

// watches adds the progress of workers to the line.
func (m *meter) watches(workers func() string) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.more = workers
	m.now = func() string { return "workers run them" }
}

// others returns the progress of workers, for the end of a line.
func (m *meter) others() string {
	if m.more == nil {
		return ""
	}
	return "; " + m.more()
}

// end takes the line away, after which there is none.
func (m *meter) end() {
	m.stop()
	m.mutex.Lock()
	m.over = true
	m.mutex.Unlock()
	m.ticker.end()
}

// going takes note of what a run is at.
func (m *meter) going(run int, phase campaign.Phase, n int) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.now = func() string {
		what := map[campaign.Phase]string{campaign.GoesOn: "events", campaign.Shrunk: "tries"}[phase]
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
		m.line(fmt.Sprintf("%d of %d runs, %s", m.done, m.asked, m.now()) + m.others())
	}
	m.moved = false
}

// interrupted says which runs are left, and reports whether something has failed.
func (m *meter) interrupted() (text string, failed bool) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	return fmt.Sprintf("interrupted while %s; the runs that are not in the result are left; "+
		"type the same command again to go on", m.now()), m.failed > 0
}

// update records the result so far, whose failures showRuns does not know.
func (m *meter) update(r *campaign.Result) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.asked, m.failed = r.Asked, r.Run-r.Passed()-r.Outside
}

// showRuns shows how many runs have come to their end, not too often. Where runs are long, blocks
// of them are much longer.
func (m *meter) showRuns(runs int) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.done, m.moved = max(m.done, runs), true
	if m.over || !m.due() {
		return
	}
	rate := float64(runs-m.first) / time.Since(m.began).Seconds()
	left := time.Duration(float64(m.asked-runs) / max(rate, 0.001) * float64(time.Second)).Round(time.Second)
	m.line(fmt.Sprintf("%d of %d runs, %s a second, %s left, %d failed", runs, m.asked, few(rate), left, m.failed) +
		m.others())
}

// exit says in the last line what goes on when the campaign is given up, and returns the status.
func (m *meter) exit(errs io.Writer) int {
	text, failed := m.interrupted()
	m.ticker.end()
	if failed {
		fmt.Fprintln(errs, "note:", text)
		return exitFailed
	}
	return status(errs, &notRunError{text})
}
