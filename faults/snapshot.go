package faults

import (
	"encoding/base64"
	"errors"
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Snapshot is the state of a run partway through, from which another run starts. States, records and bodies are encoded
// by the codec.
type Snapshot struct {
	// Processes are all processes.
	Processes []ProcessSnapshot `json:"processes" input:"required"`
	// Flight lists the messages in flight, in sending order. Faults count the messages of each kind and link from these
	// on.
	Flight []MessageInFlight `json:"flight,omitempty"`
}

// Bytes are what the codec has written. Their text is base64.
type Bytes []byte

// MarshalText returns the text.
func (b Bytes) MarshalText() ([]byte, error) { return base64.StdEncoding.AppendEncode(nil, b), nil }

// UnmarshalText reads the text.
func (b *Bytes) UnmarshalText(text []byte) (err error) {
	if *b, err = base64.StdEncoding.AppendDecode(nil, text); err != nil {
		return errors.New("is not base64")
	}
	return nil
}

// ProcessSnapshot is the state of one process.
type ProcessSnapshot struct {
	// Up reports whether the process is up. Then State is what its State method returns.
	Up    bool  `json:"up,omitempty"`
	State Bytes `json:"state,omitempty"`
	// Unbooted reports whether the process is up and has not had its first event.
	Unbooted bool `json:"unbooted,omitempty"`
	// Disk is the record that the process saved last; absent if there is none.
	Disk Bytes `json:"disk,omitempty"`
	// Timers lists the set timers, in the order they were set. Faults count each as the first setting.
	Timers []TimerLeft `json:"timers,omitempty"`
	// Down is the time until a process that is down comes up; absent if it stays down.
	Down *Time `json:"down,omitempty"`
}

// TimerLeft is a timer that is set, and how long it still runs.
type TimerLeft struct {
	Timer spec.Timer `json:"timer" input:"required"`
	Left  Time       `json:"left"`
}

// MessageInFlight is a copy of a message in flight.
type MessageInFlight struct {
	From      spec.NodeID `json:"from"`
	To        spec.NodeID `json:"to"`
	Multicast bool        `json:"multicast,omitempty"`
	Body      Bytes       `json:"body" input:"required"`
}

// Message returns the message of the copy.
func (c MessageInFlight) Message() (spec.Message, error) {
	value, err := codec.Unbox(c.Body)
	body, ok := value.(spec.Body)
	if err != nil || !ok {
		return spec.Message{}, input.Errorf("body", "is no message of the protocol")
	}
	return spec.Message{From: c.From, To: c.To, Multicast: c.Multicast, Body: body}, nil
}

// Messages returns the messages of all copies in flight, in the order of their sending.
func (b *Snapshot) Messages() (flight []spec.Message, err error) {
	for _, c := range b.Flight {
		m, err := c.Message()
		if err != nil {
			return nil, err
		}
		flight = append(flight, m)
	}
	return flight, nil
}

// Saved returns the record of the process, nil if there is none.
func (p ProcessSnapshot) Saved() (any, error) {
	if len(p.Disk) == 0 {
		return nil, nil
	}
	record, err := codec.Unbox(p.Disk)
	if err != nil {
		return nil, input.Errorf("disk", "is no record of the protocol")
	}
	return record, nil
}

// snapshot checks what does not depend on the protocol.
func (l limits) snapshot(b *Snapshot) error {
	if b == nil {
		return nil
	}
	if len(b.Processes) != l.nodes {
		return input.Errorf("snapshot.processes", "has %d processes, the group has %d", len(b.Processes), l.nodes)
	}
	for n, p := range b.Processes {
		if err := l.processSnapshot(p); err != nil {
			return input.In("", fmt.Sprintf("snapshot.processes[%d]", n), err)
		}
	}
	for n, c := range b.Flight {
		if err := l.messageInFlight(b, c); err != nil {
			return input.In("", fmt.Sprintf("snapshot.flight[%d]", n), err)
		}
	}
	return nil
}

func (l limits) processSnapshot(p ProcessSnapshot) error {
	switch {
	case !p.Up && (p.Unbooted || len(p.State)+len(p.Timers) > 0):
		return input.Errorf("up", "is not set, so the process is down: omit state, unbooted and timers")
	case p.Up && p.Down != nil:
		return input.Errorf("down", "%s, but the process is up: omit down or up", p.Down)
	case p.Down != nil && !l.failures.Recovers():
		return input.Errorf("down", "%s, but under failures %q processes do not come up again: omit it",
			p.Down, l.failures)
	case p.Down != nil && *p.Down < 0:
		return input.Errorf("down", "%s, it must be 0 or more", p.Down)
	}
	for n, t := range p.Timers {
		if err := l.timer(0, t.Timer, 1); err != nil {
			return input.In("", fmt.Sprintf("timers[%d]", n), err)
		}
		if slices.ContainsFunc(p.Timers[:n], func(o TimerLeft) bool { return o.Timer == t.Timer }) {
			return input.Errorf(fmt.Sprintf("timers[%d]", n), "%s is set already: omit one", t.Timer)
		}
		if t.Left < 0 {
			return input.Errorf("timers", "%s has %s left, it must be 0 or more", t.Timer, t.Left)
		}
	}
	_, err := p.Saved()
	return err
}

func (l limits) messageInFlight(b *Snapshot, c MessageInFlight) error {
	if err := l.node("from", c.From); err != nil {
		return err
	}
	if err := l.node("to", c.To); err != nil {
		return err
	}
	if !b.Processes[c.To].Up && l.failures != spec.MessagesWait {
		return input.Errorf("to", "%s is down, and under failures %q messages to it are lost: omit this one",
			c.To, l.failures)
	}
	_, err := c.Message()
	return err
}
