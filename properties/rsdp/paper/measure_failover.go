package paper

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"sync"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/rsdp"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/draw"
	discovery "github.com/scrutineer-go/scrutineer/properties/rsdp"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// topologies are the failover topologies as campaigns run them.
var topologies = sync.OnceValue(func() campaign.Harness { return discovery.Failover().Registered().Runs })

// failover is a cluster of a failover topology with that configuration, filled in.
func failover(cfg words.FailoverConfig) (network.Cluster, error) {
	subject, err := topologies().Open(campaign.JSON(cfg))
	return subject.Cluster, err
}

// guard is a failover topology in which the acting leader fails.
type guard struct {
	topology  words.Topology
	instances int // N
	watchers  int // M, 0 in a mutual topology
	phases    phasing
	// before is somebody else who has failed before, none where it is None.
	before spec.NodeID
	// answer is for how many milliseconds an answer to a health check is awaited; the house's where 0.
	answer int
}

// guarded is a topology whose checks are shifted evenly, and in which nobody has failed before.
func guarded(topology words.Topology, instances, watchers int) guard {
	return guard{topology: topology, instances: instances, watchers: watchers, phases: even, before: spec.None}
}

// in is the same topology with those phases, after the same in which that process has failed before, and
// awaiting the same that awaits an answer for so many milliseconds.
func (g guard) in(phases phasing) guard {
	g.phases = phases
	return g
}

func (g guard) after(failed spec.NodeID) guard {
	g.before = failed
	return g
}

func (g guard) awaiting(milliseconds int) guard {
	g.answer = milliseconds
	return g
}

// phasing is how the health checks of many lie in an interval.
type phasing string

const (
	even     phasing = "even"
	together phasing = "together"
	anyhow   phasing = "drawn"
)

// config is the configuration of the topology, as the house has it but for the phases.
func (g guard) config() words.FailoverConfig {
	cfg := words.FailoverConfig{
		Topology: g.topology, Watchers: g.watchers, EqualPhases: g.phases == together, AckMS: g.answer,
	}
	cfg.Nodes = g.instances + g.watchers
	return cfg.WithDefaults()
}

// quick is how long a message takes in the runs of failover topologies: next to nothing.
const quick = millisecond

// quiet is after how many intervals the acting leader fails: all have agreed long before.
const quiet = 5

// interval is h or h_o.
func (g guard) interval() faults.Time { return faults.Time(g.config().ProbeTime()) }

// acting is who acts at first.
func (g guard) acting() spec.NodeID { return g.config().Greatest(g.config().Workers()) }

// scene has the acting leader fail so long after the beginning of an interval.
func (g guard) scene(after faults.Time, seed uint64) (scene, error) {
	cfg, interval := g.config(), g.interval()
	cluster, err := failover(cfg)
	s := scene{cluster: cluster, delay: faults.Delay{Min: quick}, seed: seed}
	s.stop = begins + quiet*interval + after
	s.end = s.stop + 4*interval
	s.crash(g.acting(), s.stop)
	if g.before != spec.None {
		s.crash(g.before, begins+interval/2)
	}
	if g.phases == anyhow {
		key, all := draw.New(seed).Named("phase"), uint64(interval/faults.Microsecond)
		for _, id := range cfg.Checkers() {
			first := faults.Time(key.With(uint64(id)).Below(all))
			s.faults = append(s.faults, faults.Fault{Kind: &faults.Premature{
				Node: id, Timer: words.TimerProbe, Nth: 1, After: first * faults.Microsecond,
			}})
		}
	}
	return s, err
}

func (s *scene) crash(id spec.NodeID, at faults.Time) {
	s.faults = append(s.faults, faults.Fault{Kind: &faults.Crash{Node: id, At: &at}})
}

// takeover is what follows on the failure of the acting leader, each counted from then.
type takeover struct {
	of       guard
	fails    faults.Time
	checked  faults.Time // the first health check of it
	detected faults.Time // the first that was not answered in time
	acts     faults.Time // somebody else acts
}

// Observe notes it.
func (o *takeover) Observe(w *world.World, e *world.Event) {
	at := e.Action.At
	if e.At < o.fails || at == spec.None || !w.Up(at) {
		return
	}
	acting, since := o.of.acting(), e.At-o.fails
	checks := func(one impl.Effect) bool {
		return one.Kind == impl.Send && one.To == acting && one.Body.Kind() == words.KindProbe
	}
	if o.checked < 0 && slices.ContainsFunc(e.Effects, checks) {
		o.checked = since
	}
	if o.detected < 0 && e.Action.Timer == words.TimerAckOf(acting) {
		o.detected = since
	}
	if o.acts < 0 && at != acting && o.of.acts(at, w.State(at).(*implementation.FailoverState)) {
		o.acts = since
		w.Finish()
	}
}

// acts tells whether a process in that state acts.
func (g guard) acts(id spec.NodeID, s *implementation.FailoverState) bool {
	if g.topology == words.Mutual {
		return s.Replica.View(0).Leader == id
	}
	return int(id) < g.instances && s.Leader == id
}

// takesOver runs the scene.
func (g guard) takesOver(ctx context.Context, after faults.Time, seed uint64) (takeover, error) {
	s, err := g.scene(after, seed)
	if err != nil {
		return takeover{}, err
	}
	o := takeover{of: g, fails: s.stop, checked: -1, detected: -1, acts: -1}
	if _, err := s.run(ctx, &o); err != nil {
		return o, err
	}
	if o.checked < 0 || o.detected < 0 || o.acts < 0 {
		return o, fmt.Errorf("%s, %d instances: nobody has taken over from who failed after "+
			"%s", g.topology, g.instances,
			o.fails)
	}
	return o, nil
}

// expected is the mean time to the next health check, by those who are left: each gap between two of
// them is hit as often as it is long, and left in the middle.
func (g guard) expected() *big.Rat {
	cfg, sum := g.config(), new(big.Rat)
	checkers := cfg.Checkers()
	var slots []int // of those who are left, in so many parts of an interval
	for k, id := range checkers {
		if id != g.before && (g.topology != words.Mutual || id != g.acting()) {
			slots = append(slots, k)
		}
	}
	if g.phases != even {
		slots = slots[:1]
	}
	for i, slot := range slots {
		gap := slots[(i+1)%len(slots)] - slot
		if gap <= 0 {
			gap += len(checkers)
		}
		sum.Add(sum, big.NewRat(int64(gap*gap), int64(2*len(checkers)*len(checkers))))
	}
	return sum.Mul(sum, big.NewRat(int64(g.interval()), int64(second)))
}
