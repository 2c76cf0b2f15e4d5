package paper

import (
	"slices"
	"time"

	implementation "github.com/scrutineer-go/scrutineer/impl/polling"
	"github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/polling/words"
)

// dividing is equation (7): the timeframe of one worker.
type dividing func(cfg words.Config, self spec.NodeID, view spec.Set, slot int) implementation.Timeframe

// division is how the time is divided, among up to so many workers.
type division struct {
	divide  dividing
	workers int
}

func theDivision() division { return division{implementation.Divide, words.MaxWorkers} }

// frames are the timeframes of some workers if these are in the view of each.
func (d division) frames(cfg words.Config, view spec.Set) []implementation.Timeframe {
	frames := make([]implementation.Timeframe, len(view))
	for i, id := range view {
		frames[i] = d.divide(cfg, id, view, cfg.Divisions[0].Slot)
	}
	return frames
}

// schedule is when requests are made: at an origin and so much later, and again after each period.
type schedule struct {
	origin  time.Duration
	offsets []time.Duration // ascending
	period  time.Duration
}

// scheduled merges timeframes, which must have one period.
func scheduled(origin time.Duration, frames []implementation.Timeframe) schedule {
	s := schedule{origin: origin, period: frames[0].Period}
	for _, f := range frames {
		s.offsets = append(s.offsets, f.Offset)
	}
	slices.Sort(s.offsets)
	return s
}

// at is when the i-th request is made, from 0.
func (s schedule) at(i int) time.Duration {
	n := len(s.offsets)
	return s.origin + time.Duration(i/n)*s.period + s.offsets[i%n]
}

// most is the most requests in a window that ends with a request: of each worker, once windows are full.
func (s schedule) most(window time.Duration, closed bool) int {
	n, first, largest := len(s.offsets), 0, 0
	full := (int(window/s.period) + 2) * n
	for i := range full + n {
		for now := s.at(i); now-s.at(first) > window || !closed && now-s.at(first) == window; {
			first++
		}
		largest = max(largest, i-first+1)
	}
	return largest
}

// slotLengths are lengths of slots in milliseconds: rates of 1,000 a second to one an hour.
func slotLengths() []int { return []int{1, 1000, 7, 20, 250, 333, 60_000, 3_600_000} }

// drawnSlot is one of them, for a team of that size.
func drawnSlot(key draw.Key) int {
	lengths := slotLengths()
	return lengths[key.Below(uint64(len(lengths)))]
}
