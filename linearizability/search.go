package linearizability

import (
	"math"
	"slices"
	"time"

	"github.com/anishathalye/porcupine"
	"github.com/scrutineer-go/scrutineer/spec"
)

// task is an operation as porcupine's search sees it.
type task struct {
	span
	// not are outputs that it may not have, where its own does not count; got is the one that
	// it had when it was placed last.
	not []any
	got any
	// meter counts what the search of its part takes.
	meter *meter
}

func (t *task) accepts(out any) bool {
	switch {
	case len(t.not) > 0:
		return !slices.Contains(t.not, out)
	case t.Unknown:
		return true
	}
	return out == t.Out
}

// meter counts the steps of one search and the memory of what it remembers. When one of them is
// used up no step is possible any more, so the search ends soon, in the same place on every
// machine.
type meter struct {
	steps    int
	memory   int64
	maxSteps int
	maxBytes int64
	// fixed is what porcupine takes to remember one set of operations, without the state; last
	// is what it took with the state that it was told last.
	fixed, last int64
	// spent says what is used up, cause what a step panicked with.
	spent string
	cause any
}

// bytesRemembered is what one entry of porcupine's cache takes beside the bits of its set and
// its state: a key, two slice headers, an interface, and the room of the map around them.
const bytesRemembered = 112

func newMeter(b Budget, operations int) *meter {
	words := int64(operations+63) / 64
	return &meter{maxSteps: b.Steps, maxBytes: b.Memory, fixed: bytesRemembered + 8*words}
}

// step is porcupine's step. It runs in a goroutine of porcupine's, where a panic could not be
// caught by the caller, so it is kept for later.
func (m Model) step(state, input any) (ok bool, after any) {
	t := input.(*task)
	w := t.meter
	if w.spent != "" || w.cause != nil {
		return false, state
	}
	if w.steps == w.maxSteps {
		w.spent = "steps"
		return false, state
	}
	w.steps++
	defer func() {
		if cause := recover(); cause != nil {
			w.cause, ok, after = spec.Recovered(cause), false, state
		}
	}()
	after, out := m.apply(state, t.In)
	if !t.accepts(out) {
		return false, state
	}
	t.got = out
	w.last = w.fixed + m.size(after)
	w.memory += w.last
	if w.memory > w.maxBytes {
		w.spent = "memory"
	}
	return true, after
}

// search asks porcupine whether there is an order of the operations of one part. Where it does
// not tell, spent says what was used up.
func (m Model) search(tasks []*task, w *meter, limit time.Duration) (_ spec.Verdict, spent string) {
	for _, t := range tasks {
		t.meter = w
	}
	answer := porcupine.CheckOperationsTimeout(porcupine.Model{
		Init: func() any { return m.Start },
		Step: func(state, input, _ any) (bool, any) { return m.step(state, input) },
		Hash: m.hash,
		Equal: func(a, b any) bool {
			if a != b {
				return false
			}
			w.memory -= w.last // it is asked of the state of the last step, which it then forgets
			return true
		},
	}, asked(tasks, func(span) int { return 0 }, math.MaxInt32), limit)
	switch {
	case answer == porcupine.Unknown: // its goroutine may still be at work, so nothing of w is read
		return spec.Undecided, "time"
	case w.cause != nil:
		panic(w.cause)
	case answer == porcupine.Ok:
		return spec.Holds, ""
	case w.spent != "":
		return spec.Undecided, w.spent
	}
	return spec.Violated, ""
}

// tasksOf returns what the search sees of operations.
func tasksOf(spans []span) []*task {
	tasks := make([]*task, len(spans))
	for i, s := range spans {
		tasks[i] = &task{span: s}
	}
	return tasks
}

// asked returns what porcupine is asked about: operations whose times are their places in the
// history. What never returned does so after the end; all operations are possible in all
// states, so what never took effect can do it there.
func asked(tasks []*task, row func(span) int, end int) []porcupine.Operation {
	list := make([]porcupine.Operation, len(tasks))
	for i, t := range tasks {
		ret := int64(t.ret)
		if t.ret == forever {
			ret = int64(end) + int64(t.call)
		}
		list[i] = porcupine.Operation{ClientId: row(t.span), Input: t, Call: int64(t.call), Return: ret}
	}
	return list
}
