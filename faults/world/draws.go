package world

import (
	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/draw"
)

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
	aboutFault
)

// upTo draws a time of at least a microsecond and at most that long.
func upTo(k draw.Key, most faults.Time) faults.Time {
	return faults.Time(k.Between(1, int64(most/faults.Microsecond))) * faults.Microsecond
}
