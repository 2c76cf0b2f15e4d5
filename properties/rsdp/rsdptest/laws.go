package rsdptest

import (
	"fmt"
	"slices"

	"pgregory.net/rapid"

	implementation "github.com/scrutineer-go/scrutineer/impl/rsdp"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Law is something that the engine relies on, or that makes replicas agree.
type Law string

// The laws.
const (
	// Pure: every method says the same of the same, whatever was asked between, and writes to nothing
	// that it is given.
	Pure Law = "Pure"
	// Begins: all replicas begin with the same, and tell their clients the same of it; no other value
	// that is valid counts as a beginning.
	Begins Law = "Begins"
	// StatusOrder and ShareOrder: what is aggregated does not depend on the order of a buffer.
	StatusOrder Law = "StatusOrder"
	ShareOrder  Law = "ShareOrder"
	// StatusRepeats and ShareRepeats: what stands in a buffer twice counts once.
	StatusRepeats Law = "StatusRepeats"
	ShareRepeats  Law = "ShareRepeats"
	// Grouping: the aggregate of aggregates is that of all.
	Grouping Law = "Grouping"
	// Settles: the same batch a second time changes nothing.
	Settles Law = "Settles"
	// KeepsHeld: after a batch what a replica has held is in what it holds: who tells it that again
	// tells nothing new (B-12).
	KeepsHeld Law = "KeepsHeld"
	// Sanitised: what is valid stays so, when it was sanitised, is held, or others have left; with
	// nobody left there may be a beginning.
	Sanitised Law = "Sanitised"
	// Reloads: the client is not to hear of what is held already, and hears of all else that changes
	// what it was told.
	Reloads Law = "Reloads"
	// Closes: those who have left may have done so one after the other, in any order, and again.
	Closes Law = "Closes"
	// Specified: each method says what its specification says.
	Specified Law = "Specified"
)

// law is a law and how it is broken: "" where it is not.
type law struct {
	Law
	broken func(*drawn) string
}

// laws are all of them.
func laws() []law {
	return []law{
		{Pure, pure},
		{Begins, begins},
		{StatusOrder, func(d *drawn) string {
			d.answered()
			return d.differs(statusOf, d.Statuses, d.shuffled(d.Statuses))
		}},
		{ShareOrder, func(d *drawn) string {
			d.shared()
			return d.differs(shareOf, d.Shares, d.shuffled(d.Shares))
		}},
		{StatusRepeats, func(d *drawn) string {
			d.answered()
			return d.differs(statusOf, d.Statuses, d.repeated(d.Statuses))
		}},
		{ShareRepeats, func(d *drawn) string {
			d.shared()
			return d.differs(shareOf, d.Shares, d.repeated(d.Shares))
		}},
		{Grouping, grouping},
		{Settles, settles},
		{KeepsHeld, keepsHeld},
		{Sanitised, sanitised},
		{Reloads, reloads},
		{Closes, closes},
		{Specified, specified},
	}
}

// Laws lists them.
func Laws() (all []Law) {
	for _, law := range laws() {
		all = append(all, law.Law)
	}
	return all
}

// pure calls a method, another one, and the first again.
func pure(d *drawn) string {
	d.whole()
	all := methods()
	method := all[rapid.IntRange(0, len(all)-1).Draw(d.t, "method")]
	call := func() (result, string) {
		m := copied(&d.moment)
		r := m.replica(d.cfg)
		before := copied(m)
		said := method.call(d.reducer, r, m)
		said = result{copiedValue(said.Value), said.Is}
		switch {
		case !codec.Equal(before, m):
			return said, fmt.Sprintf("%s writes to what it is given: %s has become %s",
				method.name, text(*before), text(*m))
		case r.Self != m.Self || !slices.Equal(r.Order, d.cfg.Order(m.Self)) || !slices.Equal(r.Gone, before.Gone):
			return said, fmt.Sprintf("%s writes to the replica, which has become %s", method.name, text(*r))
		}
		return said, ""
	}
	first, why := call()
	if why != "" {
		return why
	}
	between := d.draw(d.t)
	between.whole()
	for _, other := range all {
		r, m := between.call(func(*moment) {})
		other.call(d.reducer, r, m)
	}
	again, why := call()
	if why == "" && !codec.Equal(first, again) {
		why = fmt.Sprintf("%s says %s of %s, and later %s", method.name, text(first), text(d.moment), text(again))
	}
	return why
}

func begins(d *drawn) string {
	nobody := &implementation.Replica{Self: spec.None}
	r := d.replica(d.cfg)
	first, other := d.reducer.Beginning(nobody), d.reducer.Beginning(r)
	switch {
	case !same(first, other):
		return fmt.Sprintf("%s begins with %s, and others with %s: what a replica knows of itself stands in its STATUS",
			d.Self, text(other), text(first))
	case !d.begun(first):
		return fmt.Sprintf("the beginning %s is no beginning", text(first))
	case !same(d.reducer.NormalizeState(nobody, first), d.told(first)):
		return fmt.Sprintf("of the beginning %s tells its client %s", d.Self, text(d.told(first)))
	}
	d.whole()
	if valid, is := d.valid(d.Aggregate); is && d.begun(valid) {
		return fmt.Sprintf("%s is valid, and is taken for a beginning", text(valid))
	}
	return ""
}

// buffer is one of the two, and how it is aggregated.
type buffer struct {
	method    string
	aggregate func(d *drawn, own any, entries []implementation.Entry) any
}

var (
	statusOf = buffer{"AggregateState", (*drawn).found}
	shareOf  = buffer{"AggregateShareState", (*drawn).aggregate}
)

// differs tells of two buffers that are aggregated to other values.
func (d *drawn) differs(b buffer, first, second []implementation.Entry) string {
	x, y := b.aggregate(d, d.Own, first), b.aggregate(d, d.Own, second)
	if same(x, y) {
		return ""
	}
	return fmt.Sprintf("%s, which holds %s: %s makes %s of %s, and %s of %s",
		d.Self, text(d.Own), b.method, text(x), text(first), text(y), text(second))
}

func (d *drawn) shuffled(entries []implementation.Entry) []implementation.Entry {
	return rapid.Permutation(entries).Draw(d.t, "in another order")
}

// repeated has one of the entries stand there again, somewhere.
func (d *drawn) repeated(entries []implementation.Entry) []implementation.Entry {
	if len(entries) == 0 {
		return entries
	}
	again := rapid.SampledFrom(entries).Draw(d.t, "again")
	at := rapid.IntRange(0, len(entries)).Draw(d.t, "at")
	return slices.Insert(slices.Clone(entries), at, again)
}

// grouping aggregates some first, and what comes of it with the rest.
func grouping(d *drawn) string {
	d.shared()
	n := rapid.IntRange(1, len(d.Shares)).Draw(d.t, "first")
	some := implementation.Entry{From: d.Shares[n-1].From, Data: d.aggregate(d.Own, d.Shares[:n])}
	return d.differs(shareOf, d.Shares, append([]implementation.Entry{some}, d.Shares[n:]...))
}

func settles(d *drawn) string {
	d.shared()
	once := d.taken(d.Own, d.Shares)
	if twice := d.taken(once, d.Shares); !same(once, twice) {
		return fmt.Sprintf("%s, which holds %s, holds %s after the batch %s, and %s after it came again",
			d.Self, text(d.Own), text(once), text(d.Shares), text(twice))
	}
	return ""
}

func keepsHeld(d *drawn) string {
	d.shared()
	if d.begun(d.Own) {
		return ""
	}
	holds := d.taken(d.Own, d.Shares)
	told := []implementation.Entry{{From: d.Self, Data: d.Own}}
	if after := d.taken(holds, told); !same(holds, after) {
		return fmt.Sprintf("%s, which held %s, holds %s after the batch %s, and %s when it hears of the first again",
			d.Self, text(d.Own), text(holds), text(d.Shares), text(after))
	}
	return ""
}

func sanitised(d *drawn) string {
	d.whole()
	valid, is := d.valid(d.Aggregate)
	if !is {
		return ""
	}
	if again, is := d.valid(valid); !is || !same(valid, again) {
		return fmt.Sprintf("%s takes %s for valid, and when it was sanitised for %s, valid: %t",
			d.Self, text(valid), text(again), is)
	}
	held := d.update(d.Own, valid)
	if sane, is := d.valid(held); !is || !same(held, sane) {
		return fmt.Sprintf("%s, which holds %s, takes the valid %s for its state %s, which is not valid",
			d.Self, text(d.Own), text(valid), text(held))
	}
	left := d.closed(held, d.Closers)
	if sane, is := d.valid(left); !d.begun(left) && (!is || !same(left, sane)) {
		return fmt.Sprintf("%s, which holds %s, holds %s when %s have left, which is not valid",
			d.Self, text(held), text(left), d.Closers)
	}
	return ""
}

func reloads(d *drawn) string {
	d.whole()
	valid, is := d.valid(d.Aggregate)
	if !is {
		return ""
	}
	holds := d.update(d.Own, valid)
	reloads := d.reloads(d.Own, valid)
	switch {
	case same(d.Own, holds) && reloads:
		return fmt.Sprintf("%s is to hear of %s, which changes nothing", d.Self, text(valid))
	case !reloads && !same(d.told(d.Own), d.told(holds)):
		return fmt.Sprintf("the client of %s is not to hear of %s: it knows %s, and not %s",
			d.Self, text(valid), text(d.told(d.Own)), text(d.told(holds)))
	case d.reloads(holds, d.mustBeValid(holds)):
		return fmt.Sprintf("%s is to hear of %s, which it holds", d.Self, text(holds))
	}
	return ""
}

// mustBeValid is what is valid of a value that is held, or else the value.
func (d *drawn) mustBeValid(held any) any {
	if valid, is := d.valid(held); is {
		return valid
	}
	return held
}

func closes(d *drawn) string {
	some, others := d.left("leaves"), d.left("leaves too")
	if len(some) == 0 || len(others) == 0 {
		return ""
	}
	all := d.closed(d.Own, some.Union(others))
	for _, order := range [][]spec.Set{{some, others}, {others, some}, {some, some.Union(others)}} {
		left := d.Own
		for _, closers := range order {
			left = d.closed(left, closers)
		}
		if !same(left, all) {
			return fmt.Sprintf("%s, which holds %s, holds %s when %s have left and then %s, and %s when both at once",
				d.Self, text(d.Own), text(left), order[0], order[1], text(all))
		}
	}
	return ""
}

// specified asks the methods of both columns. AggregateShareState is never given an empty buffer.
func specified(d *drawn) string {
	if d.specification == nil {
		return ""
	}
	d.whole()
	if rapid.Bool().Draw(d.t, "repeats") {
		d.Statuses, d.Shares = d.repeated(d.Statuses), d.repeated(d.Shares)
	}
	for _, method := range methods() {
		r, m := d.call(func(*moment) {})
		code := method.call(d.reducer, r, m)
		r, m = d.call(func(*moment) {})
		if says := method.call(d.specification, r, m); !codec.Equal(code, says) {
			return fmt.Sprintf("%s of %s is %s in the implementation, and %s in the specification",
				method.name, text(d.moment), text(code), text(says))
		}
	}
	if code, says := d.begun(d.Own), d.specification.IsBeginning(d.Own); code != says {
		return fmt.Sprintf("%s is a beginning in the implementation: %t, and in the specification: %t",
			text(d.Own), code, says)
	}
	return ""
}
