package faults

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

// TimerPin says how long after the Nth time (from 1) that a process sets a timer it fires, early or late, whatever it
// awaits. Unlike Premature it may name a time at which the timer is due or overdue, as in a path that was explored in
// discrete time.
type TimerPin struct {
	Node  spec.NodeID `json:"node" input:"required"`
	Timer spec.Timer  `json:"timer" input:"required"`
	Nth   int         `json:"nth" input:"required"`
	By    Time        `json:"by" input:"required"`
}

// Name is timer.
func (p *TimerPin) Name() string { return "timer" }

// Words says when it fires.
func (p *TimerPin) Words() string {
	return fmt.Sprintf("%s of process %s fires %s after it was set, the %s time that it is",
		p.Timer, p.Node, p.By, nthText(p.Nth))
}

func (p *TimerPin) check(l limits) error {
	if !p.Timer.IsOne() {
		return input.Errorf("timer", "%q, it must be a name, with a peer in brackets if it has one, such as Wait(2)",
			p.Timer)
	}
	if err := l.nth("nth", p.Nth); err != nil {
		return err
	}
	if err := l.fits("by", p.By); err != nil {
		return err
	}
	return l.node("node", p.Node)
}

// Schedule lets the timer fire at that time.
func (p *TimerPin) Schedule(s Scheduler) {
	s.OnTimer(func(a *Alarm) bool {
		if a.Node != p.Node || a.Timer != p.Timer || a.Nth != p.Nth {
			return false
		}
		a.After, a.Early = p.By, true
		return true
	})
}

// Scale multiplies when it fires.
func (p *TimerPin) Scale(by Time) Time { return scale(&p.By, by) }

// Earlier is about the timer set so many times before.
func (p *TimerPin) Earlier(rounds int, _ Time) (Kind, bool) {
	before := *p
	before.Nth -= rounds
	return &before, before.Nth >= 1
}
