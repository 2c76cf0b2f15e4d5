package faults

import "github.com/scrutineer-go/scrutineer/spec"

// TimerPin says how long after a process sets a timer for the Nth time (from 1) the timer fires, early or late, even if
// it awaits messages. Premature fires timers early only. Plans of paths that were explored in discrete time have timer
// pins.
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
	return firesWords(p.Node, p.Timer, p.Nth, p.By)
}

func (p *TimerPin) check(l limits) error {
	if err := l.fits("by", p.By); err != nil {
		return err
	}
	return l.timer(p.Node, p.Timer, p.Nth)
}

// Schedule lets the timer fire at that time.
func (p *TimerPin) Schedule(s Scheduler) {
	s.OnTimer(func(a *Alarm) bool {
		if !a.is(p.Node, p.Timer, p.Nth) {
			return false
		}
		a.After, a.Early = p.By, true
		return true
	})
}

// Scale multiplies when it fires.
func (p *TimerPin) Scale(by Time) Time { return scale(&p.By, by) }

// Earlier returns the pin for a setting of the timer some rounds before.
func (p *TimerPin) Earlier(rounds int, _ Time) (Kind, bool) {
	before := *p
	before.Nth -= rounds
	return &before, before.Nth >= 1
}
