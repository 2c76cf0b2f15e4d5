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
	var t teller
	for i, a := range p.Actions {
		t.tell(a, changed(p.States[i], a, p.States[i+1]))
	}
	return t.told()
}

// teller writes actions, numbered from 1, and what each has changed. Ticks that follow each other are one line.
type teller struct {
	text  strings.Builder
	count int // of actions, without the ticks that are not written yet
	ticks int
}

func (t *teller) tell(a spec.Action, changes []string) {
	if a.Name == spec.Advance && len(changes) == 0 {
		t.ticks++
		return
	}
	t.tellTicks()
	t.count++
	fmt.Fprintf(&t.text, "  %2d. %s\n%s", t.count, a, diff.Lines(changes, "        ", 110))
}

func (t *teller) tellTicks() {
	if t.ticks == 0 {
		return
	}
	fmt.Fprintf(&t.text, "  %2d. %s", t.count+1, spec.Advance)
	if t.ticks > 1 {
		fmt.Fprintf(&t.text, ", %d times", t.ticks)
	}
	t.text.WriteByte('\n')
	t.count, t.ticks = t.count+t.ticks, 0
}

// say writes a line between two actions.
func (t *teller) say(line string) {
	t.tellTicks()
	t.text.WriteString("  " + line + "\n")
}

// told returns all that was written.
func (t *teller) told() string {
	t.tellTicks()
	return t.text.String()
}
