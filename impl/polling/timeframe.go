package polling

import (
	"slices"
	"time"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/polling/words"
)

// Timeframe is a worker's share of the time: its slots begin Offset after the origin, and again after each Period (7).
// A Period of 0 means that the worker has no slots.
type Timeframe struct{ Offset, Period time.Duration }

// Divide returns the timeframe of a worker if those in view poll, and a request may be made every slot milliseconds.
func Divide(cfg words.Config, self spec.NodeID, view spec.Set, slot int) Timeframe {
	group := slices.DeleteFunc(slices.Clone(view), func(id spec.NodeID) bool { return cfg.Key(id) != cfg.Key(self) })
	slices.SortFunc(group, func(a, b spec.NodeID) int { return cfg.Compare(self, a, b) })
	rank := slices.Index(group, self)
	if rank < 0 {
		return Timeframe{}
	}
	sharers := len(group)
	if cfg.Whole {
		sharers = len(view)
	}
	period := time.Duration(sharers*spacing(cfg, slot)) * time.Millisecond
	if cfg.Period > 0 {
		period = time.Duration(cfg.Period) * time.Millisecond
	}
	share := period * time.Duration(rank) / time.Duration(len(group))
	return Timeframe{Offset: share.Truncate(time.Millisecond), Period: period}
}

// spacing is how far apart slots begin, in milliseconds: 1/R, or so far that no window, as a request may be late by the
// jitter, has more requests than it allows.
func spacing(cfg words.Config, slot int) int {
	if !cfg.Safe {
		return slot
	}
	allowed := cfg.Window / slot
	span := cfg.Window + cfg.Jitter
	if cfg.Closed {
		span++ // the next millisecond
	}
	least := span / allowed
	if span%allowed > 0 {
		least++
	}
	return least
}

// first returns when the first slot begins that is not before t, counted from an origin.
func (f Timeframe) first(origin, t time.Duration) time.Duration {
	since := (t - origin - f.Offset) % f.Period
	switch {
	case since == 0:
		return t
	case since < 0:
		since += f.Period
	}
	return t - since + f.Period
}
