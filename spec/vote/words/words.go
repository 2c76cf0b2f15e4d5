// Package words holds what the three statements of the vote protocol share: the
// messages, the names and the validated Config. It holds no step of it.
//
// It imports spec and internal packages only. Start reading at [Config].
package words

import (
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Ask asks a voter for its vote.
type Ask struct{}

// Vote gives it.
type Vote struct{}

// Won tells everybody that its sender has the votes it needs.
type Won struct{}

// Start is the input that makes a candidate ask.
type Start struct{}

// Ballot is the record that a voter saves: whom it votes for.
type Ballot struct{ For spec.NodeID }

// The kinds, the timer and the reason for picking.
const (
	KindAsk               = "Ask"
	KindVote              = "Vote"
	KindWon               = "Won"
	KindStart             = "Start"
	TimerRetry spec.Timer = "Retry"
	WhyAsk                = "ask"
)

// Kind returns "Ask".
func (Ask) Kind() string { return KindAsk }

// Kind returns "Vote".
func (Vote) Kind() string { return KindVote }

// Kind returns "Won".
func (Won) Kind() string { return KindWon }

// Kind returns "Start".
func (Start) Kind() string { return KindStart }

func init() { codec.Register(Ask{}, Vote{}, Won{}, Start{}, Ballot{}) }

// Lines are the lines of a budget: "retry" bounds how often candidates ask again.
func Lines() []spec.Line {
	return append(spec.FaultLines("crash", "crashIn", "duplicate", "loss", "premature"),
		spec.Line{Name: "retry", Counts: spec.Firings(TimerRetry)})
}

// Config is one configuration of the protocol.
type Config struct {
	// Nodes is the number of processes, 1 to 64.
	Nodes int `json:"nodes"`
	// Candidates ask for votes and Voters give them; a process may be both.
	Candidates spec.Set `json:"candidates"`
	Voters     spec.Set `json:"voters"`
	// Ask is how many voters a candidate needs, and asks at a time.
	Ask int `json:"ask"`
}

// Parse reads a Config from JSON and checks it. Errors name the field.
func Parse(data []byte) (Config, error) {
	var cfg Config
	if err := input.Decode(data, &cfg); err != nil {
		return Config{}, err
	}
	return cfg, cfg.Check()
}

// Check tells what is wrong with the Config, naming the field, or nothing.
func (c Config) Check() error {
	if c.Nodes < 1 || c.Nodes > 64 {
		return input.Errorf("nodes", "%d, it must be 1 to 64", c.Nodes)
	}
	for _, field := range []struct {
		name string
		set  spec.Set
	}{{"candidates", c.Candidates}, {"voters", c.Voters}} {
		if len(field.set) == 0 || !field.set.IsAmong(spec.AllNodes(c.Nodes)) {
			return input.Errorf(field.name, "%s, it must hold some of 0 to %d, ascending", field.set, c.Nodes-1)
		}
	}
	if c.Ask < 1 || c.Ask > len(c.Voters) {
		return input.Errorf("ask", "%d, it must be 1 to the number of voters, %d", c.Ask, len(c.Voters))
	}
	return nil
}

// Majority is how many votes are more than half.
func Majority(voters spec.Set) int { return len(voters)/2 + 1 }
