package rsdp

import (
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// lifeSent is the life that messages tell: none where counters begin again with each (a5).
func (e *engine) lifeSent() int {
	if e.cfg.Interprets(words.CountersRestart) {
		return 0
	}
	return e.Life
}

// heard notes that a process is, or was, in that life. Whoever has begun another one is back.
func (e *engine) heard(of spec.NodeID, life int) {
	if life <= e.Lives[of] {
		return
	}
	e.Lives, e.Gone = with(e.Lives, of, life), with(e.Gone, of, false)
}

// closed notes that a process has left, and reports whether that is news of the life that it is known
// to be in: of an older one it is not.
func (e *engine) closed(c Close) bool {
	if c.Life < e.Lives[c.From] {
		return false
	}
	e.heard(c.From, c.Life)
	if !e.cfg.Interprets(words.NoTombstones) {
		e.Gone = with(e.Gone, c.From, true)
	}
	return true
}
