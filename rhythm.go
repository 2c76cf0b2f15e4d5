package scrutineer

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
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
	// steps are the steps that sent, saved, or set or stopped a timer, by name: crashes are drawn after and within
	// them.
	steps map[string]habit
	// unwired are types that a message, an input or a record has and that Wire lacks.
	unwired spec.SetOf[string]
}

// habit is what was seen of a step: the processes that took it, and the highest number of its effects before which a
// crash can come.
type habit struct {
	at   Set
	cuts int
}

func (h habit) joined(other habit) habit { return habit{h.at.Union(other.at), max(h.cuts, other.cuts)} }

// enoughEvents is how much of a run without faults is looked at, and most for how long.
const (
	enoughEvents = 2000
	enoughTime   = faults.Time(time.Minute)
)

// Observe looks at one event of the run.
func (r *rhythm) Observe(_ *world.World, e *world.Event) {
	r.look(e.Action.Msg.Body)
	seen := habit{at: Set{e.Action.At}}
	for _, effect := range e.Effects {
		r.look(effect.Body)
		r.look(effect.Record)
		if effect.Kind == impl.SetTimer {
			r.longest = max(r.longest, effect.After)
			r.timers = r.timers.With(effect.Timer.Name())
		}
		if network.Cuttable(effect) {
			seen.cuts++
		}
	}
	if name := e.Action.Name; e.Action.At != spec.None && len(e.Effects) > 0 && !world.IsStutter(name) &&
		!e.Action.IsFault() {
		if r.steps == nil {
			r.steps = map[string]habit{}
		}
		r.steps[name] = r.steps[name].joined(seen)
	}
}

// look looks whether the type of a value is registered.
func (r *rhythm) look(value any) {
	if value != nil && !codec.Registered(value) {
		r.unwired = r.unwired.With(fmt.Sprintf("%T", value))
	}
}

// observed runs the protocol once without faults.
func (i *instance) observed() rhythm {
	var r rhythm
	i.observe(faults.Plan{
		Version: faults.PlanVersion, Protocol: i.Name, Seed: 1, Patient: true, Settle: enoughTime,
	}, &r)
	return r
}

// leastQuiet is how long nothing moves at least until a function of the protocol is looked for that does not return. A
// function that takes as long once more, when all is done again, does not return.
const leastQuiet = time.Second

// observe shows a run to a rhythm. If the protocol's own code is at fault, that comes out in the campaign. A function
// that does not return is a panic.
func (i *instance) observe(plan faults.Plan, r *rhythm) {
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
		case <-time.After(leastQuiet):
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

// harsh is the number of runs with faults that are observed in the default configuration. Of each other configuration
// half as many are observed: there may be several.
const harsh = 8

// faulty is what a run without faults shows, and a few with faults: steps, and timers that are set.
func (i *instance) faulty() rhythm {
	return i.family.faulty.of(i.canonical(), i.observedFaulty)
}

func (i *instance) observedFaulty() rhythm {
	all := i.rhythm()
	steps := map[string]habit{}
	maps.Copy(steps, all.steps)
	all.steps = steps
	runs := uint64(harsh)
	if i.config != nil && i.canonical() != campaign.Canonical(i.initial()) {
		runs /= 2
	}
	for seed := range runs {
		var r rhythm
		i.observe(i.harshPlan(seed), &r)
		all.timers = all.timers.Union(r.timers)
		for name, seen := range r.steps {
			steps[name] = steps[name].joined(seen)
		}
	}
	return all
}

// harshPlan is a plan with faults of several kinds.
func (i *instance) harshPlan(seed uint64) faults.Plan {
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
func (i *instance) timers() spec.SetOf[string] { return i.faulty().timers }

// canonical returns its configuration as a text that is the same however the configuration is written.
func (i *instance) canonical() string {
	if i.config == nil {
		return campaign.Canonical(i.initial())
	}
	return campaign.Canonical(i.config)
}

// rhythm is what a run without faults shows. It is looked at where it is asked for, and once for a
// configuration.
func (i *instance) rhythm() rhythm {
	return i.family.rhythms.of(i.canonical(), i.observed)
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
func (i *instance) timeout() faults.Time {
	if i.Timeout > 0 {
		return whole(i.Timeout)
	}
	if longest := i.rhythm().longest; longest > 0 {
		return max(whole(longest), faults.Time(time.Millisecond))
	}
	return faults.Time(timeoutDefault)
}

// Each configuration has steps and processes of its own, and it takes a few runs to observe them. If a protocol has
// many configurations, one configuration is observed for each number of processes. Which one does not depend on the
// order in which plans are drawn.
//
// A protocol has many configurations if of samples that are drawn more than fewConfigs differ.
const samples, fewConfigs = 64, 8

// habits knows the habits of a protocol's configurations.
type habits struct {
	parse  func(config []byte) (*instance, error)
	drawn  func(campaign.Chooser) json.RawMessage // draws a configuration; nil if there is only one
	own    campaign.Habits
	survey func() map[int]*instance
}

// habits returns a function that returns the habits of a configuration. parse reads a configuration, and drawn draws
// one.
func (i *instance) habits(
	parse func(config []byte) (*instance, error), drawn func(campaign.Chooser) json.RawMessage,
) func(json.RawMessage) campaign.Habits {
	c := &habits{parse: parse, drawn: drawn, own: habitsOf(i)}
	if i.Config == nil {
		c.drawn = nil
	}
	c.survey = sync.OnceValue(c.some)
	return c.of
}

// of returns the habits of a configuration.
func (c *habits) of(config json.RawMessage) campaign.Habits {
	drawn, err := c.parse(config)
	if err != nil { // opening the configuration reports the error
		return c.own
	}
	some := c.survey()
	if some == nil {
		return habitsOf(drawn)
	}
	if like := some[drawn.Nodes]; like != nil {
		return habitsOf(like)
	}
	return c.own
}

// some returns one configuration for each number of processes, nil if there are few configurations.
func (c *habits) some() map[int]*instance {
	if c.drawn == nil {
		return nil
	}
	seen, some := map[string]bool{}, map[int]*instance{}
	for n := range uint64(samples) {
		i, err := c.parse(c.drawn(campaign.Keyed(1, n)))
		if err != nil || seen[i.canonical()] {
			continue
		}
		seen[i.canonical()] = true
		if some[i.Nodes] == nil {
			some[i.Nodes] = i
		}
	}
	if len(seen) <= fewConfigs {
		return nil
	}
	return some
}

// habitsOf returns the habits of a configuration.
func habitsOf(i *instance) campaign.Habits {
	h := campaign.Habits{At: map[string]Set{}, Cuts: map[string]int{}}
	for name, seen := range i.faulty().steps {
		h.At[name], h.Cuts[name] = seen.at, seen.cuts
	}
	h.Steps = slices.Sorted(maps.Keys(h.At))
	return h
}
