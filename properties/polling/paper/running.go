package paper

import (
	"time"

	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/polling"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/polling/words"
)

// running has the workers and the provider of a configuration. All clocks agree, and no message takes time.
type running struct {
	workers  []*implementation.Node
	due      []time.Duration // by worker, when its timer fires, 0 if it does not run
	provider *implementation.Node
	cfg      words.Config
}

// start returns workers that all begin at one reading.
func start(cfg words.Config, begins time.Duration) *running {
	r := &running{
		cfg: cfg, due: make([]time.Duration, cfg.Workers), provider: implementation.New(cfg.Provider(), cfg),
	}
	for id := range spec.NodeID(cfg.Workers) {
		r.workers = append(r.workers, implementation.New(id, cfg))
		r.step(id, impl.Event{Kind: impl.Booted, Now: begins})
	}
	return r
}

// step carries out one event of a worker, and returns the request that it makes, if it makes one.
func (r *running) step(id spec.NodeID, ev impl.Event) (request spec.Body) {
	out := impl.NewEffects(nil)
	r.workers[id].Step(ev, out)
	for _, e := range out.List {
		switch e.Kind {
		case impl.SetTimer:
			r.due[id] = ev.Now + e.After
		case impl.StopTimer:
			r.due[id] = 0
		case impl.Send:
			request = e.Body
		}
	}
	return request
}

// next runs the worker whose slot begins next, and returns its request as the provider records it.
func (r *running) next() words.Arrival {
	first := 0
	for id, due := range r.due {
		if due < r.due[first] {
			first = id
		}
	}
	now := r.due[first]
	request := r.step(spec.NodeID(first), impl.Event{Kind: impl.Fired, Timer: words.ClockSlot, Now: now})
	r.provider.Step(impl.Event{Kind: impl.Delivered, From: spec.NodeID(first), Body: request, Now: now},
		impl.NewEffects(nil))
	window := r.provider.State().(*implementation.State).Window
	return window[len(window)-1]
}

// requests returns the next many requests.
func (r *running) requests(many int) (list []words.Arrival) {
	for range many {
		list = append(list, r.next())
	}
	return list
}
