// Package words has what the statements of the heartbeat protocol share: its messages, the
// names of its timers, and its configuration. It has no logic of the protocol, and must not
// import any of them.
package words

import (
	"slices"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Ask asks a process whether it is there.
type Ask struct{ Nonce int }

// Answer says so, with the nonce of the Ask.
type Answer struct{ Nonce int }

// Here says that its sender has come up again.
type Here struct{}

// The kinds, the clock, and the timer that each process has for each peer.
const (
	KindAsk               = "Ask"
	KindAnswer            = "Answer"
	KindHere              = "Here"
	ClockBeat  spec.Timer = "Beat"
	NameWait              = "Wait"
)

// The lengths of the timers.
const (
	// Period is the time between two beats.
	Period = 400 * time.Millisecond
	// Patience is how long an Answer is awaited.
	Patience = 100 * time.Millisecond
)

// Wait is the timer that runs while a peer's Answer is awaited.
func Wait(peer spec.NodeID) spec.Timer { return spec.TimerOf(NameWait, peer) }

// Clocks are the names of the timers that are clocks.
func Clocks() spec.SetOf[string] { return spec.NewSet(ClockBeat.Name()) }

// Routine is what each beat begins.
func Routine() spec.Routine {
	return spec.Routine{Kinds: spec.NewSet(KindAsk, KindAnswer), Timers: Clocks().With(NameWait)}
}

// Kind returns "Ask".
func (Ask) Kind() string { return KindAsk }

// Kind returns "Answer".
func (Answer) Kind() string { return KindAnswer }

// Kind returns "Here".
func (Here) Kind() string { return KindHere }

func init() { codec.Register(Ask{}, Answer{}, Here{}) }

// Lines are the lines of a budget. None counts a tick.
func Lines() []spec.Line {
	return spec.FaultLines("crash", "crashIn", "duplicate", "loss", "premature")
}

// How a process learns that somebody whom it suspects is there.
const (
	// LearnsByAsking: it goes on asking everybody. Where copies wait for who is down they then
	// become ever more, so that no exploration ends.
	LearnsByAsking = "by asking"
	// LearnsWhenTold: it asks whom it trusts, and who comes up again tells everybody. That is
	// right as long as no timeout was premature and no copy lost.
	LearnsWhenTold = "when told"
	// LearnsNever is the broken twin: it asks whom it trusts, and nobody tells anything.
	LearnsNever = "never"
)

// Config is one configuration of the protocol.
type Config struct {
	// Nodes is the number of processes, 1 to 1,024.
	Nodes int `json:"nodes"`
	// Detectors are those who ask; everybody answers.
	Detectors spec.Set `json:"detectors"`
	// Failures is the failure model: "stop", "wait" or "vanish".
	Failures spec.Failures `json:"failures"`
	// Nonces is how many nonces there are, 2 to 1,000,000,000; the one after the last is 0.
	Nonces int `json:"nonces"`
	// Learns is how a process learns that somebody whom it suspects is there.
	Learns string `json:"learns,omitempty"`
	// Time is the discrete time of explorations, nil for none. Runs ignore it. A round must end before the next beat,
	// even if timers are late.
	Time *spec.ConfiguredTime `json:"time,omitempty"`
}

// Parse reads a Config from JSON and checks it. Errors name the field.
func Parse(data []byte) (Config, error) {
	cfg := Config{Learns: LearnsByAsking}
	if err := input.Decode(data, &cfg); err != nil {
		return Config{}, err
	}
	return cfg, cfg.check()
}

func (c Config) check() error {
	switch {
	case c.Nodes < 1 || c.Nodes > 1024:
		return input.Errorf("nodes", "%d, it must be 1 to 1024", c.Nodes)
	case len(c.Detectors) == 0 || !c.Detectors.IsAmong(spec.AllNodes(c.Nodes)):
		return input.Errorf("detectors", "%s, it must hold some of 0 to %d, ascending", c.Detectors, c.Nodes-1)
	case c.Nonces < 2 || c.Nonces > 1_000_000_000:
		return input.Errorf("nonces", "%d, it must be 2 to 1000000000", c.Nonces)
	case !slices.Contains([]string{LearnsByAsking, LearnsWhenTold, LearnsNever}, c.Learns):
		return input.Errorf("learns", "%q, it must be %q, %q or %q",
			c.Learns, LearnsByAsking, LearnsWhenTold, LearnsNever)
	}
	return input.In("", "time", c.checkTime())
}

// checkTime returns an error if a round may last until the next beat.
func (c Config) checkTime() error {
	if err := c.Time.Check(); c.Time == nil || err != nil {
		return err
	}
	most := c.Time.Ticks(Period) - c.Time.Ticks(Patience) - 1
	if most < 0 {
		return input.Errorf("unit", "%d, it must be less than %d: a round ends before the next beat",
			c.Time.Unit, Period.Milliseconds())
	}
	return input.Between("late", c.Time.Late, 0, most)
}
