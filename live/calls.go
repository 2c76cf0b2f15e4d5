package live

import (
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
)

// takes adds the inputs that a process has taken.
func (m *merging) takes(r *retaking) error {
	for _, e := range r.events {
		if e.call == nil {
			continue
		}
		if m.calls[*e.call] != nil {
			return refusal(e.Where, "input %d of the client's life %d is taken twice",
				e.call.Number, e.call.Client)
		}
		m.calls[*e.call] = &takenCall{event: e}
	}
	for _, a := range r.answers {
		t := m.calls[a.to]
		t.answers, t.answer = a.by, a.answer
	}
	return nil
}

// compare compares the logs of the clients with those of the processes. A client gives an input before a process takes
// it, a process answers before the client has the answer, and a client does one thing after another.
func (m *merging) compare(clients []Life) error {
	for n := range clients {
		if clients[n].Life != n+1 {
			return fmt.Errorf("the client has no log of its life %d, and one of life %d", n+1, clients[n].Life)
		}
		if err := m.follow(&clients[n]); err != nil {
			return err
		}
	}
	for _, events := range m.processes {
		for _, e := range events {
			if e.call != nil && !m.calls[*e.call].logged {
				return refusal(e.Where, "input %d of the client's life %d is taken, which no client has given",
					e.call.Number, e.call.Client)
			}
		}
	}
	return nil
}

// follow takes the lines of one life of a client.
func (m *merging) follow(client *Life) error {
	var before *event
	open := map[int]*called{}
	for _, g := range client.inputs {
		now := &event{Step: Step{At: g.at, Where: Place{ID: spec.Environment, Life: client.Life}}, given: true}
		if before != nil {
			now.causes = append(now.causes, before)
		}
		before = now
		m.given = append(m.given, now)
		if g.called != nil {
			now.Where.Step = g.called.Number
			if _, twice := open[g.called.Number]; twice {
				return refusal(now.Where, "it is given twice")
			}
			open[g.called.Number] = g.called
			if err := m.gives(now, g.called); err != nil {
				return err
			}
			continue
		}
		now.Where.Step = g.returned.Number
		if open[g.returned.Number] == nil {
			return refusal(now.Where, "it returns, and is not open")
		}
		open[g.returned.Number] = nil
		if err := m.returns(now, g.returned); err != nil {
			return err
		}
	}
	return nil
}

// gives finds the step that takes an input.
func (m *merging) gives(now *event, g *called) error {
	t := m.calls[CallID{now.Where.Life, g.Number}]
	if t == nil {
		return nil // it was refused, or lost with a process that went down
	}
	body, err := decoded(g.Body)
	said, is := body.(spec.Body)
	at := t.Where
	if err != nil || !is || !spec.SameBody(said, t.body) || at.ID != g.Process || at.Life != g.Life {
		return refusal(at, "it takes %v, and %s is %v for process %s's life %d", t.body, now.Where, body,
			g.Process, g.Life)
	}
	t.logged = true
	t.causes = append(t.causes, now)
	return nil
}

// returns checks the outcome of an input that the client has logged.
func (m *merging) returns(now *event, r *returned) error {
	t := m.calls[CallID{now.Where.Life, r.Number}]
	switch {
	case r.Outcome == unknown:
		return nil
	case r.Outcome == refused && t != nil:
		return refusal(t.Where, "it takes %s, which the client says was not taken", now.Where)
	case r.Outcome == refused:
		return nil
	case r.Outcome != answered:
		return refusal(now.Where, "its outcome is %q, it must be answered, refused or unknown", r.Outcome)
	case t == nil || t.answers == nil:
		return refusal(now.Where, "it is answered, and no step of a process has answered it")
	}
	answer, err := decoded(r.Answer)
	if err != nil || !spec.SameRecord(answer, t.answer) {
		return refusal(t.answers.Where, "it answers %v to %s, and the client has %v", t.answer, now.Where, answer)
	}
	now.causes = append(now.causes, t.answers)
	return nil
}

// unanswerable returns the refusal of the first input that no order allows.
func (m *merging) unanswerable(waits map[*event]int) error {
	n := slices.IndexFunc(m.given, func(e *event) bool { return waits[e] > 0 })
	return refusal(m.given[n].Where, "it is answered before it is given: no order of the steps allows that")
}
