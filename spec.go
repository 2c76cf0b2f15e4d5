package scrutineer

import (
	"maps"
	"reflect"
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/explore"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Specification is the executable specification of a protocol: see [Spec].
type Specification[State any] interface {
	// erased returns the specification without its types. Its parameter, which may be nil, makes the compiler refuse
	// the specification of another State.
	erased(*State) *specification
}

// Spec is a [GhostSpec] whose properties need no history.
type Spec[State, L any] = GhostSpec[State, L, struct{}]

// GhostSpec is an executable specification with local states L, and how an implementation's State is
// read as one. Beside it runs a ghost, a history G that its properties need; see [Spec] for one without.
// Where it depends on the configuration, [Configs].Apply sets it.
type GhostSpec[State, L, G any] struct {
	// Handlers is the specification: what each event does, as a function. Who is there, and what the network's
	// rules are, the protocol says.
	Handlers spec.Handlers[L]
	// Unspecified reports whether there is no specification yet. Then Handlers has Fresh alone, the implementation
	// alone is explored, and the properties below judge it.
	Unspecified bool
	// Abstraction reads the state of a process that is up as the specification sees it. If there are Steps, what it
	// returns must share no map or slice with the state that a later event changes.
	Abstraction func(at NodeID, state *State) L
	// Module is the TLA+ module with the models, without .tla. Each field of L is one of its
	// variables, a function from processes. Constants are the values of those of its constants
	// that neither the network nor the budget has.
	Module    string
	Constants map[string]any

	// Always, Eventually and Sometimes mean what those of a [Protocol] do, of the specification's
	// states, which know no announcements. Cases name them as the module does: what is
	// Eventually P stands there as <>[]P, and what is Sometimes X as the invariant NeverX, which
	// must fail. Runs are judged by them too, through Abstraction, unless the protocol has a Monitor or a
	// property of that name itself.
	Always, Eventually, Sometimes Properties[L]
	// Steps must be true of every step that changes anything but what is spent of a budget. Runs are judged by them
	// too, unless the protocol has a Monitor.
	Steps map[string]func(before, after View[L]) error
	// AtTheEnd renames properties of Eventually in runs.
	AtTheEnd map[string]string
	// Properties are others, such as those that ask what is in flight.
	Properties []spec.Property[Judged[L, G]]
	// Ghost is the history that the Properties need. It may not have See.
	Ghost spec.Ghost[G]

	// Actions are the names of all actions. If they are nil the module's MCNext names them, and the cases demand
	// that the specification takes each of them and no other. Cannot are those of them that the configuration rules
	// out; a name in it that is no action has no effect.
	Actions, Cannot []string
	// Fairness says what is fair under each specification of the module, by its name there.
	// Where it is nil there is MCFairSpec: each link, timer, clock, boot, input and recovery by
	// itself is weakly fair.
	Fairness map[string][]spec.Fairness
	// Excuses is asked of states in which something that must happen is beyond the budget. If it returns an error
	// a property that fails there fails; nil excuses it. If Excuses is nil all such states are excused.
	Excuses func(Judged[L, G]) error
	// Variety names which protocol of a family runs. Within says in a few words what is searched, if processes and
	// budget do not say it.
	Variety, Within string
}

// Judged is what the Properties of a [GhostSpec] are judged on: a state of the specification, the ghost beside it, and
// what is spent of the budget.
type Judged[L, G any] = verify.Judged[L, G]

// specification is a Specification without its types.
type specification struct {
	module      string
	unspecified bool
	// check says what is missing, or does not go with the protocol.
	check func(p *protocol) error
	// The snapshots of these hold local states of the specification.
	always, eventually, sometimes properties
	steps                         map[string]func(before, after *snapshot) error
	atTheEnd                      map[string]string
	stated                        []stated
	taken                         []string // its Actions
	// local returns a pointer to the local state that the specification sees in the state of a live process.
	local func(at NodeID, state any) any
	// newStates makes local states of n processes, which are down.
	newStates func(n int) states
	// guarded returns the specification with an Abstraction that calls call, which calls the own one.
	guarded func(call func(at NodeID, state any, abstraction func())) *specification
	// subject returns the protocol with its specification under a budget, ready to be explored.
	subject func(i *instance, b spec.Budget) verify.Subject
}

// stated is a property that is judged of a specification. own reports whether it is one of Properties.
type stated struct {
	name                 string
	own, witness, inRuns bool
}

// check says what is missing, or does not go with the protocol.
func (s *GhostSpec[State, L, G]) check(p *protocol) error {
	fresh, handle, handleAt := s.Handlers.Fresh != nil, s.Handlers.Handle != nil, s.Handlers.HandleAt != nil
	switch {
	case s.Unspecified && (handle || handleAt):
		return Bad("Spec.Unspecified", "is set beside Handlers.Handle or HandleAt, leave it out")
	case s.Unspecified && !fresh:
		return Bad("Spec.Handlers.Fresh", "is missing, it says what a process knows before its first event")
	case !s.Unspecified && (!fresh || !handle && !handleAt):
		return Bad("Spec.Handlers", "lacks Fresh, or Handle or HandleAt, it needs both")
	case s.Ghost.See != nil:
		return Bad("Spec.Ghost.See", "is set, and a specification shows it nothing, leave it out")
	case handle && handleAt:
		return Bad("Spec.Handlers.HandleAt", "is set beside Handle, set one of them")
	case handleAt && !p.ReadsClocks:
		return Bad("Spec.Handlers.HandleAt", "is set without ReadsClocks, set that too")
	case p.Discrete != nil && p.Discrete.Relative() && explore.MayHaveReadings(p.Discrete, reflect.TypeFor[G]()):
		return Bad("Spec.Ghost", "may have readings, and Discrete.Reading is set; "+
			"readings of a ghost do not grow older, set Discrete.Horizon instead")
	case s.Abstraction == nil:
		return Bad("Spec.Abstraction", "is missing, it reads the implementation's State as the specification's")
	case p.TLA != nil && s.Module == "":
		return Bad("Spec.Module", "is missing, name the module in TLA that has MCNext, without .tla")
	case s.Handlers.Repeats != nil && p.Repeats == nil:
		return Bad("Spec.Handlers.Repeats", "is set, and Repeats of the Protocol is not, which says the same of New")
	}
	return nil
}

// lift has runs judged by what the specification states.
func (s *specification) lift(p *protocol) error {
	if err := s.check(p); err != nil {
		return err
	}
	if err := s.checkNames(p); err != nil {
		return err
	}
	if p.Monitor != nil { // it judges runs
		return nil
	}
	look := sight{len(s.steps) > 0, s.local, s.newStates}
	lifted := func(own, stated properties, called map[string]string) properties {
		all := properties{}
		for name, check := range stated {
			if other, ok := called[name]; ok {
				name = other
			}
			all[name] = func(v *snapshot) error { return check(look.seen(v).is) }
		}
		maps.Copy(all, own)
		return all
	}
	p.Always = lifted(p.Always, s.always, nil)
	p.Eventually = lifted(p.Eventually, s.eventually, s.atTheEnd)
	p.Sometimes = lifted(p.Sometimes, s.sometimes, nil)
	p.steps, p.imagined = properties{}, func(v *snapshot) { look.seen(v) }
	for name, check := range s.steps {
		p.steps[name] = func(v *snapshot) error {
			m := look.seen(v)
			return check(m.was, m.is)
		}
	}
	return nil
}

// checkNames reports which property has no name of its own.
func (s *specification) checkNames(p *protocol) error {
	names := make([]string, 0, len(s.stated))
	for i := range s.stated {
		name := s.stated[i].name
		own := p.Always[name] != nil || p.Eventually[name] != nil || p.Sometimes[name] != nil
		lifted := s.always[name] != nil || s.eventually[name] != nil
		if slices.Contains(names, name) || own && !lifted {
			return Bad("Spec", "two properties are called %s (what is Sometimes X is the property NeverX), "+
				"give each a name of its own", name)
		}
		if err := p.reserved(name); err != nil {
			return err
		}
		names = append(names, name)
	}
	for _, name := range slices.Sorted(maps.Keys(s.atTheEnd)) {
		if s.eventually[name] == nil {
			return Bad("Spec.AtTheEnd", "renames %q, it must be one of Eventually: %q", name, sortedNames(s.eventually))
		}
	}
	return nil
}

// images are what the specification sees of a run, after an event and, if there are properties of steps, before it.
type images struct {
	was, is *snapshot
	changed []NodeID // the processes of which the two differ
}

// sight is how a specification sees a run. steps reports whether there are properties of steps; local and newStates are
// those of the specification.
type sight struct {
	steps     bool
	local     func(at NodeID, state any) any
	newStates func(n int) states
}

// imagine returns the images of a view, in which nothing is read yet.
func (s *sight) imagine(v *snapshot) *images {
	nodes := v.nodes.count()
	m := &images{is: &snapshot{nodes: s.newStates(nodes), disk: v.disk, reading: v.reading}}
	if s.steps {
		m.was = &snapshot{nodes: s.newStates(nodes), disk: func(id NodeID) any {
			if n := len(v.changed); n > 0 && v.changed[n-1] == id {
				return v.saved
			}
			return v.disk(id)
		}}
	}
	return m
}

// seen is a view as the specification sees it. Of a run it reads anew what has changed.
func (s *sight) seen(v *snapshot) *images {
	m, known := v.image.(*images)
	if !known {
		m = s.imagine(v)
		v.image, v.stale = m, spec.AllNodes(v.nodes.count())
	}
	is := m.is
	if m.was != nil && len(v.stale) > 0 { // else it is asked of the same step again
		for _, id := range m.changed {
			m.was.nodes.set(id, is.nodes.at(id))
		}
		m.was.now, m.was.announced, m.changed = is.now, is.announced, append(m.changed[:0], v.stale...)
		m.was.reading = v.reading // no time passes in a step
	}
	is.announced, is.now, is.unstable = v.announced, v.now, v.unstable
	is.changed, is.returned = v.changed, v.returned
	for _, id := range v.stale {
		var local any
		if state := v.nodes.at(id); state != nil {
			local = s.local(id, state)
		}
		is.nodes.set(id, local)
	}
	v.stale = v.stale[:0]
	return m
}

// complete sets the fields of an engine that depend on the specification.
func (s *specification) complete(e *verify.Engine, i *instance) {
	e.Module, e.Unspecified, e.Actions = s.module, s.unspecified, s.actions(i)
}

// ofStates returns the names of the properties that judge refined runs and are not among judges.
func (s *specification) ofStates(judges []string) (names []string) {
	for _, p := range s.stated {
		if p.inRuns && !slices.Contains(judges, p.name) {
			names = append(names, p.name)
		}
	}
	return names
}

// actions are the names of all that may happen. Where the module cannot be read there are none:
// whatever prepares its cases says why.
func (s *specification) actions(i *instance) spec.SetOf[string] {
	if s.taken != nil || i.TLA == nil {
		return spec.NewSet(s.taken...)
	}
	p := verify.Protocol{Name: i.Name}.WithModules(i.modules())
	names, err := verify.ActionsOf(p.TLA(), i.Name+"/"+s.module+".tla")
	if err != nil {
		return nil
	}
	return names
}

// unexplored names the properties that an exploration of the implementation alone does not judge: they ask of the
// specification's steps and of what is in flight, which a protocol's own properties do not see.
func (s *specification) unexplored() []string {
	names := sortedNames(s.steps)
	for _, p := range s.stated {
		if p.own && !p.witness {
			names = append(names, p.name)
		}
	}
	return names
}
