// Package words has what the statements of SWIM share: its messages, the names of its timers, and its configuration.
// It has no logic of the protocol, and must not import any of its statements. Start reading at [Config].
package words

import (
	"cmp"
	"math/bits"
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
	// Picks is how targets and helpers are picked; Uniform where absent.
	Picks Picks `json:"picks,omitempty"`
	// Positions are where the processes are on a map, and Exponent is the power of the distance, 0 to 5, 0 where
	// absent. Medley's is 3; with 0 all weights are the same. Both are for Spatial and TimeBounded only.
	Positions []Position `json:"positions,omitempty"`
	Exponent  int        `json:"exponent,omitempty"`
	// KeepsPinging reports whether members that were removed are targets too, though not helpers. It needs Returns: a
	// member that was removed wrongly then comes back at the next contact.
	KeepsPinging bool `json:"keepsPinging,omitempty"`
	// Refreshes reports whether an ACK from a helper brings its news only. Else it ends the probe as well.
	Refreshes bool `json:"refreshes,omitempty"`
	// NewsMost is b, the most entries that a message carries, 0 to 256. 0, which it is where absent, means that each
	// message carries the whole table of its sender.
	NewsMost int `json:"newsMost,omitempty"`
	// NewsSends is how often a process sends an entry after it has changed, 1 to 10,000, if NewsMost is not 0. Where
	// absent it is 3 * ceil(log2(nodes+1)).
	NewsSends int `json:"newsSends,omitempty"`
	// Times is how many periods a process counts, 0 to 1,000,000,000. 0, which it is where absent, means that entries
	// carry incarnations. Else an entry carries a time in place of its incarnation: how many periods had begun at the
	// process where the news arose. After the last period a process probes no more. Times need Returns and whole
	// tables. All processes are Probers, and none joins or comes up again: it would not know the count of the others.
	Times int `json:"times,omitempty"`
	// Joiners are the processes that are outside until they are told to enter, some of Probers and not all processes.
	// The others are in the group from the beginning, and a joiner asks one of them.
	Joiners spec.Set `json:"joiners,omitempty"`
	// Leavers are the processes that the environment may tell to leave.
	Leavers spec.Set `json:"leavers,omitempty"`
}

const (
	maxNumbers = 1_000_000_000
	// MostTimes is the greatest number of periods that a process counts.
	MostTimes = 1_000_000_000

	defaultPeriodMS = 1000
	defaultPatience = 5

	// lambda is the factor of log N in SWIM's number of sends.
	lambda        = 3
	mostNewsSends = 10_000
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
	c.Picks = cmp.Or(c.Picks, Uniform)
	if c.NewsMost != 0 {
		c.NewsSends = cmp.Or(c.NewsSends, lambda*bits.Len(uint(max(c.Nodes, 0))))
	}
	return c
}

// Contacts are the processes that a joiner may ask for the list.
func (c Config) Contacts() spec.Set { return spec.AllNodes(c.Nodes).Minus(c.Joiners) }

// Farewells is how many members a process that leaves tells of it: as many as it asks for help, and at least one.
func (c Config) Farewells() int { return max(c.Helpers, 1) }

// Bounded reports whether messages carry a bounded number of entries, and not whole tables.
func (c Config) Bounded() bool { return c.NewsMost > 0 }

// Timed reports whether entries carry times, and not incarnations.
func (c Config) Timed() bool { return c.Times > 0 }

// Check returns an error that names the field if the Config is wrong.
func (c Config) Check() error {
	if err := cmp.Or(
		input.Between("nodes", c.Nodes, 1, MaxNodes), input.Between("helpers", c.Helpers, 0, MostHelpers),
		input.Between("numbers", c.Numbers, 2, maxNumbers),
		input.Between("periodMs", c.PeriodMS, LeastPeriodMS, 3_600_000),
		input.Between("patience", c.Patience, 1, 1000), input.Between("newsMost", c.NewsMost, 0, MaxNodes),
		input.Between("newsSends", c.NewsSends, 0, mostNewsSends), input.Between("times", c.Times, 0, MostTimes),
		c.checkTimes(),
	); err != nil {
		return err
	}
	switch {
	case !c.Bounded() && c.NewsSends != 0:
		return input.Errorf("newsSends", "%d, it must be absent unless newsMost bounds the news", c.NewsSends)
	case c.Failures == spec.MessagesWait:
		return input.Errorf("failures", "%q, it must be %q or %q", c.Failures, spec.CrashStop, spec.MessagesVanish)
	case !c.Probers.IsAmong(spec.AllNodes(c.Nodes)):
		return input.Errorf("probers", "%s, it must hold some of 0 to %d, ascending", c.Probers, c.Nodes-1)
	case c.KeepsPinging && !c.Returns:
		return input.Errorf("keepsPinging", "needs returns: else no member that was removed comes back")
	case !c.Joiners.IsAmong(c.Probers) || len(c.Joiners) == c.Nodes:
		return input.Errorf("joiners", "%s, it must hold some of the probers, %s, but not all processes, ascending",
			c.Joiners, c.Probers)
	case !c.Leavers.IsAmong(spec.AllNodes(c.Nodes)):
		return input.Errorf("leavers", "%s, it must hold some of 0 to %d, ascending", c.Leavers, c.Nodes-1)
	}
	return checkPicks(c.Picks, c.Positions, c.Exponent, c.Nodes)
}

// checkTimes returns an error if entries carry times, and a field does not fit that.
func (c Config) checkTimes() error {
	if !c.Timed() {
		return nil
	}
	switch {
	case !c.Returns:
		return input.Errorf("returns", "false, but entries carry times; set it, or omit times")
	case c.Bounded():
		return input.Errorf("newsMost", "%d, but entries carry times; omit it", c.NewsMost)
	case len(c.Probers) != c.Nodes:
		return input.Errorf("probers", "%s, but entries carry times, which only probers count; omit it", c.Probers)
	case len(c.Joiners) > 0:
		return input.Errorf("joiners", "%s, but entries carry times, which joiners lack; omit it", c.Joiners)
	case c.Failures != spec.CrashStop:
		return input.Errorf("failures", "%q, but entries carry times, which a crash loses; omit it", c.Failures)
	}
	return nil
}

// The names of the timers.
const (
	ClockPeriod   spec.Timer = "Period"
	TimerReply    spec.Timer = "Reply"
	TimerEnd      spec.Timer = "End"
	TimerJoin     spec.Timer = "Join"
	NameSuspicion            = "Suspicion"
)

// Suspicion is the timer that runs while a member is suspected.
func Suspicion(member spec.NodeID) spec.Timer { return spec.TimerOf(NameSuspicion, member) }

// PeriodTime is the time between two probes.
func (c Config) PeriodTime() time.Duration { return spec.Milliseconds(c.PeriodMS) }

// ReplyTime is for how long the ACK of the target is awaited.
func (c Config) ReplyTime() time.Duration { return c.PeriodTime() / 4 }

// JoinTime is for how long the answer to a JOIN is awaited before another process is asked.
func (c Config) JoinTime() time.Duration { return c.PeriodTime() / 2 }

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
