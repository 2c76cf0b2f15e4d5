package world

import (
	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
)

// journal records a run: the present event and the digest of all events. It tells the followers where the
// plan acts.
type journal struct {
	event     Event
	digest    digest
	followers []interface{ Acted(a Act) }
}

// Events counts the events so far.
func (j *journal) Events() int { return j.event.N }

// follow adds a follower.
func (j *journal) follow(f interface{ Acted(a Act) }) { j.followers = append(j.followers, f) }

// begin starts the event of an action. number is that of the copy on which it acts, 0 for none. reading is what the
// clock of its process reads.
func (j *journal) begin(a spec.Action, number int, now, reading faults.Time) *Event {
	e := &j.event
	e.N, e.At, e.Now, e.Action = e.N+1, now, reading, a
	e.Copy, e.Effects, e.Sent, e.Whole = number, nil, e.Sent[:0], false
	return e
}

// willDeliver notes the encoded body of the message that the next event delivers.
func (j *journal) willDeliver(body []byte) { j.digest.body = append(j.digest.body[:0], body...) }

// enters notes that a copy has entered the network in the event.
func (j *journal) enters(number int, m spec.Message) {
	j.event.Sent = append(j.event.Sent, Sent{number, m})
}

// carriedOut notes the effects of the event, a handler run that has come to its end.
func (j *journal) carriedOut(effects []impl.Effect) { j.event.Effects, j.event.Whole = effects, true }

// brokenOff notes the effects of the event, a handler run that a crash has ended. cut is how many effects it has had.
func (j *journal) brokenOff(effects []impl.Effect, cut int) {
	a := &j.event.Action
	a.Name, a.Cut, j.event.Effects = spec.CrashIn(a.Name), cut, effects
}

// acted tells the followers that a field of the plan acts in the present event, on the copy of that
// number if it is not 0.
func (j *journal) acted(field string, number int) { j.tell(Act{field, j.event.N, number}) }

// acts tells the followers that a field of the plan acts on the event that comes next.
func (j *journal) acts(field string) { j.tell(Act{field, j.event.N + 1, 0}) }

func (j *journal) tell(a Act) {
	for _, f := range j.followers {
		f.Acted(a)
	}
}
