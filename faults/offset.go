package faults

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/spec"
)

// Offset has the clock of a process read so much more, or less, from the beginning of the
// run to its end. Timers run as long as they would.
type Offset struct {
	Node spec.NodeID `json:"node" input:"required"`
	By   Shift       `json:"by" input:"required"`
}

// Name is offset.
func (f *Offset) Name() string { return "offset" }

// Words says by how much.
func (f *Offset) Words() string {
	return fmt.Sprintf("the clock of process %s is off by %s from the beginning", f.Node, f.By)
}

func (f *Offset) spans(int) []Span {
	return []Span{{f.Node, 0, Forever, "clock off by " + f.By.String()}}
}

func (f *Offset) check(l limits) error { return l.node("node", f.Node) }

// Schedule moves the clock before anything happens.
func (f *Offset) Schedule(s Scheduler) { s.Shift(f.Node, 0, f.By) }

// Scale multiplies by how much it is moved.
func (f *Offset) Scale(by Time) Time {
	f.By *= Shift(by)
	return 0
}

func (f *Offset) ofClocks() {}

func (f *Offset) draw(d Drawer) Kind {
	return &Offset{Node: clockOf(f, d), By: shift(f, d)}
}

// Earlier is false: it is there from the beginning.
func (f *Offset) Earlier(int, Time) (Kind, bool) { return f, false }
