package faults

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/spec"
)

// Pause keeps a process from doing anything from Begin until End. What would have
// happened to it happens then.
type Pause struct {
	Node  spec.NodeID `json:"node" input:"required"`
	Begin Time        `json:"begin" input:"required"`
	End   Time        `json:"end" input:"required"`
}

// Name is pause.
func (f *Pause) Name() string { return "pause" }

// Words says when.
func (f *Pause) Words() string {
	return fmt.Sprintf("process %s does nothing from %s until %s", f.Node, f.Begin, f.End)
}

func (f *Pause) spans(int) []Span { return []Span{{f.Node, f.Begin, f.End, "paused"}} }

func (f *Pause) check(l limits) error {
	if err := l.node("node", f.Node); err != nil {
		return err
	}
	return l.interval(f.Begin, f.End)
}

// Schedule lets the process do nothing for a while.
func (f *Pause) Schedule(s Scheduler) {
	s.At(f.Begin, func() {
		s.Pause(f.Node, f.End)
		s.Mark(PauseBegins, f.Node)
	})
	s.At(f.End, func() { s.Mark(PauseEnds, f.Node) })
}

// Scale multiplies when it begins and ends.
func (f *Pause) Scale(by Time) Time {
	scale(&f.Begin, by)
	scale(&f.End, by)
	return 0
}

// subsumed tells that what it does to single copies and inputs is all.
func (f *Pause) subsumed(dissolve bool) bool { return dissolve }

func (f *Pause) draw(d Drawer) Kind {
	begin, end := d.Interval(f.Name())
	return &Pause{Node: spec.NodeID(d.Choose(f.Name(), d.Nodes())), Begin: begin, End: end}
}

// The marks of a pause.
const (
	PauseBegins = "PauseBegins"
	PauseEnds   = "PauseEnds"
)

func (f *Pause) marks() []string { return []string{PauseBegins, PauseEnds} }

// Earlier is the same some rounds before.
func (f *Pause) Earlier(rounds int, round Time) (Kind, bool) {
	before, ok := *f, false
	before.Begin, ok = f.Begin.earlier(rounds, round)
	before.End, _ = f.End.earlier(rounds, round)
	return &before, ok
}

// Until ends it when the faults stop.
func (f *Pause) Until(stop Time) (Kind, bool) {
	left := *f
	left.End = min(f.End, stop)
	return &left, left.Begin < left.End
}
