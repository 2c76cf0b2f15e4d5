package spec

import (
	"cmp"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/input"
)

// ConfiguredTime is the discrete time of a protocol's configuration, as JSON has it. All fields but Unit are those of
// [DiscreteTime]. If Horizon is 0, times are relative, and readings are of the type time.Duration.
type ConfiguredTime struct {
	// Unit is the length of a tick, 1 to 3,600,000 milliseconds; 0 stands for 1.
	Unit    int `json:"unit,omitempty"`
	Horizon int `json:"horizon,omitempty"`
	Span    int `json:"span,omitempty"`
	Skew    int `json:"skew,omitempty"`
	Steady  int `json:"steady,omitempty"`
	Delay   int `json:"delay,omitempty"`
	Late    int `json:"late,omitempty"`
}

// Discrete returns the time as explorations have it, nil for nil.
func (t *ConfiguredTime) Discrete() *DiscreteTime {
	if t == nil {
		return nil
	}
	d := &DiscreteTime{
		Unit: Milliseconds(cmp.Or(t.Unit, 1)), Horizon: t.Horizon, Span: t.Span,
		Skew: t.Skew, Steady: t.Steady, Delay: t.Delay, Late: t.Late,
	}
	if t.Horizon == 0 {
		d.Reading = time.Duration(0)
	}
	return d
}

// Ticks returns the length of a timer in ticks, rounded up.
func (t *ConfiguredTime) Ticks(length time.Duration) int {
	unit := t.Discrete().Unit
	return int((length + unit - 1) / unit)
}

// Check returns an error that names the first field that is out of its range; nil for nil.
func (t *ConfiguredTime) Check() error {
	if t == nil {
		return nil
	}
	const hour = 3_600_000
	if t.Unit < 0 || t.Unit > hour {
		return input.Errorf("unit", "%d, it must be 1 to %d, in milliseconds", t.Unit, hour)
	}
	return input.AsJSON(t.Discrete().Check())
}
