package paper

import (
	"context"
	"fmt"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// delayed is a group in which each copy takes that time, and nothing is lost. If cut is set, nothing gets from process
// 0 to process 1, so that each reaches the other by way of helpers alone.
type delayed struct {
	helpers int
	delay   faults.Time
	cut     bool
}

// suspects reports whether a process is suspected or removed in 20 periods.
func (d delayed) suspects() (bool, error) {
	s := scene{cfg: group(5, d.helpers, 1000), delay: d.delay, end: 20 * period}
	if d.cut {
		s.faults = []faults.Fault{{Kind: &faults.OneWay{
			From: spec.NewSet[spec.NodeID](0), To: spec.NewSet[spec.NodeID](1), End: s.end - period, Drops: true,
		}}}
	}
	suspected := false
	o := &watch{tell: func(_ *world.World, c change) { suspected = suspected || c.is.Status != words.Alive }}
	_, _, err := s.run(context.Background(), o)
	return suspected, err
}

// bound is the delay below which nobody is suspected, and from which on somebody is.
type bound struct {
	helpers int
	cut     bool
	delay   faults.Time
}

// bounds are those of the implementation's times: an ACK comes within the probe, 3/4 T, or by way of a helper within
// the last 1/2 T.
func bounds() []bound {
	return []bound{{0, false, period * 3 / 8}, {3, false, period * 3 / 8}, {3, true, period / 8}}
}

// checkAccurate is SW-2 with times: without a loss nobody is suspected if a round trip takes less than a probe. A round
// trip by way of a helper, between two processes with no other way, must take less than the time of helpers.
func checkAccurate(all []bound) (string, error) {
	for _, b := range all {
		for _, beyond := range []bool{false, true} {
			d := delayed{b.helpers, b.delay - millisecond, b.cut}
			if beyond {
				d.delay = b.delay + millisecond
			}
			switch suspects, err := d.suspects(); {
			case err != nil:
				return "", err
			case suspects != beyond:
				return "", fmt.Errorf("%d helpers, cut %t, copies of %s: a process is suspected: %t", b.helpers, b.cut,
					d.delay, suspects)
			}
		}
	}
	return fmt.Sprintf("of five processes none is suspected if copies take less than 3/8 T, with and without helpers, "+
		"and if less than 1/8 T where a way is cut; 1 ms more than that, and some are (T = %s)", period), nil
}
