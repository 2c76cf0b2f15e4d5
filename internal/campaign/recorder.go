package campaign

import (
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/campaign/diagram"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Sayer is a Judge that can say of a process at any time, in two or three words, what that
// holds to, such as "follows 1"; "" where there is nothing to say, or the process is down. A
// diagram shows it along the lifeline.
type Sayer interface {
	Says(w *world.World, at spec.NodeID) string
}

// recorder keeps what a diagram shows of a run beside its trace: of as many events as
// that has, and of all others nothing.
type recorder struct {
	tape
	sayer   Sayer // nil where the judge is none
	changes *Changes
	changed map[int][]string
	says    []diagram.Saying
	said    []string // by process, the last
	acts    []world.Act
	logged  []logLine
	lost    int // lines that were logged before these
}

// logLine is a line that a property has logged about the state after an event.
type logLine struct {
	event int
	text  string
}

// mostLogged is how many lines of a run are kept, the last ones.
const mostLogged = 1000

// Logged keeps a line.
func (r *recorder) Logged(event int, text string) {
	if len(r.logged) == mostLogged {
		r.logged = slices.Delete(r.logged, 0, 1)
		r.lost++
	}
	r.logged = append(r.logged, logLine{event, text})
}

func newRecorder(judge Judge, changes *Changes) *recorder {
	r := &recorder{changes: changes, changed: map[int][]string{}}
	r.sayer, _ = judge.(Sayer)
	return r
}

// Observe keeps an event. The judge has seen it.
func (r *recorder) Observe(w *world.World, e *world.Event) {
	r.tape.Observe(w, e)
	if e.N > diagram.MaxEvents {
		return
	}
	if changes := r.changes.After(w, e); len(changes) > 0 {
		r.changed[e.N] = changes
	}
	if r.sayer == nil {
		return
	}
	if r.said == nil {
		r.said = make([]string, w.Nodes())
	}
	if len(r.said) > mostAsked {
		if at := e.Action.At; at != spec.None {
			r.ask(w, e.N, at)
		}
		return
	}
	for i := range r.said { // what is said may change with time alone
		r.ask(w, e.N, spec.NodeID(i))
	}
}

// mostAsked is in how big a group it is asked at each event what is to be said of every
// process: in bigger ones it is asked where that happened.
const mostAsked = 64

// ask keeps what is said of a process, if that is something else than before.
func (r *recorder) ask(w *world.World, event int, at spec.NodeID) {
	if text := r.sayer.Says(w, at); text != r.said[at] {
		r.said[at] = text
		r.says = append(r.says, diagram.Saying{Event: event, At: at, Text: text})
	}
}

// log returns the lines that the run has logged.
func (r *recorder) log() []string {
	lines := make([]string, len(r.logged))
	for i, line := range r.logged {
		lines[i] = fmt.Sprintf("event %d: %s", line.event, line.text)
	}
	return lines
}

// Acted keeps where something that the plan names has acted.
func (r *recorder) Acted(a world.Act) {
	if a.Event <= diagram.MaxEvents {
		r.acts = append(r.acts, a)
	}
}

// faults are what the plan names, with where that has acted.
func (r *recorder) faults(plan faults.Plan, nodes int) []diagram.Fault {
	var list []diagram.Fault
	for i, f := range plan.Faults {
		named := diagram.Fault{Text: f.Words(), Spans: f.Spans(nodes)}
		r.acted(&named, faults.FaultField(i), f.Doubles())
		list = append(list, named)
	}
	for i, p := range plan.Pins {
		named := diagram.Fault{Text: "pinned: " + p.Words()}
		r.acted(&named, faults.PinField(i), false)
		list = append(list, named)
	}
	return list
}

// acted notes the events and the copies on which something has acted; where it doubles a
// copy, that is the event in which the second one is made.
func (r *recorder) acted(f *diagram.Fault, field string, doubles bool) {
	for _, a := range r.acts {
		switch {
		case a.Field != field:
		case a.Copy == 0:
			f.Events = append(f.Events, a.Event)
		case !doubles:
			f.Copies = append(f.Copies, a.Copy)
		default:
			for _, l := range r.lines {
				if l.Copy == a.Copy && spec.ClassOf(l.Action) == spec.ClassDuplicate {
					f.Events = append(f.Events, l.N)
					break
				}
			}
		}
	}
}

// tape keeps the lines of a trace.
type tape struct{ lines []world.TraceLine }

// Observe keeps a line.
func (t *tape) Observe(_ *world.World, e *world.Event) { t.Panicked(e) }

// Panicked keeps the line of an event in which a process has panicked.
func (t *tape) Panicked(e *world.Event) { t.lines = append(t.lines, e.Line()) }
