package faults

import "github.com/scrutineer-go/scrutineer/internal/draw"

// The concerns of draws: one word each, so that no two of them are related.
const (
	aboutDelay uint64 = iota + 1
	aboutLoss
	aboutDuplicate
	aboutDuplicateDelay
	aboutReorder
	aboutReorderBy
	aboutEarly
	aboutEarlyAt
	aboutPick
	aboutInput
	aboutCrashIn
	aboutCut
	aboutDown
	aboutLose
)

// upTo draws a time of at least a microsecond and at most that long.
func upTo(k draw.Key, most Time) Time {
	return Time(k.Between(1, int64(most/microsecond))) * microsecond
}

// draw returns one delay of the distribution, in whole microseconds.
func (d Delay) draw(k draw.Key) Time {
	if d.Max <= d.Min {
		return d.Min
	}
	span := int64((d.Max - d.Min) / microsecond)
	if d.Shape == LongTail {
		halvings := k.With(1).Below(8)
		span >>= halvings
	}
	return d.Min + Time(k.Between(0, span))*microsecond
}
