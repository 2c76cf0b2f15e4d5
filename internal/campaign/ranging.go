package campaign

import (
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/gauge"
	"github.com/scrutineer-go/scrutineer/spec"
)

// stateEvery is every how many events a state is read, that of the process at which the event has happened.
const stateEvery = 4

// What the fields of a configuration and of a state are called by.
const (
	ofConfig = "config"
	ofState  = "state"
)

// ranging judges a run as its judge does, and reads the numbers of it.
type ranging struct {
	Judge
	gauge.Gauge
	covering
}

// Observe reads what has come to a process, and now and then the state of that.
func (r *ranging) Observe(w *world.World, e *world.Event) {
	r.Judge.Observe(w, e)
	r.see(w, e)
	if body := e.Action.Msg.Body; e.Whole && body != nil {
		r.Read(body.Kind(), body)
	}
	if at := e.Action.At; e.N%stateEvery == 0 && at != spec.None {
		r.Read(ofState, w.State(at))
	}
}

// End reads all states.
func (r *ranging) End(w *world.World) Finding {
	for i := range w.Nodes() {
		r.Read(ofState, w.State(spec.NodeID(i)))
	}
	return r.Judge.End(w)
}
