// Package words has what the view change of Viewstamped Replication and those who judge it share: its
// messages and its configuration. The paper is Liskov and Cowling, "Viewstamped Replication Revisited"
// (2012), section 4.2. Here it is an election and no more: there is no log and no client, so that of
// what a replica sends of its log nothing is left but the last view in which it was normal, and who
// learns of a later view from its primary has no state to transfer.
//
// The package has no logic of the protocol. Start reading at [Config].
package words

import (
	"cmp"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Commit is the heartbeat of the primary of a view.
type Commit struct{ View int }

// StartViewChange says that its sender takes part in the change to a view.
type StartViewChange struct{ View int }

// DoViewChange tells the primary of a view that f others take part. LastNormal is the last view in which
// its sender was normal.
type DoViewChange struct{ View, LastNormal int }

// StartView says that the view has begun.
type StartView struct{ View int }

// The kinds.
const (
	KindCommit          = "Commit"
	KindStartViewChange = "StartViewChange"
	KindDoViewChange    = "DoViewChange"
	KindStartView       = "StartView"
)

// The timers: Commit is the primary's clock, Wait runs while a replica waits for its primary, or for the
// end of a view change.
const (
	ClockCommit spec.Timer = "Commit"
	TimerWait   spec.Timer = "Wait"
)

// Kind returns "Commit".
func (Commit) Kind() string { return KindCommit }

// Kind returns "StartViewChange".
func (StartViewChange) Kind() string { return KindStartViewChange }

// Kind returns "DoViewChange".
func (DoViewChange) Kind() string { return KindDoViewChange }

// Kind returns "StartView".
func (StartView) Kind() string { return KindStartView }

func init() { codec.Register(Commit{}, StartViewChange{}, DoViewChange{}, StartView{}) }

// MaxNodes is the largest group.
const MaxNodes = 511

// Config is one configuration. Use Parse.
type Config struct {
	// Nodes is the number of replicas, 2f+1: an odd number from 1 to MaxNodes.
	Nodes int `json:"nodes"`
	// BeatMS is the time between two Commits, FailMS how long a replica waits for one, and for the end of a
	// view change, in milliseconds of virtual time; 500, and three beats and 200 ms more where absent.
	BeatMS int `json:"beatMs,omitempty"`
	FailMS int `json:"failMs,omitempty"`
}

// Parse reads a Config from JSON, fills in what is absent and checks it. Errors name the field.
func Parse(data []byte) (Config, error) {
	var cfg Config
	if err := input.Decode(data, &cfg); err != nil {
		return Config{}, err
	}
	cfg.BeatMS = cmp.Or(cfg.BeatMS, 500)
	cfg.FailMS = cmp.Or(cfg.FailMS, 3*cfg.BeatMS+200)
	if cfg.Nodes < 1 || cfg.Nodes > MaxNodes || cfg.Nodes%2 == 0 {
		return cfg, input.Errorf("nodes", "%d, it must be an odd number from 1 to %d", cfg.Nodes, MaxNodes)
	}
	return cfg, cmp.Or(input.Milliseconds("beatMs", cfg.BeatMS), input.Milliseconds("failMs", cfg.FailMS))
}

// F is how many replicas may fail.
func (c Config) F() int { return c.Nodes / 2 }

// Primary is that of a view.
func (c Config) Primary(view int) spec.NodeID { return spec.NodeID(view % c.Nodes) }

// Clocks are the names of the timers that are clocks.
func (c Config) Clocks() spec.SetOf[string] { return spec.NewSet(ClockCommit.Name()) }

// BeatTime is the time between two Commits.
func (c Config) BeatTime() time.Duration { return spec.Milliseconds(c.BeatMS) }

// FailTime is how long a replica waits.
func (c Config) FailTime() time.Duration { return spec.Milliseconds(c.FailMS) }
