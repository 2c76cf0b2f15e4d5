package campaign

import (
	"bytes"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/diff"
	"github.com/scrutineer-go/scrutineer/spec"
)

// stepped is a process whose states before and after some events are compared.
type stepped struct {
	impl.Node
	// which tells which events. It is given no pointer to one, which would then take memory.
	which         func(kind impl.EventKind, body spec.Body, timer spec.Timer) bool
	alters        *bool // whether the last event has changed the state, if it had no effects
	before, after *[]byte
}

// Step has the process handle an event.
func (n stepped) Step(ev impl.Event, out *impl.Effects) {
	*n.alters = false
	if !n.which(ev.Kind, ev.Body, ev.Timer) {
		n.Node.Step(ev, out)
		return
	}
	*n.before = diff.Append((*n.before)[:0], n.State())
	n.Node.Step(ev, out)
	if len(out.List) == 0 {
		*n.after = diff.Append((*n.after)[:0], n.State())
		*n.alters = !bytes.Equal(*n.before, *n.after)
	}
}
