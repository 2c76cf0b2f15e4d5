package toy

import (
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Knock is what a guest sends to the host.
type Knock struct{}

// Open is what the host sends to a guest that may come in.
type Open struct{}

// Visit is the input that makes a guest knock.
type Visit struct{}

// Hear is the input of the tally alone: a knock, wherever it comes from.
type Hear struct{}

// The kinds and the timer.
const (
	kindKnock             = "Knock"
	kindOpen              = "Open"
	kindVisit             = "Visit"
	kindHear              = "Hear"
	timerAgain spec.Timer = "Again"
)

// Kind returns "Knock".
func (Knock) Kind() string { return kindKnock }

// Kind returns "Open".
func (Open) Kind() string { return kindOpen }

// Kind returns "Visit".
func (Visit) Kind() string { return kindVisit }

// Kind returns "Hear".
func (Hear) Kind() string { return kindHear }

// Came is the record that a guest saves when it boots.
type Came struct{ Visits bool }

func init() {
	for _, v := range []any{Knock{}, Open{}, Visit{}, Hear{}, Came{}} {
		codec.Register(v)
	}
}

// host is the process behind the door.
const host = spec.NodeID(0)

// lines are the lines of a budget of the door.
func lines() []spec.Line {
	return spec.FaultLines("crash", "crashIn", "duplicate", "loss", "premature")
}

// tallyLines are those of the tally alone.
func tallyLines() []spec.Line { return []spec.Line{{Name: "crash", Counts: []string{spec.Crash}}} }

// config is one configuration of the door.
type config struct {
	Nodes  int `json:"nodes"`  // the host and its guests, 2 to 6
	Knocks int `json:"knocks"` // how many knocks the host must have heard, 1 to 3
	// Vanish has who crashes come up again, as one that is new, with copies to it gone.
	Vanish bool `json:"vanish,omitempty"`
	// Boots has guests begin to knock when they boot, and not when they are told to.
	Boots bool `json:"boots,omitempty"`
}

func (c config) failures() spec.Failures {
	if c.Vanish {
		return spec.MessagesVanish
	}
	return spec.CrashStop
}

func parse(data []byte) (config, error) {
	var cfg config
	if err := input.Decode(data, &cfg); err != nil {
		return config{}, err
	}
	if cfg.Nodes < 2 || cfg.Nodes > 6 {
		return config{}, input.Errorf("nodes", "%d, it must be 2 to 6", cfg.Nodes)
	}
	return cfg, checkKnocks(cfg.Knocks)
}

// tallyConfig is one configuration of the tally alone.
type tallyConfig struct {
	Knocks int `json:"knocks"`
}

func parseTally(data []byte) (tallyConfig, error) {
	var cfg tallyConfig
	if err := input.Decode(data, &cfg); err != nil {
		return tallyConfig{}, err
	}
	return cfg, checkKnocks(cfg.Knocks)
}

func checkKnocks(n int) error {
	if n < 1 || n > 3 {
		return input.Errorf("knocks", "%d, it must be 1 to 3", n)
	}
	return nil
}
