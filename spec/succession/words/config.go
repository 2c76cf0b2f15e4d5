// Package words has the configuration of succession: the elections of Wang and Gupta over SWIM. It has no logic of the
// protocol, whose messages are those of the elections and of SWIM.
//
// Start reading at [Config].
package words

import (
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
	election "github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
	detector "github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// Config is one configuration: the fields of SWIM, and besides them the fields of the election. All times are in
// milliseconds of virtual time. Processes that crash stay down, and the group is the same from the beginning to the
// end. Entries carry incarnations. So Failures, Probers, Joiners, Leavers and Times must be absent.
type Config struct {
	detector.Config

	// Protocol is the election: "base" where absent, "optimistic", "preferred" or "hybrid".
	Protocol election.Variant `json:"protocol,omitempty"`
	// C is how many other lists may lack a process, and F how many processes may crash.
	C int `json:"c"`
	F int `json:"f"`
	// X and Y are how many of the lowest and of the unhealthiest processes the first run of preferred and hybrid asks
	// for. If both are absent each is 5, or the number of processes if that is less.
	X int `json:"x,omitempty"`
	Y int `json:"y,omitempty"`
	// Initiator begins the first election, and Rivals are further processes that begin one. Processes that lose their
	// leader begin the later elections.
	Initiator spec.NodeID `json:"initiator"`
	Rivals    spec.Set    `json:"rivals,omitempty"`
	// CollectTimeoutMS, AwaitTimeoutMS and TakeoverTimeoutMS are the timeouts of the election; 500, 500 and 2000 where
	// absent.
	CollectTimeoutMS  int `json:"collectTimeoutMs,omitempty"`
	AwaitTimeoutMS    int `json:"awaitTimeoutMs,omitempty"`
	TakeoverTimeoutMS int `json:"takeoverTimeoutMs,omitempty"`
}

// Parse reads a Config from JSON and checks it. Errors name the field.
func Parse(data []byte) (Config, error) {
	var c Config
	if err := input.Decode(data, &c); err != nil {
		return Config{}, err
	}
	return c, c.check()
}

func (c Config) check() error {
	switch {
	case c.Failures != spec.CrashStop:
		return input.Errorf("failures", "%q, but processes that crash stay down; omit it", c.Failures)
	case c.Probers != nil:
		return input.Errorf("probers", "given, but all processes probe; omit them")
	case c.Joiners != nil:
		return input.Errorf("joiners", "given, but no process joins; omit them")
	case c.Leavers != nil:
		return input.Errorf("leavers", "given, but no process leaves; omit them")
	case c.Times != 0:
		return input.Errorf("times", "%d, but entries carry incarnations; omit it", c.Times)
	}
	if err := c.Detector().Check(); err != nil {
		return err
	}
	return c.Election().Check()
}

// Detector is the configuration of the lower machine.
func (c Config) Detector() detector.Config { return c.Config.WithDefaults() }

// Election is the configuration of the upper machine. One election follows another, so LEADERs carry tags.
func (c Config) Election() election.Config {
	return election.Config{
		Nodes: c.Nodes, Protocol: c.Protocol, C: c.C, F: c.F, X: c.X, Y: c.Y, Initiator: c.Initiator, Rivals: c.Rivals,
		CollectTimeoutMS: c.CollectTimeoutMS, AwaitTimeoutMS: c.AwaitTimeoutMS, TakeoverTimeoutMS: c.TakeoverTimeoutMS,
		Rule: election.Tagged, Detectors: true,
	}.WithDefaults()
}
