package world

import (
	"github.com/scrutineer-go/scrutineer/faults"
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

// begin starts the event of an action; reading is that of the clock of its process.
func (j *journal) begin(a spec.Action, now, reading faults.Time) *Event {
	e := &j.event
	e.N, e.At, e.Now, e.Action = e.N+1, now, reading, a
	e.Copy, e.Effects, e.Sent, e.Whole = 0, nil, e.Sent[:0], false
	return e
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
