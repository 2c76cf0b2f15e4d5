package live

import (
	"time"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Faults are the faults injected between processes. The fate of a copy is drawn from the seed and the copy's name.
type Faults struct {
	Seed uint64
	// Loss is in thousandths of the copies and links, or of the copies if PerRoute is set. A multicast's copies are
	// never lost. Duplicate is in thousandths of the copies.
	Loss, Duplicate int
	PerRoute        bool
	// Delay is how long a copy takes over each link, beside the time that it takes by itself.
	Delay faults.Delay
	// Routes are those that copies travel by. The zero value links all processes.
	Routes faults.Routes
	// Partitions cut processes off from each other. Their times are readings of the clocks.
	Partitions []*faults.Partition
}

// none reports whether no fault is injected.
func (f *Faults) none() bool {
	return f.Loss == 0 && f.Duplicate == 0 && f.Delay == (faults.Delay{}) && len(f.Partitions) == 0
}

// The draws for one copy. Those for the links of its route after the first have perLink more for each.
const (
	aboutLoss = iota
	aboutDuplicate
	aboutDelay
	perLink
)

func (f *Faults) key(id MessageID, to spec.NodeID, about uint64) draw.Key {
	return draw.New(f.Seed).With(uint64(id.From)).With(uint64(id.Life)).With(uint64(id.Number)).
		With(uint64(id.Again)).With(uint64(to)).With(about)
}

// loses reports whether a copy is lost that is sent at a reading.
func (f *Faults) loses(id MessageID, m *spec.Message, now time.Duration) bool {
	if m.Multicast {
		return false
	}
	_, cut := f.departs(id.From, m.To, faults.Time(now), true)
	return cut || f.drawsLoss(id, m.To)
}

// drawsLoss draws whether a copy is lost: once for each link, or once for the route.
func (f *Faults) drawsLoss(id MessageID, to spec.NodeID) bool {
	if f.Loss == 0 {
		return false
	}
	links := f.Routes.Links(id.From, to)
	if f.PerRoute {
		links = 1
	}
	for n := range links {
		if f.key(id, to, aboutLoss+uint64(n)*perLink).Hits(f.Loss) {
			return true
		}
	}
	return false
}

// doubles reports whether a second copy is made of one.
func (f *Faults) doubles(id MessageID, to spec.NodeID) bool {
	return f.key(id, to, aboutDuplicate).Hits(f.Duplicate)
}

// due returns the reading at which a copy arrives that was sent at a reading.
func (f *Faults) due(id MessageID, to spec.NodeID, sent time.Duration) time.Duration {
	at, _ := f.departs(id.From, to, faults.Time(sent), false)
	if f.Delay != (faults.Delay{}) {
		for n := range f.Routes.Links(id.From, to) {
			at += f.Delay.Draw(f.key(id, to, aboutDelay+uint64(n)*perLink))
		}
	}
	return time.Duration(at)
}

// departs returns when a copy departs that is sent at a time: it waits for the end of each partition that cuts a link
// of its route. If it may be dropped, departs reports whether a partition drops it.
func (f *Faults) departs(from, to spec.NodeID, at faults.Time, mayDrop bool) (departs faults.Time, drops bool) {
	for {
		next := f.Routes.Hop(from, to)
		for p := f.across(from, next, at); p != nil; p = f.across(from, next, at) {
			if p.Drops && mayDrop {
				return at, true
			}
			at = p.End
		}
		if next == to {
			return at, false
		}
		from = next
	}
}

// across returns a partition that cuts two processes off from each other at a time, nil if none does.
func (f *Faults) across(a, b spec.NodeID, at faults.Time) *faults.Partition {
	for _, p := range f.Partitions {
		if p.Begin <= at && at < p.End && p.Separates(a, b) {
			return p
		}
	}
	return nil
}
