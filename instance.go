package scrutineer

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

// instance is a protocol in one configuration.
type instance struct {
	protocol
	family *family
	config json.RawMessage // nil for its own
	value  any             // the configuration as it was read
	offers offers
	// timeless is set where a property of an exploration asks for the time, which that does not know.
	timeless atomic.Bool
}

// MarshalJSON says its configuration, with all of its fields: the commands hold those against each
// other.
func (i *instance) MarshalJSON() ([]byte, error) {
	if i.Config == nil {
		return campaign.JSON(size{i.Nodes}), nil
	}
	return campaign.JSON(i.value), nil
}

// Configuration is its configuration, of which campaigns tell the numbers.
func (i *instance) Configuration() any {
	if i.Config == nil {
		return size{i.Nodes}
	}
	return i.value
}

// mostNodes is how many processes a group may have.
const mostNodes = 4096

// family is a protocol in all its configurations.
type family struct {
	typed   typed
	base    protocol                            // before it is configured
	changes func(protocol) protocol             // in each configuration, nil for none
	rhythms rhythms                             // of runs without faults
	faulty  rhythms                             // and of some with faults
	hangs   func(*instance, faults.Plan) string // names what does not return in a run, nil if nobody asks
	last    atomic.Pointer[instance]            // that was read last
}

// instanceOf returns a protocol in its own configuration. hangs, if set, names what does not return in a run.
func instanceOf(p typed, hangs func(*instance, faults.Plan) string) (*instance, error) {
	f := &family{typed: p, base: p.erased(), hangs: hangs}
	if err := checkWire(f.base.Wire); err != nil {
		return nil, err
	}
	codec.Register(f.base.Wire...)
	i, err := f.open(nil)
	if err != nil || f.base.CrashAfter != nil {
		return i, err
	}
	if lacks := i.rhythm().unwired; len(lacks) > 0 {
		return nil, unwired(lacks)
	}
	return i, nil
}

// open returns the protocol in a configuration, and in its own where there is none. Errors
// name the field.
func (f *family) open(config json.RawMessage) (*instance, error) {
	p, value, err := f.typed.configured(config)
	if err == nil {
		err = f.complete(&p)
	}
	if err == nil {
		err = p.check()
	}
	if err != nil {
		return nil, err
	}
	return &instance{protocol: p, family: f, config: config, value: value}, nil
}

// complete adds to a protocol in a configuration what its specification states.
func (f *family) complete(p *protocol) error {
	if f.changes != nil {
		*p = f.changes(*p)
	}
	if p.Spec == nil {
		return nil
	}
	return p.Spec.lift(p)
}

// under returns the protocol under a budget.
func (i *instance) under(b spec.Budget) *instance {
	if i.budgeted == nil || len(b.Lines) == 0 {
		return i
	}
	p := i.budgeted(b)
	if err := i.family.complete(&p); err != nil {
		panic(spec.Breach{Contract: "Protocol", Why: err.Error()})
	}
	return &instance{protocol: p, family: i.family, config: i.config, value: i.value}
}

// unwired is the error that types are missing in Wire, with the line to add.
func unwired(names []string) error {
	return input.Errorf("Wire", "lacks a type, write Wire: []any{…, %s{}}", strings.Join(names, "{}, "))
}

// size is the configuration of a protocol that has no other.
type size struct {
	// Nodes is how many processes there are.
	Nodes int `json:"nodes" input:"required"`
}

// resize takes the number of processes from a configuration, if there is one.
func resize(config json.RawMessage, nodes *int) error {
	if config == nil {
		return nil
	}
	var s size
	if err := input.Decode(config, &s); err != nil {
		return err
	}
	*nodes = s.Nodes
	return nil
}

// check says what is missing, or cannot be.
func (p *protocol) check() error {
	switch {
	case p.Name == "":
		return input.Errorf("Name", "is missing, give the protocol a name of its own")
	case p.New == nil:
		return input.Errorf("New", "is missing, it makes a process: "+
			"func(id scrutineer.NodeID, nodes int) scrutineer.Node")
	case p.Nodes < 1 || p.Nodes > mostNodes:
		return input.Errorf("nodes", "%d, it must be 1 to %d", p.Nodes, mostNodes)
	case p.Monitor == nil && len(p.Always)+len(p.Eventually) == 0 && p.Client == nil &&
		(p.Spec == nil || len(p.Spec.unexplored()) == 0):
		return input.Errorf("Always", "is missing, state one property: Always, Eventually, or a Client with its Model")
	case p.Skew < 0 || p.Skew > faults.MostPPM:
		return input.Errorf("Skew", "%d, it must be 0 to %d parts per million", p.Skew, faults.MostPPM)
	case p.Skew > 0 && !p.ReadsClocks:
		return input.Errorf("Skew", "is set without ReadsClocks: set ReadsClocks too, or leave Skew out")
	case p.Crashes < -1 || p.Crashes > p.Nodes:
		return input.Errorf("Crashes", "%d, it must be 1 to Nodes, which is %d, 0 for a minority, or -1 for none",
			p.Crashes, p.Nodes)
	case p.Client != nil && (p.Client.Calls == nil || p.Client.Answered == nil || p.Client.Model.Apply == nil):
		return input.Errorf("Client", "lacks Model, Calls or Answered, it needs all three")
	case p.Recovers > MessagesVanish:
		return input.Errorf("Recovers", "%d, it must be Never, MessagesWait or MessagesVanish", int(p.Recovers))
	case !isLength(p.Timeout) || !isLength(p.Settle):
		return input.Errorf("Timeout", "%s, and Settle %s; they must be 0, or 1ms to %s", p.Timeout, p.Settle,
			network.Longest)
	case !plainName.MatchString(p.Name):
		return input.Errorf("Name", "%q, it must be of letters, digits, - and _: it stands in names of files", p.Name)
	case p.TLA != nil && p.Spec == nil:
		return input.Errorf("Spec", "is missing, TLA+ modules are held against a specification: give it, "+
			"or leave TLA out")
	}
	if err := checkProcesses(p.state, p.New, p.Nodes); err != nil {
		return err
	}
	if err := p.checkOptions(); err != nil {
		return err
	}
	if err := cmp.Or(p.checkAssumptions(), p.checkHalves()); err != nil {
		return err
	}
	return p.checkNames()
}

// What a run may break that a protocol cannot be blamed for.
const (
	assumeClocks  = "ClocksWithin"  // no clock jumps, nor is further off than Skew
	assumeCrashes = "CrashesWithin" // no more processes are down for good than Crashes
)

// assumed are the names of the assumptions.
func (p *protocol) assumed() []string {
	if p.Assumptions == nil {
		return []string{assumeClocks, assumeCrashes}
	}
	var names []string
	for _, a := range p.Assumptions {
		names = append(names, a.name)
	}
	return names
}

// checkAssumptions says which assumption is none.
func (p *protocol) checkAssumptions() error {
	names := p.assumed()
	for n, name := range names {
		if name == "" || slices.Contains(names[:n], name) {
			return input.Errorf("Assumptions", "has one called %q, each needs a name of its own", name)
		}
	}
	for property, needs := range p.Needs {
		for _, name := range needs {
			if !slices.Contains(names, name) {
				return input.Errorf("Needs", "has %s need %q, it must be one of %q", property, name, names)
			}
		}
	}
	if p.Watch == nil && len(p.Watched) > 0 {
		return input.Errorf("Watched", "is set without Watch, which sees what it names")
	}
	return nil
}

// checkHalves says what is wrong with the halves of a process.
func (p *protocol) checkHalves() error {
	switch {
	case len(p.Halves) == 0:
		return nil
	case p.Spec != nil:
		return input.Errorf("Halves", "are set beside Spec, set one of them")
	case p.Ordered:
		return input.Errorf("Halves", "are set beside Ordered, and the halves share no links: leave one of them out")
	case len(p.Halves) == 1:
		return input.Errorf("Halves", "has one, set Spec in its place")
	}
	for _, half := range p.Halves {
		if err := half.check(p.ReadsClocks); err != nil {
			return err
		}
	}
	return nil
}

// checkOptions says which of the smaller fields cannot be.
func (p *protocol) checkOptions() error {
	for field, kinds := range map[string][]string{"Without": p.Without, "Beside": p.Beside} {
		for _, kind := range kinds {
			if !slices.Contains(faults.Kinds(), kind) {
				return input.Errorf(field, "names %q, it must be one of %v", kind, faults.Kinds())
			}
		}
	}
	for n, line := range p.Lines {
		if line.Name == "" || slices.ContainsFunc(p.Lines[:n], func(l spec.Line) bool { return l.Name == line.Name }) {
			return input.Errorf("Lines", "has a line called %q, each needs a name of its own", line.Name)
		}
	}
	if err := checkDiscrete(p.Discrete, p.Nodes, p.Client != nil || p.Announces != nil); err != nil {
		return err
	}
	switch {
	case p.Inputs != nil && p.InputsKnowing != nil:
		return input.Errorf("InputsKnowing", "is set beside Inputs, set one of them")
	case p.RunsOnly && p.Spec == nil:
		return input.Errorf("RunsOnly", "is set without Spec, whose cases are those of another protocol")
	case p.Repeats != nil && p.Awaits == nil:
		return input.Errorf("Repeats", "is set without Awaits, say what timers await too")
	case p.Monitor != nil && (len(p.Always)+len(p.Eventually)+len(p.Sometimes)+len(p.SometimesAtEnd) > 0 ||
		p.Client != nil || p.Watch != nil || p.Assumptions != nil || p.Needs != nil || p.Enough != 0 || p.GoesOn):
		return input.Errorf("Monitor", "judges in place of Always, Eventually, Sometimes and SometimesAtEnd, Client, "+
			"Watch, Assumptions, Needs, Enough and GoesOn, leave these out")
	case p.Monitor != nil:
		return p.Monitor.check()
	}
	return nil
}

// isLength reports whether a field may have that length: 0 for none, or what a clock can measure and a run can have.
func isLength(d time.Duration) bool { return d == 0 || d >= time.Millisecond && d <= network.Longest }

// plainName is what the name of a protocol is.
var plainName = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)

// checkNames says which property has no name of its own.
func (p *protocol) checkNames() error {
	seen := spec.NewSet[string]()
	for _, list := range []properties{p.Always, p.Eventually, p.Sometimes, p.SometimesAtEnd} {
		for _, name := range slices.Sorted(maps.Keys(list)) {
			switch {
			case name == "" || list[name] == nil:
				return input.Errorf("Always", "has a property without a name or a function: %q", name)
			case strings.ContainsAny(name, `/\`):
				return input.Errorf("Always", "%q has a slash, a property's name stands in names of files", name)
			case p.reserved(name) != nil:
				return p.reserved(name)
			case seen.Has(name):
				return input.Errorf("Always", "two properties are called %s, give each a name of its own", name)
			}
			seen = seen.With(name)
		}
	}
	return nil
}

// reserved reports why no property may have that name.
func (p *protocol) reserved(name string) error {
	switch {
	case p.Client != nil && (name == linearizableName || name == decidedName):
		return input.Errorf("Always", "the judge of clients is called %s, give the property another name", name)
	case slices.Contains(campaign.Contracts(), name):
		return input.Errorf("Always", "every run is held to %s already, give the property another name", name)
	}
	return nil
}

// cluster are its processes and their environment.
func (i *instance) cluster() network.Cluster {
	c := network.Cluster{
		Nodes: i.Nodes, Failures: i.Recovers, Boots: !i.NoBoot, Ordered: i.Ordered,
		Clocks: spec.NewSet(i.Ticks...), Reads: i.ReadsClocks, Discrete: i.Discrete,
		New:              func(id NodeID) Node { return i.New(id, i.Nodes) },
		Inputs:           i.inputs,
		InputsIgnoreDown: i.InputsKnowing == nil,
		Awaits:           i.Awaits, Repeats: i.Repeats, Bound: i.Bound,
	}
	if c.Bound == nil {
		c.Bound = func(NodeID, any, string) bool { return true }
	}
	if i.Client != nil {
		c.Client = &network.Client{Calls: i.Client.Calls, Answered: i.Client.Answered}
	}
	return c
}

// inputs are what a process may be told, the calls of its client among them.
func (i *instance) inputs(at NodeID, state any, down Set) []Body {
	var all []Body
	switch {
	case i.Inputs != nil:
		all = i.Inputs(at, state)
	case i.InputsKnowing != nil:
		all = i.InputsKnowing(at, state, down)
	}
	if i.Client != nil {
		calls := i.Client.Calls(at, state)
		i.offers.add(calls)
		all = append(slices.Clip(all), calls...)
	}
	for _, body := range all {
		if body == nil {
			panic(spec.Breach{Contract: impl.EffectsCanBeDone, Why: fmt.Sprintf(
				"Inputs offers %s a nil Body, it must offer values, or an empty list", at)})
		} else if body.Kind() == "" {
			panic(spec.Breach{Contract: impl.EffectsCanBeDone, Why: fmt.Sprintf(
				"Inputs offers %s a %T whose Kind is empty: plans and diagrams name it by that", at, body)})
		}
	}
	return all
}

// offers are the types of what clients were offered to call: another input is no call.
type offers struct {
	mutex sync.Mutex
	types map[reflect.Type]bool
}

func (o *offers) add(calls []Body) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	for _, call := range calls {
		if t := reflect.TypeOf(call); !o.types[t] {
			if o.types == nil {
				o.types = map[reflect.Type]bool{}
			}
			o.types[t] = true
		}
	}
}

func (o *offers) has(in Body) bool {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	return o.types[reflect.TypeOf(in)]
}

// mayBeDown is how many processes may be down for good before nothing is demanded Eventually.
func (i *instance) mayBeDown() int {
	switch {
	case i.Crashes < 0:
		return 0
	case i.Crashes > 0:
		return i.Crashes
	}
	return (i.Nodes - 1) / 2
}

// shownState is what the history sees of a process.
type shownState struct {
	Announced any
	Answered  answered
}

// shows is what the history sees of a process in a state.
func (i *instance) shows(at NodeID, state any) shownState {
	var s shownState
	if i.Announces != nil {
		s.Announced = i.Announces(at, state)
	}
	if i.Client != nil {
		s.Answered.N, s.Answered.Answer = i.Client.Answered(at, state)
	}
	return s
}

// sees reports whether there is any history to keep.
func (i *instance) sees() bool { return i.Announces != nil || i.Client != nil }

func whole(d time.Duration) faults.Time { return faults.Time(d.Truncate(time.Millisecond)) }
