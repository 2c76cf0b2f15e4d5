package world

import (
	"encoding/json"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/diff"
	"github.com/scrutineer-go/scrutineer/spec"
)

// TraceLine is one event as a trace has it, one JSON object a line.
type TraceLine struct {
	N  int         `json:"n"`
	At faults.Time `json:"at"`
	// Now is what the clock of the process reads, where that is another time: it may be negative,
	// and finer than a microsecond.
	Now string `json:"now,omitempty"`
	// Text is the step as a person would say it.
	Text string `json:"text"`
	// Action, Node, Timer, Pick and Cut are those of the spec.Action; Node is
	// absent where the event is at no process.
	Action string       `json:"action"`
	Node   *spec.NodeID `json:"node,omitempty"`
	Timer  spec.Timer   `json:"timer,omitempty"`
	Pick   spec.Set     `json:"pick,omitempty"`
	Cut    int          `json:"cut,omitempty"`
	// Copy is the number of the copy that was delivered, dropped, duplicated or
	// lost, From its sender, Body what it says. An input has a Body alone.
	Copy int             `json:"copy,omitempty"`
	From *spec.NodeID    `json:"from,omitempty"`
	Body json.RawMessage `json:"body,omitempty"`
	// Sent are the copies that entered the network.
	Sent []SentLine `json:"sent,omitempty"`
	// Set and Stopped are timers, Saved the record that was saved last.
	Set     []spec.Timer    `json:"set,omitempty"`
	Stopped []spec.Timer    `json:"stopped,omitempty"`
	Saved   json.RawMessage `json:"saved,omitempty"`
}

// SentLine is a copy that entered the network.
type SentLine struct {
	Copy int             `json:"copy"`
	Kind string          `json:"kind"`
	To   spec.NodeID     `json:"to"`
	Body json.RawMessage `json:"body,omitempty"`
	// Multicast marks a copy of a multicast.
	Multicast bool `json:"multicast,omitempty"`
}

// Line returns the event as a trace has it.
func (e *Event) Line() TraceLine {
	a := e.Action
	l := TraceLine{
		N: e.N, At: e.At, Text: a.String(), Action: a.Name, Timer: a.Timer, Pick: a.Pick, Cut: a.Cut, Copy: e.Copy,
		Body: bodyJSON(a.Msg.Body),
	}
	if e.Now != e.At {
		l.Now = e.Now.String()
	}
	if a.At != spec.None {
		l.Node = &a.At
	} else {
		l.Text = a.Name
	}
	if a.Msg.Body != nil && a.Msg.From != spec.Environment {
		l.From = &a.Msg.From
	}
	for _, s := range e.Sent {
		l.Sent = append(l.Sent, SentLine{
			Copy: s.Number, Kind: s.Msg.Body.Kind(), To: s.Msg.To,
			Body: bodyJSON(s.Msg.Body), Multicast: s.Msg.Multicast,
		})
	}
	for _, effect := range e.Effects {
		switch effect.Kind {
		case impl.SetTimer:
			l.Set = append(l.Set, effect.Timer)
		case impl.StopTimer:
			l.Stopped = append(l.Stopped, effect.Timer)
		case impl.Save:
			l.Saved = toJSON(effect.Record)
		}
	}
	return l
}

func bodyJSON(body spec.Body) json.RawMessage {
	if body == nil {
		return nil
	}
	return toJSON(body)
}

// toJSON writes a value as JSON. If JSON has no way to write it, as a map whose keys are structs, it becomes a text.
func toJSON(v any) json.RawMessage {
	text, err := json.Marshal(v)
	if err != nil {
		text, err = json.Marshal(diff.Take(v).String())
	}
	if err != nil {
		panic(spec.Breach{Contract: "Trace", Why: err.Error()})
	}
	return text
}
