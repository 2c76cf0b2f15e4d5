package explore

import "slices"

// transition is one way in which a step at a process may go, worked out.
type transition struct {
	action uint32
	early  uint32 // the same step's action while what a timer awaits is in flight, where it is one's
	awaits uint32 // one more than the number of its awaiter, or awaitsAll
	local  uint32 // the local state after it
	shown  uint32 // one more than the number of what the process shows then, 0 for nothing
	broken uint32 // one more than the number of the panic that it comes to instead
	free   bool   // the budget has no say in it: there is no action
	up     bool   // whether the process is up after it
	clears bool   // the inbox is lost
	fires  uint64 // the timer that it fires, as a bit; 0 for none
	runs   uint64 // the timers that it fires or sets, as bits
	own    []uint32
	sent   []send
}

// send is one copy for another process; topic is one more than the number of the topic that
// the other must be bound to, 0 for none.
type send struct{ to, message, topic uint32 }

func (t *transition) same(o *transition) bool {
	return t.action == o.action && t.local == o.local && (t.broken == 0) == (o.broken == 0) &&
		slices.Equal(t.own, o.own) && slices.Equal(t.sent, o.sent)
}

// awaitsAll stands beside one more than the number of an awaiter: the protocol does not say what
// the timer awaits, so any copy to a process that is up will do.
const awaitsAll = 0
