package words

import (
	"cmp"
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

// The model with atomic tests has no network: a test is one step, in which the tested process
// replies or does not. It is one process in the house's sense, the whole group, and what happens
// to its members are its inputs.

// Fail takes a member down.
type Fail struct{ Who spec.NodeID }

// Return has a member that is down come up again.
type Return struct{ Who spec.NodeID }

// Flap has a member fail and come up again before anybody tests it.
type Flap struct{ Who spec.NodeID }

// Suspect has the next test of Whom by Who fail though Whom is up: a false suspicion.
type Suspect struct{ Who, Whom spec.NodeID }

// Round has all members that are up carry out a whole round each.
type Round struct{}

// Go has one member carry out its round, or the next test of it.
type Go struct{ Who spec.NodeID }

// The kinds.
const (
	KindFail    = "Fail"
	KindReturn  = "Return"
	KindFlap    = "Flap"
	KindSuspect = "Suspect"
	KindRound   = "Round"
	KindGo      = "Go"
)

// Kind returns "Fail".
func (Fail) Kind() string { return KindFail }

// Kind returns "Return".
func (Return) Kind() string { return KindReturn }

// Kind returns "Flap".
func (Flap) Kind() string { return KindFlap }

// Kind returns "Suspect".
func (Suspect) Kind() string { return KindSuspect }

// Kind returns "Round".
func (Round) Kind() string { return KindRound }

// Kind returns "Go".
func (Go) Kind() string { return KindGo }

func init() { codec.Register(Fail{}, Return{}, Flap{}, Suspect{}, Round{}, Go{}) }

// Grain is what one step of the model with atomic tests is, beside what goes wrong.
type Grain string

// The grains.
const (
	// ByRound: everybody carries out its whole round, and replies with what it knew at the
	// beginning. So news travel as slowly as they can.
	ByRound Grain = "round"
	// ByProcess: one member carries out its whole round, while nobody else does anything.
	ByProcess Grain = "process"
	// ByTest: one member carries out the next test of its round.
	ByTest Grain = "test"
)

// MaxMembers is how many members a group may have in the model with atomic tests.
const MaxMembers = 16

// maxEvents is how many failures, recoveries or false suspicions there may be, each.
const maxEvents = 1000

// RoundsConfig is one configuration of the model with atomic tests. How often something may go
// wrong stands here and not in a budget: an input that only a budget forbids would excuse every run
// that ends without it.
type RoundsConfig struct {
	// Members is N, 1 to MaxMembers.
	Members int `json:"members"`
	// Grain is what one step is.
	Grain Grain `json:"grain"`
	// Barrier has nobody begin its next round before all who were up when the last ones began have
	// ended theirs, or are down: together these are one testing round, in which nobody has two. By
	// round it is so anyway.
	Barrier bool `json:"barrier,omitempty"`
	// Fails, Returns and Suspicions are how often a member may fail, come up again, and falsely
	// suspect another.
	Fails      int `json:"fails,omitempty"`
	Returns    int `json:"returns,omitempty"`
	Suspicions int `json:"suspicions,omitempty"`
	// MayFail are those who may fail, everybody where absent.
	MayFail spec.Set `json:"mayFail,omitempty"`
	// Flapping are those who may fail and come up again at any time, as often as they like, before
	// anybody tests them. Cap is the incarnation at which they stay, which keeps the model finite.
	Flapping spec.Set `json:"flapping,omitempty"`
	Cap      int      `json:"cap,omitempty"`
	// Threshold, Incarnations and Interpretations are as in Config.
	Threshold       int                        `json:"threshold,omitempty"`
	Incarnations    []int                      `json:"incarnations,omitempty"`
	Interpretations spec.SetOf[Interpretation] `json:"interpretations,omitempty"`
}

// ParseRounds reads a RoundsConfig from JSON, fills in what is absent and checks it. Errors name
// the field and what would be right.
func ParseRounds(data []byte) (RoundsConfig, error) {
	var cfg RoundsConfig
	if err := input.Decode(data, &cfg); err != nil {
		return RoundsConfig{}, err
	}
	cfg = cfg.WithDefaults()
	return cfg, cfg.Check()
}

// WithDefaults returns the RoundsConfig with what is absent filled in.
func (c RoundsConfig) WithDefaults() RoundsConfig {
	if c.MayFail == nil && c.Members >= 1 && c.Members <= MaxMembers {
		c.MayFail = spec.AllNodes(c.Members)
	}
	p := c.Process().WithDefaults()
	c.Threshold, c.Incarnations = p.Threshold, p.Incarnations
	return c
}

// Process is the configuration of the members.
func (c RoundsConfig) Process() Config {
	return Config{
		Nodes: c.Members, Failures: spec.MessagesVanish, Nonces: 1, // no reply is ever late
		Threshold: c.Threshold, Incarnations: c.Incarnations, Interpretations: c.Interpretations,
	}.WithDefaults()
}

// Dimension is d, the number of each member's clusters.
func (c RoundsConfig) Dimension() int { return c.Process().Dimension() }

// Check tells what is wrong with the RoundsConfig, naming the field, or nothing.
func (c RoundsConfig) Check() error {
	all := spec.AllNodes(min(max(c.Members, 0), MaxMembers))
	switch {
	case c.Members < 1 || c.Members > MaxMembers:
		return input.Errorf("members", "%d, it must be 1 to %d", c.Members, MaxMembers)
	case !slices.Contains([]Grain{ByRound, ByProcess, ByTest}, c.Grain):
		return input.Errorf("grain", "%q, it must be %q, %q or %q", c.Grain, ByRound, ByProcess, ByTest)
	case c.Barrier && c.Grain == ByRound:
		return input.Errorf("barrier", "grain %q has it anyway, it must be absent", c.Grain)
	case !c.MayFail.IsAmong(all):
		return input.Errorf("mayFail", "%s, it must hold some of 0 to %d, ascending", c.MayFail, c.Members-1)
	case !c.Flapping.IsAmong(all):
		return input.Errorf("flapping", "%s, it must hold some of 0 to %d, ascending", c.Flapping, c.Members-1)
	}
	if err := cmp.Or(
		input.Between("fails", c.Fails, 0, maxEvents),
		input.Between("returns", c.Returns, 0, maxEvents),
		input.Between("suspicions", c.Suspicions, 0, maxEvents),
	); err != nil {
		return err
	}
	for _, without := range []Interpretation{FixedTimeout, FrozenReplies} {
		if c.Process().Interprets(without) {
			return input.Errorf("interpretations", "%q, but this model knows no time, and replies are frozen "+
				"under grain %q alone", without, ByRound)
		}
	}
	if err := c.checkFlapping(); err != nil {
		return err
	}
	return c.Process().Check()
}

func (c RoundsConfig) checkFlapping() error {
	if len(c.Flapping) == 0 {
		if c.Cap != 0 {
			return input.Errorf("cap", "%d, and nobody is flapping, it must be absent", c.Cap)
		}
		return nil
	}
	switch {
	case c.Cap < 1 || c.Cap > MaxIncarnation:
		return input.Errorf("cap", "%d, it must be 1 to %d where somebody is flapping", c.Cap, MaxIncarnation)
	case c.Threshold > 0:
		return input.Errorf("threshold", "%d, it must be negative where somebody is flapping: a penalty may go "+
			"beyond the cap", c.Threshold)
	}
	for _, p := range c.Flapping {
		if int(p) < len(c.Incarnations) && c.Incarnations[p] > c.Cap {
			return input.Errorf("incarnations", "%d is that of %s, which is flapping, it must be at most %d",
				c.Incarnations[p], p, c.Cap)
		}
	}
	return nil
}

// Cannot names the actions that the configuration rules out.
func (c RoundsConfig) Cannot() spec.SetOf[string] {
	names := spec.NewSet(KindGo)
	if c.Grain != ByRound {
		names = spec.NewSet(KindRound)
	}
	if c.Fails == 0 || len(c.MayFail) == 0 {
		names = names.With(KindFail).With(KindReturn)
	}
	if c.Returns == 0 {
		names = names.With(KindReturn)
	}
	if len(c.Flapping) == 0 {
		names = names.With(KindFlap)
	}
	if c.Suspicions == 0 || c.Members == 1 {
		names = names.With(KindSuspect)
	}
	return names
}
