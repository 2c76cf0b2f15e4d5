package rsdp

import (
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// receiveStatus keeps an answer to the session that goes on.
func (e *engine) receiveStatus(from spec.NodeID, body words.Status) {
	e.heard(from, body.Life)
	if !e.Debating || body.Session != e.session() && !e.cfg.Interprets(words.NoSessionIDs) {
		return
	}
	e.keep(Status{from, body.Session, body.Life, body.Data})
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
