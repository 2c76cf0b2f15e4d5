package rsdp

import (
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// Step is a handler run of the engine at one process, as far as it has got.
type Step struct {
	Engine
	spec.Outcome[Local]
	At spec.NodeID
}

// Step returns a handler run that has done nothing yet.
func (e Engine) Step(at spec.NodeID, l Local) *Step {
	return &Step{Engine: e, Outcome: spec.Outcome[Local]{Local: l}, At: at}
}

// Handle returns what the handler of an action does.
func (e Engine) Handle(l Local, disk any, a spec.Action) spec.Outcome[Local] {
	s := e.Step(a.At, l)
	switch {
	case s.Outside.Has(a.At) && (a.Name == spec.Boot || a.Name == spec.Recover): // it has no replica
	case a.Name == spec.Boot:
		s.boot()
	case a.Name == spec.Recover:
		s.recover(disk)
	case a.Timer == words.TimerStatus:
		s.endDebates()
	case a.Timer == words.TimerShare:
		s.endWindow()
	case a.Timer == words.TimerSync:
		s.arm(words.TimerSync)
		s.Resync()
	case a.Msg.From == spec.Environment:
		s.input(a.Msg.Body)
	case l.On && s.Linked(a.Msg.From, a.At):
		s.delivered(a.Msg)
	}
	return s.Outcome
}

func (s *Step) input(body spec.Body) {
	switch body := body.(type) {
	case words.Start:
		s.live(s.Local.Life + 1)
	case words.Leave:
		s.leave()
	case words.Resync:
		s.Resync()
	case words.Inject:
		s.inject(body)
	}
}

// inject hands a value to its reducer, at once: the side channel is no phase of the replica, and waits for no mutex.
func (s *Step) inject(given words.Inject) {
	s.Local.Injected++
	for k, r := range s.reducers {
		if r.Name == given.Reducer && r.InjectState != nil {
			value := r.InjectState(s.context(s.At, s.Local), s.Local.Values[k], given.Data)
			s.become(k, value, !s.Interprets(words.Silent))
		}
	}
}

func (s *Step) delivered(msg spec.Message) {
	switch body := msg.Body.(type) {
	case words.Hello:
		s.hello(msg.From, body)
	case words.Status:
		s.status(msg.From, body)
	case words.Share:
		s.share(msg.From, body)
	case words.Close:
		s.close(msg.From, body)
	}
}

// boot: all who begin together in a cold start begin a session each; else the clock alone is wound.
func (s *Step) boot() {
	if s.Cold() {
		s.live(0)
	} else if s.Local.On {
		s.wind()
	}
}

// recover: a replica begins anew, in a life that it has not been in. The first that it recovers
// into is 1 where it never has stored any.
func (s *Step) recover(disk any) {
	life := 1
	if record, stored := disk.(words.Record); stored {
		life = record.Life + 1
	}
	s.live(life)
}

// live begins a life, with nothing known, and in it the first session.
func (s *Step) live(life int) {
	s.Local = s.off(s.At, life)
	s.Local.On = true
	if life > 0 {
		s.effect(spec.SaveRecord(words.Record{Life: life}))
	}
	s.wind()
	s.Begin()
}

// leave announces that the replica goes, and forgets everything (CLOSE, section 2.2).
func (s *Step) leave() {
	s.effect(spec.BroadcastTo(words.TopicReplicas, words.Close{Life: s.sent(s.Local.Life)}))
	s.Local = s.off(s.At, s.Local.Life)
	s.Disarm = spec.NewSet(words.TimerStatus, words.TimerShare, words.TimerSync)
}

// Begin begins a session under its number; the mutex is free, and held from now on (DEBATES,
// section 2.2).
func (s *Step) Begin() {
	s.Local.Debating, s.Local.Statuses = true, nil
	hello := words.Hello{Session: s.session()}
	if s.Interprets(words.HelloCarries) {
		hello.Data = s.current()
	}
	s.effect(spec.BroadcastTo(words.TopicReplicas, hello))
	s.arm(words.TimerStatus)
}

// Resync begins another session, unless one is going on.
func (s *Step) Resync() {
	if s.Local.Debating {
		s.Local.Again = s.Local.Again || s.Interprets(words.ResyncWaits)
		return
	}
	s.Local.Number = (s.Local.Number + 1) % s.Sessions
	s.Begin()
}

// session is the id of the session under way.
func (s *Step) session() words.Session {
	return words.Session{Life: s.sent(s.Local.Life), Number: s.Local.Number}
}

// sent is what a message says of a life (a5).
func (e Engine) sent(life int) int {
	if e.Interprets(words.CountersRestart) {
		return 0
	}
	return life
}

// heard: a life higher than any that was heard of is one after the CLOSE of those before.
func (s *Step) heard(of spec.NodeID, life int) {
	if life > s.Local.Lives[of] {
		s.Local.Lives = set(s.Local.Lives, int(of), life)
		s.Local.Gone = s.Local.Gone.Without(of)
	}
}

// hello answers, at once or when the mutex is free (a4).
func (s *Step) hello(from spec.NodeID, body words.Hello) {
	own := from == s.At
	if own && s.Interprets(words.NoEcho) {
		return
	}
	s.heard(from, body.Session.Life)
	if s.Local.Debating && s.Interprets(words.HelloCarries) {
		s.Local.Statuses = s.answered(s.Local.Statuses, Status{from, s.session(), body.Session.Life, body.Data})
	}
	waits := s.Interprets(words.AllHellosWait) || s.Interprets(words.HelloWaits) && !own
	if s.Local.Debating && waits {
		s.Local.Hellos = withHello(s.Local.Hellos, Hello{from, body.Session})
		return
	}
	s.answer(Hello{from, body.Session})
}

// answer sends a STATUS.
func (s *Step) answer(hello Hello) {
	body := words.Status{Session: hello.Session, Life: s.sent(s.Local.Life), Data: s.current()}
	s.effect(spec.SendTo(hello.From, body))
}

// current are the states that the reducers give.
func (s *Step) current() (data spec.Sequence[any]) {
	for k, r := range s.reducers {
		var current any = words.Nothing
		if r.GetCurrentState != nil {
			current = r.GetCurrentState(s.context(s.At, s.Local), s.Local.Values[k])
		}
		data = append(data, current)
	}
	return data
}

// status buffers an answer to the session under way.
func (s *Step) status(from spec.NodeID, body words.Status) {
	s.heard(from, body.Life)
	if !s.Local.Debating || body.Session != s.session() && !s.Interprets(words.NoSessionIDs) {
		return
	}
	s.Local.Statuses = s.answered(s.Local.Statuses, Status{from, body.Session, body.Life, body.Data})
}

// share buffers what is shared, in the window that is open, which the first of a batch opens, or in
// the batch that is due, or for the next window (a6).
func (s *Step) share(from spec.NodeID, body words.Share) {
	if from == s.At && s.Interprets(words.NoEcho) {
		return
	}
	s.heard(from, body.Life)
	for _, life := range body.Lives {
		s.heard(life.Of, life.Life)
	}
	share := Share{from, body.Life, body.Data}
	switch {
	case s.Local.Due && s.Interprets(words.ClosedBatch):
		s.Local.Next = s.Arrived(s.Local.Next, share)
	case s.Local.Due:
		s.Local.Shares = s.Arrived(s.Local.Shares, share)
	default:
		s.Local.Shares = s.Arrived(s.Local.Shares, share)
		s.arm(words.TimerShare) // which does nothing to a window that is open
	}
}

// close waits for the mutex, or is taken for itself.
func (s *Step) close(from spec.NodeID, body words.Close) {
	switch {
	case from == s.At:
	case s.Local.Debating:
		s.Local.Closes = withClose(s.Local.Closes, Close{from, body.Life})
	default:
		s.closed([]Close{{from, body.Life}})
	}
}

func (s *Step) effect(e spec.Effect) { s.Effects = append(s.Effects, e) }

func (s *Step) arm(timer spec.Timer) { s.Arm = s.Arm.With(timer) }

// wind arms the clock of repeated synchronisation, if there is one.
func (s *Step) wind() {
	if s.SyncMS > 0 {
		s.arm(words.TimerSync)
	}
}
