// Package gauge reads off the numbers in values of any type, and keeps the least and the greatest of each: how far a
// campaign has come beyond small ones. Start reading at [Gauge].
package gauge

import (
	"math"
	"reflect"
	"slices"
	"strings"
)

// Range is what was seen of one number.
type Range struct {
	// Field says which: a field, such as state.Tag.Seq; what is in a list, such as Response.Candidates[], or are the
	// keys of a map; how long a list, a map or a text is, len(state.List); or how many of a list are true.
	Field string `json:"field" input:"required"`
	// Least and Most are the least and the greatest that was seen. What is beyond an int64 counts as the greatest.
	Least int64 `json:"least" input:"required"`
	Most  int64 `json:"most" input:"required"`
}

// Gauge keeps what it has read; the zero Gauge has read nothing. It is one goroutine's.
type Gauge struct{ read []*reading }

// reading is what was read of the values of one type under one name.
type reading struct {
	name  string
	shape *shape
	seen  []extent
	// inside are, by the number of each interface, the values of any type that stood in it.
	inside []Gauge
}

// extent is the least and the greatest of a number, of which it is unseen before there is one.
type extent struct{ least, most int64 }

var unseen = extent{math.MaxInt64, math.MinInt64}

func (e *extent) note(n int64) { e.least, e.most = min(e.least, n), max(e.most, n) }

// Read reads a value, or what it points to, under a name; of nil there is nothing to be read.
func (g *Gauge) Read(name string, value any) {
	v := reflect.ValueOf(value)
	for v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	if v.IsValid() {
		g.readValue(name, v)
	}
}

func (g *Gauge) readValue(name string, v reflect.Value) {
	r := g.of(name, v.Type())
	for i := range r.shape.parts {
		r.shape.parts[i](v, r)
	}
}

// of returns the reading of a type under a name, which begins with its first value.
func (g *Gauge) of(name string, t reflect.Type) *reading {
	for _, r := range g.read { // a handful
		if r.shape.of == t && r.name == name {
			return r
		}
	}
	s := shapeOf(t)
	r := &reading{name, s, slices.Repeat([]extent{unseen}, len(s.names)), make([]Gauge, len(s.interfaces))}
	g.read = append(g.read, r)
	return r
}

// Add adds what another one has read.
func (g *Gauge) Add(other *Gauge) {
	for _, from := range other.read {
		to := g.of(from.name, from.shape.of)
		for i, e := range from.seen {
			to.seen[i] = extent{min(to.seen[i].least, e.least), max(to.seen[i].most, e.most)}
		}
		for i := range from.inside {
			to.inside[i].Add(&from.inside[i])
		}
	}
}

// Ranges returns what was read, in the order of the fields' names.
func (g *Gauge) Ranges() []Range { return Union(g.ranges("")) }

func (g *Gauge) ranges(path string) (all []Range) {
	for _, r := range g.read {
		at := path + r.name
		for i, e := range r.seen {
			if e != unseen {
				all = append(all, Range{r.shape.names[i].under(at), e.least, e.most})
			}
		}
		for i := range r.inside {
			all = append(all, r.inside[i].ranges(at+r.shape.interfaces[i]+".")...)
		}
	}
	return all
}

// Union returns for each field what all of the lists have seen of it, in the order of the names.
func Union(lists ...[]Range) []Range {
	all := slices.Concat(lists...)
	slices.SortStableFunc(all, func(a, b Range) int { return strings.Compare(a.Field, b.Field) })
	var union []Range
	for _, r := range all {
		if n := len(union); n > 0 && union[n-1].Field == r.Field {
			last := &union[n-1]
			last.Least, last.Most = min(last.Least, r.Least), max(last.Most, r.Most)
			continue
		}
		union = append(union, r)
	}
	return union
}
