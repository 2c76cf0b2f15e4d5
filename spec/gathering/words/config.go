// Package words has the configuration of gathering: the worked example of Kotov, "Cluster state coordination reducers
// based on RSDP" (2025). It has no logic of the protocol, whose messages are those of RSDP and of polling.
//
// Start reading at [Config].
package words

import (
	"cmp"

	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
	coordination "github.com/scrutineer-go/scrutineer/spec/coordination/words"
	polling "github.com/scrutineer-go/scrutineer/spec/polling/words"
	rsdp "github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// MaxWorkers is the largest number of workers: with the provider and the store they are as many as RSDP may have.
const MaxWorkers = rsdp.MaxNodes - 2

// Config is one configuration. All times are in milliseconds. A Silence of 0 is the paper as printed: a worker
// adopts a division at once.
type Config struct {
	// Workers is the number of workers, 1 to 62. The provider is the process after them, and the store, if there is
	// one, the process after the provider.
	Workers int `json:"workers"`
	// Failures is the failure model of workers: "stop" where absent, or "vanish".
	Failures spec.Failures `json:"failures,omitempty"`

	// Joined are the workers that are replicas at the beginning; the others join when they are told to start. No worker
	// has slots before its first session.
	Joined spec.Set `json:"joined,omitempty"`
	// Leavers may leave, and Rejoins is the last life in which a worker starts again: see RSDP's.
	Leavers spec.Set `json:"leavers,omitempty"`
	Rejoins int      `json:"rejoins,omitempty"`
	// StatusMS and ShareMS are the windows of a session, 1000 and 500 where absent, and SyncMS is the time between two
	// sessions of a replica, 0 for none.
	StatusMS int `json:"statusMs,omitempty"`
	ShareMS  int `json:"shareMs,omitempty"`
	SyncMS   int `json:"syncMs,omitempty"`

	// Window is T, the length of the provider's sliding window, and Slot is 1/R.
	Window int `json:"window"`
	Slot   int `json:"slot"`
	// Closed, Attempts and Bans are the provider's: see polling's.
	Closed   bool `json:"closed,omitempty"`
	Attempts bool `json:"attempts,omitempty"`
	Bans     bool `json:"bans,omitempty"`

	// Spacing is how far apart the slots of a division begin; Slot where absent. Period is a static period, 0 for that
	// of (8).
	Spacing int `json:"spacing,omitempty"`
	Period  int `json:"period,omitempty"`
	// Jitter is how late after the beginning of its slot a request may arrive.
	Jitter int `json:"jitter,omitempty"`
	// Keys are the keys of the workers, by which the provider counts and the division is grouped; all have the key 0
	// where absent.
	Keys []int `json:"keys,omitempty"`
	// Spread is for how long two workers may poll by different divisions; twice the windows and the jitter where
	// absent. A run in which they do so for longer is outside the assumption EqualViews.
	Spread int `json:"spread,omitempty"`
	// Silence is for how long a worker makes no request after it has adopted another timeframe.
	Silence int `json:"silence,omitempty"`

	// Store and Collect are polling's.
	Store   string `json:"store,omitempty"`
	Collect int    `json:"collect,omitempty"`
}

// mostMS is the longest of the times that polling does not bound.
const mostMS = 3_600_000

// Parse reads a Config from JSON, fills in what is absent and checks it. Errors name the field.
func Parse(data []byte) (Config, error) {
	var c Config
	if err := input.Decode(data, &c); err != nil {
		return Config{}, err
	}
	c.StatusMS, c.ShareMS = cmp.Or(c.StatusMS, 1000), cmp.Or(c.ShareMS, 500)
	c.Spacing, c.Spread = cmp.Or(c.Spacing, c.Slot), cmp.Or(c.Spread, 2*(c.StatusMS+c.ShareMS)+c.Jitter)
	c.Collect = cmp.Or(c.Collect, c.Window)
	return c, c.check()
}

func (c Config) check() error {
	if err := cmp.Or(
		input.Between("workers", c.Workers, 1, MaxWorkers), input.Between("window", c.Window, 1, mostMS),
		input.Between("slot", c.Slot, 1, c.Window), input.Between("spacing", c.Spacing, 1, mostMS),
		input.Between("spread", c.Spread, 1, mostMS),
		input.Between("silence", c.Silence, 0, mostMS), input.Between("period", c.Period, 0, mostMS),
	); err != nil {
		return err
	}
	if !c.Joined.IsAmong(c.All()) {
		return input.Errorf("joined", "%s, it must hold some of 0 to %d, ascending", c.Joined, c.Workers-1)
	} else if !c.Leavers.IsAmong(c.All()) {
		return input.Errorf("leavers", "%s, it must hold some of 0 to %d, ascending", c.Leavers, c.Workers-1)
	}
	if err := c.Engine().Check(coordination.Timeframes); err != nil {
		return err
	}
	return c.Polling().Check()
}

// All are the workers.
func (c Config) All() spec.Set { return spec.AllNodes(c.Workers) }

// Polling is the configuration of the upper machine.
func (c Config) Polling() polling.Config {
	return polling.Config{
		Workers: c.Workers, Failures: c.Failures, Window: c.Window, Closed: c.Closed, Attempts: c.Attempts,
		Bans: c.Bans, Safe: true, Jitter: c.Jitter, Keys: c.Keys, Silence: c.Silence,
		Store: c.Store, Collect: c.Collect,
		Divisions: []polling.Division{{Slot: c.Slot}}, Adopts: true,
	}
}

// Engine is the configuration of the lower machine.
func (c Config) Engine() rsdp.Config {
	nodes := c.Polling().Nodes()
	e := rsdp.Config{
		Nodes: nodes, Failures: c.Failures, Reducers: []string{coordination.Timeframes}, Leavers: c.Leavers,
		Rejoins: c.Rejoins, StatusMS: c.StatusMS, ShareMS: c.ShareMS, SyncMS: c.SyncMS,
		Views: make([]rsdp.View, nodes), Outside: spec.AllNodes(nodes).Minus(c.All()),
	}
	for id := range e.Views {
		if e.Views[id].Leader = spec.None; c.Joined.Has(spec.NodeID(id)) {
			e.Views[id] = rsdp.View{Leader: c.Joined[0], Members: spec.Sequence[spec.NodeID](c.Joined)}
		}
	}
	return e.WithDefaults()
}

// Division is the configuration of the engine's reducer.
func (c Config) Division() coordination.Config {
	d := coordination.Config{Metas: []coordination.Meta{{}}, Slot: c.Spacing, Period: c.Period}
	if len(c.Keys) > 0 {
		d.Metas = nil
	}
	for _, key := range c.Keys {
		d.Metas = append(d.Metas, coordination.Meta{Group: key})
	}
	return d
}
