package verify

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/internal/tlc"
	"github.com/scrutineer-go/scrutineer/spec"
)

// texts writes the states of one graph as tlc.StateText(show(state)) does. A part of a
// state, such as the local state of one process or a message, recurs in many: each is shown
// once.
type texts struct {
	system *system
	// parts has the variables of each part, by its sort and its bytes.
	parts    map[string][]variable
	messages map[string]tlc.Value
	longest  int // the length of the longest text so far
}

// variable is a variable of a module, or a field of what is one at each process.
type variable struct{ name, text string }

func (s *system) texts() *texts {
	return &texts{system: s, parts: map[string][]variable{}, messages: map[string]tlc.Value{}}
}

// lives is the part of a state that the network has but for what is in flight.
type lives struct {
	Alive, Unbooted spec.Set

	Timers []spec.SetOf[spec.Timer]
	Disk   []any
	Spent  []int
}

// state returns the text of a state.
func (t *texts) state(st state) string {
	net := t.system.split(st.State.State)
	l := lives{net.Alive, net.Unbooted, net.Timers, net.Disk, st.Spent}
	all := slices.Concat(
		t.part("lives "+codec.Key(l), func() []variable {
			return variablesOf(fields(struct {
				Alive, Unbooted spec.Set

				Timers []spec.SetOf[spec.Timer]
				Disk   disks
				Spent  map[string]int
			}{l.Alive, l.Unbooted, l.Timers, l.Disk, t.system.spent(st)}))
		}),
		t.part("flight "+codec.Key(net.Flight), func() []variable {
			return []variable{{"flight", bag(net.Flight).function(t.message).String()}}
		}),
		t.part("ghost "+codec.Key(st.State.Ghost), func() []variable { return variablesOf(fields(st.State.Ghost)) }),
		t.locals(net.Nodes),
	)
	if net.Readings != nil {
		times := t.system.timeOf(&net)
		all = append(all, t.part("times "+codec.Key(times), func() []variable { return variablesOf(fields(times)) })...)
	}
	slices.SortFunc(all, func(a, b variable) int { return cmp.Compare(a.name, b.name) })
	var b strings.Builder
	b.Grow(t.longest)
	for i, v := range all {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(`/\ `)
		b.WriteString(v.name)
		b.WriteString(" = ")
		b.WriteString(v.text)
	}
	t.longest = max(t.longest, b.Len())
	return b.String()
}

// part returns the variables of a part, which show makes if they are not known yet.
func (t *texts) part(key string, show func() []variable) []variable {
	variables, known := t.parts[key]
	if !known {
		variables = show()
		t.parts[key] = variables
	}
	return variables
}

// message returns the value of a message in flight.
func (t *texts) message(m spec.Message) tlc.Value {
	key := codec.Key(m)
	v, known := t.messages[key]
	if !known {
		v = record(m)
		t.messages[key] = v
	}
	return v
}

// variablesOf returns variables with these values, sorted by name.
func variablesOf(values map[string]tlc.Value) []variable {
	variables := make([]variable, 0, len(values))
	for _, name := range slices.Sorted(maps.Keys(values)) {
		variables = append(variables, variable{name, values[name].String()})
	}
	return variables
}

// locals returns a variable for each field of the local states, a function from processes.
func (t *texts) locals(nodes []any) []variable {
	keys := make([]string, len(nodes))
	all := []byte("locals ")
	for i, node := range nodes {
		keys[i] = "local " + codec.Key(node)
		all = append(binary.AppendUvarint(all, uint64(len(keys[i]))), keys[i]...)
	}
	return t.part(string(all), func() []variable {
		parts := make([][]variable, len(nodes))
		for i, node := range nodes {
			parts[i] = t.part(keys[i], func() []variable { return variablesOf(fields(node)) })
		}
		return transposedTexts(parts)
	})
}

// transposedTexts returns a function from processes for each variable of their parts.
func transposedTexts(parts [][]variable) []variable {
	variables := make([]variable, len(parts[0]))
	for k := range variables {
		var b strings.Builder
		b.WriteByte('(')
		for i, part := range parts {
			if i > 0 {
				b.WriteString(" @@ ")
			}
			fmt.Fprintf(&b, "%d :> %s", i, part[k].text)
		}
		b.WriteByte(')')
		variables[k] = variable{parts[0][k].name, b.String()}
	}
	return variables
}
