package words

import (
	"cmp"
	"slices"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Probe asks a process whether it is up (health check, section 4).
type Probe struct{}

// Ack answers a Probe.
type Ack struct{}

// Appoint makes a worker the acting leader, where observers decide (the failover procedure).
type Appoint struct {
	// Term counts the appointments: who has taken a later one ignores it. Of those in one term that of
	// the greater Leader is the later one.
	Term   int
	Leader spec.NodeID
}

// The kinds, the topic on which all processes are, and the timers: the clock of the health checks,
// and that of the answer to one.
const (
	KindProbe   = "Probe"
	KindAck     = "Ack"
	KindAppoint = "Appoint"

	TopicAll = "all"

	TimerProbe spec.Timer = "Probe"
	TimerAck   spec.Timer = "Ack"
)

// TimerAckOf is that of the answer of one process.
func TimerAckOf(peer spec.NodeID) spec.Timer { return spec.TimerOf(TimerAck.Name(), peer) }

// Kind returns "Probe".
func (Probe) Kind() string { return KindProbe }

// Kind returns "Ack".
func (Ack) Kind() string { return KindAck }

// Kind returns "Appoint".
func (Appoint) Kind() string { return KindAppoint }

func init() { codec.Register(Probe{}, Ack{}, Appoint{}) }

// Topology says who watches whom, and who decides (section 4).
type Topology string

// The topologies.
const (
	// Mutual: all are replicas of one cluster and check each other; whoever finds the leader dead
	// begins a session, and the leader acts (T1, section 4.1).
	Mutual Topology = "mutual"
	// Observer: one process, the last, checks all others, and appoints the successor (T2, 4.2).
	Observer Topology = "observer"
	// Observers: some processes, the last ones, check the others, and are the replicas of a cluster:
	// whoever finds the acting worker dead begins a session, and its leader appoints (T3, 4.3).
	Observers Topology = "observers"
)

// FailoverConfig is one configuration of a failover topology. Use ParseFailover.
type FailoverConfig struct {
	// Config is that of the engine. There are no leavers, and views, where given, are those of
	// the replicas; where absent they all know each other, and the greatest leads.
	Config
	// Topology is Mutual where absent.
	Topology Topology `json:"topology,omitempty"`
	// Watchers is M, how many observers there are: 1 to Nodes - 1, 1 for Observer, 0 for Mutual.
	Watchers int `json:"watchers,omitempty"`
	// LeaderOnly has the acting leader alone be checked, in place of all: for small models.
	LeaderOnly bool `json:"leaderOnly,omitempty"`
	// EqualPhases has all begin their checks at one time. As in the paper their phases are shifted
	// evenly where it is absent.
	EqualPhases bool `json:"equalPhases,omitempty"`
	// ProbeMS is the time between two health checks, h or h_o, and AckMS how long the answer to one
	// is awaited, less than that, in milliseconds of virtual time; 10,000 and 1000 where absent.
	ProbeMS int `json:"probeMs,omitempty"`
	AckMS   int `json:"ackMs,omitempty"`
}

const (
	defaultProbeMS = 10_000
	defaultAckMS   = 1_000
)

// ParseFailover reads a FailoverConfig from JSON, fills in what is absent and checks it. Errors name
// the field and what would be right.
func ParseFailover(data []byte) (FailoverConfig, error) {
	var cfg FailoverConfig
	if err := input.Decode(data, &cfg); err != nil {
		return FailoverConfig{}, err
	}
	cfg = cfg.WithDefaults()
	return cfg, cfg.Check()
}

// WithDefaults returns the FailoverConfig with what is absent filled in.
func (c FailoverConfig) WithDefaults() FailoverConfig {
	c.Config = c.Config.WithDefaults()
	c.Topology = cmp.Or(c.Topology, Mutual)
	if c.Topology == Observer {
		c.Watchers = cmp.Or(c.Watchers, 1)
	}
	c.ProbeMS, c.AckMS = cmp.Or(c.ProbeMS, defaultProbeMS), cmp.Or(c.AckMS, defaultAckMS)
	if c.Nodes < 1 || c.Nodes > MaxNodes || c.Watchers < 0 || c.Watchers >= c.Nodes {
		return c
	}
	c.Outside = nil
	switch c.Topology {
	case Observer:
		c.Outside = spec.AllNodes(c.Nodes)
	case Observers:
		c.Outside = c.Workers()
	}
	if c.Views == nil && len(c.Addresses) == c.Nodes {
		c.Views = make([]View, c.Nodes)
		for _, id := range c.Replicas() {
			c.Views[id] = View{Members: spec.Sequence[spec.NodeID](c.Replicas()), Leader: c.Greatest(c.Replicas())}
		}
	}
	return c
}

// Check tells what is wrong with the FailoverConfig, naming the field, or nothing.
func (c FailoverConfig) Check() error {
	known := []Topology{Mutual, Observer, Observers}
	least, most := 0, 0
	switch c.Topology {
	case Observer:
		least, most = 1, 1
	case Observers:
		least, most = 1, c.Nodes-1
	}
	switch {
	case !slices.Contains(known, c.Topology):
		return input.Errorf("topology", "%q, it must be one of %q", c.Topology, known)
	case c.Nodes < 2 || c.Nodes > MaxNodes:
		return input.Errorf("nodes", "%d, it must be 2 to %d", c.Nodes, MaxNodes)
	case c.Watchers < least || c.Watchers > most:
		return input.Errorf("watchers", "%d, it must be %d to %d under %s", c.Watchers, least, most, c.Topology)
	case !Elects(c.Reducers[0]):
		return input.Errorf("reducers", "%q is the first, it must be one that elects a leader", c.Reducers[0])
	case len(c.Leavers) > 0:
		return input.Errorf("leavers", "%s, nobody may leave a failover topology", c.Leavers)
	case c.Failures != spec.CrashStop:
		return input.Errorf("failures", "%q, it must be %q", c.Failures, spec.CrashStop)
	case c.ProbeMS < 2 || c.ProbeMS > MaxMS:
		return input.Errorf("probeMs", "%d, it must be 2 to %d", c.ProbeMS, MaxMS)
	case c.AckMS < 1 || c.AckMS >= c.ProbeMS:
		return input.Errorf("ackMs", "%d, it must be 1 to %d, less than probeMs", c.AckMS, c.ProbeMS-1)
	}
	if err := c.Config.Check(); err != nil {
		return err
	}
	for _, id := range c.Replicas() {
		if len(c.Views[id].Members) == 0 {
			return input.Errorf("views", "%s has no members, every replica of a failover topology must know some", id)
		}
	}
	return nil
}

// Workers are those that are watched, and of whom one acts.
func (c FailoverConfig) Workers() spec.Set { return spec.AllNodes(c.Nodes - c.Watchers) }

// Checkers are those that check others: the observers, or all.
func (c FailoverConfig) Checkers() spec.Set {
	if c.Topology == Mutual {
		return spec.AllNodes(c.Nodes)
	}
	return spec.AllNodes(c.Nodes).Minus(c.Workers())
}

// Greatest is the one of some processes with the greatest address.
func (c FailoverConfig) Greatest(of spec.Set) spec.NodeID {
	greatest := spec.None
	for _, id := range c.Order(0) {
		if of.Has(id) {
			greatest = id
		}
	}
	return greatest
}

// CanAct tells whether somebody is left that could act, and somebody who sees to it.
func (c FailoverConfig) CanAct(up spec.Set) bool {
	return len(up.Minus(c.Checkers())) < len(up) && len(up.Minus(c.Workers())) < len(up)
}

// Boots tells that processes have a first event: their clocks are wound.
func (c FailoverConfig) Boots() bool { return true }

// Clocks are the names of the timers that are clocks.
func (c FailoverConfig) Clocks() spec.SetOf[string] {
	return c.Config.Clocks().With(TimerProbe.Name())
}

// ProbeTime is h, or h_o.
func (c FailoverConfig) ProbeTime() time.Duration { return spec.Milliseconds(c.ProbeMS) }

// AckTime is how long the answer to a health check is awaited.
func (c FailoverConfig) AckTime() time.Duration { return spec.Milliseconds(c.AckMS) }

// FailoverRoutine is what goes on for ever: the health checks.
func FailoverRoutine() spec.Routine {
	return spec.Routine{
		Kinds:  spec.NewSet(KindAck, KindProbe),
		Timers: spec.NewSet(TimerAck.Name(), TimerProbe.Name(), TimerSync.Name()),
	}
}
