package scrutineer

import (
	"fmt"
	"maps"
	"sync"
	"time"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

// rhythm is what a run without faults shows of a protocol, for what nobody has said of it.
type rhythm struct {
	// longest is the longest timer that a process set.
	longest time.Duration
	// timers are the names of those that processes set.
	timers spec.SetOf[string]
	// steps are, by the names of the handler runs that did something, the processes at which: a crash is drawn after
	// these.
	steps map[string]Set
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
	if e.Action.At != spec.None && len(e.Effects) > 0 && !world.IsStutter(e.Action.Name) &&
		!e.Action.IsFault() {
		if r.steps == nil {
			r.steps = map[string]Set{}
		}
		r.steps[e.Action.Name] = r.steps[e.Action.Name].With(e.Action.At)
	}
}

// look looks whether the type of a value is registered.
func (r *rhythm) look(value any) {
	if value != nil && !codec.Registered(value) {
		r.unwired = r.unwired.With(fmt.Sprintf("%T", value))
	}
}

// observed runs the protocol once without faults.
func (i *instance[State]) observed() rhythm {
	var r rhythm
	i.observe(faults.Plan{
		Version: faults.PlanVersion, Protocol: i.Name, Seed: 1, Patient: true, Settle: enoughTime,
	}, &r)
	return r
}

// patience is how long a function of a protocol may take.
const patience = time.Second

// observe shows a run to a rhythm. If the protocol's own code is at fault, that comes out in the campaign. A function
// that does not return is a panic.
func (i *instance[State]) observe(plan faults.Plan, r *rhythm) {
	if plan.Config = i.config; plan.Config == nil {
		plan.Config = i.initial()
	}
	w, err := world.New(i.cluster(), plan, r)
	if err != nil {
		return
	}
	w.GiveUpIf(func() bool { return w.Events() > enoughEvents })
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() { _ = recover() }()
		w.Run()
	}()
	for {
		select {
		case <-done:
			return
		case <-time.After(patience):
		}
		if i.family.hangs == nil {
			continue
		}
		if at := i.family.hangs(i, plan); at != "" {
			panic(spec.Breach{Contract: "Protocol", Why: fmt.Sprintf(
				"%s does not return in a run of the protocol, nor when it is run again: is there a loop without end?",
				at)})
		}
	}
}

// harsh is how many runs with faults are looked at.
const harsh = 8

// faulty is what a run without faults shows, and a few with faults: steps, and timers that are set.
func (i *instance[State]) faulty() rhythm {
	return i.family.faulty.of(campaign.Canonical(i.config), i.observedFaulty)
}

func (i *instance[State]) observedFaulty() rhythm {
	all := i.rhythm()
	steps := map[string]Set{}
	maps.Copy(steps, all.steps)
	all.steps = steps
	for seed := range uint64(harsh) {
		var r rhythm
		i.observe(i.harshPlan(seed), &r)
		all.timers = all.timers.Union(r.timers)
		for name, at := range r.steps {
			steps[name] = steps[name].Union(at)
		}
	}
	return all
}

// harshPlan is a plan with faults of several kinds.
func (i *instance[State]) harshPlan(seed uint64) faults.Plan {
	plan := faults.Plan{
		Version: faults.PlanVersion, Protocol: i.Name, Seed: seed,
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
	return plan
}

// timers are the names of the timers that processes set, also where only a fault has them do so.
func (i *instance[State]) timers() spec.SetOf[string] { return i.faulty().timers }

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
