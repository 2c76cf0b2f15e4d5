package checker

import (
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/diff"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Equality is what Bisimulate found.
type Equality struct {
	// Images counts the specification's states that implementation states
	// abstract to, ImageEdges the edges between them.
	Images, ImageEdges int
	// NamedEdges counts the implementation's edges as (source, action name, target).
	NamedEdges int
	// Difference is the first place where the two part, nil where they do not.
	Difference *Difference
}

// Bisimulate decides whether the abstraction is a functional bisimulation from
// the implementation to the specification, which was explored with KeepSteps:
// from every reachable implementation state c, the set of (action, abstraction
// of the target) equals the set of the specification's (action, target) from the
// abstraction of c, and both begin in the same states. It then also proves that
// nothing that the abstraction forgets is ever needed. The implementation is to be
// explored up to MostStates, so that one that has no end does not fill the memory.
func Bisimulate[C, S any](impl Walked[C], sp *Exploration[S], abstract func(C) S) Equality {
	b := &bisimulation[C, S]{impl: impl, spec: sp, abstract: abstract, hit: make([]bool, len(sp.States))}
	var eq Equality
	if !sp.Complete {
		eq.Difference = b.unfinished()
		return eq
	}
	b.begun = make([]bool, len(sp.States))
	for _, n := range sp.Inits() {
		b.begun[n] = true
	}
	b.inits = len(impl.Inits())
	for n := 0; n < impl.Expanded() && eq.Difference == nil; n++ {
		eq.Difference = b.compare(n, impl.StepsFrom(n))
	}
	broken := impl.Fault()
	switch {
	case eq.Difference != nil:
	case broken != nil:
		eq.Difference = &Difference{
			Path: broken.Path.String(), What: broken.Contract + ": " + broken.Why, Columns: columns,
		}
	case !impl.Whole():
		eq.Difference = b.endless()
	default:
		eq.Difference = b.uncovered()
	}
	eq.NamedEdges = b.named
	for n, hit := range b.hit {
		if hit {
			eq.Images++
			eq.ImageEdges += len(sp.Steps[n])
		}
	}
	return eq
}

// MostStates is how many states an implementation may have that is to be held against
// a specification.
func MostStates[S any](sp *Exploration[S]) int { return mostPerImage*len(sp.States) + mostBeside }

var columns = [2]string{"implementation", "specification"}

// An implementation with more than mostPerImage states for each state of the
// specification, and mostBeside besides, is taken to have no end: something that
// the abstraction forgets, such as a counter, grows without bound.
const (
	mostPerImage = 20
	mostBeside   = 1_000
)

type bisimulation[C, S any] struct {
	impl     Walked[C]
	spec     *Exploration[S]
	abstract func(C) S
	images   []int  // for each implementation state, its image's number or -1
	hit      []bool // for each specification state, whether it is an image
	begun    []bool // … whether it is an initial one
	inits    int
	named    int
	names    []namedStep
}

// namedStep is a step by the name of its action.
type namedStep struct {
	name string
	to   int
}

// unfinished is the difference where the specification could not be explored to
// its end, so that nothing can be equal to it.
func (b *bisimulation[C, S]) unfinished() *Difference {
	d := &Difference{What: "the specification was not explored to its end", Columns: columns}
	if broken := b.spec.Breach; broken != nil {
		d.Path, d.What = broken.Path.String(), broken.Contract+": "+broken.Why
	}
	return d
}

// endless is the difference where the implementation was not explored to its end
// although it did not part from the specification on the way. Two states with one
// image, the last that was found and the first like it, show what grows.
func (b *bisimulation[C, S]) endless() *Difference {
	last := b.impl.Size() - 1
	what := fmt.Sprintf("no end was found: the implementation has more than %d states and the specification %d, "+
		"so what the abstraction forgets grows without bound", last, len(b.spec.States))
	for n := range last {
		if b.image(n) != b.image(last) {
			continue
		}
		if grown := diff.Fields(b.impl.State(n), b.impl.State(last)); len(grown) > 0 {
			what += fmt.Sprintf(", as %s does, %s at first and %s here", grown[0].Path, grown[0].A, grown[0].B)
		}
		break
	}
	return b.differ(last, what)
}

// image returns the number of the specification state that implementation state
// n abstracts to, or -1 where the specification cannot reach it.
func (b *bisimulation[C, S]) image(n int) int {
	for len(b.images) <= n {
		number, ok := b.spec.Number(b.abstract(b.impl.State(len(b.images))))
		if !ok {
			number = -1
		}
		b.images = append(b.images, number)
	}
	return b.images[n]
}

// uncovered returns the difference where the specification can begin in a state
// in which the implementation cannot.
func (b *bisimulation[C, S]) uncovered() *Difference {
	begun := map[int]bool{}
	for _, n := range b.impl.Inits() {
		begun[b.image(n)] = true
	}
	for _, n := range b.spec.Inits() {
		if !begun[n] {
			d := b.differ(0, "only the specification can begin in one of its initial states")
			d.Fields = b.fields(0, n)
			return d
		}
	}
	return nil
}

// compare holds the steps of one implementation state against those of its
// image and returns where they part.
func (b *bisimulation[C, S]) compare(from int, steps []Step) *Difference {
	n := b.image(from)
	if n < 0 || from < b.inits && !b.begun[n] {
		d := b.differ(from, "they begin in different states")
		d.Fields = b.fields(from, 0)
		return d
	}
	b.hit[n] = true
	wanted := b.spec.Steps[n]
	b.names = b.names[:0]
	for _, step := range steps {
		want := stepOf(wanted, step.Action)
		if want == nil {
			d := b.differ(from, "then only the implementation offers "+step.Action.String())
			d.Fields = actionFields(step.Action, nearest(step.Action, actionsOf(wanted)))
			return d
		}
		if b.image(step.To) != want.To {
			d := b.differ(from, "then "+step.Action.String()+" leads to different states")
			d.Fields = b.fields(step.To, want.To)
			return d
		}
		if named := (namedStep{step.Action.Name, step.To}); !slices.Contains(b.names, named) {
			b.names = append(b.names, named)
		}
	}
	b.named += len(b.names)
	for _, want := range wanted {
		if stepOf(steps, want.Action) == nil {
			d := b.differ(from, "then only the specification offers "+want.Action.String())
			d.Fields = actionFields(nearest(want.Action, actionsOf(steps)), want.Action)
			return d
		}
	}
	return nil
}

func (b *bisimulation[C, S]) differ(from int, what string) *Difference {
	return &Difference{Path: b.impl.PathTo(from).String(), What: what, Columns: columns}
}

// fields tells in which fields the image of an implementation state differs from a state
// of the specification.
func (b *bisimulation[C, S]) fields(impl, spec int) []diff.Field {
	return diff.Fields(b.spec.value(b.abstract(b.impl.State(impl))), b.spec.value(b.spec.States[spec]))
}

func actionsOf(steps []Step) []spec.Action {
	actions := make([]spec.Action, len(steps))
	for i, step := range steps {
		actions[i] = step.Action
	}
	return actions
}

// nearest returns the action that differs from a in the fewest fields, or the
// zero Action where there is none of that name.
func nearest(a spec.Action, among []spec.Action) spec.Action {
	var best spec.Action
	fewest := -1
	for _, other := range among {
		if other.Name != a.Name {
			continue
		}
		if n := len(diff.Fields(a, other)); fewest < 0 || n < fewest {
			best, fewest = other, n
		}
	}
	return best
}

// actionFields tells in which arguments two actions differ; where one column has
// no action of that name, the name alone is the difference.
func actionFields(a, b spec.Action) []diff.Field {
	if a.Name != b.Name {
		return []diff.Field{{Path: "Action.Name", A: orAbsent(a.Name), B: orAbsent(b.Name)}}
	}
	fields := diff.Fields(a, b)
	for i := range fields {
		fields[i].Path = "Action." + fields[i].Path
	}
	return fields
}

func orAbsent(name string) string {
	if name == "" {
		return "absent"
	}
	return name
}
