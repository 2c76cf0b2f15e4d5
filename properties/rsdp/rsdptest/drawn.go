package rsdptest

import (
	"slices"

	"pgregory.net/rapid"

	implementation "github.com/scrutineer-go/scrutineer/impl/rsdp"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// drawn is one drawing of a law: a run that values are drawn of, and a replica in it, with what it
// holds.
type drawn struct {
	t *rapid.T
	*subject
	*gathered
	moment
}

// draw draws a run, and a replica with what it holds and knows; nothing has come to it yet.
func (s *subject) draw(t *rapid.T) *drawn {
	d := &drawn{t: t, subject: s, gathered: s.runs[rapid.IntRange(0, len(s.runs)-1).Draw(t, "run")]}
	d.Self = rapid.SampledFrom(d.selves()).Draw(t, "self")
	d.Gone = slices.Clone(rapid.SampledFrom(d.gone[d.Self]).Draw(t, "gone"))
	d.Own = d.value("own", d.owns[d.Self])
	return d
}

// value draws a value: one of these, or one that is made up.
func (d *drawn) value(what string, of []any) any {
	value := rapid.SampledFrom(of).Draw(d.t, what)
	if d.values != nil && value != any(words.Nothing) && rapid.Bool().Draw(d.t, what+" is made up") {
		return d.values(d.replica(d.cfg)).Draw(d.t, what)
	}
	return value
}

// entries draws what some have sent, from least to most of them, each once.
func (d *drawn) entries(what string, of [][]any, least, most int) []implementation.Entry {
	var senders []spec.NodeID
	for i, list := range of {
		if len(list) > 0 {
			senders = append(senders, spec.NodeID(i))
		}
	}
	least, most = min(least, len(senders)), min(most, len(senders))
	senders = rapid.Permutation(senders).Draw(d.t, "who sends "+what)
	senders = senders[:rapid.IntRange(least, most).Draw(d.t, "how many "+what)]
	var entries []implementation.Entry
	for _, id := range senders {
		entries = append(entries, implementation.Entry{From: id, Data: d.value(what, of[id])})
	}
	return entries
}

// most is how many messages there are in a buffer that is drawn.
const most = 5

// answered draws a buffer of STATUS, shared one of SHARE, which has one at least.
func (d *drawn) answered() { d.Statuses = d.entries("status", d.statuses, 0, most) }

func (d *drawn) shared() { d.Shares = d.entries("share", d.shares, 1, most) }

// left draws who has left.
func (d *drawn) left(what string) (closers spec.Set) {
	for i := range spec.NodeID(d.cfg.Nodes) {
		if i != d.Self && rapid.Bool().Draw(d.t, what) {
			closers = append(closers, i)
		}
	}
	return closers
}

// whole draws all that methods can be given. What is aggregated is one of what was drawn.
func (d *drawn) whole() {
	d.answered()
	d.shared()
	d.Closers = d.left("leaves")
	switch rapid.IntRange(0, 2).Draw(d.t, "aggregate of") {
	case 0:
		d.Aggregate = d.aggregate(d.Own, d.Shares)
	case 1:
		d.Aggregate = d.found(d.Own, d.Statuses)
	default:
		d.Aggregate = d.value("aggregate", d.owns[d.Self])
	}
}

// The methods, called on copies: what a law says does not depend on who writes to what.

func (d *drawn) call(change func(*moment)) (*implementation.Replica, *moment) {
	m := copied(&d.moment)
	change(m)
	m = copied(m)
	return m.replica(d.cfg), m
}

// found is what is aggregated of STATUSes, aggregate what is of SHAREs.
func (d *drawn) found(own any, statuses []implementation.Entry) any {
	r, m := d.call(func(m *moment) { m.Own, m.Statuses = own, statuses })
	return d.reducer.AggregateState(r, m.Own, m.Statuses)
}

func (d *drawn) aggregate(own any, shares []implementation.Entry) any {
	r, m := d.call(func(m *moment) { m.Own, m.Shares = own, shares })
	return d.reducer.AggregateShareState(r, m.Own, m.Shares)
}

// valid is what is valid of an aggregate, and whether anything is.
func (d *drawn) valid(aggregate any) (any, bool) {
	r, m := d.call(func(m *moment) { m.Aggregate = aggregate })
	return d.reducer.SanitizeShareState(r, m.Aggregate)
}

func (d *drawn) update(own, aggregate any) any {
	r, m := d.call(func(m *moment) { m.Own, m.Aggregate = own, aggregate })
	return d.reducer.UpdateState(r, m.Own, m.Aggregate)
}

func (d *drawn) reloads(own, aggregate any) bool {
	r, m := d.call(func(m *moment) { m.Own, m.Aggregate = own, aggregate })
	return d.reducer.ShouldReload(r, m.Own, m.Aggregate)
}

func (d *drawn) closed(own any, closers spec.Set) any {
	r, m := d.call(func(m *moment) { m.Own, m.Closers = own, closers })
	return d.reducer.AggregateCloseState(r, m.Own, m.Closers)
}

func (d *drawn) told(own any) any {
	r, m := d.call(func(m *moment) { m.Own = own })
	return d.reducer.NormalizeState(r, m.Own)
}

// taken is what a replica holds after a batch: what it held, where nothing of that is valid.
func (d *drawn) taken(own any, shares []implementation.Entry) any {
	if valid, is := d.valid(d.aggregate(own, shares)); is {
		return d.update(own, valid)
	}
	return own
}

// begun tells whether a value is a replica's beginning.
func (d *drawn) begun(own any) bool { return d.reducer.IsBeginning(own) }
