package baseline

import (
	"time"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// member is what SelfCount and Adaptive have in common: all but how a run begins.
type member struct {
	id             spec.NodeID
	c, quorum      int // quorum is c+f+1
	collect, await time.Duration
	state          State
}

// State is all of a SelfCount or an Adaptive that changes.
type State struct {
	// List is the membership list.
	List spec.Set
	// Leader is whom this process follows, None at first, and Since the run in which
	// that one announced itself: a LEADER of an older run changes nothing.
	Leader spec.NodeID
	Since  int
	// Run is the last run that this process began, Phase where it stands in it.
	Run   int
	Phase words.Phase
	// Heard are those whose lists count in this run, and Lowest the lowest in any of them.
	Heard  spec.Set
	Lowest spec.NodeID
}

func newMember(id spec.NodeID, cfg words.Config) member {
	return member{
		id: id, c: cfg.C, quorum: cfg.Quorum(), collect: cfg.CollectTimeout(), await: cfg.AwaitTimeout(),
		state: State{List: cfg.Lists[id], Leader: spec.None, Lowest: spec.None, Phase: words.Idle},
	}
}

// State returns the process's state.
func (m *member) State() any { return &m.state }

// step handles one event, and tells whether a run has to begin because of it: the
// first, or the next where LEADER did not come within TIMEOUT.
func (m *member) step(ev impl.Event, out *impl.Effects) bool {
	switch ev.Kind {
	case impl.Fired:
		if ev.Timer == words.TimerAwait {
			return true
		}
		m.ask(m.quorum, out)
	case impl.Input:
		if purge, ok := ev.Body.(words.Purge); ok {
			m.state.List = m.state.List.Without(purge.Node)
		}
		_, starts := ev.Body.(words.Start)
		return starts
	case impl.Delivered:
		m.received(ev.From, ev.Body, out)
	}
	return false
}

func (m *member) received(from spec.NodeID, body spec.Body, out *impl.Effects) {
	switch msg := body.(type) {
	case words.Query:
		out.Send(from, words.Response{Run: msg.Run, Candidates: spec.NewSet(spec.Lowest(m.state.List))})
	case words.Response:
		if m.state.Phase == words.Collect && msg.Run == m.state.Run && !m.state.Heard.Has(from) {
			m.hear(from, spec.Lowest(msg.Candidates))
			out.SetTimer(words.TimerCollect, m.collect)
			m.decide(out)
		}
	case words.Notify:
		out.Multicast(words.Leader{Run: msg.Run, Seq: 1}) // a run notifies once
	case words.Leader:
		m.follow(from, msg.Run, out)
	}
}

// begin starts a run in which nobody has been heard.
func (m *member) begin() {
	m.state.Run++
	m.state.Phase, m.state.Heard, m.state.Lowest = words.Collect, nil, spec.None
}

// ask sends QUERY to as many as bring those who are asked or heard up to that number. It
// goes on with every TIMEOUT, so a list that is too short now may grow.
func (m *member) ask(number int, out *impl.Effects) {
	targets := m.state.List.Minus(m.state.Heard)
	for _, to := range out.Pick(words.WhyQuery, targets, number-len(m.state.Heard)) {
		out.Send(to, words.Query{Run: m.state.Run, X: 1, Y: 0})
	}
	out.SetTimer(words.TimerCollect, m.collect)
}

// hear counts one list, of which the lowest is told.
func (m *member) hear(from, lowest spec.NodeID) {
	m.state.Heard = m.state.Heard.With(from)
	if m.state.Lowest == spec.None || lowest < m.state.Lowest {
		m.state.Lowest = lowest
	}
}

// decide notifies the lowest once c+1 lists were heard, of which one must hold it.
func (m *member) decide(out *impl.Effects) {
	if len(m.state.Heard) <= m.c {
		return
	}
	m.state.Phase = words.Await
	out.StopTimer(words.TimerCollect)
	out.Send(m.state.Lowest, words.Notify{Run: m.state.Run, Seq: 1})
	out.SetTimer(words.TimerAwait, m.await)
}

// follow adopts the sender of a LEADER unless that of a later run was followed before,
// and ends the run that has waited for it.
func (m *member) follow(from spec.NodeID, run int, out *impl.Effects) {
	if run > m.state.Since {
		m.state.Leader, m.state.Since = from, run
	}
	if m.state.Phase == words.Await && run == m.state.Run {
		m.state.Phase = words.Done
		out.StopTimer(words.TimerAwait)
	}
}
