package explore

import (
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
)

// timers numbers the timers of all processes, those that are met first: as many as a word has bits.
type timers struct {
	list     []timerAt
	repeated bool // those of a peer are left out: what they await may come again and again, and set them anew unseen
}

type timerAt struct {
	at    spec.NodeID
	timer spec.Timer
}

// mostTimers is how many have numbers.
const mostTimers = 64

// bits returns timers of a process by their numbers.
func (t *timers) bits(at spec.NodeID, of spec.SetOf[spec.Timer]) (bits uint64) {
	for _, timer := range of {
		if t.repeated && timer.Of() != spec.None {
			continue
		}
		n := slices.Index(t.list, timerAt{at, timer})
		if n < 0 {
			if n = len(t.list); n == mostTimers {
				continue
			}
			t.list = append(t.list, timerAt{at, timer})
		}
		bits |= 1 << n
	}
	return bits
}

// names returns the names of the timers, in the order of their numbers.
func (t *timers) names() []string {
	names := make([]string, len(t.list))
	for n, timer := range t.list {
		names[n] = fmt.Sprintf("timer %s at %s", timer.timer, timer.at)
	}
	return names
}
