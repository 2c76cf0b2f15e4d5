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

// division is a way to divide the time, and the most workers among which it is divided.
type division struct {
	divide  dividing
	workers int
}

func theDivision() division { return division{implementation.Divide, words.MaxWorkers} }

// frames returns the timeframes of the workers in a view, if each has that view.
func (d division) frames(cfg words.Config, view spec.Set) []implementation.Timeframe {
	frames := make([]implementation.Timeframe, len(view))
	for i, id := range view {
		frames[i] = d.divide(cfg, id, view, cfg.Divisions[0].Slot)
	}
	return frames
}

// schedule has the instants of requests: the offsets after an origin, and again after each period.
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

// at returns the instant of the i-th request, from 0.
func (s schedule) at(i int) time.Duration {
	n := len(s.offsets)
	return s.origin + time.Duration(i/n)*s.period + s.offsets[i%n]
}

// most returns the most requests in a window that ends with a request.
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

// slotLengths returns lengths of slots in milliseconds, from 1,000 requests a second to one an hour.
func slotLengths() []int { return []int{1, 1000, 7, 20, 250, 333, 60_000, 3_600_000} }

// drawnSlot draws one of them.
func drawnSlot(key draw.Key) int {
	lengths := slotLengths()
	return lengths[key.Below(uint64(len(lengths)))]
}
