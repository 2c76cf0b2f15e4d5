package faults

import (
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

// DelayPin says how long a copy takes.
type DelayPin struct {
	Copy MessageRef `json:"copy" input:"required"`
	By   Time       `json:"by" input:"required"`
}

// Name is delay.
func (p *DelayPin) Name() string { return "delay" }

// Words says how long it takes.
func (p *DelayPin) Words() string { return p.Copy.Words() + " takes " + p.By.String() }

func (p *DelayPin) check(l limits) error {
	if err := l.fits("by", p.By); err != nil {
		return err
	}
	return input.In("", "copy", l.copy(p.Copy))
}

func (p *DelayPin) claim() Claim { return Claim{p.Name(), p.Copy} }

// Schedule lets the copy take so long.
func (p *DelayPin) Schedule(s Scheduler) { s.Copy(p.Copy, Treatment{Takes: &p.By}) }

// Scale multiplies how long the copy takes.
func (p *DelayPin) Scale(by Time) Time { return scale(&p.By, by) }

func (p *DelayPin) implied(plan Plan) bool {
	return plan.Delay.Min == plan.Delay.Max && p.By == plan.Delay.Min && plan.Topology == nil
}

// Variants are delays of the first copy of its kind, until the faults stop and by as much.
func (p *DelayPin) Variants(k Known) []Kind {
	first := p.Copy
	first.Nth = 1
	return []Kind{&DelayPin{Copy: first, By: k.Stop}, &DelayPin{Copy: first, By: p.By}}
}

// First reports whether the first copy of its kind comes when the faults have stopped.
func (p *DelayPin) First(k Known) bool { return p.Copy.Nth <= 1 && p.By == k.Stop }

// Comes is the delivery of the copy.
func (p *DelayPin) Comes() (Step, bool) {
	return Step{Action: spec.Deliver(p.Copy.Kind), Node: p.Copy.To, Copy: p.Copy}, true
}

// AfterStep holds the copy until a step.
func (p *DelayPin) AfterStep(s StepRef) Kind { return &Hold{Copy: p.Copy, Until: s} }

// Earlier is the delay of the copy some rounds before.
func (p *DelayPin) Earlier(rounds int, _ Time) (Kind, bool) {
	before, ok := *p, false
	before.Copy, ok = p.Copy.earlier(rounds)
	return &before, ok
}
