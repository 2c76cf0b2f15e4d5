package rsdp

import (
	"cmp"
	"slices"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// resync begins another session. One that goes on is enough, where nothing else is said.
func (e *engine) resync(out *impl.Effects) {
	switch {
	case !e.On:
	case !e.Debating:
		e.Number = (e.Number + 1) % e.cfg.Sessions
		e.begin(out)
	case e.cfg.Interprets(words.ResyncWaits):
		e.Again = true
	}
}

// begin begins a session (DEBATES, section 2.2). The mutex must be free.
func (e *engine) begin(out *impl.Effects) {
	e.acquire()
	announce(out, e.session())
	out.SetTimer(words.TimerStatus, e.cfg.StatusTime())
}

// session is the session of the replica, as it is called in messages.
func (e *engine) session() words.Session {
	return words.Session{Life: e.lifeSent(), Number: e.Number}
}

func announce(m Medium, session words.Session) {
	m.Broadcast(words.TopicReplicas, words.Hello{Session: session})
}

// receiveHello answers a HELLO, or has it wait for the mutex (a4).
func (e *engine) receiveHello(from spec.NodeID, body words.Hello, out Medium) {
	e.heard(from, body.Session.Life)
	hello := Hello{from, body.Session}
	if e.Debating && e.mustWait(from) {
		e.Hellos = insert(e.Hellos, hello, compareHellos)
		return
	}
	e.answer(hello, out)
}

func (e *engine) mustWait(from spec.NodeID) bool {
	return e.cfg.Interprets(words.AllHellosWait) || e.cfg.Interprets(words.HelloWaits) && from != e.id
}

// answer sends a STATUS.
func (e *engine) answer(hello Hello, out Medium) {
	r, data := e.replica(), make([]any, len(e.reducers))
	for k, reducer := range e.reducers {
		data[k] = reducer.GetCurrentState(r, e.Values[k])
	}
	out.Send(hello.From, words.Status{Session: hello.Session, Life: e.lifeSent(), Data: data})
}

// receiveStatus keeps an answer to the session that goes on.
func (e *engine) receiveStatus(from spec.NodeID, body words.Status) {
	e.heard(from, body.Life)
	if !e.Debating || body.Session != e.session() && !e.cfg.Interprets(words.NoSessionIDs) {
		return
	}
	status := Status{from, body.Session, body.Life, body.Data}
	place, found := slices.BinarySearchFunc(e.Statuses, from, func(s Status, id spec.NodeID) int {
		return cmp.Compare(s.From, id)
	})
	if found && !e.cfg.Interprets(words.KeepsRepeats) {
		e.Statuses[place] = status
		return
	}
	for place < len(e.Statuses) && e.Statuses[place].From == from {
		place++
	}
	e.Statuses = slices.Insert(e.Statuses, place, status)
}

// endDebates aggregates the answers, tells everybody, and releases the mutex.
func (e *engine) endDebates(out *impl.Effects) {
	if !e.Debating {
		return
	}
	aggregates := e.aggregate()
	if len(e.Statuses) > 0 { // what nobody has contributed to nobody would take
		out.Broadcast(words.TopicReplicas, words.Share{
			Life: e.lifeSent(), Lives: e.livesOfSenders(), Data: aggregates,
		})
	}
	e.Statuses = nil
	e.release(out)
}

// aggregate makes one value of all answers for each reducer. One that has none yet begins with it.
func (e *engine) aggregate() []any {
	r, entries := e.replica(), make([]Entry, len(e.Statuses))
	aggregates := make([]any, len(e.reducers))
	e.change()
	for k, reducer := range e.reducers {
		for i, status := range e.Statuses {
			entries[i] = Entry{status.From, status.Data[k]}
		}
		aggregates[k] = reducer.AggregateState(r, e.Values[k], entries)
		if reducer.IsBeginning(e.Values[k]) {
			e.initialise(r, k, aggregates[k])
		}
	}
	return aggregates
}

// initialise has a reducer begin with what was aggregated first, if it is valid.
func (e *engine) initialise(r *Replica, k int, aggregate Value) {
	valid, is := e.reducers[k].SanitizeShareState(r, aggregate)
	if e.cfg.Interprets(words.InitialUnsanitised) {
		valid, is = aggregate, len(e.Statuses) > 0
	}
	if is {
		e.Values[k] = valid
		e.tellUnlessSilent(r, k)
	}
}

// livesOfSenders are the lives of those who have answered, but for first ones.
func (e *engine) livesOfSenders() []words.Life {
	var lives []words.Life
	for _, status := range e.Statuses {
		if status.Life == 0 {
			continue
		}
		if last := len(lives) - 1; last >= 0 && lives[last].Of == status.From {
			lives[last].Life = max(lives[last].Life, status.Life)
			continue
		}
		lives = append(lives, words.Life{Of: status.From, Life: status.Life})
	}
	return lives
}
