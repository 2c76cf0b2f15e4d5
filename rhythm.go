package scrutineer

import (
	"fmt"
	"sync"
	"time"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/internal/panics"
	"github.com/scrutineer-go/scrutineer/spec"
)

// rhythm is what a run without faults shows of a protocol, for what nobody has said of it.
type rhythm struct {
	// longest is the longest timer that a process set.
	longest time.Duration
	// timers are the names of those that processes set.
	timers spec.SetOf[string]
	// steps are the names of the handler runs that did something: a crash is drawn after these.
	steps spec.SetOf[string]
	// unwired are types that a message, an input or a record has and that Wire lacks.
	unwired spec.SetOf[string]
}

// enoughEvents is how much of a run without faults is looked at, and most for how long.
const (
	enoughEvents = 2000
	enoughTime   = faults.Time(time.Minute)
)

// Observe looks at one event of the run.
func (r *rhythm) Observe(_ *world.World, e *world.Event) {
	r.look(e.Action.Msg.Body)
	for _, effect := range e.Effects {
		r.look(effect.Body)
		r.look(effect.Record)
		if effect.Kind == impl.SetTimer {
			r.longest = max(r.longest, effect.After)
			r.timers = r.timers.With(effect.Timer.Name())
		}
	}
	if e.Action.At != spec.None && len(e.Effects) > 0 && !world.IsStutter(e.Action.Name) {
		r.steps = r.steps.With(e.Action.Name)
	}
}

// look looks whether the type of a value is registered.
func (r *rhythm) look(value any) {
	if value != nil && !codec.Registered(value) {
		r.unwired = r.unwired.With(fmt.Sprintf("%T", value))
	}
}

// observed runs the protocol once without faults. Where its own code is at fault that comes
// out in the campaign.
func (i *instance[State]) observed() rhythm {
	var r rhythm
	plan := faults.Plan{
		Version: faults.PlanVersion, Protocol: i.Name, Config: []byte("{}"), Seed: 1, Patient: true, Settle: enoughTime,
	}
	w, err := world.New(i.cluster(), plan, &r)
	if err != nil {
		return r
	}
	w.GiveUpIf(func() bool { return w.Events() > enoughEvents })
	panics.Alone(func() { w.Run() })
	return r
}

// harsh is how many runs with faults are looked at for the timers that only those set.
const harsh = 8

// timers are the names of the timers that processes set, also where only a fault has them do so.
func (i *instance[State]) timers() spec.SetOf[string] {
	all := i.rhythm().timers
	for seed := range uint64(harsh) {
		plan := faults.Plan{
			Version: faults.PlanVersion, Protocol: i.Name, Config: []byte("{}"), Seed: seed,
			Rates: faults.Rates{Loss: 200, Early: 100, CrashIn: 50, MaxCrashes: i.Nodes},
			Stop:  10 * i.timeout(), Settle: 10 * i.timeout(),
		}
		down := i.timeout()
		if i.Recovers.Recovers() {
			plan.Rates.Down = down
		}
		for n := range i.Nodes {
			crash := faults.Crash{Node: NodeID(n), At: new(faults.Time(n%4+1) * i.timeout())}
			if i.Recovers.Recovers() {
				crash.Down = &down
			}
			if seed%2 == 0 {
				plan.Faults = append(plan.Faults, faults.Fault{Kind: &crash})
			}
		}
		var r rhythm
		if w, err := world.New(i.cluster(), plan, &r); err == nil {
			w.GiveUpIf(func() bool { return w.Events() > enoughEvents })
			panics.Alone(func() { w.Run() })
		}
		all = all.Union(r.timers)
	}
	return all
}

// rhythm is what a run without faults shows. It is looked at where it is asked for, and once for a
// configuration.
func (i *instance[State]) rhythm() rhythm {
	return i.family.rhythms.of(campaign.Canonical(i.config), i.observed)
}

// rhythms remembers the rhythm of a protocol's configurations, of which many are drawn.
type rhythms struct {
	mutex sync.Mutex
	known map[string]rhythm
}

func (r *rhythms) of(config string, look func() rhythm) rhythm {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	found, ok := r.known[config]
	if !ok {
		found = look()
		if r.known == nil {
			r.known = map[string]rhythm{}
		}
		r.known[config] = found
	}
	return found
}

// timeoutDefault is the length of a typical timer where a protocol sets none.
const timeoutDefault = 100 * time.Millisecond

// timeout is the length of a typical timer.
func (i *instance[State]) timeout() faults.Time {
	if i.Timeout > 0 {
		return whole(i.Timeout)
	}
	if longest := i.rhythm().longest; longest > 0 {
		return max(whole(longest), faults.Time(time.Millisecond))
	}
	return faults.Time(timeoutDefault)
}
