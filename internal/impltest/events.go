package impltest

import (
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Booted is the first event of a process.
func Booted() impl.Event { return impl.Event{Kind: impl.Booted} }

// Recovered is the first event of a process that was down, with what is on its disk.
func Recovered(disk any) impl.Event { return impl.Event{Kind: impl.Recovered, Disk: disk} }

// Fired is the firing of a timer.
func Fired(timer spec.Timer) impl.Event { return impl.Event{Kind: impl.Fired, Timer: timer} }

// Told is an input of the environment.
func Told(body spec.Body) impl.Event {
	return impl.Event{Kind: impl.Input, From: spec.Environment, Body: body}
}

// Delivered is a message that arrives.
func Delivered(from spec.NodeID, body spec.Body) impl.Event {
	return impl.Event{Kind: impl.Delivered, From: from, Body: body}
}
