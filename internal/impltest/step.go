package impltest

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Step has a process handle an event, and returns what it asks for. A process that picks panics.
func Step(n impl.Node, ev impl.Event) []impl.Effect { return step(n, ev, nil) }

// StepFirst does so with a process that picks: it is given the first.
func StepFirst(n impl.Node, ev impl.Event) []impl.Effect {
	return step(n, ev, func(_ string, from spec.Set, k int) spec.Set { return from[:k] })
}

func step(n impl.Node, ev impl.Event, pick func(string, spec.Set, int) spec.Set) []impl.Effect {
	out := impl.NewEffects(pick)
	n.Step(ev, out)
	return out.List
}

// Asks compares what a process asks for.
func Asks(t testing.TB, name string, want, got []impl.Effect) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("%s: effects (-want +got):\n%s", name, d)
	}
}

// Handles has a process whose State is an *S handle an event in one state, and compares what it asks for, and the state
// after it. The process must not pick.
func Handles[S any](t testing.TB, name string, n impl.Node, before S, ev impl.Event, want []impl.Effect, after S) {
	t.Helper()
	state, is := n.State().(*S)
	if !is {
		t.Fatalf("%s: the state is a %T", name, n.State())
	}
	*state = before
	Asks(t, name, want, Step(n, ev))
	if d := cmp.Diff(after, *state); d != "" {
		t.Errorf("%s: state (-want +got):\n%s", name, d)
	}
}
