package verify

import (
	"maps"
	"reflect"
	"slices"

	"github.com/scrutineer-go/scrutineer/checker"
	"github.com/scrutineer-go/scrutineer/internal/tlc"
	"github.com/scrutineer-go/scrutineer/spec"
)

// graphOf returns the specification's graph in the words of its TLA+ module: every
// state as the canonical text of the module's variables.
func graphOf(s *system, x *checker.Exploration[state]) checker.NamedGraph {
	g := checker.NamedGraph{States: make([]string, len(x.States)), Inits: x.Inits()}
	texts := s.texts()
	for n, state := range x.States {
		g.States[n] = texts.state(state)
	}
	for n, steps := range x.Steps {
		first := len(g.Edges)
		for _, step := range steps {
			e := checker.NamedEdge{From: n, Name: step.Action.Name, To: step.To}
			if !slices.Contains(g.Edges[first:], e) {
				g.Edges = append(g.Edges, e)
			}
		}
	}
	return g
}

// show returns the state as the record of the MC module's variables: those of
// Net.tla, one for each field of L, those of the ghost, and spent.
func (s *system) show(st state) tlc.Value {
	p := s.split(st.State.State)
	variables := fields(variables{p.Alive, p.Unbooted, bag(p.Flight), p.Timers, disks(p.Disk), s.spent(st)})
	if p.Readings != nil {
		maps.Copy(variables, fields(s.timeOf(&p)))
	}
	maps.Copy(variables, transposed(p.Nodes))
	maps.Copy(variables, fields(st.State.Ghost))
	return tlc.Record(variables)
}

// spent is how much of each line of the budget is gone.
func (s *system) spent(st state) map[string]int {
	spent := map[string]int{}
	for i, line := range s.budget.Lines {
		spent[line.Name] = st.Spent[i]
	}
	return spent
}

// variables has the variables that every protocol has.
type variables struct {
	Alive, Unbooted spec.Set

	Flight bag
	Timers []spec.SetOf[spec.Timer]
	Disk   disks
	Spent  map[string]int
}

// times has the further variables of a protocol in discrete time, in ticks.
type times struct {
	Readings []int
	Left     []map[string]int
	Steady   []int
}

// timeOf returns the times of a state.
func (s *system) timeOf(p *spec.State[any]) times {
	t := times{make([]int, len(p.Readings)), make([]map[string]int, len(p.Left)), p.Steady}
	for i, reading := range p.Readings {
		t.Readings[i] = int(reading / s.cluster.Discrete.Unit)
	}
	for i, left := range p.Left {
		t.Left[i] = map[string]int{}
		for k, ticks := range left {
			t.Left[i][string(p.Timers[i][k])] = ticks
		}
	}
	return t
}

// bag is what is in flight; in TLA+ a function from messages to their counts.
type bag []spec.Message

// TLA returns the function; a message is a record of its kind, its ends and the fields of its
// body.
func (b bag) TLA() tlc.Value { return b.function(record) }

// function returns the function from what record makes of the messages.
func (b bag) function(record func(spec.Message) tlc.Value) tlc.Value {
	var pairs []tlc.Pair
	for i := 0; i < len(b); {
		n := 1
		for i+n < len(b) && spec.CompareMessages(b[i], b[i+n]) == 0 {
			n++
		}
		pairs = append(pairs, tlc.Pair{Key: record(b[i]), Val: tlc.Int(n)})
		i += n
	}
	return tlc.Func(pairs...)
}

// record returns the record that a message is.
func record(m spec.Message) tlc.Value {
	r := fields(m.Body)
	r["kind"] = tlc.Str(m.Body.Kind())
	r["from"] = tlc.Int(int(m.From))
	r["to"] = tlc.Int(int(m.To))
	if m.Place > 0 {
		r["place"] = tlc.Int(m.Place)
	}
	if m.Age > 0 {
		r["age"] = tlc.Int(m.Age)
	}
	return tlc.Record(r)
}

// disks are what the processes saved last; in TLA+ << >> where nothing.
type disks []any

// TLA returns the function from processes to their records.
func (d disks) TLA() tlc.Value {
	pairs := make([]tlc.Pair, len(d))
	for i, record := range d {
		pairs[i] = tlc.Pair{Key: tlc.Int(i), Val: tlc.Seq()}
		if record != nil {
			pairs[i].Val = shown(record)
		}
	}
	return tlc.Func(pairs...)
}

// transposed turns the list of local states into one function from processes for
// each field, as TLA+ modules have it.
func transposed(nodes []any) map[string]tlc.Value {
	points := map[string][]tlc.Pair{}
	for i, node := range nodes {
		for name, v := range fields(node) {
			points[name] = append(points[name], tlc.Pair{Key: tlc.Int(i), Val: v})
		}
	}
	variables := map[string]tlc.Value{}
	for name, pairs := range points {
		variables[name] = tlc.Func(pairs...)
	}
	return variables
}

// fields shows a struct and takes its record apart.
func fields(structure any) map[string]tlc.Value {
	record := shown(structure)
	parts := map[string]tlc.Value{}
	for _, key := range record.Keys() {
		name, _ := key.Str()
		parts[name], _ = record.Get(key)
	}
	return parts
}

// shown is the TLA+ value of a state's part. A part that has none is a mistake in
// the protocol's types.
func shown(part any) tlc.Value {
	v, err := tlc.Show(part)
	if err != nil {
		panic(spec.Breach{
			Contract: "StatesHaveTLAValues", Why: reflect.TypeOf(part).String() + ": " + err.Error(),
		})
	}
	return v
}
