// Package ring is the executable specification of the election of Chang and Roberts (1979): each
// candidate sends a token round, which ends at a higher one, and whose token comes back has won. The ring
// skips who is down; rounds end old tokens. What is printed and what is repaired [words.Interpretation] says.
//
// The package must not import impl/ring. Start reading at [Handlers].
package ring

import (
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ring/words"
)

// Local is what a process knows while it is up.
type Local struct {
	// Next is its successor, itself where it takes everybody else for down.
	Next spec.NodeID
	// Round is the latest that it knows of.
	Round int
	// Best is the highest candidate of the round for which it sent a token; None where it has not.
	Best spec.NodeID
	// Leader is whom it follows, which may be itself; None as long as the round has none.
	Leader spec.NodeID
	// Watching tells that it waits for its successor to answer.
	Watching bool
	// Probed is how often it has probed, where that has an end.
	Probed int
}

// fresh is what a process knows before its first event.
func fresh(cfg words.Config, at spec.NodeID) Local {
	return Local{Next: after(cfg, at, 1), Best: spec.None, Leader: spec.None}
}

// after is the process so many places behind another.
func after(cfg words.Config, at spec.NodeID, places int) spec.NodeID {
	if cfg.Direction == words.Down {
		places = cfg.Nodes - places
	}
	return (at + spec.NodeID(places)) % spec.NodeID(cfg.Nodes)
}

// skipped are those between a process and its successor, the nearest first.
func skipped(cfg words.Config, at, next spec.NodeID) []spec.NodeID {
	var all []spec.NodeID
	for places := 1; places < cfg.Nodes && after(cfg, at, places) != next; places++ {
		all = append(all, after(cfg, at, places))
	}
	return all
}

// inputs are what the environment may tell a process: that its successor is down, which is so, and where there are
// false alarms also when it is not; and then that the nearest of those it has skipped and who are up is there.
func inputs(cfg words.Config, at spec.NodeID, p Local, up spec.Set) []spec.Body {
	var told []spec.Body
	if cfg.Detector == words.Beats {
		return told
	}
	if p.Next != at && !up.Has(p.Next) {
		told = append(told, words.Suspect{Whom: p.Next})
	}
	if !cfg.Alarms {
		return told
	}
	if p.Next != at && up.Has(p.Next) {
		told = append(told, words.Alarm{Whom: p.Next})
	}
	for _, id := range skipped(cfg, at, p.Next) {
		if up.Has(id) {
			return append(told, words.Found{Whom: id})
		}
	}
	return told
}

// Handlers returns the handlers of the protocol under the configuration.
func Handlers(cfg words.Config) spec.Handlers[Local] {
	return spec.Handlers[Local]{
		Fresh: func(at spec.NodeID) Local { return fresh(cfg, at) },
		Handle: func(p Local, _ any, a spec.Action) []spec.Outcome[Local] {
			r := run{Config: cfg, at: a.At, Outcome: spec.Outcome[Local]{Local: p}}
			r.handle(a)
			return []spec.Outcome[Local]{r.Outcome}
		},
		Inputs: func(at spec.NodeID, p Local, up spec.Set) []spec.Body { return inputs(cfg, at, p, up) },
		Awaits: awaits,
	}
}

// run is one handler run at a process.
type run struct {
	words.Config
	spec.Outcome[Local]
	at spec.NodeID
}

func (r *run) handle(a spec.Action) {
	switch body := a.Msg.Body.(type) {
	case words.Token:
		r.token(body)
	case words.Elected:
		r.elected(body)
	case words.Probe:
		r.send(a.Msg.From, words.Beat{})
		if body.Leader != spec.None {
			r.elected(words.Elected(body))
		}
	case words.Beat:
		r.answered(a.Msg.From)
	case words.Suspect, words.Alarm:
		r.skip()
	case words.Found:
		r.turnTo(body.Whom)
	default:
		r.other(a)
	}
}

// other handles what is no message.
func (r *run) other(a spec.Action) {
	switch {
	case a.Name == spec.Boot:
		if r.Detector == words.Beats {
			r.Arm = r.Arm.With(words.ClockProbe)
		}
		if r.Initiators.Has(r.at) {
			r.begin()
		}
	case a.Timer == words.ClockProbe:
		r.probe()
	case a.Timer == words.TimerFail:
		r.skip()
	default: // an election takes too long
		r.begin()
	}
}

func (r *run) send(to spec.NodeID, body spec.Body) {
	r.Effects = append(r.Effects, spec.SendTo(to, body))
}

// begin begins a round.
func (r *run) begin() {
	p := &r.Local
	if !r.Reads(words.NoRounds) {
		p.Round++
	}
	p.Leader, p.Best = spec.None, spec.None
	r.pass(r.at)
}

// pass sends the token of a candidate on.
func (r *run) pass(candidate spec.NodeID) {
	r.Local.Best = max(r.Local.Best, candidate)
	r.Arm = r.Arm.With(words.TimerRetry)
	r.send(r.Local.Next, words.Token{Round: r.Local.Round, Candidate: candidate})
}

func (r *run) token(t words.Token) {
	p := &r.Local
	if t.Round < p.Round {
		return
	}
	if t.Round > p.Round || r.Reads(words.NoRounds) && p.Leader != spec.None {
		p.Round, p.Leader, p.Best = t.Round, spec.None, spec.None
	}
	switch {
	case p.Leader != spec.None: // the round is over
	case t.Candidate > r.at && (t.Candidate > p.Best || r.Reads(words.NoRounds)):
		r.pass(t.Candidate)
	case t.Candidate < r.at && p.Best == spec.None:
		r.pass(r.at)
	case t.Candidate == r.at && (p.Best == r.at || r.Reads(words.NoRounds)):
		r.follow(r.at)
	}
}

// follow ends the process's part in the election, and says on who leads.
func (r *run) follow(leader spec.NodeID) {
	p := &r.Local
	p.Leader, p.Best = leader, spec.None
	r.Disarm = r.Disarm.With(words.TimerRetry)
	r.tell()
}

// tell says to the successor who leads.
func (r *run) tell() {
	if p := r.Local; p.Next != r.at {
		r.send(p.Next, words.Elected{Round: p.Round, Leader: p.Leader})
	}
}

func (r *run) elected(e words.Elected) {
	p := &r.Local
	isNew := e.Round > p.Round || e.Round == p.Round && e.Leader > p.Leader
	if r.Reads(words.NoRounds) {
		isNew = e.Leader != p.Leader && e.Leader != r.at
	}
	if !isNew {
		return
	}
	p.Round = e.Round
	if e.Leader < r.at && !r.Reads(words.FollowsLower) || r.hasSkipped(e.Leader) {
		r.begin()
		return
	}
	r.follow(e.Leader)
}

func (r *run) hasSkipped(id spec.NodeID) bool {
	return spec.NewSet(skipped(r.Config, r.at, r.Local.Next)...).Has(id)
}

// skip takes the successor for down.
func (r *run) skip() {
	p := &r.Local
	r.turnTo(after(r.Config, r.at, len(skipped(r.Config, r.at, p.Next))+2))
}

// turnTo makes another process the successor. What went to the one before may be lost.
func (r *run) turnTo(next spec.NodeID) {
	p := &r.Local
	p.Next, p.Watching = next, false
	r.Disarm = r.Disarm.With(words.TimerFail)
	if p.Leader == spec.None || r.hasSkipped(p.Leader) {
		r.begin()
		return
	}
	r.tell()
}

// probe asks the successor, and those that were skipped, whether they are there.
func (r *run) probe() {
	p := &r.Local
	asked := spec.NewSet(skipped(r.Config, r.at, p.Next)...)
	if p.Next != r.at {
		asked = asked.With(p.Next)
		if !p.Watching {
			p.Watching = true
			r.Arm = r.Arm.With(words.TimerFail)
		}
	}
	for _, to := range asked {
		r.send(to, words.Probe{Round: p.Round, Leader: p.Leader})
	}
	if r.Most > 0 {
		p.Probed++
	}
	if r.Most == 0 || p.Probed < r.Most {
		r.Arm = r.Arm.With(words.ClockProbe)
	}
}

func (r *run) answered(from spec.NodeID) {
	switch {
	case from == r.Local.Next:
		r.Local.Watching = false
		r.Disarm = r.Disarm.With(words.TimerFail)
	case r.hasSkipped(from):
		r.turnTo(from)
	}
}

// awaits: an election goes on as long as a token of its round, or of a later one, is on its way, or word of
// who leads; and who watches its successor waits for its probe and the answer to it.
func awaits(timer spec.Timer, at spec.NodeID, p Local, copy spec.Message) bool {
	switch body := copy.Body.(type) {
	case words.Token:
		return timer == words.TimerRetry && body.Round >= p.Round
	case words.Elected:
		return timer == words.TimerRetry && body.Round >= p.Round
	case words.Probe:
		return timer == words.TimerFail && copy.From == at && copy.To == p.Next
	case words.Beat:
		return timer == words.TimerFail && copy.From == p.Next && copy.To == at
	}
	return false
}
