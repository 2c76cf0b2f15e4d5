package linearizability

import (
	"fmt"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/spec"
)

// Monitor goes along with the events of one history and knows in which states the object may be. Its
// zero value is the beginning, for any model. It is a value: events make a new one, and
// histories after which nothing can tell the object apart have equal ones, with the same bytes under
// the codec. So an exploration can have it as a ghost, and is finite with it where it is
// without, as long as only so many operations are lost by crashes that do more than read.
type Monitor struct {
	// Objects are the keys that are not as they were at first, in their order.
	Objects []Object
	// Why says what was returned that no order explains. Nothing is known from then on.
	Why string
}

// Violated says why no order of the operations explains what was returned, or nothing.
func (at Monitor) Violated() string { return at.Why }

// Call returns the monitor after a call. A client that has not returned from its last one cannot
// call: that is an error of the program, a [spec.Breach].
func (at Monitor) Call(m Model, client int, in spec.Body) Monitor {
	if at.Why != "" {
		return at
	}
	_, _, busy := at.find(client)
	sequential(Event{Kind: Called, Client: client, In: in}, busy)
	key := m.keyOf(in)
	i, there := slices.BinarySearchFunc(at.Objects, key, func(o Object, key string) int {
		return strings.Compare(o.Key, key)
	})
	objects := slices.Clone(at.Objects)
	if !there {
		objects = slices.Insert(objects, i, Object{Key: key, May: []Possibility{{State: m.Start}}})
	}
	open := slices.Clone(objects[i].Open)
	place, _ := slices.BinarySearchFunc(open, client, func(o Open, client int) int { return o.Client - client })
	objects[i].Open = slices.Insert(open, place, Open{client, in})
	return Monitor{Objects: objects}
}

// Return returns the monitor after a return: what stays possible is that the operation had
// taken effect by then, with that output.
func (at Monitor) Return(m Model, client int, out any) Monitor {
	if at.Why != "" {
		return at
	}
	i, j, busy := at.find(client)
	sequential(Event{Kind: Returned, Client: client, Out: out}, busy)
	o := at.Objects[i]
	may, outs := o.returned(m, client, out)
	if len(may) == 0 {
		return Monitor{Why: fmt.Sprintf("%s by client %d returned %s, which no order explains: %s",
			words(o.Open[j].In), client, words(out), could(outs, true))}
	}
	return at.with(m, i, o.without(j, may).least(m))
}

// Crash returns the monitor after a crash of a client. Its operation, if one is open, may take
// effect at any time from then on, or never.
func (at Monitor) Crash(m Model, client int) Monitor {
	i, j, busy := at.find(client)
	if at.Why != "" || !busy {
		return at
	}
	o := at.Objects[i]
	var may []Possibility
	for _, p := range o.May {
		if k := p.effect(client); k >= 0 {
			p.Done = slices.Delete(slices.Clone(p.Done), k, k+1) // nobody will ask for its output
		} else if !m.reads(o.Open[j].In) {
			p.Lost = insert(p.Lost, o.Open[j].In)
		}
		may = append(may, p)
	}
	return at.with(m, i, o.without(j, may).least(m))
}

// Refuse returns the monitor after a call was refused: it has not taken effect, nor will.
func (at Monitor) Refuse(m Model, client int) Monitor {
	if at.Why != "" {
		return at
	}
	i, j, busy := at.find(client)
	sequential(Event{Kind: Refused, Client: client}, busy)
	o := at.Objects[i]
	var may []Possibility
	for _, p := range o.May {
		if p.effect(client) < 0 {
			may = append(may, p)
		}
	}
	if len(may) == 0 {
		return Monitor{Why: fmt.Sprintf("%s by client %d was refused, and what others were returned needs it to have "+
			"taken effect", words(o.Open[j].In), client)}
	}
	return at.with(m, i, o.without(j, may).least(m))
}

// find returns the object on which a client's operation is open, and the place of it there.
func (at Monitor) find(client int) (object, place int, found bool) {
	for i, o := range at.Objects {
		if j := slices.IndexFunc(o.Open, func(op Open) bool { return op.Client == client }); j >= 0 {
			return i, j, true
		}
	}
	return 0, 0, false
}

// with returns the monitor with another object, which is left out where it is as at first.
func (at Monitor) with(m Model, i int, o Object) Monitor {
	objects := slices.Clone(at.Objects)
	objects[i] = o
	if p := o.May[0]; len(o.Open) == 0 && len(o.May) == 1 && len(p.Lost) == 0 && p.State == m.Start {
		objects = slices.Delete(objects, i, i+1)
	}
	return Monitor{Objects: objects}
}
