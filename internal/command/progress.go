package command

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/verify"
)

// progress tells on stderr how far verify has got: a line for each case and exploration that
// has finished and, on a terminal, a last line with what is running.
type progress struct {
	ticker
	done    int
	running []string
}

func newProgress(out io.Writer) *progress { return &progress{ticker: newTicker(out)} }

func (p *progress) started(protocol, id string) {
	p.running = append(p.running, protocol+"/"+id)
	p.showRunning()
}

func (p *progress) finished(r verify.Row) {
	p.over(r.Protocol+"/"+r.Case, r.TLCSeconds+r.GoSeconds, r.Verdict)
}

// exploring tells of an exploration that begins, or how many states it has found.
func (p *progress) exploring(name string, states int) {
	switch {
	case states == 0:
		p.running, p.last = []string{name}, time.Now()
		if p.terminal {
			p.showRunning()
		} else {
			p.line("     exploring " + name)
		}
	case p.due():
		p.line(fmt.Sprintf("     %.0f s, %s states so far, exploring %s", time.Since(p.began).Seconds(),
			thousands(states), name))
	}
}

// over says in a line that something is over, and no longer runs. The line is no wider than any
// terminal: where there is too much to say the name lacks its middle.
func (p *progress) over(name string, seconds float64, verdict string) {
	p.running = slices.DeleteFunc(p.running, func(other string) bool { return other == name })
	p.done++
	p.end()
	begin := fmt.Sprintf("%3d %6.1f s  ", p.done, seconds)
	const nameWidth = 25 // at least; what is left is enough for most verdicts
	room := usualWidth - len(begin) - 2
	verdict = fitted(verdict, room-nameWidth)
	name = fittedName(name, room-len([]rune(verdict)))
	fmt.Fprintf(p.out, "%s%s  %s\n", begin, padded(name, nameWidth), verdict)
	p.showRunning()
}

// showRunning rewrites the last line; finished lines scroll above it.
func (p *progress) showRunning() {
	if p.terminal && len(p.running) > 0 {
		p.line(fmt.Sprintf("     %.0f s, running %s", time.Since(p.began).Seconds(), strings.Join(p.running, ", ")))
	}
}
