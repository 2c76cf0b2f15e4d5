package queue

import (
	"maps"
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
)

// agenda has the spans that are on their way: from the first run that is not merged, in order and without a gap.
// Not safe for use by several goroutines.
type agenda struct {
	merged, runs int // of all runs the first ones are merged
	next         int // the first run that is in no span
	list         []*entry
	size         int // how many runs the next spans have
	window       int // the largest number of spans that are not merged
	room         int // an upper bound of window, found when the server was full
	looks        int // how often the coordinator has listed the streams
}

// entry is one span on its way.
type entry struct {
	span
	due     bool // it is being offered
	offered bool
	asOf    int // the value of looks when it was offered
	stored
}

// stored describes a result on the server.
type stored struct {
	sequence uint64 // in the stream of results, 0 if it is not there
	bytes    int
	object   string // its name in the object store, "" if it is not there
}

const (
	smallest   = campaign.BlockRuns // runs of a span
	largest    = 10_000             // runs of a span
	wantedTime = 1.0                // seconds for a span
	mostSpans  = 1_000
	firstSpans = 256 // as long as it is not known how long a run takes
)

func newAgenda(merged, runs int) agenda {
	return agenda{merged: merged, runs: runs, next: merged, size: smallest, window: firstSpans, room: mostSpans}
}

// begin adopts the spans that an earlier coordinator left on the server. It returns the useless ones.
func (a *agenda) begin(offered, done map[span]bool) (useless []span) {
	all := maps.Clone(offered)
	maps.Copy(all, done)
	for _, s := range slices.SortedFunc(maps.Keys(all), func(x, y span) int { return x.first - y.first }) {
		if s.end() <= a.next || s.end() > min(a.runs, a.merged+mostSpans*largest) ||
			s.first < a.next && len(a.list) > 0 {
			useless = append(useless, s)
			continue
		}
		for a.next < s.first {
			a.add(min(a.size-a.next%smallest, s.first-a.next))
		}
		a.list = append(a.list, &entry{span: s, offered: true})
		a.next = s.end()
	}
	return useless
}

func (a *agenda) add(n int) {
	a.list = append(a.list, &entry{span: span{a.next, n}})
	a.next += n
}

// take returns the spans that are to be offered now.
func (a *agenda) take() (all []span) {
	a.extend()
	open := a.list[a.over():]
	for _, e := range open[:min(a.window, len(open))] {
		if !e.due && !e.offered && e.sequence == 0 {
			e.due = true
			all = append(all, e.span)
		}
	}
	return all
}

// over returns the number of spans that are merged and still in the list.
func (a *agenda) over() int {
	i := slices.IndexFunc(a.list, func(e *entry) bool { return e.end() > a.merged })
	if i < 0 {
		return len(a.list)
	}
	return i
}

// extend adds spans up to the window.
func (a *agenda) extend() {
	for a.next < a.runs && len(a.list)-a.over() < a.window {
		n := a.size - a.next%smallest // spans end where blocks do
		a.add(min(n, a.runs-a.next))
	}
}

// published records that a span was offered.
func (a *agenda) published(s span) {
	if e := a.find(s); e != nil {
		e.due, e.offered, e.asOf = false, true, a.looks
	}
}

// coming classifies a result.
type coming int

const (
	cameFirst coming = iota
	cameTwice
	cameLate // when the runs were merged, or in other spans
)

// note records a result. seconds is the time that the worker took. It returns the earlier result that this one
// replaces, if there is one.
func (a *agenda) note(s span, r stored, seconds float64) (came coming, before stored) {
	e := a.find(s)
	if e == nil {
		return cameLate, stored{}
	}
	before = e.stored
	e.offered, e.stored = true, r
	if before.sequence != 0 && before.sequence != r.sequence {
		return cameTwice, before
	}
	if seconds > 0 {
		a.resize(float64(s.n) / seconds)
	}
	if e.has(a.merged) {
		a.widen()
	}
	return cameFirst, stored{}
}

// resize sets the size of the next spans such that each takes wantedTime. rate is in runs per second.
func (a *agenda) resize(rate float64) {
	n := int(rate*wantedTime) / smallest * smallest
	a.size = max(smallest, min(n, largest, 2*a.size))
}

// widen grows the window, which narrow shrinks when the server is full. note calls it only for the result that is
// merged next: until that result has room, others must not take the room that was made for it.
func (a *agenda) widen() {
	a.room = min(a.room+1, mostSpans)
	a.window = a.room
}

// wants reports whether the result of a span is still missing.
func (a *agenda) wants(s span) bool {
	e := a.find(s)
	return e != nil && e.sequence == 0 && e.end() > a.merged
}

func (a *agenda) find(s span) *entry {
	i := slices.IndexFunc(a.list, func(e *entry) bool { return e.span == s })
	if i < 0 {
		return nil
	}
	return a.list[i]
}

// at returns the span that has a run.
func (a *agenda) at(run int) *entry {
	i := slices.IndexFunc(a.list, func(e *entry) bool { return e.has(run) })
	if i < 0 {
		return nil
	}
	return a.list[i]
}

// unpublished records that a span could not be offered.
func (a *agenda) unpublished(s span) {
	if e := a.find(s); e != nil {
		e.due = false
	}
}

// postpone gives up a span whose result has no room, until those before it are merged.
func (a *agenda) postpone(s span) {
	i := slices.IndexFunc(a.list, func(e *entry) bool { return e.span == s })
	if i < 0 {
		return
	}
	*a.list[i] = entry{span: s}
	a.narrow(i)
}

// narrow ends the window before the i-th span of the list, or behind the first that is not merged.
func (a *agenda) narrow(i int) {
	a.room = max(1, min(a.room, i-a.over()))
	a.window = min(a.window, a.room)
}

// renew replaces a span by its runs from one on, to be offered again.
func (a *agenda) renew(s span, from int) {
	if e := a.find(s); e != nil {
		*e = entry{span: span{from, s.end() - from}}
	}
}

// forget removes the spans whose runs are all below the given number, and returns them.
func (a *agenda) forget(runs int) (over []entry) {
	for len(a.list) > 0 && a.list[0].end() <= runs {
		over = append(over, *a.list[0])
		a.list = a.list[1:]
	}
	return over
}

// absent marks the spans to be offered again that were offered before the given look and are in neither stream. It
// returns their number.
func (a *agenda) absent(look int, offered, done map[span]bool) (n int) {
	for _, e := range a.list {
		if e.offered && e.asOf < look && !offered[e.span] && !done[e.span] && e.end() > a.merged {
			*e = entry{span: e.span}
			n++
		}
	}
	return n
}

// unheard reports whether the server has a result that the agenda does not know.
func (a *agenda) unheard(done map[span]bool) bool {
	return slices.ContainsFunc(a.list, func(e *entry) bool { return e.sequence == 0 && done[e.span] })
}

// shorten drops the farthest results until the others have at most the given number of bytes. It returns the dropped
// ones, and the offers that are farther: they are withdrawn, so that the dropped spans come before them again. The
// result of the span with the given run stays.
func (a *agenda) shorten(most, run int) (dropped, withdrawn []entry) {
	sum := 0
	for i, e := range a.list {
		sum += e.bytes
		if e.sequence != 0 && sum > most && !e.has(run) {
			dropped = append(dropped, *e)
			sum -= e.bytes
			*e = entry{span: e.span}
			if e.end() > a.merged {
				a.narrow(i)
			}
		} else if e.offered && e.sequence == 0 && len(dropped) > 0 {
			withdrawn = append(withdrawn, *e)
			*e = entry{span: e.span}
		}
	}
	return dropped, withdrawn
}

// outstanding returns the number of spans that were offered and have no result.
func (a *agenda) outstanding() (n int) {
	for _, e := range a.list {
		if e.offered && e.sequence == 0 {
			n++
		}
	}
	return n
}

// ended returns the number of runs that have ended.
func (a *agenda) ended() int {
	n := a.merged
	for _, e := range a.list {
		if e.sequence != 0 {
			n += max(0, e.end()-max(e.first, a.merged))
		}
	}
	return n
}
