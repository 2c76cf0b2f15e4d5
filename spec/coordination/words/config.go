package words

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
	engine "github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// Config is what the reducers of a cluster are started with. A list has an element for each replica, and begins again
// after its last.
type Config struct {
	// Metas are what the replicas say of themselves; each has the zero Meta if there are none.
	Metas []Meta `json:"metas,omitempty"`
	// Limits are the rate limits that the replicas have observed, f_rl; {Slot, 1} if there are none.
	Limits []Limit `json:"limits,omitempty"`
	// Slot is 1/R and Period a static period ΔT, both in milliseconds, 1 to 86,400,000. Period is 0 for that of (8).
	// Slot is 1000 if it is absent.
	Slot   int `json:"slot,omitempty"`
	Period int `json:"period,omitempty"`
	// Injected are the rate limits that a side channel hands to each replica in each life, in that order, for each
	// reducer of the rate limit. None is there twice.
	Injected []Limit `json:"injected,omitempty"`
	// Set reports whether the votes of (10) are a set, as it is printed, so that equal votes of several replicas count
	// as one (b9).
	Set bool `json:"set,omitempty"`
	// Overwrites reports whether the newest value that others tell replaces the one that is held, though that is newer.
	Overwrites bool `json:"overwrites,omitempty"`
	// TiesStay reports whether timestamps alone are compared (b10): of values that were set at the same time, the one
	// that is held stays. If none is held, the value from the sender with the lowest id wins.
	TiesStay bool `json:"tiesStay,omitempty"`
}

// Engine is a configuration of RSDP's engine.
type Engine = engine.Config

// ClusterConfig is a cluster that runs reducers of this package on RSDP's engine. Use ParseCluster.
type ClusterConfig struct {
	Engine
	Config
}

// MaxNumber is the largest instant, capacity and label of a group.
const MaxNumber = 1_000_000_000

const defaultSlot = 1000

// Reducers are the names of all reducers.
func Reducers() []string { return []string{Directory, Timeframes, Newest, Voted} }

// Limited reports whether a reducer is one of the rate limit.
func Limited(reducer string) bool { return reducer == Newest || reducer == Voted }

// ParseCluster reads a ClusterConfig from JSON, fills in what is absent and checks it. The newest limit runs if no
// reducer is named. Errors name the field and what would be right.
func ParseCluster(data []byte) (ClusterConfig, error) {
	var cfg ClusterConfig
	if err := input.Decode(data, &cfg); err != nil {
		return ClusterConfig{}, err
	}
	cfg = cfg.WithDefaults()
	if err := cfg.Engine.Check(Reducers()...); err != nil {
		return cfg, err
	}
	return cfg, cfg.Config.Check()
}

// WithDefaults returns the ClusterConfig with what is absent filled in.
func (c ClusterConfig) WithDefaults() ClusterConfig {
	if len(c.Reducers) == 0 {
		c.Reducers = []string{Newest}
	}
	c.Engine, c.Config = c.Engine.WithDefaults(), c.Config.WithDefaults()
	return c
}

// WithDefaults returns the Config with what is absent filled in.
func (c Config) WithDefaults() Config {
	c.Slot = cmp.Or(c.Slot, defaultSlot)
	if len(c.Metas) == 0 {
		c.Metas = []Meta{{}}
	}
	if len(c.Limits) == 0 {
		c.Limits = []Limit{{Slot: c.Slot, SetAt: 1}}
	}
	return c
}

// Check reports what is wrong with the Config, naming the field, or nothing.
func (c Config) Check() error {
	for i, m := range c.Metas {
		if err := m.check(fmt.Sprintf("metas[%d]", i)); err != nil {
			return err
		}
	}
	for i, l := range c.Limits {
		if err := l.check(fmt.Sprintf("limits[%d]", i)); err != nil {
			return err
		}
	}
	for i, l := range c.Injected {
		field := fmt.Sprintf("injected[%d]", i)
		if err := l.check(field); err != nil {
			return err
		}
		if slices.Contains(c.Injected[:i], l) {
			return input.Errorf(field, "slot %d, setAt %d is listed twice, list each limit once", l.Slot, l.SetAt)
		}
	}
	return cmp.Or(
		input.Between("metas", len(c.Metas), 1, engine.MaxNodes),
		input.Between("limits", len(c.Limits), 1, engine.MaxNodes),
		input.Between("injected", len(c.Injected), 0, engine.MaxNodes),
		input.Milliseconds("slot", c.Slot), input.Between("period", c.Period, 0, input.MaxMS),
	)
}

func (m Meta) check(field string) error {
	return cmp.Or(
		input.Between(field+".capacity", m.Capacity, 0, MaxNumber),
		input.Between(field+".group", m.Group, 0, MaxNumber),
	)
}

func (l Limit) check(field string) error {
	return cmp.Or(input.Milliseconds(field+".slot", l.Slot), input.Between(field+".setAt", l.SetAt, 1, MaxNumber))
}

// Meta is that of a replica.
func (c Config) Meta(id spec.NodeID) Meta { return c.Metas[int(id)%len(c.Metas)] }

// Limit is what a replica has observed, f_rl.
func (c Config) Limit(id spec.NodeID) Limit { return c.Limits[int(id)%len(c.Limits)] }
