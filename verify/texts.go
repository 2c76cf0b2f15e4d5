package verify

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/tla/tlc"
)

// texts writes the states of one graph as tlc.StateText(show(state)) does. A part of a
// state, such as the local state of one process, recurs in many: each is shown once.
type texts struct {
	system *system
	// parts has the variables of each part, by its sort and its bytes.
	parts map[string][]variable
}

// variable is a variable of a module, or a field of what is one at each process.
type variable struct{ name, text string }

func (s *system) texts() *texts {
	return &texts{system: s, parts: map[string][]variable{}}
}

// lives is the part of a state that the network has but for what is in flight.
type lives struct {
	Alive  spec.Set
	Timers []spec.SetOf[string]
	Disk   []any
	Spent  []int
}

// state returns the text of a state.
func (t *texts) state(st state) string {
	net := t.system.split(st.State.State)
	l := lives{net.Alive, net.Timers, net.Disk, st.Spent}
	all := slices.Concat(
		t.part("lives", l, func() map[string]tlc.Value {
			return fields(struct {
				Alive  spec.Set
				Timers []spec.SetOf[string]
				Disk   disks
				Spent  map[string]int
			}{l.Alive, l.Timers, l.Disk, t.system.spent(st)})
		}),
		t.part("flight", net.Flight, func() map[string]tlc.Value {
			return map[string]tlc.Value{"flight": shown(bag(net.Flight))}
		}),
		t.part("ghost", st.State.Ghost, func() map[string]tlc.Value { return fields(st.State.Ghost) }),
		t.locals(net.Nodes),
	)
	slices.SortFunc(all, func(a, b variable) int { return cmp.Compare(a.name, b.name) })
	var b strings.Builder
	for i, v := range all {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(`/\ ` + v.name + " = ")
		b.WriteString(v.text)
	}
	return b.String()
}

// part returns the variables of a part, sorted by name.
func (t *texts) part(sort string, value any, show func() map[string]tlc.Value) []variable {
	key := sort + " " + codec.Key(value)
	variables, known := t.parts[key]
	if !known {
		values := show()
		for _, name := range slices.Sorted(maps.Keys(values)) {
			variables = append(variables, variable{name, values[name].String()})
		}
		t.parts[key] = variables
	}
	return variables
}

// locals returns a variable for each field of the local states, a function from processes.
func (t *texts) locals(nodes []any) []variable {
	var functions []strings.Builder
	var first []variable
	for i, node := range nodes {
		part := t.part("local", node, func() map[string]tlc.Value { return fields(node) })
		if i == 0 {
			first, functions = part, make([]strings.Builder, len(part))
		}
		for k, v := range part {
			b := &functions[k]
			if i == 0 {
				b.WriteByte('(')
			} else {
				b.WriteString(" @@ ")
			}
			fmt.Fprintf(b, "%d :> %s", i, v.text)
		}
	}
	variables := make([]variable, len(first))
	for k, v := range first {
		variables[k] = variable{v.name, functions[k].String() + ")"}
	}
	return variables
}
