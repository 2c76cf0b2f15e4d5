package rsdptest

import (
	"fmt"

	implementation "github.com/scrutineer-go/scrutineer/impl/rsdp"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// moment is all that the methods of a reducer can be given.
type moment struct {
	Self      spec.NodeID
	Gone      []bool
	Own       any
	Statuses  []implementation.Entry
	Shares    []implementation.Entry
	Aggregate any
	Closers   spec.Set
}

// replica is the replica of a moment.
func (m *moment) replica(cfg words.Config) *implementation.Replica {
	r := implementation.NewReplica(m.Self, cfg)
	r.Gone = m.Gone
	return r
}

// result is what a method returns: a value, or whether something is so, or both.
type result struct {
	Value any
	Is    bool
}

// method is one of the eight, and what it says of a moment.
type method struct {
	name string
	call func(implementation.Reducer, *implementation.Replica, *moment) result
}

// methods are the methods of the paper.
func methods() []method {
	return []method{
		{"GetCurrentState", func(r implementation.Reducer, at *implementation.Replica, m *moment) result {
			return result{Value: r.GetCurrentState(at, m.Own)}
		}},
		{"AggregateState", func(r implementation.Reducer, at *implementation.Replica, m *moment) result {
			return result{Value: r.AggregateState(at, m.Own, m.Statuses)}
		}},
		{"NormalizeState", func(r implementation.Reducer, at *implementation.Replica, m *moment) result {
			return result{Value: r.NormalizeState(at, m.Own)}
		}},
		{"AggregateShareState", func(r implementation.Reducer, at *implementation.Replica, m *moment) result {
			return result{Value: r.AggregateShareState(at, m.Own, m.Shares)}
		}},
		{"SanitizeShareState", func(r implementation.Reducer, at *implementation.Replica, m *moment) result {
			value, valid := r.SanitizeShareState(at, m.Aggregate)
			if !valid {
				value = nil // nobody looks at it
			}
			return result{value, valid}
		}},
		{"ShouldReload", func(r implementation.Reducer, at *implementation.Replica, m *moment) result {
			return result{Is: r.ShouldReload(at, m.Own, m.Aggregate)}
		}},
		{"UpdateState", func(r implementation.Reducer, at *implementation.Replica, m *moment) result {
			return result{Value: r.UpdateState(at, m.Own, m.Aggregate)}
		}},
		{"AggregateCloseState", func(r implementation.Reducer, at *implementation.Replica, m *moment) result {
			return result{Value: r.AggregateCloseState(at, m.Own, m.Closers)}
		}},
	}
}

// copied is a deep copy of a moment, in which nil and empty are one.
func copied(m *moment) *moment {
	var c moment
	if err := codec.Decode(codec.Encode(m), &c); err != nil {
		panic(err)
	}
	return &c
}

// same tells whether two values are equal.
func same(a, b any) bool { return codec.Equal(result{Value: a}, result{Value: b}) }

// copiedValue is a deep copy of a value.
func copiedValue(value any) any {
	var c result
	if err := codec.Decode(codec.Encode(result{Value: value}), &c); err != nil {
		panic(err)
	}
	return c.Value
}

// text says a value in a line.
func text(value any) string { return fmt.Sprintf("%+v", value) }
