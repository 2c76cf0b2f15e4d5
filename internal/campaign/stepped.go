package campaign

import (
	"bytes"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/diff"
)

// stepped is a process whose states before and after some events are compared.
type stepped struct {
	impl.Node
	compares      func(*impl.Event) bool // which events
	alters        *bool                  // whether the last event has changed the state, if it had no effects
	before, after *[]byte
}

// Step has the process handle an event.
func (n stepped) Step(ev impl.Event, out *impl.Effects) {
	*n.alters = false
	if !n.compares(&ev) {
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
