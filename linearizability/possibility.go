package linearizability

import (
	"maps"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

// returned returns what is possible after a client's return, and where that is nothing, what the
// client could have returned instead. An operation takes effect no sooner than it must.
func (o Object) returned(m Model, client int, out any) (may []Possibility, instead []any) {
	seen := map[string]bool{}
	todo := slices.Clone(o.May)
	for len(todo) > 0 {
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if key := codec.Key(p); seen[key] {
			continue
		} else {
			seen[key] = true
		}
		k := p.effect(client)
		switch {
		case k < 0:
			todo = append(todo, p.next(m, o.Open, false)...)
		case p.Done[k].Out == out:
			p.Done = slices.Delete(slices.Clone(p.Done), k, k+1)
			may = append(may, p)
		case !slices.Contains(instead, p.Done[k].Out):
			instead = append(instead, p.Done[k].Out)
		}
	}
	return may, instead
}

// next returns what is possible after one more open or lost operation has taken effect, and with
// forget after a lost one never will.
func (p Possibility) next(m Model, open []Open, forget bool) []Possibility {
	var after []Possibility
	for _, op := range open {
		if p.effect(op.Client) >= 0 {
			continue
		}
		state, out := m.apply(p.State, op.In)
		done := append(slices.Clone(p.Done), Effect{op.Client, out})
		slices.SortFunc(done, func(a, b Effect) int { return a.Client - b.Client })
		after = append(after, Possibility{State: state, Done: done, Lost: p.Lost})
	}
	for i, in := range p.Lost {
		if i > 0 && compareBodies(in, p.Lost[i-1]) == 0 {
			continue // the same again
		}
		state, _ := m.apply(p.State, in)
		lost := slices.Delete(slices.Clone(p.Lost), i, i+1)
		if state != p.State {
			after = append(after, Possibility{State: state, Done: p.Done, Lost: lost})
		}
		if forget {
			after = append(after, Possibility{State: p.State, Done: p.Done, Lost: lost})
		}
	}
	return after
}

// least returns the object with the fewest possibilities from which all of its own follow. They
// do not depend on how it came to have them: what follows from a possibility has fewer operations
// that have not taken effect, so no two follow from each other.
func (o Object) least(m Model) Object {
	byKey := map[string]Possibility{}
	for _, p := range o.May {
		byKey[codec.Key(p)] = p
	}
	if len(byKey) > 1 {
		seen := map[string]bool{}
		for _, p := range o.May {
			o.remove(m, p, byKey, seen)
		}
	}
	var may []Possibility
	for _, key := range slices.Sorted(maps.Keys(byKey)) {
		may = append(may, byKey[key])
	}
	o.May = may
	return o
}

// remove takes out what follows from a possibility. Whose consequences were seen before, none of
// them is left.
func (o Object) remove(m Model, p Possibility, byKey map[string]Possibility, seen map[string]bool) {
	for _, after := range p.next(m, o.Open, true) {
		key := codec.Key(after)
		delete(byKey, key)
		if !seen[key] {
			seen[key] = true
			o.remove(m, after, byKey, seen)
		}
	}
}

// Object is what may be of one key.
type Object struct {
	Key string
	// Open are the operations that have not returned, by client.
	Open []Open
	// May are the possibilities, each once, in the order of their encodings. What follows from one
	// of them as open operations take effect is left out.
	May []Possibility
}

// Open is an operation that has not returned.
type Open struct {
	Client int
	In     spec.Body
}

// Possibility is a state in which the object may be, and how it came to be in it.
type Possibility struct {
	State any
	// Done are the open operations that have taken effect, by client.
	Done []Effect
	// Lost are the operations of crashed clients that have not, and may yet.
	Lost []spec.Body
}

// Effect is what an open operation will return.
type Effect struct {
	Client int
	Out    any
}

// without returns the object without an open operation, and with other possibilities.
func (o Object) without(j int, may []Possibility) Object {
	return Object{Key: o.Key, Open: slices.Delete(slices.Clone(o.Open), j, j+1), May: may}
}

// effect returns the place of the client's operation among those that have taken effect, or -1.
func (p Possibility) effect(client int) int {
	return slices.IndexFunc(p.Done, func(e Effect) bool { return e.Client == client })
}

// insert puts an operation into a bag, which is ordered by the encodings.
func insert(bag []spec.Body, in spec.Body) []spec.Body {
	i, _ := slices.BinarySearchFunc(bag, in, compareBodies)
	return slices.Insert(slices.Clone(bag), i, in)
}

func compareBodies(a, b spec.Body) int {
	if spec.SameBody(a, b) {
		return 0
	}
	return strings.Compare(codec.Key([]spec.Body{a}), codec.Key([]spec.Body{b}))
}
