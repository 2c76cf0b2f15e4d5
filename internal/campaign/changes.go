package campaign

import (
	"encoding/json"

	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/diff"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Changes tells of one event of a run after the other what it has changed in the state of
// its process. It must be asked about every event, or renewed after a gap.
type Changes struct {
	fresh func(spec.NodeID) impl.Node
	known map[spec.NodeID]diff.Snapshot
}

// NewChanges returns Changes for a run of that configuration.
func NewChanges(p Harness, config json.RawMessage) (*Changes, error) {
	subject, err := p.Open(config) // whose processes are not those of the run
	if err != nil {
		return nil, err
	}
	return &Changes{fresh: subject.Cluster.New, known: map[spec.NodeID]diff.Snapshot{}}, nil
}

// Renew records the present states of all processes, after events about which After was not called.
func (c *Changes) Renew(w *world.World, nodes int) {
	clear(c.known)
	for id := range spec.NodeID(nodes) {
		if w.Up(id) {
			c.known[id] = diff.Take(w.State(id))
		}
	}
}

// After returns what the event has changed that has just happened, each a short text such
// as "Leader: none → 1". Who comes up again is held against a new process; of one that goes
// down there is nothing to say.
func (c *Changes) After(w *world.World, e *world.Event) []string {
	a := &e.Action
	cameUp, wentDown := world.Lives(a)
	if cameUp || wentDown {
		delete(c.known, a.At)
	}
	if wentDown || !e.Whole {
		return nil
	}
	was, ok := c.known[a.At]
	if !ok {
		was = diff.Take(c.fresh(a.At).State())
	}
	is := diff.Take(w.State(a.At))
	c.known[a.At] = is
	return was.Changes(is)
}
