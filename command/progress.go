package command

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/scrutineer-go/scrutineer/verify"
)

// progress tells on stderr how far a run has got: a line for each case that has
// finished and, on a terminal, a last line with those that are running.
type progress struct {
	out      io.Writer
	terminal bool
	began    time.Time
	done     int
	running  []string
}

func newProgress(out io.Writer) *progress {
	return &progress{out: out, terminal: isTerminal(out), began: time.Now()}
}

// isTerminal tells whether the writer is a terminal that can rewrite a line.
func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	if !ok || os.Getenv("TERM") == "dumb" {
		return false
	}
	info, err := file.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	nowhere, err := os.Stat(os.DevNull) // a device too, and no terminal
	return err != nil || !os.SameFile(info, nowhere)
}

func (p *progress) started(protocol, id string) {
	p.running = append(p.running, protocol+"/"+id)
	p.showRunning()
}

func (p *progress) finished(r verify.Row) {
	name := r.Protocol + "/" + r.Case
	p.running = slices.DeleteFunc(p.running, func(other string) bool { return other == name })
	p.done++
	p.clear()
	fmt.Fprintf(p.out, "%3d  %-42s %5.1f s  %s\n", p.done, name, r.TLCSeconds+r.GoSeconds, r.Verdict)
	p.showRunning()
}

// exploring tells of an exploration that begins.
func (p *progress) exploring(name string) {
	p.clear()
	fmt.Fprintf(p.out, "     exploring %s\n", name)
}

// showRunning rewrites the last line; finished lines scroll above it.
func (p *progress) showRunning() {
	if !p.terminal || len(p.running) == 0 {
		return
	}
	p.clear()
	fmt.Fprintf(p.out, "     %.0f s, running %s", time.Since(p.began).Seconds(), strings.Join(p.running, ", "))
}

func (p *progress) clear() {
	if p.terminal {
		fmt.Fprint(p.out, "\r\x1b[K")
	}
}
