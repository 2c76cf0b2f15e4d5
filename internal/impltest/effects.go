package impltest

import (
	"time"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Set arms a timer.
func Set(timer spec.Timer, after time.Duration) impl.Effect {
	return impl.Effect{Kind: impl.SetTimer, To: spec.None, Timer: timer, After: after}
}

// Stop disarms a timer.
func Stop(timer spec.Timer) impl.Effect {
	return impl.Effect{Kind: impl.StopTimer, To: spec.None, Timer: timer}
}

// Send sends a message to one process.
func Send(to spec.NodeID, body spec.Body) impl.Effect {
	return impl.Effect{Kind: impl.Send, To: to, Body: body}
}

// Sends are copies of one message, each to one of several, in their order.
func Sends(body spec.Body, to ...spec.NodeID) []impl.Effect {
	list := make([]impl.Effect, len(to))
	for i, id := range to {
		list[i] = Send(id, body)
	}
	return list
}

// Save writes a record to the disk.
func Save(record any) impl.Effect {
	return impl.Effect{Kind: impl.Save, To: spec.None, Record: record}
}
