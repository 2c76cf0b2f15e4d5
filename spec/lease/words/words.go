// Package words has what the lease protocol's implementation and its properties share: its
// messages, its clock, and its configuration. It has no logic of the protocol.
//
// Processes read their clocks. The Time of a configuration is the discrete time of explorations.
package words

import (
	"time"

	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Ask asks the lessor for the lease. At is what the clock of its sender read then.
type Ask struct{ At time.Duration }

// Grant grants it for the length of a lease from At on, which is the Ask's. If leases are dated, At is what the
// lessor's clock read when it granted the lease.
type Grant struct{ At time.Duration }

// Lessor grants the lease; all others want it.
const Lessor spec.NodeID = 0

// The kinds, and the clock at which a process asks.
const (
	KindAsk               = "Ask"
	KindGrant             = "Grant"
	ClockRetry spec.Timer = "Retry"
)

// Kind returns "Ask".
func (Ask) Kind() string { return KindAsk }

// Kind returns "Grant".
func (Grant) Kind() string { return KindGrant }

func init() { codec.Register(Ask{}, Grant{}) }

// Config is one configuration of the protocol.
type Config struct {
	// Nodes is the number of processes, 2 to 1,024.
	Nodes int `json:"nodes"`
	// Failures is the failure model: "stop", "wait" or "vanish".
	Failures spec.Failures `json:"failures"`
	// Length is how long a lease is, 4 to 60,000 milliseconds.
	Length int `json:"length"`
	// Margin is by how much a holder gives it up before its end, in milliseconds, less than
	// Length.
	Margin int `json:"margin"`
	// Forgets is a bug: a lessor that recovers grants the lease although another process may hold it.
	Forgets bool `json:"forgets,omitempty"`
	// Dated reports whether a lease ends at a time by the lessor's clock. Then the margin must cover the skew of the
	// clocks.
	Dated bool `json:"dated,omitempty"`
	// Time is the discrete time of explorations, nil for none. Runs ignore it.
	Time *spec.ConfiguredTime `json:"time,omitempty"`
}

// Parse reads a Config from JSON and checks it. Errors name the field.
func Parse(data []byte) (Config, error) {
	var cfg Config
	if err := input.Decode(data, &cfg); err != nil {
		return Config{}, err
	}
	return cfg, cfg.check()
}

func (c Config) check() error {
	switch {
	case c.Nodes < 2 || c.Nodes > 1024:
		return input.Errorf("nodes", "%d, it must be 2 to 1024", c.Nodes)
	case c.Length < 4 || c.Length > 60_000:
		return input.Errorf("length", "%d, it must be 4 to 60000, in milliseconds", c.Length)
	case c.Margin < 0 || c.Margin >= c.Length:
		return input.Errorf("margin", "%d, it must be 0 to %d, in milliseconds", c.Margin, c.Length-1)
	}
	return input.In("", "time", c.Time.Check())
}
