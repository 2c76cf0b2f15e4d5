package gathering

import (
	"slices"
	"time"

	"github.com/scrutineer-go/scrutineer/spec"
	division "github.com/scrutineer-go/scrutineer/spec/coordination/words"
)

// views are the divisions by which workers poll.
type views struct {
	held    [][]division.Share // by worker, nil if it has no slots
	differs [][]time.Duration  // by two workers, since when their divisions differ; -1 if they do not
	pairs   int                // how many differ
	frames  []time.Duration    // by worker, the period of its last slot, 0 if it has used none
}

func newViews(workers int) *views {
	v := &views{held: make([][]division.Share, workers), frames: make([]time.Duration, workers)}
	for range workers {
		v.differs = append(v.differs, slices.Repeat([]time.Duration{-1}, workers))
	}
	return v
}

// take takes a worker's state after a step; p is nil if the worker is down.
func (v *views) take(id spec.NodeID, p *state, now time.Duration) {
	if v.held[id] = nil; p != nil && p.Upper.Frame.Period > 0 {
		v.held[id] = p.Lower.Values[0].(division.Division).Shares
	}
	for other := range v.held {
		a, b := min(int(id), other), max(int(id), other)
		since := &v.differs[a][b]
		same := v.held[a] == nil || v.held[b] == nil || slices.Equal(v.held[a], v.held[b])
		switch {
		case !same && *since < 0:
			*since = now
			v.pairs++
		case same && *since >= 0:
			*since = -1
			v.pairs--
		}
	}
}

// longest is for how long two workers have had different divisions.
func (v *views) longest(now time.Duration) (longest time.Duration) {
	if v.pairs == 0 {
		return 0
	}
	for _, with := range v.differs {
		for _, since := range with {
			if since >= 0 {
				longest = max(longest, now-since)
			}
		}
	}
	return longest
}

// switches reports whether a worker has just used a slot of another period than before.
func (v *views) switches(id spec.NodeID, p *state) bool {
	before := v.frames[id]
	v.frames[id] = p.Upper.Frame.Period
	return before > 0 && before != v.frames[id]
}
