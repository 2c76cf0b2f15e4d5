// Package words has the configuration of watchdog: the bully election over vCube. It has no logic of the protocol. Its
// messages are those of both.
//
// Start reading at [Config].
package words

import (
	"cmp"

	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
	election "github.com/scrutineer-go/scrutineer/spec/bully/words"
	detector "github.com/scrutineer-go/scrutineer/spec/vcube/words"
)

// Config is one configuration. All times are in milliseconds of virtual time.
type Config struct {
	// Nodes is the number of processes, 1 to 1,024. The highest that is up is to lead.
	Nodes int `json:"nodes"`
	// Failures is the failure model: "stop" where absent, or "vanish".
	Failures spec.Failures `json:"failures,omitempty"`
	// IntervalMS and TimeoutMS are vCube's, 100,000 and 4,000 where absent.
	IntervalMS int `json:"intervalMs,omitempty"`
	TimeoutMS  int `json:"timeoutMs,omitempty"`
	// Start, AnswerMS and CoordinatorMS are those of the election: "cold", 500 and 1,500 where absent.
	Start         election.Start `json:"start,omitempty"`
	AnswerMS      int            `json:"answerMs,omitempty"`
	CoordinatorMS int            `json:"coordinatorMs,omitempty"`
}

// Parse reads a Config from JSON and checks it. Errors name the field.
func Parse(data []byte) (Config, error) {
	var c Config
	if err := input.Decode(data, &c); err != nil {
		return Config{}, err
	}
	if err := c.Election().Check(); err != nil {
		return Config{}, err
	}
	return c, c.Detector().Check()
}

// Detector is the configuration of the lower machine.
func (c Config) Detector() detector.Config {
	return detector.Config{
		Nodes: c.Nodes, Failures: c.Failures, IntervalMS: c.IntervalMS, TimeoutMS: c.TimeoutMS,
	}.WithDefaults()
}

// Election is the configuration of the upper machine, which is told who is down.
func (c Config) Election() election.Config {
	return election.Config{
		Nodes: c.Nodes, Failures: c.Failures, Detector: election.Told, Start: cmp.Or(c.Start, election.Cold),
		AnswerMS: cmp.Or(c.AnswerMS, 500), CoordinatorMS: cmp.Or(c.CoordinatorMS, 1500), BeatMS: 1000, FailMS: 3000,
	}
}
