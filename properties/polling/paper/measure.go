package paper

import (
	"context"
	"sync"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	implementation "github.com/scrutineer-go/scrutineer/impl/polling"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	slots "github.com/scrutineer-go/scrutineer/properties/polling"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/polling/words"
)

const (
	millisecond = 1000 * faults.Microsecond
	second      = 1000 * millisecond
)

// scene is one run that is measured. Its requests take between 0 and delay.
type scene struct {
	cfg    words.Config
	delay  faults.Time
	faults []faults.Fault
	end    faults.Time
	seed   uint64
}

// request is a request that the provider has answered.
type request struct {
	at       faults.Time
	accepted bool
}

// record is a record that was stored, and when.
type record struct {
	interval int
	at       faults.Time
}

// log observes a run.
type log struct {
	cfg      words.Config
	end      faults.Time
	requests []request
	records  []record
}

// Observe keeps what arrives at the provider and at the store.
func (l *log) Observe(w *world.World, e *world.Event) {
	switch e.Action.Name {
	case spec.Deliver(words.KindRequest):
		window := w.State(l.cfg.Provider()).(*implementation.State).Window
		l.requests = append(l.requests, request{e.At, window[len(window)-1].Accepted})
	case spec.Deliver(words.KindInsert):
		l.records = append(l.records, record{e.Action.Msg.Body.(words.Insert).Interval, e.At})
	}
	if e.At >= l.end {
		w.Finish()
	}
}

// engine is the protocol as campaigns run it, without its claims.
var engine = sync.OnceValue(func() campaign.Harness { return slots.Protocol().Registered().Runs })

// run runs the scene to its end.
func (s scene) run(ctx context.Context) (*log, error) {
	subject, err := engine().Open(campaign.JSON(s.cfg))
	if err != nil {
		return nil, err
	}
	delay := faults.Delay{Max: s.delay}
	plan := faults.Plan{
		Version: faults.PlanVersion, Protocol: "polling", Config: []byte("{}"), Seed: s.seed, Delay: delay,
		DelayAfterStop: &delay, Faults: s.faults, Stop: s.end, Settle: second,
	}
	seen := &log{cfg: s.cfg, end: s.end}
	_, _, err = campaign.Measure(ctx, subject.Cluster, plan, seen)
	return seen, err
}

// in counts the requests in a window that is open at its beginning and ends at t.
func (l *log) in(window, t faults.Time) (n int) {
	for _, r := range l.requests {
		if t-window < r.at && r.at <= t {
			n++
		}
	}
	return n
}

// most is the most requests in a window that ends at from or later, and before until.
func (l *log) most(window, from, until faults.Time) int {
	most := l.in(window, from)
	for _, r := range l.requests {
		if from < r.at && r.at < until {
			most = max(most, l.in(window, r.at))
		}
	}
	return most
}
