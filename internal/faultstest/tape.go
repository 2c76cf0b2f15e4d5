package faultstest

import (
	"slices"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/faults/world"
)

// Tape keeps what a run's trace says, one line an event.
type Tape struct {
	Lines []string
}

// Observe keeps the line of an event.
func (t *Tape) Observe(_ *world.World, e *world.Event) {
	t.Lines = append(t.Lines, e.At.String()+" "+e.Line().Text)
}

// Text is the trace with the events of one time on one line.
func (t *Tape) Text() string {
	var text strings.Builder
	last := ""
	for _, line := range t.Lines {
		at, what, _ := strings.Cut(line, " ")
		switch {
		case at == last:
			text.WriteString("; " + what)
		default:
			text.WriteString("\n" + line)
		}
		last = at
	}
	return strings.TrimSpace(text.String())
}

// Steps are the lines without the stutters.
func (t *Tape) Steps() []string {
	return slices.DeleteFunc(slices.Clone(t.Lines), func(line string) bool {
		_, name, _ := strings.Cut(line, " ")
		name, _, _ = strings.Cut(name, " ")
		return world.IsStutter(name)
	})
}

// MustRun runs a plan that must be in order.
func MustRun(t *testing.T, c network.Cluster, p faults.Plan, observers ...world.Observer) world.Report {
	t.Helper()
	w, err := world.New(c, p, observers...)
	if err != nil {
		t.Fatal(err)
	}
	return w.Run()
}
