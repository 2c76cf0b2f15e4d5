package scrutineer

import (
	"fmt"
	"maps"
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
)

// Properties are predicates by their names. A predicate returns nil if it is true of what it sees, and
// else an error that says in a few words why not.
type Properties[State any] map[string]func(View[State]) error

// properties are Properties without the type State.
type properties map[string]func(*snapshot) error

// predicate is a property with its name.
type predicate struct {
	name  string
	check func(*snapshot) error
}

// sortedNames returns the names of properties in their order.
func sortedNames[Property any](of map[string]Property) []string { return slices.Sorted(maps.Keys(of)) }

// sorted returns properties in the order of their names.
func sorted(of properties) []predicate {
	list := make([]predicate, 0, len(of))
	for _, name := range sortedNames(of) {
		list = append(list, predicate{name, of[name]})
	}
	return list
}

// untrue returns the first property from a place on that is not true, and why it is not; a nil error says that all are.
func untrue(of []predicate, from int, v *snapshot) (at int, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = panicked(cause)
		}
	}()
	for at = from; at < len(of); at++ {
		if err := of[at].check(v); err != nil {
			return at, err
		}
	}
	return at, nil
}

// judged asks a property. One that panics is not true, and says so.
func judged(check func(*snapshot) error, v *snapshot) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = panicked(cause)
		}
	}()
	return check(v)
}

func panicked(cause any) error {
	return fmt.Errorf("the property panics: %v (the State of a process that is down is nil: ask Up, or range over All)",
		spec.Recovered(cause))
}
