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
	window       int // how many spans there are at most that are not merged
	room         int // how many of them the server has room for, as far as is known
	looks        int // at what is on the server
}

// entry is one span on its way.
type entry struct {
	span
	due     bool // it is being offered
	offered bool
	asOf    int // the last look at the server before it was offered
	stored
}

// stored says of a result where it is.
type stored struct {
	sequence uint64 // in the stream of results, 0 if it is not there
	bytes    int
	large    bool // it is in the object store
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

// begin takes the spans that an earlier coordinator has left. It returns those that are of no use.
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

// over is how many spans are merged, and not forgotten yet.
func (a *agenda) over() int {
	i := slices.IndexFunc(a.list, func(e *entry) bool { return e.end() > a.merged })
	if i < 0 {
		return len(a.list)
	}
	return i
}

// extend has as many spans as there may be.
func (a *agenda) extend() {
	for a.next < a.runs && len(a.list)-a.over() < a.window {
		n := a.size - a.next%smallest // spans end where blocks do
		a.add(min(n, a.runs-a.next))
	}
}

// published takes note that a span was offered.
func (a *agenda) published(s span) {
	if e := a.find(s); e != nil {
		e.due, e.offered, e.asOf = false, true, a.looks
	}
}

// coming says what a result was.
type coming int

const (
	cameFirst coming = iota
	cameTwice
	cameLate // when the runs were merged
)

// note takes note of a result, which has taken so many seconds.
func (a *agenda) note(s span, r stored, seconds float64) coming {
	e := a.find(s)
	if e == nil {
		return cameLate
	}
	before := e.sequence
	e.offered, e.stored = true, r
	if before != 0 && before != r.sequence {
		return cameTwice
	}
	if seconds > 0 {
		a.resize(float64(s.n) / seconds)
	}
	return cameFirst
}

// resize has the next spans take as long as they should, when so many runs end in a second. After the server had no
// room, there are more of them only one by one.
func (a *agenda) resize(rate float64) {
	n := int(rate*wantedTime) / smallest * smallest
	a.size = max(smallest, min(n, largest, 2*a.size))
	a.room = min(a.room+1, mostSpans)
	a.window = a.room
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

// renew has a span offered once more, from a run on.
func (a *agenda) renew(s span, from int) {
	if e := a.find(s); e != nil {
		*e = entry{span: span{from, s.end() - from}}
	}
}

// forget forgets the spans whose runs are among the first ones, and returns them.
func (a *agenda) forget(runs int) (over []entry) {
	for len(a.list) > 0 && a.list[0].end() <= runs {
		over = append(over, *a.list[0])
		a.list = a.list[1:]
	}
	return over
}

// absent has those spans offered once more that were offered before a look at the server, which has not found them. It
// returns how many they are.
func (a *agenda) absent(look int, offered, done map[span]bool) (n int) {
	for _, e := range a.list {
		if e.offered && e.asOf < look && !offered[e.span] && !done[e.span] && e.first >= a.merged {
			*e = entry{span: e.span}
			n++
		}
	}
	return n
}

// unheard reports whether there is a result of which nothing was heard.
func (a *agenda) unheard(done map[span]bool) bool {
	return slices.ContainsFunc(a.list, func(e *entry) bool { return e.sequence == 0 && done[e.span] })
}

// shorten forgets the farthest results until those that are left have at most so many bytes. It returns the others.
// The results before a run stay.
func (a *agenda) shorten(most, run int) (dropped []entry) {
	sum := 0
	for i, e := range a.list {
		sum += e.bytes
		if e.sequence == 0 || sum <= most || e.has(run) {
			continue
		}
		a.room = max(1, min(a.room, i-a.over()))
		dropped = append(dropped, *e)
		sum -= e.bytes
		*e = entry{span: e.span}
	}
	a.window = min(a.window, a.room)
	return dropped
}

// outstanding is how many spans are with workers, or wait for one.
func (a *agenda) outstanding() (n int) {
	for _, e := range a.list {
		if e.offered && e.sequence == 0 {
			n++
		}
	}
	return n
}

// ended is how many runs have come to their end.
func (a *agenda) ended() int {
	n := a.merged
	for _, e := range a.list {
		if e.sequence != 0 {
			n += max(0, e.end()-max(e.first, a.merged))
		}
	}
	return n
}
