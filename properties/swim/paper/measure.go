package paper

import (
	"context"
	"sync"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/properties/swim"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/swim/words"
)

const (
	millisecond = 1000 * faults.Microsecond
	// period is T in all scenes.
	period = 1000 * millisecond
	// hop is how long a copy takes in a scene that says nothing else.
	hop = millisecond
	// begins is when processes boot that boot together.
	begins = millisecond
)

// scene is one run that is measured. Its timers are real.
type scene struct {
	cfg     words.Config
	delay   faults.Time                 // of each copy; hop if it is 0
	loss    int                         // of a thousand copies, if the run does not end early
	spread  bool                        // whether processes boot at drawn instants of a period, and not together
	faults  []faults.Fault              //
	settled faults.Time                 // from when on an observer may end the run; 0 for never
	end     faults.Time                 // when the run ends at the latest
	ways    *faults.Topology            // all are linked if it is nil
	seed    uint64                      //
	alter   func(n impl.Node) impl.Node // makes a process with a mistake, if set
	opened  *network.Cluster            // the group, if the scene is run many times
}

// group returns a configuration of n processes with k helpers, that suspect a member for patience periods.
func group(n, k, patience int) words.Config {
	return words.Config{Nodes: n, Helpers: k, Patience: patience}.WithDefaults()
}

// few are the most entries of a message where news are bounded.
const few = 6

// bounded returns the scene with at most few entries on each message, each sent 3 log2 N times.
func (s scene) bounded() scene {
	s.cfg.NewsMost = few
	return s
}

// crash has a process crash.
func (s scene) crash(id spec.NodeID, at faults.Time) scene {
	s.faults = append(s.faults[:len(s.faults):len(s.faults)], faults.Fault{Kind: &faults.Crash{Node: id, At: &at}})
	return s
}

// engine is the protocol as campaigns run it, without its claims.
var engine = sync.OnceValue(func() campaign.Harness { return swim.Protocol().Registered().Runs })

// plan returns the plan of the run. Losses go on until the end, or nearly so if processes do not boot together. A run
// that may end earlier has none.
func (s scene) plan() faults.Plan {
	delay, boots := faults.Delay{Min: max(s.delay, hop)}, faults.Delay{Min: begins}
	if s.spread {
		boots.Max = begins + period - faults.Microsecond
	}
	p := faults.Plan{
		Version: faults.PlanVersion, Protocol: "swim", Config: []byte("{}"), Seed: s.seed,
		Delay: delay, DelayAfterStop: &delay, Inputs: boots, Rates: faults.Rates{Loss: s.loss}, Faults: s.faults,
		Topology: s.ways,
	}
	p.Settle = max(boots.Min, boots.Max, delay.Min) // a plan must settle as long as that
	p.Stop = s.end - p.Settle
	if s.settled > 0 {
		p.Stop, p.Settle = s.settled, s.end-s.settled
	}
	return p
}

// open returns the scene with its group, which may run many times. A large group takes long to open.
func (s scene) open() (scene, error) {
	subject, err := engine().Open(campaign.JSON(s.cfg))
	if err != nil {
		return s, err
	}
	s.opened = &subject.Cluster
	if s.alter != nil {
		right := s.opened.New
		s.opened.New = func(id spec.NodeID) impl.Node { return s.alter(right(id)) }
	}
	return s, nil
}

// run runs the scene to its end, and shows each event to the observers.
func (s scene) run(ctx context.Context, observers ...world.Observer) (*world.World, world.Report, error) {
	if s.opened == nil {
		var err error
		if s, err = s.open(); err != nil {
			return nil, world.Report{}, err
		}
	}
	return campaign.Measure(ctx, *s.opened, s.plan(), observers...)
}
