package faults

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/spec"
)

// InputPin says how long after it may be told the Nth input (from 1) of a kind a
// process is told it. The first event of a process counts as an input of the kind Boot.
type InputPin struct {
	Node spec.NodeID `json:"node" input:"required"`
	Kind string      `json:"kind" input:"required"`
	Nth  int         `json:"nth" input:"required"`
	By   Time        `json:"by" input:"required"`
}

// Name is input.
func (p *InputPin) Name() string { return "input" }

// Words says how long it waits.
func (p *InputPin) Words() string {
	return fmt.Sprintf("the %s %s at %s comes %s after it may", nthText(p.Nth), p.Kind, p.Node, p.By)
}

func (p *InputPin) check(l limits) error {
	if err := l.nth("nth", p.Nth); err != nil {
		return err
	}
	if err := l.fits("by", p.By); err != nil {
		return err
	}
	return l.node("node", p.Node)
}

// Schedule lets the process wait so long.
func (p *InputPin) Schedule(s Scheduler) { s.Input(p.Node, p.Kind, p.Nth, p.By) }

// Scale multiplies how long it waits.
func (p *InputPin) Scale(by Time) Time { return scale(&p.By, by) }

func (p *InputPin) implied(plan Plan) bool {
	return plan.Inputs.Min == plan.Inputs.Max && p.By == plan.Inputs.Min
}

// Earlier is about the input so many before.
func (p *InputPin) Earlier(rounds int, _ Time) (Kind, bool) {
	before := *p
	before.Nth -= rounds
	return &before, before.Nth >= 1
}
