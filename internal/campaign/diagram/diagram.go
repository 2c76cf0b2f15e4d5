package diagram

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/spec"
)

// MaxEvents is the number of events that are drawn at most: the first ones.
const MaxEvents = 300

// Diagram is what is drawn.
type Diagram struct {
	// Title stands above everything.
	Title string
	// Facts are what to know of the run, each a name and a text, such as
	// {"violates", "Agreement"} or {"replay", "scrutineer replay plan.json"}.
	Facts [][2]string
	// Nodes is the number of processes.
	Nodes int
	// Lines are the trace, from its first event on.
	Lines []world.TraceLine
	// Marks are annotations of events, by the numbers of the events.
	Marks map[int]string
	// Ends say, for each process, how the run ended for it, such as "follows 1".
	// Processes beyond its length have none.
	Ends []string
	// Faults are the faults and pins that the plan names, Drawn those that it draws, in words.
	Faults []Fault
	Drawn  []string
	// Changes say, by the numbers of the events, what became of the state of its process,
	// such as "Leader: none → 1".
	Changes map[int][]string
	// Says is what is said of processes in the course of the run, in the order of events.
	Says []Saying
	// Clocks has what the clock of its process reads stand beside every event. Else that is
	// shown only where a clock is not exact.
	Clocks bool
	// Links are other files in the page's folder.
	Links []Link
}

// Fault is something that the plan names: a fault or a pin.
type Fault struct {
	// Text says what it is.
	Text string
	// Events are the numbers of the events in which it has acted, Copies those of the copies
	// that it has acted on.
	Events, Copies []int
	// Spans are when it is there, at which processes.
	Spans []faults.Span
}

// Saying is what is said of a process from an event on, such as "follows 1"; "" for nothing.
type Saying struct {
	Event int
	At    spec.NodeID
	Text  string
}

// Link leads to another file.
type Link struct {
	Title string
	// Href is relative, and leads to no other folder than the page's and those below it.
	Href string
}

// check tells what cannot be drawn.
func (d *Diagram) check() error {
	for _, l := range d.Links {
		if !filepath.IsLocal(l.Href) || strings.ContainsAny(l.Href, ":\\") {
			return fmt.Errorf("a diagram cannot link to %q, name a file in its own folder", l.Href)
		}
	}
	for i, s := range d.Says {
		if !knownNode(&s.At, d.Nodes) || i > 0 && s.Event < d.Says[i-1].Event {
			return fmt.Errorf("saying %q of process %d after event %d is out of place", s.Text, int(s.At), s.Event)
		}
	}
	for _, f := range d.Faults {
		for _, s := range f.Spans {
			if !knownNode(&s.Node, d.Nodes) {
				return fmt.Errorf("%q is at process %d, which there is not", f.Text, int(s.Node))
			}
		}
	}
	return nil
}

// marked returns the numbers of the events that are annotated, in order.
func (d *Diagram) marked() []int {
	var list []int
	for n := range d.Marks {
		list = append(list, n)
	}
	slices.Sort(list)
	return list
}
