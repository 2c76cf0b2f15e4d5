package linearizability

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

// object is a model with what may be called on it and returned from it.
type object struct {
	model Model
	ins   []spec.Body
	outs  []any
}

func objects() []object {
	values := []any{Value{Nil}, Value{1}, Value{2}}
	success := []any{Success{false}, Success{true}}
	texts := []any{Text{""}, Text{"a"}, Text{"ab"}, Text{"b"}}
	cells := []spec.Body{Read{}, Read{}, Write{1}, Write{2}, CompareAndSwap{1, 2}, CompareAndSwap{2, 1}}
	var keyed []spec.Body
	for i, in := range append(cells, cells...) {
		keyed = append(keyed, Keyed{[]string{"x", "y"}[i%2], in})
	}
	return []object{
		{Register(), cells[:4], append(values, Done{})},
		{CASRegister(), cells, append(append(values, success...), Done{})},
		{Queue(), []spec.Body{Enqueue{1}, Enqueue{2}, Dequeue{}, Dequeue{}}, append(values, Done{})},
		{Lock(), []spec.Body{Acquire{0}, Acquire{1}, Release{0}, Release{1}}, success},
		{KeyValue(), []spec.Body{
			Get{"x"}, Get{"x"}, Get{"y"}, Put{"x", "a"}, Append{"x", "b"}, Append{"y", "a"},
		}, append(texts, Done{})},
		{Independent(CASRegister()), keyed, append(append(values, success...), Done{})},
	}
}

// drawHistory draws what an object does to whom its operations really happen, one at a time, but for
// some outputs that are drawn: few, or each.
func (o object) drawHistory(t *rapid.T, clients, events int) History {
	type client struct {
		in  spec.Body
		out any
	}
	var r Recorder
	all := make([]client, clients)
	states := map[string]any{}
	lies := rapid.SampledFrom([]int{0, 5, 100}).Draw(t, "lies") // of a hundred
	for at := range int64(events) {
		i := rapid.IntRange(0, clients-1).Draw(t, "client")
		c := &all[i]
		what := rapid.IntRange(0, 9).Draw(t, "what")
		switch {
		case c.in == nil:
			c.in, c.out = rapid.SampledFrom(o.ins).Draw(t, "in"), nil
			r.Call(i, c.in, at)
		case what == 0:
			r.Crash(i, at)
			c.in = nil
		case what == 1 && (c.out == nil || rapid.IntRange(0, 99).Draw(t, "lie") < lies):
			r.Refuse(i, at)
			c.in = nil
		case c.out == nil:
			key := o.model.keyOf(c.in)
			if states[key] == nil {
				states[key] = o.model.Start
			}
			states[key], c.out = o.model.Apply(states[key], c.in)
		default:
			if rapid.IntRange(0, 99).Draw(t, "lie") < lies {
				c.out = rapid.SampledFrom(o.outs).Draw(t, "out")
			}
			r.Return(i, c.out, at)
			c.in = nil
		}
	}
	return r.History()
}

// sees is a monitor after one more event.
func sees(at Monitor, m Model, e Event) Monitor {
	switch e.Kind {
	case Called:
		return at.Call(m, e.Client, e.In)
	case Returned:
		return at.Return(m, e.Client, e.Out)
	case Crashed:
		return at.Crash(m, e.Client)
	case Refused:
		return at.Refuse(m, e.Client)
	}
	return at
}

// follow has a monitor go along, up to the event after which it is violated, or to the end.
func follow(m Model, h History) (at Monitor, events int) {
	for i, e := range h {
		at = sees(at, m, e)
		if at.Violated() != "" {
			return at, i
		}
	}
	return at, len(h)
}

// brute tries all orders of operations, and for those of unknown outcome to leave them out. placed
// are those that have their place.
func brute(m Model, spans []span, placed []bool, states map[string]any) bool {
	done := true
	for i, s := range spans {
		if placed[i] {
			continue
		}
		done = done && s.Unknown
		if slices.ContainsFunc(spans, func(o span) bool {
			return o.ret < s.call && !placed[slices.IndexFunc(spans, func(p span) bool { return p.call == o.call })]
		}) {
			continue // another one returned before this one was called
		}
		key := m.keyOf(s.In)
		before, known := states[key]
		if !known {
			before = m.Start
		}
		after, out := m.Apply(before, s.In)
		if !s.Unknown && out != s.Out {
			continue
		}
		placed[i], states[key] = true, after
		found := brute(m, spans, placed, states)
		placed[i], states[key] = false, before
		if found {
			return true
		}
	}
	return done
}

// Porcupine, the monitor and trying all orders come to the same, and name the same return.
func TestJudgesAgree(t *testing.T) {
	for _, o := range objects() {
		t.Run(o.model.Name, func(t *testing.T) {
			var good, bad, unknown, tried int
			rapid.Check(t, func(t *rapid.T) {
				for range 10 {
					h := o.drawHistory(t, 3, rapid.IntRange(0, 30).Draw(t, "events"))
					r := Check(o.model, h, Budget{})
					at, event := follow(o.model, h)
					if (r.Verdict == spec.Holds) != (at.Violated() == "") || r.Verdict == spec.Undecided {
						t.Fatalf("porcupine: %s (%s), monitor: %q\n%s", r.Verdict, r.Why, at.Violated(), h)
					}
					if spans := h.spans(); len(spans) <= 6 {
						tried++
						holds := brute(o.model, spans, make([]bool, len(spans)), map[string]any{})
						if holds != (r.Verdict == spec.Holds) {
							t.Fatalf("porcupine: %s, all orders say otherwise\n%s", r.Verdict, h)
						}
					}
					if r.Verdict == spec.Holds {
						good++
					} else {
						bad++
						sameReason(t, o.model, h, r, at, event)
					}
					if slices.ContainsFunc(h.Operations(), func(op Operation) bool { return op.Unknown }) {
						unknown++
					}
				}
			})
			t.Logf("%d linearizable, %d not, %d with unknown outcomes, %d by all orders", good, bad, unknown, tried)
			if min(good, bad, unknown, tried) < 10 {
				t.Error("too few of one kind: the draws are no good")
			}
		})
	}
}

// sameReason holds the reasons of both judges against each other, where there is but one key.
func sameReason(t *rapid.T, m Model, h History, r Result, at Monitor, event int) {
	if r.At == nil {
		t.Fatalf("no operation named: %s\n%s", r.Why, h)
	}
	isRefusal := func(e Event) bool { return e.Kind == Refused }
	if m.Key != nil || slices.ContainsFunc(h, isRefusal) { // porcupine knows of it from the beginning
		return
	}
	if r.At.Client != h[event].Client || r.At.Return != h[event].At {
		t.Fatalf("porcupine names %s, the monitor event %d\n%s", r.At, event, h)
	}
	_, could, _ := strings.Cut(r.Why, "explains: ")
	if !strings.HasSuffix(at.Why, could) && !strings.Contains(could, "among others") {
		t.Fatalf("porcupine: %s\nmonitor: %s\n%s", r.Why, at.Why, h)
	}
}

// A monitor is encoded and decoded, and what cannot be told apart is equal: the order of calls and
// who crashed do not matter, nor what was and is no more.
func TestMonitorIsCanonical(t *testing.T) {
	m := CASRegister()
	var zero Monitor
	was := zero.Call(m, 1, Read{}).Return(m, 1, Value{Nil}).Call(m, 2, Read{}).Crash(m, 2)
	if !codec.Equal(was, zero) {
		t.Errorf("reads leave %+v", was)
	}
	one := zero.Call(m, 1, Write{1}).Call(m, 2, Write{1}).Call(m, 3, Write{2}).Crash(m, 1).Crash(m, 3)
	two := zero.Call(m, 3, Write{1}).Crash(m, 3).Call(m, 1, Write{2}).Crash(m, 1).Call(m, 2, Write{1})
	if !codec.Equal(one, two) {
		t.Errorf("%+v\n%+v", one, two)
	}
	// The lost write may still take effect, which goes beyond that it already has.
	done := zero.Call(m, 1, Write{1}).Crash(m, 1).Call(m, 2, Write{1}).Return(m, 2, Done{})
	if len(done.Objects) != 1 ||
		len(done.Objects[0].May) != 1 || len(done.Objects[0].May[0].Lost) != 1 {
		t.Errorf("%+v", done)
	}
	var back Monitor
	if err := codec.Decode(codec.Encode(one), &back); err != nil || !codec.Equal(one, back) {
		t.Errorf("%v: %+v", err, back)
	}
	if codec.Equal(one, one.Call(m, 4, Read{})) || codec.Equal(one, one.Return(m, 2, Done{})) {
		t.Error("an event changes nothing")
	}
}

// Clients that go on for ever, without crashes, have finitely many monitors.
func TestMonitorIsFinite(t *testing.T) {
	for _, o := range objects()[:2] {
		seen := map[string]bool{}
		todo := []Monitor{{}}
		for len(todo) > 0 {
			at := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			if key := codec.Key(at); !seen[key] {
				seen[key] = true
				todo = append(todo, everyEvent(o, at)...)
			}
			if len(seen) > 100_000 {
				t.Fatalf("%s: more than %d monitors", o.model.Name, len(seen))
			}
		}
		t.Logf("%s: %d monitors", o.model.Name, len(seen))
	}
}

// everyEvent returns the monitor after each event of one of two clients.
func everyEvent(o object, at Monitor) []Monitor {
	var after []Monitor
	for client := range 2 {
		if _, _, busy := at.find(client); !busy {
			for _, in := range o.ins {
				after = append(after, at.Call(o.model, client, in))
			}
			continue
		}
		for _, out := range o.outs {
			after = append(after, at.Return(o.model, client, out))
		}
	}
	return after
}
