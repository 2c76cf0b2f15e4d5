// Package words has what the statements of SWIM share: its messages, the names of its timers, and its configuration.
// It has no logic of the protocol, and must not import any of its statements. Start reading at [Config].
package words

import (
	"cmp"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

// The limits of a configuration.
const (
	MaxNodes      = 256
	MostHelpers   = 16
	LeastPeriodMS = 4
)

// Config is one configuration.
type Config struct {
	// Nodes is the number of processes, 1 to 256.
	Nodes int `json:"nodes"`
	// Failures is the failure model: "stop" where absent, or "vanish".
	Failures spec.Failures `json:"failures,omitempty"`
	// Probers are the processes that probe; all where absent. Every process answers.
	Probers spec.Set `json:"probers,omitempty"`
	// Helpers is k, how many members are asked to ping a target that does not answer, 0 to 16.
	Helpers int `json:"helpers"`
	// Numbers is how many numbers of probes there are, 2 to 1,000,000,000, which it is where absent. After the last
	// number comes 0.
	Numbers int `json:"numbers,omitempty"`
	// AtOnce reports whether a target that does not answer is removed at once, and not suspected first.
	AtOnce bool `json:"atOnce,omitempty"`
	// Returns reports whether a member that was removed comes back with a higher incarnation. Else it never does.
	Returns bool `json:"returns,omitempty"`
	// PeriodMS is the time between two probes, in milliseconds of virtual time, 4 to 3,600,000; 1000 where absent. An
	// ACK is awaited for a quarter of it, and the helpers' ACKs for another half.
	PeriodMS int `json:"periodMs,omitempty"`
	// Patience is for how many periods a member is suspected before it is removed, 1 to 1,000; 5 where absent.
	Patience int `json:"patience,omitempty"`
}

const (
	maxNumbers = 1_000_000_000

	defaultPeriodMS = 1000
	defaultPatience = 5
)

// Parse reads a Config from JSON, fills in what is absent and checks it. Errors name the field.
func Parse(data []byte) (Config, error) {
	var cfg Config
	if err := input.Decode(data, &cfg); err != nil {
		return Config{}, err
	}
	cfg = cfg.WithDefaults()
	return cfg, cfg.Check()
}

// WithDefaults returns the Config with what is absent filled in.
func (c Config) WithDefaults() Config {
	if c.Probers == nil && c.Nodes >= 1 && c.Nodes <= MaxNodes {
		c.Probers = spec.AllNodes(c.Nodes)
	}
	c.Numbers = cmp.Or(c.Numbers, maxNumbers)
	c.PeriodMS, c.Patience = cmp.Or(c.PeriodMS, defaultPeriodMS), cmp.Or(c.Patience, defaultPatience)
	return c
}

// Check returns an error that names the field if the Config is wrong.
func (c Config) Check() error {
	if err := cmp.Or(
		input.Between("nodes", c.Nodes, 1, MaxNodes), input.Between("helpers", c.Helpers, 0, MostHelpers),
		input.Between("numbers", c.Numbers, 2, maxNumbers),
		input.Between("periodMs", c.PeriodMS, LeastPeriodMS, 3_600_000),
		input.Between("patience", c.Patience, 1, 1000),
	); err != nil {
		return err
	}
	switch {
	case c.Failures == spec.CopiesWait:
		return input.Errorf("failures", "%q, it must be %q or %q", c.Failures, spec.CrashStop, spec.CopiesVanish)
	case !c.Probers.IsAmong(spec.AllNodes(c.Nodes)):
		return input.Errorf("probers", "%s, it must hold some of 0 to %d, ascending", c.Probers, c.Nodes-1)
	}
	return nil
}

// The names of the timers.
const (
	ClockPeriod   spec.Timer = "Period"
	TimerReply    spec.Timer = "Reply"
	TimerEnd      spec.Timer = "End"
	NameSuspicion            = "Suspicion"
)

// Suspicion is the timer that runs while a member is suspected.
func Suspicion(member spec.NodeID) spec.Timer { return spec.TimerOf(NameSuspicion, member) }

// PeriodTime is the time between two probes.
func (c Config) PeriodTime() time.Duration { return spec.Milliseconds(c.PeriodMS) }

// ReplyTime is for how long the ACK of the target is awaited.
func (c Config) ReplyTime() time.Duration { return c.PeriodTime() / 4 }

// EndTime is for how long the ACKs of helpers are awaited after that.
func (c Config) EndTime() time.Duration { return c.PeriodTime() / 2 }

// SuspicionTime is for how long a member is suspected before it is removed.
func (c Config) SuspicionTime() time.Duration { return time.Duration(c.Patience) * c.PeriodTime() }

// Routine is what each period begins.
func Routine() spec.Routine {
	return spec.Routine{
		Kinds:  spec.NewSet(Kinds()...),
		Timers: spec.NewSet(ClockPeriod.Name(), TimerReply.Name(), TimerEnd.Name()),
	}
}
