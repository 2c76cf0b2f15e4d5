package impltest

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Step has a process handle an event, and returns what it asks for. Where it picks it is given the first.
func Step(n impl.Node, ev impl.Event) []impl.Effect {
	out := impl.NewEffects(func(_ string, from spec.Set, k int) spec.Set { return from[:k] })
	n.Step(ev, out)
	return out.List
}

// Handles has a process handle an event, and compares what it asks for.
func Handles(t testing.TB, name string, n impl.Node, ev impl.Event, want []impl.Effect) {
	t.Helper()
	if d := cmp.Diff(want, Step(n, ev)); d != "" {
		t.Errorf("%s: effects (-want +got):\n%s", name, d)
	}
}

// HandlesFrom has a process whose State is an *S handle an event in one state, and compares what it asks for, and the
// state after it.
func HandlesFrom[S any](t testing.TB, name string, n impl.Node, before S, ev impl.Event, want []impl.Effect, after S) {
	t.Helper()
	state, is := n.State().(*S)
	if !is {
		t.Fatalf("%s: the state is a %T", name, n.State())
	}
	*state = before
	Handles(t, name, n, ev, want)
	if d := cmp.Diff(after, *state); d != "" {
		t.Errorf("%s: state (-want +got):\n%s", name, d)
	}
}
