package spec

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Milliseconds is a length of virtual time, as configurations give it.
func Milliseconds(n int) time.Duration { return time.Duration(n) * time.Millisecond }

// Timer names a timer of a process: "Collect", or with an argument, the peer that it is for,
// "Wait(2)". It is the same text in TLA+, where TimerOf of tla/Net.tla makes it.
type Timer string

// TimerOf returns the timer of that name for a peer. A process may have one of each peer armed
// at the same time.
func TimerOf(name string, peer NodeID) Timer { return Timer(name + "(" + peer.String() + ")") }

// Name is the timer's name without its argument: what actions are named by.
func (t Timer) Name() string {
	name, _, _ := strings.Cut(string(t), "(")
	return name
}

// Of is the peer that the timer is for, None where it has no argument. It is asked for each copy
// in flight, and so allocates nothing.
func (t Timer) Of() NodeID {
	peer, ok := t.peer()
	if !ok {
		panic(Breach{Contract: "TimerNames", Why: fmt.Sprintf(
			"the timer %q is neither a name nor one with a peer, such as Wait(2)", string(t))})
	}
	return peer
}

// IsOne tells whether the text names a timer: a name, or one with a peer.
func (t Timer) IsOne() bool {
	_, ok := t.peer()
	return ok && t.Name() != ""
}

// peer reads the argument, as TimerOf writes it.
func (t Timer) peer() (NodeID, bool) {
	_, argument, has := strings.Cut(string(t), "(")
	if !has {
		return None, true
	}
	digits, closed := strings.CutSuffix(argument, ")")
	peer, err := strconv.ParseUint(digits, 10, 31)
	return NodeID(peer), err == nil && closed && (len(digits) == 1 || digits[0] != '0')
}
