package linearizability

import "github.com/scrutineer-go/scrutineer/spec"

// Independent is an object of a model for each key, all operations being [Keyed].
func Independent(m Model) Model {
	if m.Key != nil {
		panic(spec.Breach{Contract: knownOperation, Why: m.Name + " has keys already: take it as it is"})
	}
	name, apply, reads := "Independent "+m.Name, m.Apply, m.Reads
	of := func(in spec.Body) Keyed {
		keyed, ok := in.(Keyed)
		if !ok {
			panic(refusal(name, in))
		}
		return keyed
	}
	m.Name = name
	m.Apply = func(state any, in spec.Body) (any, any) { return apply(state, of(in).In) }
	m.Key = func(in spec.Body) string { return of(in).Key }
	if reads != nil {
		m.Reads = func(in spec.Body) bool { return reads(of(in).In) }
	}
	return m
}
