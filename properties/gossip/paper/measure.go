package paper

import (
	"context"
	"fmt"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl"
	rival "github.com/scrutineer-go/scrutineer/impl/fastbully"
	implementation "github.com/scrutineer-go/scrutineer/impl/gossip"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/spec"
	bully "github.com/scrutineer-go/scrutineer/spec/fastbully/words"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
)

const (
	millisecond = 1000 * faults.Microsecond
	second      = 1000 * millisecond
	hour        = 3600 * second
	// begins is when everybody boots, after a millisecond.
	begins = millisecond
)

// inCluster is how long a copy takes in the paper's clusters (Table 4).
func inCluster() faults.Delay { return faults.Delay{Min: 10 * millisecond, Max: 50 * millisecond} }

// steadily is how long it takes where that is always the same.
func steadily() faults.Delay { return faults.Delay{Min: 30 * millisecond} }

// scene is one run that is measured. All boot together, and nobody is told anything by the environment.
type scene struct {
	cfg    words.Config
	bully  *bully.Config    // where set it is Fast Bully that runs
	other  *network.Cluster // where set it is another election
	delay  faults.Delay
	loss   int // of a thousand copies
	faults []faults.Fault
	pins   []faults.Pin
	spare  bool        // some of the pins may meet nothing
	lasts  faults.Time // from the boots on
	seed   uint64
}

// read returns a configuration of nodes processes with the changes.
func read(nodes int, change ...func(*words.Config)) words.Config {
	cfg := words.Config{Nodes: nodes}
	for _, c := range change {
		c(&cfg)
	}
	return cfg.WithDefaults()
}

// as takes these interpretations.
func as(list ...words.Interpretation) func(*words.Config) {
	return func(c *words.Config) { c.Interpretations = spec.NewSet(list...) }
}

// crashed has processes crash so long after the boots.
func (s scene) crashed(after faults.Time, who ...spec.NodeID) scene {
	at := begins + after
	s.faults = append([]faults.Fault{}, s.faults...)
	for _, id := range who {
		s.faults = append(s.faults, faults.Fault{Kind: &faults.Crash{Node: id, At: &at}})
	}
	return s
}

// longest is the longest that a copy takes.
func (s scene) longest() faults.Time { return max(s.delay.Min, s.delay.Max) }

// plan has faults until the end: what is lost is lost throughout, and timers fire when they are due.
func (s scene) plan() faults.Plan {
	protocol, config := "gossip", campaign.JSON(s.cfg)
	if s.bully != nil {
		protocol, config = "fastbully", campaign.JSON(s.bully)
	}
	return faults.Plan{
		Version: faults.PlanVersion, Protocol: protocol, Config: config, Seed: s.seed,
		Delay: s.delay, DelayAfterStop: &s.delay, Inputs: faults.Delay{Min: begins},
		Rates: faults.Rates{Loss: s.loss}, Faults: s.faults, Pins: s.pins,
		Stop: begins + s.lasts, Settle: s.longest() + second,
	}
}

// run runs it, and tells observers of each event. Where done is given the run ends soon after it says so.
func (s scene) run(ctx context.Context, done func() bool, observers ...world.Observer) (world.Report, error) {
	if err := s.cfg.Check(); err != nil {
		return world.Report{}, err
	}
	w, err := world.New(s.group(), s.plan(), observers...)
	if err != nil {
		return world.Report{}, err
	}
	over := func() bool { return done != nil && done() }
	w.GiveUpIf(func() bool { return ctx.Err() != nil || over() })
	r := w.Run()
	switch {
	case ctx.Err() != nil:
		return r, ctx.Err()
	case r.Breach != nil:
		return r, fmt.Errorf("%d processes, seed %d: %s: %s", s.cfg.Nodes, s.seed, r.Breach.Contract, r.Breach.Why)
	case !r.GivenUp && !s.spare && len(r.Unmatched) > 0:
		return r, fmt.Errorf("%d processes, seed %d: %v met nothing", s.cfg.Nodes, s.seed, r.Unmatched)
	}
	return r, nil
}

// group are processes to which nobody says anything but they to each other.
func (s scene) group() network.Cluster {
	if s.other != nil {
		return *s.other
	}
	c := network.Cluster{
		Nodes: s.cfg.Nodes, Failures: spec.CrashStop, Boots: true, Clocks: s.cfg.Clocks(),
		New:    func(id spec.NodeID) impl.Node { return implementation.New(id, s.cfg) },
		Inputs: func(spec.NodeID, any, spec.Set) []spec.Body { return nil }, InputsIgnoreDown: true,
		Awaits: func(spec.Timer, spec.NodeID, any, *spec.Message) bool { return false },
	}
	if s.bully != nil {
		c.Clocks, c.Ordered = nil, s.bully.Ordered
		c.New = func(id spec.NodeID) impl.Node { return rival.New(id, *s.bully) }
	}
	return c
}

// stateOf is a process's, nil of one that is down.
func stateOf(w *world.World, id spec.NodeID) *implementation.State {
	if s, up := w.State(id).(*implementation.State); up {
		return s
	}
	return nil
}

// sent counts the messages of a run by their kinds, from a time on.
type sent struct {
	from  faults.Time
	kinds map[string]int
}

// Observe counts.
func (o *sent) Observe(_ *world.World, e *world.Event) {
	if e.At < o.from {
		return
	}
	for i := range e.Effects {
		if effect := &e.Effects[i]; effect.Kind == impl.Send {
			o.kinds[effect.Body.Kind()]++
		}
	}
}

// never is the time of what has not come.
const never = faults.Time(-1)

// minute is how long an election is watched.
const minute = 60 * second

// ending keeps the world of a run, for what is so at its end.
type ending struct{ world *world.World }

// Observe keeps it.
func (o *ending) Observe(w *world.World, _ *world.Event) { o.world = w }
