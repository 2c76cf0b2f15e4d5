package faults

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Jump moves the clock of a process At a time, and it stays moved. Timers that run go on as
// if nothing had happened.
type Jump struct {
	Node spec.NodeID `json:"node" input:"required"`
	At   Time        `json:"at" input:"required"`
	By   Shift       `json:"by" input:"required"`
}

// Name is jump.
func (f *Jump) Name() string { return "jump" }

// Words says when and by how much.
func (f *Jump) Words() string {
	return fmt.Sprintf("the clock of process %s jumps by %s at %s", f.Node, f.By, f.At)
}

func (f *Jump) check(l limits) error {
	if f.At > l.stop {
		return input.Errorf("at", "%s, it must be at most stop, %s", f.At, l.stop)
	}
	return l.node("node", f.Node)
}

// Schedule moves the clock when it is time.
func (f *Jump) Schedule(s Scheduler) {
	s.Shift(f.Node, f.At, f.By)
	s.At(f.At, func() { s.Mark(ClockJumps, f.Node) })
}

// ClockJumps is the mark of a jump.
const ClockJumps = "ClockJumps"

func (f *Jump) marks() []string { return []string{ClockJumps} }

// Scale multiplies when the clock is moved and by how much.
func (f *Jump) Scale(by Time) Time {
	scale(&f.At, by)
	f.By *= Shift(by)
	return 0
}

func (f *Jump) ofClocks() {}

// draw draws a jump in every other run that may have one: few protocols stand it.
func (f *Jump) draw(d Drawer) Kind {
	if d.Choose("jumps", 2) == 0 {
		return nil
	}
	at, _ := d.Interval(f.Name())
	return &Jump{Node: clockOf(f, d), At: at, By: shift(f, d)}
}

// Earlier is the jump some rounds before.
func (f *Jump) Earlier(rounds int, round Time) (Kind, bool) {
	before, ok := *f, false
	before.At, ok = f.At.earlier(rounds, round)
	return &before, ok
}

// Until reports whether it comes before the faults stop.
func (f *Jump) Until(stop Time) (Kind, bool) { return f, f.At <= stop }
