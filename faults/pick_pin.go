package faults

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/spec"
)

// PickPin says what a process picks the Nth time (from 1) that it picks.
type PickPin struct {
	Node spec.NodeID `json:"node" input:"required"`
	Nth  int         `json:"nth" input:"required"`
	Set  spec.Set    `json:"set" input:"required"`
}

// Name is pick.
func (p *PickPin) Name() string { return "pick" }

// Words says what is picked.
func (p *PickPin) Words() string {
	return fmt.Sprintf("process %s picks %s the %s time that it picks", p.Node, p.Set, nthText(p.Nth))
}

func (p *PickPin) check(l limits) error {
	if err := l.nth("nth", p.Nth); err != nil {
		return err
	}
	if err := l.node("node", p.Node); err != nil {
		return err
	}
	return l.set("set", p.Set)
}

// Schedule lets the process pick that.
func (p *PickPin) Schedule(s Scheduler) { s.Pick(p.Node, p.Nth, p.Set) }

// Scale has nothing to do: a pick knows no time.
func (p *PickPin) Scale(Time) Time { return 0 }

// Earlier is about the pick so many before.
func (p *PickPin) Earlier(rounds int, _ Time) (Kind, bool) {
	before := *p
	before.Nth -= rounds
	return &before, before.Nth >= 1
}
