package diagram

import (
	"io"
	"slices"

	"github.com/scrutineer-go/scrutineer/faults/world"
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
}

// Write writes the diagram as an HTML file. A trace that contradicts itself is an
// error that names the event.
func Write(w io.Writer, d Diagram) error {
	all := len(d.Lines)
	if all > MaxEvents {
		d.Lines = d.Lines[:MaxEvents]
	}
	copies, err := copiesOf(d.Nodes, d.Lines)
	if err != nil {
		return err
	}
	p := page{layout: newLayout(d, copies), events: all}
	p.write()
	_, err = w.Write(p.out.Bytes())
	return err
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
