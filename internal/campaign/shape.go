package campaign

import (
	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Shape is what the drawing of faults must know of a configuration.
type Shape struct {
	Nodes    int
	Failures spec.Failures
	// MayCrash are the processes whose crash the protocol should survive, and
	// Crashes how many of them may crash.
	MayCrash spec.Set
	Crashes  int
	// Lasting is how many processes stay down for good in one run of ten, where processes recover; 0 for none. A
	// protocol that draws its own Shape must set it.
	Lasting int
	// Skew is by how many parts per million clocks may be off that the protocol should stand;
	// 0 where it looks at none, and faults of clocks are not drawn.
	Skew int
	// MayFlap are the processes that may crash again and again, some of them for ever: the
	// protocol must bear that, and its judge demand nothing of who is World.Unstable. None flaps
	// where there are none, or where processes do not recover.
	MayFlap spec.Set
	// Timeout is the length of a typical timer.
	Timeout faults.Time
	// Steady has every copy take the same short time in half of the runs: what is sent in some order comes in it.
	Steady bool
	// Maps has half of the runs take place on a map; see [faults.Map]. Losses are then also drawn once a route, and
	// differ between processes.
	Maps bool
	// Positions, if set, are where the processes are on the map of all runs; without effect if they are not connected.
	// If Positions is nil, runs draw their maps.
	Positions []faults.Position
	// Round is the length of a round, a millisecond or more, of a protocol that goes on for
	// ever; 0 where it has none. The shrinker then also looks for a shorter run: see [Shrink].
	Round faults.Time
	// Phase is for how long after the beginning of a round something is under way, where that is short beside a round:
	// half of the times at which a drawn fault begins are so soon after one. 0 where they need not be.
	Phase faults.Time
	// Rounds is how many rounds the faults of a drawn run last at most, from 1 on; where it
	// is 0 they last 2 to 6 times Timeout.
	Rounds int
	// Settle is how many rounds the protocol then has to reach its goal; where it is 0 it
	// has SettleTime, and where that is 0 too 40 times Timeout.
	Settle     int
	SettleTime faults.Time
	// Without are the kinds of faults that are not drawn.
	Without []string
}

// Habits are what runs of a configuration have shown of the steps that processes take.
type Habits struct {
	// Steps are the names of the steps that sent, saved, or set or stopped a timer.
	Steps []string
	// At are the processes at which each step was seen; if At is nil, any process may take any step. Cuts is the
	// highest number of effects of each step before which a crash can come.
	At   map[string]spec.Set
	Cuts map[string]int
}

// stop draws when the faults stop.
func (s Shape) stop(c Chooser) faults.Time {
	if s.Round > 0 && s.Rounds > 0 {
		return s.Round * faults.Time(1+c.Choose("stop", s.Rounds))
	}
	return s.Timeout * faults.Time(2+c.Choose("stop", 5))
}

// settle is how long the run then goes on.
func (s Shape) settle() faults.Time {
	if s.Round > 0 && s.Settle > 0 {
		return s.Round * faults.Time(s.Settle)
	}
	if s.SettleTime > 0 {
		return s.SettleTime
	}
	return s.Timeout * 40
}
