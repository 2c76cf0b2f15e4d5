package spec

import (
	"testing"
	"time"
)

// The unit is a millisecond if the configuration has none, and errors have the names of JSON.
func TestConfiguredTime(t *testing.T) {
	const hours = " must be 1 to 3600000, in milliseconds"
	var none *ConfiguredTime
	if none.Discrete() != nil || none.Check() != nil {
		t.Error("without a time there is one")
	}
	for _, c := range []struct {
		of    ConfiguredTime
		unit  time.Duration
		ticks int // of a second and a millisecond
		want  string
	}{
		{ConfiguredTime{Span: 5}, time.Millisecond, 1001, ""},
		{ConfiguredTime{Unit: 25, Horizon: 5, Skew: 2}, 25 * time.Millisecond, 41, ""},
		{ConfiguredTime{Unit: 3_600_000, Span: 1}, time.Hour, 1, ""},
		{ConfiguredTime{Unit: 3_600_001, Span: 1}, time.Hour + time.Millisecond, 0, "unit: 3600001, it" + hours},
		{ConfiguredTime{Unit: -1, Span: 1}, -time.Millisecond, 0, "unit: -1, it" + hours},
		{ConfiguredTime{Horizon: 5, Steady: 101}, time.Millisecond, 1001, "steady: 101, it must be 0 to 100"},
	} {
		said := ""
		if err := c.of.Check(); err != nil {
			said = err.Error()
		}
		if said != c.want || c.of.Discrete().Unit != c.unit || c.of.Discrete().Relative() != (c.of.Horizon == 0) {
			t.Errorf("%+v: %q and %+v, want %q", c.of, said, c.of.Discrete(), c.want)
		}
		if n := c.of.Ticks(time.Second + time.Millisecond); c.want == "" && n != c.ticks {
			t.Errorf("%+v: %d ticks, want %d", c.of, n, c.ticks)
		}
	}
}
