package rsdp

import (
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// The interPhaseMutex is held from the beginning of a session to the end of its DEBATES. A batch of
// SHAREs and a CLOSE need it as well, but they are over in one step; so who finds it taken waits
// for DEBATES alone.

// release has go on what has waited: answers first, then the batch that is due, so that none who
// has left comes back with it, then the CLOSEs, and last another session.
func (e *engine) release(out *impl.Effects) {
	e.Debating = false
	for _, hello := range e.Hellos {
		e.answer(hello, out)
	}
	e.Hellos = nil
	if e.cfg.Interprets(words.ClosesFirst) {
		e.closePending()
		e.processDue(out)
	} else {
		e.processDue(out)
		e.closePending()
	}
	if e.Again {
		e.Again = false
		e.resync(out)
	}
}
