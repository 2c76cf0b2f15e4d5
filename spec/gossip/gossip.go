// Package gossip is the executable specification of the Gossip election of Syvolovskyi and Lysechko
// (2025), deliberately naive. Processes tell each other what they measure of themselves
// (spreading.go), rank all whom they know by it, and follow the first (ranking.go); who falls silent is
// not ranked any more, and the next in the ranking acts at once (failures.go). What a process knows is in
// local.go, and here is what each event does.
//
// The package must not import impl/gossip. Start reading at [Handlers].
package gossip

import (
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
)

// Handlers returns the handlers of the election under the configuration.
func Handlers(cfg words.Config) spec.Handlers[Local] {
	h := spec.Handlers[Local]{
		Fresh:  func(at spec.NodeID) Local { return fresh(at, cfg) },
		Handle: func(p Local, _ any, a spec.Action) []spec.Outcome[Local] { return handle(cfg, p, a) },
		Inputs: func(at spec.NodeID, p Local, up spec.Set) []spec.Body { return inputs(cfg, at, p, up) },
		Awaits: func(timer spec.Timer, at spec.NodeID, _ Local, copy spec.Message) bool {
			return awaits(cfg, timer, at, copy)
		},
	}
	if cfg.Detector == words.Told {
		h.Repeats = func(timer spec.Timer, _ spec.NodeID, peer Local) bool { return peer.Acts(timer.Of()) }
	}
	return h
}

// run is one run of a handler: what it has changed and asked for so far.
type run struct {
	cfg     words.Config
	at      spec.NodeID
	p       Local
	effects []spec.Effect
	// told are the bodies that go to each of those whom the handler picks of to, at its end.
	told []spec.Body
	to   spec.Set

	arm, disarm spec.SetOf[spec.Timer]
}

func (r *run) send(to spec.NodeID, body spec.Body) {
	r.effects = append(r.effects, spec.SendTo(to, body))
}

func (r *run) spread(to spec.Set, bodies ...spec.Body) { r.to, r.told = to, bodies }

func (r *run) start(t spec.Timer) { r.arm, r.disarm = r.arm.With(t), r.disarm.Without(t) }

func (r *run) stop(t spec.Timer) { r.arm, r.disarm = r.arm.Without(t), r.disarm.With(t) }

func handle(cfg words.Config, p Local, a spec.Action) []spec.Outcome[Local] {
	r := &run{cfg: cfg, at: a.At, p: p}
	switch body := a.Msg.Body.(type) {
	case words.Gossip:
		r.hear(a.Msg.From, body)
	case words.Beat:
		r.heartbeat(a.Msg.From, body)
	case words.Claim:
		r.obey(a.Msg.From, body)
	case words.Digest:
		r.answer(a.Msg.From, body)
	case words.Missing:
		r.storeAll(body.Records)
	case words.View:
		r.exchange(a.Msg.From, body)
	case words.Suspect:
		r.suspect(body.Whom)
	case words.Alarm:
		r.suspect(body.Whom)
	case words.Trust:
		r.trust(body.Whom)
	case words.Measure:
		r.p.Measured = Metrics(body)
	default:
		r.fires(a)
	}
	return r.outcomes(a)
}

// fires is a boot, or the firing of a timer.
func (r *run) fires(a spec.Action) {
	switch {
	case a.Name == spec.Boot:
		r.boot()
	case a.Timer == words.TimerGossip:
		r.round()
	case a.Timer == words.TimerSettle:
		r.p.Settled = true
		r.rerank()
	case a.Timer == words.TimerRefresh:
		r.rerank()
		r.start(words.TimerRefresh)
	case a.Timer == words.ClockBeat:
		r.tick()
	default: // a Wait
		r.suspect(a.Timer.Of())
	}
}

// outcomes are the ways in which the run may end: one for each pick, where there is something to pick.
func (r *run) outcomes(a spec.Action) []spec.Outcome[Local] {
	if f := r.cfg.Fanout; len(r.told) == 0 || f == 0 || f >= len(r.to) {
		return []spec.Outcome[Local]{r.outcome(nil, r.to)}
	}
	var all []spec.Outcome[Local]
	for pick := range a.Picks(r.to, r.cfg.Fanout) {
		all = append(all, r.outcome(pick, pick))
	}
	return all
}

func (r *run) outcome(pick, to spec.Set) spec.Outcome[Local] {
	o := spec.Outcome[Local]{Pick: pick, Local: r.p, Arm: r.arm, Disarm: r.disarm}
	o.Effects = append(o.Effects, r.effects...)
	for _, j := range to {
		for _, body := range r.told {
			o.Effects = append(o.Effects, spec.SendTo(j, body))
		}
	}
	return o
}

// inputs are what the environment may tell a process now: who is silent, as it knows who is up, and
// what the process measures.
func inputs(cfg words.Config, at spec.NodeID, p Local, up spec.Set) []spec.Body {
	var may []spec.Body
	if cfg.Detector == words.Told {
		for j := range spec.NodeID(cfg.Nodes) {
			switch {
			case j == at || p.Records[j].Version == 0:
			case p.Suspected.Has(j):
				if up.Has(j) {
					may = append(may, words.Trust{Whom: j})
				}
			case cfg.Interprets(words.DeadReturns) && p.Ranking[0] != j:
			case cfg.Interprets(words.MasterBeats) && (p.Leader != j || !p.Beating):
			case up.Has(j):
				may = append(may, words.Alarm{Whom: j})
			default:
				may = append(may, words.Suspect{Whom: j})
			}
		}
	}
	for _, m := range cfg.Measures {
		if metrics := (Metrics{m.Latency, m.Power}); m.Who == at && metrics != p.Measured {
			may = append(may, words.Measure(metrics))
		}
	}
	return may
}

// awaits: who waits for a heartbeat waits for a Beat. Other timers end when nothing is on its way, but
// where processes beat for ever, and something always is: there they await nothing.
func awaits(cfg words.Config, timer spec.Timer, at spec.NodeID, copy spec.Message) bool {
	if peer := timer.Of(); peer != spec.None {
		return copy.Body.Kind() == words.KindBeat && copy.From == peer && copy.To == at
	}
	return cfg.Detector == words.Told
}
