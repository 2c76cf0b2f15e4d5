package faults

import "github.com/scrutineer-go/scrutineer/spec"

// Pin is one exception from what would be drawn: exactly one of its first four fields
// is set. A pin that matches nothing in a run is an error, unless it is optional. What
// a hold waits for need not happen: it ends when the faults stop. Of a hold and a
// delay on one copy the hold goes first.
type Pin struct {
	Hold     *Hold     `json:"hold,omitempty"`
	Delay    *DelayPin `json:"delay,omitempty"`
	Pick     *PickPin  `json:"pick,omitempty"`
	Input    *InputPin `json:"input,omitempty"`
	Optional bool      `json:"optional,omitempty"`
}

// Hold keeps a copy in the network until a step has happened, at the latest until
// the faults stop. Then it is delivered next.
type Hold struct {
	Copy  CopyRef `json:"copy" input:"required"`
	Until StepRef `json:"until" input:"required"`
}

// DelayPin says how long a copy takes.
type DelayPin struct {
	Copy CopyRef `json:"copy" input:"required"`
	By   Time    `json:"by" input:"required"`
}

// PickPin says what a process picks the Nth time (from 1) that it picks.
type PickPin struct {
	Node spec.NodeID `json:"node" input:"required"`
	Nth  int         `json:"nth" input:"required"`
	Set  spec.Set    `json:"set" input:"required"`
}

// InputPin says how long after it may be told the Nth input (from 1) of a kind a
// process is told it.
type InputPin struct {
	Node spec.NodeID `json:"node" input:"required"`
	Kind string      `json:"kind" input:"required"`
	Nth  int         `json:"nth" input:"required"`
	By   Time        `json:"by" input:"required"`
}

// ImpliesPin tells whether a copy or an input would take that long without the pin.
func (p Plan) ImpliesPin(pin Pin) bool {
	switch d, in := p.Delay, p.Inputs; {
	case pin.Delay != nil:
		return d.Min == d.Max && pin.Delay.By == d.Min && p.Topology == nil
	case pin.Input != nil:
		return in.Min == in.Max && pin.Input.By == in.Min
	}
	return false
}
