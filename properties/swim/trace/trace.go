// Package trace records runs of the detector: what the list of each process holds at each instant, and how often each
// process has suspected each other one. What the paper measured of its elections is driven by such traces.
//
// Start reading at [Record].
package trace

import "github.com/scrutineer-go/scrutineer/faults"

// Trace is what was recorded of a scene.
type Trace struct {
	Scene
	Map     *faults.Topology
	first   *Moment
	changes []Change
}

// Visit calls visit at each of the times, which are ascending and in the recording, with what the processes have then
// and with the changes that come later. The moment is visit's during the call only.
func (t *Trace) Visit(times []faults.Time, visit func(i int, m *Moment, later []Change) error) error {
	m, next := t.first.clone(), 0
	for i, at := range times {
		for ; next < len(t.changes) && t.changes[next].At <= at; next++ {
			m.apply(&t.changes[next])
		}
		if err := visit(i, m, t.changes[next:]); err != nil {
			return err
		}
	}
	return nil
}
