package faults

import (
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

// limits are what a plan and its cluster allow a fault or a pin to say. Each check names the field that
// breaks one.
type limits struct {
	nodes    int
	failures spec.Failures
	patient  bool
	stop     Time
	settle   Time
}

// fits refuses a time that leaves the protocol no room to settle: copies must have
// arrived for its goal to be reached.
func (l limits) fits(field string, t Time) error {
	if l.settle > 0 && t > l.settle {
		return input.Errorf(field, "%s, it must be at most settle, %s", t, l.settle)
	}
	return nil
}

func (l limits) interval(begin, end Time) error {
	switch {
	case end <= begin:
		return input.Errorf("end", "%s, it must be later than begin, %s", end, begin)
	case end > l.stop:
		return input.Errorf("end", "%s, it must be at most stop, %s", end, l.stop)
	}
	return nil
}

func (l limits) nth(field string, n int) error {
	if n < 1 {
		return input.Errorf(field, "%d, counting begins at 1", n)
	}
	return nil
}

// timer checks a timer that a process sets for the nth time.
func (l limits) timer(node spec.NodeID, timer spec.Timer, nth int) error {
	if !timer.IsOne() {
		return input.Errorf("timer", "%q, it must be a name, with a peer in brackets if it has one, such as Wait(2)",
			timer)
	}
	if err := l.nth("nth", nth); err != nil {
		return err
	}
	return l.node("node", node)
}

func (l limits) node(field string, id spec.NodeID) error {
	if id < 0 || int(id) >= l.nodes {
		return input.Errorf(field, "%d, nodes are 0 to %d", int(id), l.nodes-1)
	}
	return nil
}

func (l limits) set(field string, set spec.Set) error {
	for i, id := range set {
		if err := l.node(field, id); err != nil {
			return err
		}
		if i > 0 && set[i-1] >= id {
			return input.Errorf(field, "must be in ascending order without repetition")
		}
	}
	return nil
}

// down checks for how long a process is down.
func (l limits) down(down *Time) error {
	if down != nil && !l.failures.Recovers() {
		return input.Errorf("down", "%s, but under this protocol processes do not recover; omit it", *down)
	}
	return nil
}

// lasts checks the time of a fault that may go on when the faults have stopped.
func (l limits) lasts(begin Time, end *Time) error {
	if end != nil {
		return l.interval(begin, *end)
	}
	if begin > l.stop {
		return input.Errorf("begin", "%s, it must be at most stop, %s", begin, l.stop)
	}
	return nil
}
