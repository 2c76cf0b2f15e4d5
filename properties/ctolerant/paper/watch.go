package paper

import (
	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/ctolerant"
	elections "github.com/scrutineer-go/scrutineer/properties/ctolerant"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// watch observes an election until it is over.
type watch struct {
	cfg       words.Config
	began     faults.Time
	last      faults.Time   // of the last change of a process's leader
	leaders   []spec.NodeID // by process
	announced spec.NodeID   // the sender of the last LEADER
	changes   int
	reports   []spec.Set // the unhealthy of each RESPONSE of the first run, in the order of arrival
	leader    spec.NodeID
	over      bool
}

func newWatch(cfg words.Config) *watch {
	o := &watch{cfg: cfg, leaders: make([]spec.NodeID, cfg.Nodes), announced: spec.None, leader: spec.None}
	for i := range o.leaders {
		o.leaders[i] = spec.None
	}
	return o
}

// Observe takes an event into account.
func (o *watch) Observe(w *world.World, e *world.Event) {
	at := e.Action.At
	if o.over || at == spec.None || w.Stopped() {
		return
	}
	if e.Action.Name == words.KindStart {
		o.began = e.At
	}
	if answer, ok := e.Action.Msg.Body.(words.Response); ok && e.Action.Name == elections.DeliverResponse &&
		answer.Run == 1 && len(o.reports) <= o.cfg.C {
		o.reports = append(o.reports, answer.Unhealthy)
	}
	for i := range e.Effects {
		if e.Effects[i].Kind == impl.Multicast && at != o.announced {
			o.announced = at
			o.changes++
		}
	}
	if s, up := w.State(at).(*implementation.State); up && s.Leader != o.leaders[at] {
		o.leaders[at], o.last = s.Leader, e.At
	}
	o.ends(w)
}

// ends sets over and the leader if the election is over and all follow one process.
func (o *watch) ends(w *world.World) {
	s := w.State(o.cfg.Initiator).(*implementation.State)
	if s.Run == 0 || s.Election != nil || !w.Quiescent() {
		return
	}
	o.over, o.leader = true, s.Leader
	for _, id := range w.Living() {
		if o.leaders[id] != o.leader {
			o.over, o.leader = false, spec.None
			return
		}
	}
}
