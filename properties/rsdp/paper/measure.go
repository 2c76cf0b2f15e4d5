package paper

import (
	"cmp"
	"context"
	"sync"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/faults/world"
	implementation "github.com/scrutineer-go/scrutineer/impl/rsdp"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	discovery "github.com/scrutineer-go/scrutineer/properties/rsdp"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

const (
	millisecond = 1000 * faults.Microsecond
	second      = 1000 * millisecond
	// longest is d, the longest way of a message, in the runs that are measured; its length alone does
	// not matter.
	longest = 100 * millisecond
	// begins is when the first replica boots.
	begins = millisecond
)

// scene is one run that is measured. Its timers are real throughout: none waits for a message.
type scene struct {
	cluster network.Cluster
	delay   faults.Delay
	spread  faults.Time // replicas boot within so long of each other
	faults  []faults.Fault
	pins    []faults.Pin
	stop    faults.Time // when what is named stops to happen; at the end where it is 0
	end     faults.Time
	seed    uint64
}

// anyDelay is that of a message which takes up to d, and oneDelay that of one which takes d.
func anyDelay() faults.Delay { return faults.Delay{Max: longest} }
func oneDelay() faults.Delay { return faults.Delay{Min: longest} }

// plan is what the scene is run by.
func (s scene) plan() faults.Plan {
	p := faults.Plan{
		Version: faults.PlanVersion, Protocol: "rsdp", Config: []byte("{}"), Seed: s.seed, Delay: s.delay,
		DelayAfterStop: &s.delay, Inputs: faults.Delay{Min: begins, Max: begins + s.spread}, Faults: s.faults,
		Pins: s.pins, Stop: cmp.Or(s.stop, s.end),
	}
	p.Settle = s.end - p.Stop + 2*(longest+s.spread+second) // of which nothing is seen: an observer ends the run
	return p
}

// run runs the scene to its end, tells observers of each event, and returns the world as it then is.
func (s scene) run(ctx context.Context, observers ...world.Observer) (*world.World, error) {
	w, _, err := campaign.Measure(ctx, s.cluster, s.plan(), append(observers, over{s.end})...)
	return w, err
}

// over ends a run when its time is over.
type over struct{ at faults.Time }

// Observe ends it.
func (o over) Observe(w *world.World, e *world.Event) {
	if e.At >= o.at {
		w.Finish()
	}
}

// engine is the protocol as campaigns run it, without its claims.
var engine = sync.OnceValue(func() campaign.Harness { return discovery.Protocol().Registered().Runs })

// replicas is a cluster with that configuration, filled in.
func replicas(cfg words.Config) (network.Cluster, error) {
	subject, err := engine().Open(campaign.JSON(cfg))
	return subject.Cluster, err
}

// held are the views that replicas hold of one election, of those that are up.
type held []words.View

// viewsOf are those of the election with that index among the reducers.
func viewsOf(w *world.World, election int) held {
	var all held
	for _, id := range w.Living() {
		all = append(all, w.State(id).(*implementation.State).View(election))
	}
	return all
}

// agree reports whether all hold the same members and follow the same leader.
func (h held) agree() bool {
	for _, v := range h {
		if v.Leader != h[0].Leader || !spec.NewSet(v.Members...).Equal(spec.NewSet(h[0].Members...)) {
			return false
		}
	}
	return true
}

// followOne reports whether all follow the same leader.
func (h held) followOne() bool {
	for _, v := range h {
		if v.Leader != h[0].Leader {
			return false
		}
	}
	return true
}

// leaders counts those who hold themselves for the leader; the views must be of all replicas.
func (h held) leaders() int {
	many := 0
	for id, v := range h {
		if v.Leader == spec.NodeID(id) {
			many++
		}
	}
	return many
}

// elections are those that run in one replica side by side, on the same messages, in this order.
func elections() []string { return []string{words.Latest, words.Popular, words.Ranked} }

// phases are the kinds of messages of a session, in the order in which they are sent.
func phases() []string { return []string{words.KindHello, words.KindStatus, words.KindShare} }
