package faults

import "github.com/scrutineer-go/scrutineer/spec"

// Fault is one named fault: exactly one of its fields is set.
type Fault struct {
	Crash     *Crash     `json:"crash,omitempty"`
	CrashIn   *CrashIn   `json:"crashIn,omitempty"`
	Premature *Premature `json:"premature,omitempty"`
	Loss      *Loss      `json:"loss,omitempty"`
	Duplicate *Duplicate `json:"duplicate,omitempty"`
	Reorder   *Reorder   `json:"reorder,omitempty"`
	Partition *Partition `json:"partition,omitempty"`
	OneWay    *OneWay    `json:"oneWay,omitempty"`
	Pause     *Pause     `json:"pause,omitempty"`
}

// Crash takes a process down between two handler runs, At a time or just After a
// step; one of the two is set. Where processes recover
// it comes up again after Down, at the latest when the faults stop; where Down is
// absent it stays down.
type Crash struct {
	Node  spec.NodeID `json:"node" input:"required"`
	At    *Time       `json:"at,omitempty"`
	After *StepRef    `json:"after,omitempty"`
	Down  *Time       `json:"down,omitempty"`
}

// CrashIn takes a process down inside a handler run, after the first Cut of the
// run's effects that are a save, a send or a multicast.
type CrashIn struct {
	Step StepRef `json:"step" input:"required"`
	Cut  int     `json:"cut" input:"required"`
	Down *Time   `json:"down,omitempty"`
}

// Premature makes a timer fire early: After a time from the Nth (from 1) time
// that the process sets it. It is premature in the sense of the specification
// only if then a copy is in flight to a process that is up.
type Premature struct {
	Node  spec.NodeID `json:"node" input:"required"`
	Timer string      `json:"timer" input:"required"`
	Nth   int         `json:"nth" input:"required"`
	After Time        `json:"after" input:"required"`
}

// Loss takes a unicast copy out of the network: directly after it was sent or, where
// After is given, that much later if it is still there. If by then its receiver is
// down and may recover, that is a loss which costs nothing, of a multicast copy too.
type Loss struct {
	Copy  CopyRef `json:"copy" input:"required"`
	After *Time   `json:"after,omitempty"`
}

// Duplicate makes a second copy, which takes the time By: directly after the first was
// sent or, where After is given, that much later if it is still there.
type Duplicate struct {
	Copy  CopyRef `json:"copy" input:"required"`
	By    Time    `json:"by" input:"required"`
	After *Time   `json:"after,omitempty"`
}

// Reorder delays a copy by that much more, and lets later ones over the same way
// overtake it.
type Reorder struct {
	Copy CopyRef `json:"copy" input:"required"`
	By   Time    `json:"by" input:"required"`
}

// Partition separates groups of processes from each other from Begin until End.
// The processes that it does not name form one more group. With Drops, unicast
// copies that are sent across are lost; all others wait for the end.
type Partition struct {
	Groups []spec.Set `json:"groups" input:"required"`
	Begin  Time       `json:"begin" input:"required"`
	End    Time       `json:"end" input:"required"`
	Drops  bool       `json:"drops,omitempty"`
}

// OneWay stops what some processes send to others, not what they receive from
// them; otherwise it is like a Partition.
type OneWay struct {
	From  spec.Set `json:"from" input:"required"`
	To    spec.Set `json:"to" input:"required"`
	Begin Time     `json:"begin" input:"required"`
	End   Time     `json:"end" input:"required"`
	Drops bool     `json:"drops,omitempty"`
}

// Pause keeps a process from doing anything from Begin until End. What would have
// happened to it happens then.
type Pause struct {
	Node  spec.NodeID `json:"node" input:"required"`
	Begin Time        `json:"begin" input:"required"`
	End   Time        `json:"end" input:"required"`
}

// Kind names the fault as the file does, "" where none or several are set.
func (f Fault) Kind() string {
	kind := ""
	for _, k := range []struct {
		set  bool
		name string
	}{
		{f.Crash != nil, "crash"},
		{f.CrashIn != nil, "crashIn"},
		{f.Premature != nil, "premature"},
		{f.Loss != nil, "loss"},
		{f.Duplicate != nil, "duplicate"},
		{f.Reorder != nil, "reorder"},
		{f.Partition != nil, "partition"},
		{f.OneWay != nil, "oneWay"},
		{f.Pause != nil, "pause"},
	} {
		switch {
		case k.set && kind != "":
			return ""
		case k.set:
			kind = k.name
		}
	}
	return kind
}

// Kinds are the kinds of faults, in the order of their documentation.
func Kinds() []string {
	return []string{
		"crash", "crashIn", "premature", "loss", "duplicate", "reorder", "partition", "oneWay", "pause",
	}
}
