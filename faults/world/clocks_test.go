package world

import (
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/spec"
)

// With a resolution a clock reads the last multiple that it has come to, also below 0, and When returns the time at
// which it first reads at least a reading.
func TestResolution(t *testing.T) {
	const ms = faults.Time(time.Millisecond)
	c := clocks{agenda: &agenda{now: 1234 * ms / 100, end: 1000 * ms}, nodes: 2, resolution: 5 * ms}
	c.Shift(1, 0, faults.Shift(-20*ms))
	for _, row := range []struct {
		at           spec.NodeID
		reads, until faults.Time
		when         faults.Time
	}{
		{0, 10 * ms, 14 * ms, 15 * ms},
		{0, 10 * ms, 15 * ms, 15 * ms},
		{0, 10 * ms, 3 * ms, 1234 * ms / 100},
		{1, -10 * ms, -4 * ms, 20 * ms},
		{1, -10 * ms, 1 * ms, 25 * ms},
	} {
		if got := c.Reading(row.at); got != row.reads {
			t.Errorf("clock %d reads %s, want %s", row.at, got, row.reads)
		}
		if got := c.When(row.at, row.until); got != row.when {
			t.Errorf("clock %d reads %s at %s, want %s", row.at, row.until, got, row.when)
		}
	}
}
