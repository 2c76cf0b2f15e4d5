package words

import (
	"math/bits"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Config is one configuration of the election. Use Parse, or Check one that you built: the
// statements rely on what Check says.
type Config struct {
	// Nodes is N, the number of processes, 1 to MaxNodes; not only powers of two.
	Nodes int `json:"nodes"`
	// Failures is the failure model: "vanish", the paper's, where absent, or "stop", where nobody
	// recovers. Copies never wait for who is down: it is tested in each round, and nobody would
	// ever have taken them all.
	Failures spec.Failures `json:"failures"`
	// Interval is what ends a testing interval; Free where absent.
	Interval Interval `json:"interval,omitempty"`
	// Nonces is how many nonces there are, 1 to MaxNonces, which it is where absent; the one
	// after the last is 0. An answer to an early test can be told from one to a later test of the
	// same life as long as there are more nonces than tests that are given up and still answered.
	Nonces int `json:"nonces,omitempty"`
	// Threshold is how often in sequence a leader may fail and recover before it is
	// penalised, 1 to 1,000,000; 3, as in line 36, where absent. Negative: there is no penalty.
	Threshold int `json:"threshold,omitempty"`
	// Incarnations are those with which the run begins, one for each process, each 0 to
	// 1,000,000, and known to all: what has happened before. Where absent all are 0, as in line 3.
	Incarnations []int `json:"incarnations,omitempty"`
	// Interpretations are those that are taken in place of the recommended ones, in ascending
	// order.
	Interpretations spec.SetOf[Interpretation] `json:"interpretations,omitempty"`
	// IntervalMS is the length of the testing interval and TimeoutMS that of a test's timeout, in
	// milliseconds of virtual time; 100,000 and 4,000 where absent: the paper's time unit is a
	// second here.
	IntervalMS int `json:"intervalMs,omitempty"`
	TimeoutMS  int `json:"timeoutMs,omitempty"`
}

// Interval says how testing intervals end in explorations, which know no time.
type Interval string

// The intervals.
const (
	// Free: the interval is a clock, which may tick at any time.
	Free Interval = "free"
	// Long: the interval is longer than the exchanges that are under way when it begins, so that
	// as a rule it ends when nothing is in flight: it is a timer, and premature before.
	Long Interval = "long"
)

// The largest numbers that are accepted.
const (
	MaxNodes       = 4096
	MaxNonces      = 1_000_000_000
	MaxIncarnation = 1_000_000
	MaxMS          = input.MaxMS
)

const (
	defaultThreshold  = 3
	defaultIntervalMS = 100_000
	defaultTimeoutMS  = 4_000
)

// Parse reads a Config from JSON, fills in what is absent and checks it. Errors name the field
// and what would be right.
func Parse(data []byte) (Config, error) {
	cfg := Config{Failures: spec.MessagesVanish}
	if err := input.Decode(data, &cfg); err != nil {
		return Config{}, err
	}
	cfg = cfg.WithDefaults()
	return cfg, cfg.Check()
}

// WithDefaults returns the Config with what is absent filled in, but for Failures.
func (c Config) WithDefaults() Config {
	if c.Interval == "" {
		c.Interval = Free
	}
	if c.Nonces == 0 {
		c.Nonces = MaxNonces
	}
	if c.Threshold == 0 {
		c.Threshold = defaultThreshold
	}
	if c.Incarnations == nil && c.Nodes >= 1 && c.Nodes <= MaxNodes {
		c.Incarnations = make([]int, c.Nodes)
	}
	if c.IntervalMS == 0 {
		c.IntervalMS = defaultIntervalMS
	}
	if c.TimeoutMS == 0 {
		c.TimeoutMS = defaultTimeoutMS
	}
	return c
}

// Check tells what is wrong with the Config, naming the field, or nothing.
func (c Config) Check() error {
	switch {
	case c.Nodes < 1 || c.Nodes > MaxNodes:
		return input.Errorf("nodes", "%d, it must be 1 to %d", c.Nodes, MaxNodes)
	case c.Failures == spec.MessagesWait:
		return input.Errorf("failures", "%q, it must be %q or %q", c.Failures, spec.MessagesVanish, spec.CrashStop)
	case c.Interval != Free && c.Interval != Long:
		return input.Errorf("interval", "%q, it must be %q or %q", c.Interval, Free, Long)
	case c.Nonces < 1 || c.Nonces > MaxNonces:
		return input.Errorf("nonces", "%d, it must be 1 to %d", c.Nonces, MaxNonces)
	case c.Threshold > MaxIncarnation:
		return input.Errorf("threshold", "%d, it must be 1 to %d, or negative", c.Threshold, MaxIncarnation)
	case len(c.Incarnations) != c.Nodes:
		return input.Errorf("incarnations", "%d of them, there must be one for each of the %d nodes",
			len(c.Incarnations), c.Nodes)
	case c.IntervalMS < 1 || c.IntervalMS > MaxMS:
		return input.Errorf("intervalMs", "%d, it must be 1 to %d", c.IntervalMS, MaxMS)
	case c.TimeoutMS < 1 || c.TimeoutMS > MaxMS:
		return input.Errorf("timeoutMs", "%d, it must be 1 to %d", c.TimeoutMS, MaxMS)
	}
	for i, incarnation := range c.Incarnations {
		if incarnation < 0 || incarnation > MaxIncarnation {
			return input.Errorf("incarnations", "%d is that of %d, each must be 0 to %d",
				incarnation, i, MaxIncarnation)
		}
	}
	return c.checkInterpretations()
}

func (c Config) checkInterpretations() error {
	return input.Readings(c.Interpretations, Interpretations(), excluding())
}

// Interprets tells whether the paper is read in that way.
func (c Config) Interprets(i Interpretation) bool { return c.Interpretations.Has(i) }

// Dimension is d: log2 N, rounded up, the number of each process's clusters.
func (c Config) Dimension() int { return bits.Len(uint(c.Nodes - 1)) }

// IntervalTime is the length of the testing interval, TimeoutTime that of a test's first timeout.
func (c Config) IntervalTime() time.Duration { return spec.Milliseconds(c.IntervalMS) }

// TimeoutTime is the length of a test's timeout, before any reply has come too late.
func (c Config) TimeoutTime() time.Duration { return spec.Milliseconds(c.TimeoutMS) }

// Clocks are the names of the timers that are clocks.
func (c Config) Clocks() spec.SetOf[string] {
	if c.Interval == Long {
		return nil
	}
	return spec.NewSet(TimerInterval.Name())
}
