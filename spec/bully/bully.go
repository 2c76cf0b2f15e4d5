// Package bully is the executable specification of the bully election (Garcia-Molina 1982): who
// finds that the leader is down asks all processes of higher numbers whether they are there, who is
// answered leaves it to them, and who is not leads. What is printed and what is repaired
// [words.Interpretation] says.
//
// The package must not import impl/bully. Start reading at [Handlers].
package bully

import (
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/bully/words"
)

// Phase is how far a process is with its election.
type Phase string

// The phases, named as in tla/bully/Bully.tla.
const (
	// Idle: it holds no election.
	Idle Phase = "idle"
	// Asking: it has asked the higher ones, and none has answered.
	Asking Phase = "asking"
	// Waiting: one has, and is to lead or to find somebody who does.
	Waiting Phase = "waiting"
)

// Local is what a process knows while it is up.
type Local struct {
	Phase Phase
	// Leader is whom it follows, which may be itself; None as long as it holds an election.
	Leader spec.NodeID
	// Epoch is the highest that it knows of.
	Epoch int
	// Beaten is how often it has beaten, where that has an end.
	Beaten int
}

// Handlers returns the handlers of the protocol under the configuration.
func Handlers(cfg words.Config) spec.Handlers[Local] {
	return spec.Handlers[Local]{
		Fresh: func(spec.NodeID) Local { return Local{Phase: Idle, Leader: spec.None, Epoch: words.NoEpoch} },
		Handle: func(p Local, disk any, a spec.Action) []spec.Outcome[Local] {
			r := run{Config: cfg, at: a.At, Outcome: spec.Outcome[Local]{Local: p}}
			r.handle(disk, a)
			return []spec.Outcome[Local]{r.Outcome}
		},
		Inputs: func(at spec.NodeID, p Local, up spec.Set) []spec.Body { return inputs(cfg, at, p, up) },
		Awaits: awaits,
	}
}

// inputs are what the environment may tell a process that has another for its leader: that it is down, which is so,
// and where there are false alarms also when it is not.
func inputs(cfg words.Config, at spec.NodeID, p Local, up spec.Set) []spec.Body {
	others := spec.AllNodes(cfg.Nodes).Without(at)
	if cfg.Detector == words.Beats || !others.Has(p.Leader) {
		return nil
	}
	if !up.Has(p.Leader) {
		return []spec.Body{words.Suspect{Whom: p.Leader}}
	}
	if cfg.Alarms {
		return []spec.Body{words.Alarm{Whom: p.Leader}}
	}
	return nil
}

// run is one handler run at a process.
type run struct {
	words.Config
	spec.Outcome[Local]
	at spec.NodeID
}

func (r *run) handle(disk any, a spec.Action) {
	p := &r.Local
	switch body := a.Msg.Body.(type) {
	case words.Election:
		r.asked(a.Msg.From, body.Epoch)
	case words.Answer:
		if p.Phase == Asking {
			p.Phase = Waiting
			r.stop(words.TimerAnswer)
			if !r.Reads(words.JobDone) {
				r.Arm = r.Arm.With(words.TimerCoordinator)
			}
		}
	case words.Coordinator:
		r.hear(a.Msg.From, body.Epoch)
	case words.Beat:
		r.hear(a.Msg.From, body.Epoch)
	case words.Suspect:
		if body.Whom == p.Leader { // a detector says so of others too
			r.begin()
		}
	case words.Alarm:
		r.begin()
	default:
		r.other(disk, a)
	}
}

// other handles what is no message.
func (r *run) other(disk any, a spec.Action) {
	switch {
	case a.Name == spec.Boot && r.Start == words.Warm:
		highest := spec.NodeID(r.Nodes - 1)
		if !r.Reads(words.NoEpochs) {
			r.Local.Epoch = int(highest)
			if r.at == highest {
				r.save()
			}
		}
		r.follow(highest)
	case a.Name == spec.Recover:
		if saved, ok := disk.(words.Record); ok {
			r.Local.Epoch = saved.Epoch
		}
		r.begin()
	case a.Timer == words.ClockBeat:
		r.beat()
	case a.Timer == words.TimerAnswer:
		r.lead()
	default: // a cold boot, and where a leader is missed
		r.begin()
	}
}

func (r *run) send(to spec.NodeID, body spec.Body) {
	r.Effects = append(r.Effects, spec.SendTo(to, body))
}

func (r *run) sendAll(body spec.Body) {
	for _, to := range spec.AllNodes(r.Nodes).Without(r.at) {
		r.send(to, body)
	}
}

func (r *run) stop(timers ...spec.Timer) { r.Disarm = r.Disarm.Union(spec.NewSet(timers...)) }

// begin asks the higher ones; where there are none the process leads.
func (r *run) begin() {
	r.Local.Phase, r.Local.Leader = Asking, spec.None
	r.stop(words.TimerCoordinator, words.TimerFail, words.ClockBeat)
	if int(r.at) == r.Nodes-1 {
		r.lead()
		return
	}
	r.Arm = r.Arm.With(words.TimerAnswer)
	for to := r.at + 1; int(to) < r.Nodes; to++ {
		r.send(to, words.Election{Epoch: r.Local.Epoch})
	}
}

// asked answers a lower process that misses the leader of an epoch. Where there is a later one that is
// nothing new: who leads says so.
func (r *run) asked(from spec.NodeID, epoch int) {
	p := &r.Local
	if p.Leader == r.at && epoch < p.Epoch {
		r.send(from, words.Coordinator{Epoch: p.Epoch})
		return
	}
	r.send(from, words.Answer{})
	if epoch >= p.Epoch {
		p.Epoch = epoch
		r.beginUnlessBegun()
	}
}

func (r *run) beginUnlessBegun() {
	if r.Local.Phase == Idle {
		r.begin()
	}
}

// lead takes the next epoch of the process, which is on its disk before anybody hears of it.
func (r *run) lead() {
	if !r.Reads(words.NoEpochs) {
		r.Local.Epoch++
		for r.Local.Epoch%r.Nodes != int(r.at) {
			r.Local.Epoch++
		}
		r.save()
	}
	r.sendAll(words.Coordinator{Epoch: r.Local.Epoch})
	r.follow(r.at)
}

func (r *run) save() {
	r.Effects = append(r.Effects, spec.SaveRecord(words.Record{Epoch: r.Local.Epoch}))
}

// follow ends the election, if there is one.
func (r *run) follow(leader spec.NodeID) {
	r.Local.Phase, r.Local.Leader = Idle, leader
	r.stop(words.TimerAnswer, words.TimerCoordinator)
	switch {
	case r.Detector == words.Told:
	case leader != r.at:
		r.stop(words.ClockBeat)
		r.Arm = r.Arm.With(words.TimerFail)
	case r.Most == 0 || r.Local.Beaten < r.Most:
		r.Arm = r.Arm.With(words.ClockBeat)
	}
}

// hear takes into account that somebody says that it leads. Whose epoch is over is told so, where it is a
// higher one: it is to lead all the same.
func (r *run) hear(from spec.NodeID, epoch int) {
	p := &r.Local
	switch {
	case epoch < p.Epoch:
		if from > r.at && from != p.Leader {
			r.send(from, words.Election{Epoch: p.Epoch})
		}
	case from > r.at:
		p.Epoch = epoch
		r.follow(from)
	case !r.Reads(words.IgnoresLower):
		p.Epoch = epoch
		r.beginUnlessBegun()
	}
}

// beat tells everybody that the process still leads.
func (r *run) beat() {
	r.sendAll(words.Beat{Epoch: r.Local.Epoch})
	if r.Most > 0 {
		r.Local.Beaten++
	}
	if r.Most == 0 || r.Local.Beaten < r.Most {
		r.Arm = r.Arm.With(words.ClockBeat)
	}
}

// awaits: who waits for an Answer waits for its own questions and what they bring, or for somebody who
// leads; who waits for a Coordinator for the elections of those above it, too; and who follows for what
// its leader says.
func awaits(timer spec.Timer, at spec.NodeID, p Local, copy spec.Message) bool {
	kind := copy.Body.Kind()
	switch timer {
	case words.TimerAnswer:
		return kind == words.KindElection && copy.From == at ||
			(kind == words.KindAnswer || kind == words.KindCoordinator) && copy.To == at
	case words.TimerCoordinator:
		return kind == words.KindElection && copy.From >= at || kind == words.KindAnswer && copy.To >= at ||
			kind == words.KindCoordinator && copy.To == at
	case words.TimerFail:
		return (kind == words.KindBeat || kind == words.KindCoordinator) && copy.To == at && copy.From == p.Leader
	}
	return false
}
