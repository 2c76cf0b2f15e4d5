package gossip

import (
	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
)

// What is assumed of a run: the first three for no two to act at one time, the others for what must be
// so at last.
const (
	// Beats come in time: none is lost or too late, nobody is paused, or told that somebody is silent
	// who is not, and the timeout is longer than the time from one beat to the next.
	assumeBeatsInTime = "BeatsInTime"
	// KnownInTime: who follows somebody from the end of T_settle on knows all who are up.
	assumeKnownInTime = "KnownInTime"
	// SameMetrics: nobody publishes other metrics than at first.
	assumeSameMetrics = "SameMetrics"
	// BeatsGoOn: everybody goes on beating, and what is waited for them is long enough.
	assumeBeatsGoOn = "BeatsGoOn"
	// RecordsSpread: those who are up are linked with each other, and what they publish goes far enough,
	// often enough. See spreads.
	assumeRecordsSpread = "RecordsSpread"
	// MeasuresEnd: nobody goes on to measure something else.
	assumeMeasuresEnd = "MeasuresEnd"
)

func assumptions() []string {
	return []string{
		assumeBeatsInTime, assumeKnownInTime, assumeSameMetrics, assumeBeatsGoOn, assumeRecordsSpread,
		assumeMeasuresEnd,
	}
}

// trust is what a run has broken so far of what is assumed of it.
type trust struct {
	unheard, unknown, remeasured bool   // the first three
	late                         bool   // a beat came too late after the faults had stopped
	lost                         bool   // a record was
	overtaken                    bool   // one came after a newer one, after the faults had stopped
	measured                     []bool // who has measured something else than it has published
	deadlines                    []faults.Time
	first                        faults.Time     // the first boot
	due                          [][]faults.Time // until when a process waits for a beat of another
}

func newTrust(cfg words.Config) trust {
	t := trust{
		unheard:  cfg.FailMS <= cfg.BeatMS || cfg.Beats > 0 || cfg.Detector == words.Told,
		measured: make([]bool, cfg.Nodes), first: -1, deadlines: make([]faults.Time, cfg.Nodes),
		due: make([][]faults.Time, cfg.Nodes),
	}
	for i := range t.due {
		t.due[i] = make([]faults.Time, cfg.Nodes)
	}
	return t
}

// observe sees an event before the monitor has learned what its process knows since.
func (t *trust) observe(m *Monitor, w *world.World, e *world.Event) {
	switch a := &e.Action; a.Name {
	case faults.PauseBegins, words.KindAlarm, spec.Drop(words.KindBeat):
		t.unheard = true
	case spec.Drop(words.KindGossip):
		t.lost = true
	case words.KindMeasure:
		r, is := m.nodes[a.At].records[a.At], a.Msg.Body.(words.Measure)
		t.measured[a.At] = is != words.Measure{Latency: r.Latency, Power: r.Power}
	case spec.Boot:
		t.boots(m, e)
	case spec.Timeout(words.TimerSettle), spec.Premature(words.TimerSettle):
		t.settles(m, w, a.At)
	case spec.Timeout(words.TimerWait), spec.Premature(words.TimerWait):
		early := e.At < t.due[a.At][a.Timer.Of()]
		t.unheard = t.unheard || early || a.Name != spec.Timeout(words.TimerWait)
		t.late = t.late || w.Stopped() && a.Name != spec.Timeout(words.TimerWait)
	case spec.Deliver(words.KindGossip):
		r := a.Msg.Body.(words.Gossip).Record
		if k := &m.nodes[a.At]; k.up && r.Origin != a.At {
			t.overtaken = t.overtaken || w.Stopped() && r.Version < k.seen[r.Origin].Version
		}
	}
	if at := e.Action.At; e.Action.Class() == spec.ClassCrashIn && e.Action.Timer == words.TimerGossip {
		// Who crashes while it publishes other metrics has told some of them, or that it acts for them.
		t.remeasured = t.remeasured || t.measured[at] && len(e.Effects) > 0 && m.publishes(at)
	}
	if at := e.Action.At; at >= 0 {
		if d := t.deadlines[at]; d > 0 && e.At > d {
			t.settles(m, w, at)
		}
		t.arm(e)
	}
}

// arm notes for whose beats a process waits from now on, and until when.
func (t *trust) arm(e *world.Event) {
	for i := range e.Effects {
		if f := &e.Effects[i]; f.Kind == impl.SetTimer {
			if peer := f.Timer.Of(); peer != spec.None {
				t.due[e.Action.At][peer] = e.At + faults.Time(f.After)
			}
		}
	}
}

// boots notes that a process begins. Where everybody waits for everybody from the beginning, those who
// begin too late are not heard in time.
func (t *trust) boots(m *Monitor, e *world.Event) {
	if t.first < 0 {
		t.first = e.At
	}
	if m.cfg.Start == words.Cold {
		t.deadlines[e.Action.At] = max(e.At+faults.Time(m.cfg.SettleTime()), 1)
		return
	}
	if e.At-t.first+faults.Time(m.cfg.BeatTime()) >= faults.Time(m.cfg.FailTime()) {
		t.unheard = true
	}
}

// settles looks once, at the end of T_settle, at whom a process knows.
func (t *trust) settles(m *Monitor, w *world.World, at spec.NodeID) {
	if t.deadlines[at] == 0 || !m.nodes[at].up {
		return
	}
	t.deadlines[at] = 0
	for _, j := range w.Living() {
		if m.nodes[at].records[j].Version == 0 {
			t.unknown = true
		}
	}
}

// end notes which assumptions the run has broken.
func (t *trust) end(m *Monitor, w *world.World) {
	beats := m.cfg.Detector == words.Beats && m.cfg.Beats == 0 && m.cfg.FailMS > m.cfg.BeatMS && !t.late
	for _, a := range []struct {
		name string
		is   bool
	}{
		{assumeBeatsInTime, t.unheard},
		{assumeKnownInTime, t.unknown},
		{assumeSameMetrics, t.remeasured},
		{assumeBeatsGoOn, !beats},
		{assumeRecordsSpread, !spreads(&m.cfg, w, t.lost, t.overtaken)},
		{assumeMeasuresEnd, measuresOn(&m.cfg)},
	} {
		if a.is {
			m.Broke(a.name)
		}
	}
}

// measuresOn tells whether somebody measures one thing after the other for ever.
func measuresOn(cfg *words.Config) bool {
	seen := make([]bool, cfg.Nodes)
	for _, r := range cfg.Measures {
		if seen[r.Who] {
			return true
		}
		seen[r.Who] = true
	}
	return false
}
