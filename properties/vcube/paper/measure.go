package paper

import (
	"context"
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/vcube"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	elections "github.com/scrutineer-go/scrutineer/properties/vcube"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/vcube/words"
)

const (
	millisecond = 1000 * faults.Microsecond
	second      = 1000 * millisecond
	// begins is when the first round begins: everybody boots after a millisecond, and begins its
	// first round one later.
	begins = 2 * millisecond
)

// election is one of the elections that are measured.
type election struct {
	name     string
	protocol verify.Protocol
}

func vCube() election { return election{"vCube", elections.Protocol().Registered()} }
func all() election   { return election{"ALL", elections.All("ALL", nil).Registered()} }
func ring() election  { return election{"vRing", elections.Ring("vRing", nil).Registered()} }

// viewOf is what a process of any of the elections knows; nil of one that is down or has not
// booted.
func viewOf(state any) *implementation.View {
	if s, up := state.(interface{ Knows() *implementation.View }); up && len(s.Knows().Timestamps) > 0 {
		return s.Knows()
	}
	return nil
}

// scene is one run that is measured: its rounds begin together, one testing interval after the
// other.
type scene struct {
	of     election
	cfg    words.Config
	delay  faults.Delay
	gap    faults.Time
	rounds int // so many intervals go by
	faults []faults.Fault
	until  faults.Time // when the last fault is over; 0 where there is none
	seed   uint64
}

// configured is a configuration of so many processes, as the paper has it but for what is changed.
func configured(nodes int, change ...func(*words.Config)) words.Config {
	cfg := words.Config{Nodes: nodes, Failures: spec.MessagesVanish}
	for _, c := range change {
		c(&cfg)
	}
	return cfg.WithDefaults()
}

// crashed has processes crash for good so long after the first round has begun; 0 is the paper's
// time 0.0, just before anybody does anything.
func (s scene) crashed(after faults.Time, who ...spec.NodeID) scene {
	s.until = begins + after
	for _, id := range who {
		s.faults = append(s.faults, faults.Fault{Kind: &faults.Crash{Node: id, At: &s.until}})
	}
	return s
}

// interval is the length of a testing interval.
func (s scene) interval() faults.Time { return faults.Time(s.cfg.IntervalTime()) }

// plan ends with the last interval, before the next round begins. Timers are real throughout.
func (s scene) plan() faults.Plan {
	stop := max(s.until, begins)
	return faults.Plan{
		Version: faults.PlanVersion, Protocol: "vcube", Config: campaign.JSON(s.cfg), Seed: s.seed,
		Delay: s.delay, DelayAfterStop: &s.delay, Gap: s.gap, Inputs: faults.Delay{Min: millisecond},
		Faults: s.faults, Stop: stop, Settle: begins + faults.Time(s.rounds)*s.interval() - millisecond - stop,
	}
}

// run runs it, and tells observers of each event.
func (s scene) run(ctx context.Context, observers ...world.Observer) error {
	if err := s.cfg.Check(); err != nil {
		return err
	}
	_, r, err := campaign.Measure(ctx, s.of.protocol.Subject(s.cfg).Cluster, s.plan(), observers...)
	if err != nil {
		return fmt.Errorf("%s: %w", s.of.name, err)
	}
	if len(r.Unmatched) > 0 {
		return fmt.Errorf("%s, %d processes: %v met nothing", s.of.name, s.cfg.Nodes, r.Unmatched)
	}
	return nil
}

// elects reports whether a process has ended its round with an event: it then stores whom it elects.
func elects(e *world.Event) bool {
	if cameUp, wentDown := world.Lives(&e.Action); cameUp || wentDown || e.Action.Name == spec.Boot {
		return false
	}
	return slices.ContainsFunc(e.Effects, func(one impl.Effect) bool { return one.Kind == impl.Save })
}

// interrupts reports whether an event gives up a test whose reply would still have come.
func interrupts(e *world.Event) bool { return e.Action.Name == spec.Premature(words.TimerTest) }
