package checker

import (
	"fmt"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/diff"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Path is a way through a model from an initial state.
type Path[S any] struct {
	// Actions are the steps; there is one state more than there are actions.
	Actions []spec.Action
	States  []S
}

// Last returns the state that the path leads to.
func (p Path[S]) Last() S { return p.States[len(p.States)-1] }

// then returns the path with one step more.
func (p Path[S]) then(a spec.Action, s S) Path[S] {
	return Path[S]{append(p.Actions, a), append(p.States, s)}
}

// String lists the actions, one a line, numbered from 1.
func (p Path[S]) String() string {
	return p.Told(func(S, spec.Action, S) []string { return nil })
}

// Told lists the actions and, below each, what it has changed.
func (p Path[S]) Told(changed func(before S, a spec.Action, after S) []string) string {
	if len(p.Actions) == 0 {
		return "  (the initial state)\n"
	}
	var text strings.Builder
	for i, a := range p.Actions {
		tell(&text, i, a, changed(p.States[i], a, p.States[i+1]))
	}
	return text.String()
}

// tell writes an action, by its number from 0 on, and what it has changed.
func tell(text *strings.Builder, i int, a spec.Action, changes []string) {
	fmt.Fprintf(text, "  %2d. %s\n%s", i+1, a, diff.Lines(changes, "        ", 110))
}
