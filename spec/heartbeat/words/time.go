package words

import (
	"time"

	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Time is discrete time: see spec.DiscreteTime. No process reads its clock, but each timer has a deadline.
type Time struct {
	// Unit is the length of a tick, 1 to 200 milliseconds.
	Unit int `json:"unit"`
	// Delay is the most ticks that a message takes, 0 to 100. 0 sets no bound.
	Delay int `json:"delay,omitempty"`
	// Late is the most ticks after its deadline at which a timer fires. With it a round must be over before the next
	// beat.
	Late int `json:"late,omitempty"`
}

// Discrete returns the time of explorations, nil for none.
func (t *Time) Discrete() *spec.DiscreteTime {
	if t == nil {
		return nil
	}
	return &spec.DiscreteTime{
		Unit: time.Duration(t.Unit) * time.Millisecond, Reading: time.Duration(0), Span: 1,
		Delay: t.Delay, Late: t.Late,
	}
}

// Ticks returns the length of a timer in ticks, rounded up.
func (t *Time) Ticks(length time.Duration) int {
	unit := time.Duration(t.Unit) * time.Millisecond
	return int((length + unit - 1) / unit)
}

// Detection returns the most ticks after which a detector suspects a process that is down, if delays are bounded and an
// exchange takes less than Patience. The process crashes as soon as it has received an Ask, the next beat is late, and
// so is the end of waiting for the next Answer. If processes tell that they have recovered, such a message may arrive
// after the next Ask, and ends the round of that Ask.
func (c Config) Detection() int {
	t := c.Time
	longest := t.Ticks(Period) + t.Ticks(Patience) + 2*t.Late
	if c.Learns == LearnsWhenTold {
		longest += t.Delay
	}
	return longest
}

func (t *Time) check() error {
	if t == nil {
		return nil
	}
	if t.Unit < 1 || t.Unit > 200 {
		return input.Errorf("unit", "%d, it must be 1 to 200, in milliseconds", t.Unit)
	}
	if err := input.AsJSON(t.Discrete().Check()); err != nil {
		return err
	}
	most := t.Ticks(Period) - t.Ticks(Patience) - 1 // a round ends before the next beat
	return input.Between("late", t.Late, 0, most)
}
