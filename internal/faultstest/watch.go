package faultstest

import "github.com/scrutineer-go/scrutineer/faults/world"

// Watch is an observer that is a function.
type Watch func(*world.World, *world.Event)

// Observe calls it.
func (f Watch) Observe(w *world.World, e *world.Event) { f(w, e) }
