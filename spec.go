package scrutineer

import (
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/internal/explore"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Specification is the executable specification of a protocol: see [Spec].
type Specification[State any] interface {
	specification
	// reads has the compiler refuse the specification of another State.
	reads(*State)
}

// specification is what a Specification has that does not need the type State.
type specification interface {
	// lift adds what it states to what the protocol states, as runs see it. An error says what
	// it lacks.
	lift(p *protocol) error
	// unexplored names the properties that an exploration of the implementation alone does not judge.
	unexplored() []string
	// guarded returns it with an Abstraction that is called by call, which is told whose state it is shown.
	guarded(call func(at NodeID, state any, abstraction func())) specification
	// complete sets the fields of an engine that depend on the specification. ofStates returns the names of the
	// properties that judge refined runs and are not among judges.
	complete(e *verify.Engine, i *instance)
	ofStates(judges []string) []string
	// subject returns the protocol with its specification under a budget, ready to be explored.
	subject(i *instance, b spec.Budget) verify.Subject
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

func (GhostSpec[State, L, G]) reads(*State) {}

// lift has runs judged by what the specification states.
func (s GhostSpec[State, L, G]) lift(p *protocol) error {
	switch {
	case s.Unspecified && (s.Handlers.Handle != nil || s.Handlers.HandleAt != nil):
		return Bad("Spec.Unspecified", "is set beside Handlers.Handle or HandleAt, leave it out")
	case s.Unspecified && s.Handlers.Fresh == nil:
		return Bad("Spec.Handlers.Fresh", "is missing, it says what a process knows before its first event")
	case !s.Unspecified && (s.Handlers.Fresh == nil || s.Handlers.Handle == nil && s.Handlers.HandleAt == nil):
		return Bad("Spec.Handlers", "lacks Fresh, or Handle or HandleAt, it needs both")
	case s.Ghost.See != nil:
		return Bad("Spec.Ghost.See", "is set, and a specification shows it nothing, leave it out")
	case s.Handlers.Handle != nil && s.Handlers.HandleAt != nil:
		return Bad("Spec.Handlers.HandleAt", "is set beside Handle, set one of them")
	case s.Handlers.HandleAt != nil && !p.ReadsClocks:
		return Bad("Spec.Handlers.HandleAt", "is set without ReadsClocks, set that too")
	case p.Discrete != nil && p.Discrete.Relative() && explore.MayHaveReadings(p.Discrete, reflect.TypeFor[G]()):
		return Bad("Spec.Ghost", "may have readings, and Discrete.Reading is set; "+
			"readings of a ghost do not grow older, set Discrete.Horizon instead")
	case s.Abstraction == nil:
		return Bad("Spec.Abstraction", "is missing, it reads the implementation's State as the specification's")
	case p.TLA != nil && s.Module == "":
		return Bad("Spec.Module", "is missing, name the module in TLA that has MCNext, without .tla")
	}
	if s.Handlers.Repeats != nil && p.Repeats == nil {
		return Bad("Spec.Handlers.Repeats", "is set, and Repeats of the Protocol is not, which says the same of New")
	}
	if err := s.checkNames(p); err != nil {
		return err
	}
	if p.Monitor != nil { // it judges runs
		return nil
	}
	look := sight{steps: len(s.Steps) > 0, local: func(at NodeID, state any) any {
		local := s.Abstraction(at, state.(*State))
		return &local
	}}
	lifted := func(own properties, stated Properties[L], called map[string]string) properties {
		all := properties{}
		for name, check := range stated {
			if other, ok := called[name]; ok {
				name = other
			}
			all[name] = func(v *snapshot) error { return check(View[L]{look.seen(v).is}) }
		}
		maps.Copy(all, own)
		return all
	}
	p.Always = lifted(p.Always, s.Always, nil)
	p.Eventually = lifted(p.Eventually, s.Eventually, s.AtTheEnd)
	p.Sometimes = lifted(p.Sometimes, s.Sometimes, nil)
	p.steps, p.imagined = properties{}, func(v *snapshot) { look.seen(v) }
	for name, check := range s.Steps {
		p.steps[name] = func(v *snapshot) error {
			m := look.seen(v)
			return check(View[L]{m.was}, View[L]{m.is})
		}
	}
	return nil
}

// checkNames reports which property has no name of its own.
func (s GhostSpec[State, L, G]) checkNames(p *protocol) error {
	properties := s.properties()
	names := make([]string, 0, len(properties))
	for i := range properties {
		name := properties[i].Name
		own := p.Always[name] != nil || p.Eventually[name] != nil || p.Sometimes[name] != nil
		lifted := s.Always[name] != nil || s.Eventually[name] != nil
		if slices.Contains(names, name) || own && !lifted {
			return Bad("Spec", "two properties are called %s (what is Sometimes X is the property NeverX), "+
				"give each a name of its own", name)
		}
		if err := p.reserved(name); err != nil {
			return err
		}
		names = append(names, name)
	}
	for _, name := range slices.Sorted(maps.Keys(s.AtTheEnd)) {
		if s.Eventually[name] == nil {
			return Bad("Spec.AtTheEnd", "renames %q, it must be one of Eventually: %q", name, sortedNames(s.Eventually))
		}
	}
	return nil
}

// images are what the specification sees of a run, after an event and, if there are properties of steps, before it.
type images struct {
	was, is *snapshot
	changed []NodeID // the processes of which the two differ
}

// sight is how a specification sees a run. steps reports whether there are properties of steps, and local reads the
// state of a process that is up as the specification sees it, and returns a pointer to that.
type sight struct {
	steps bool
	local func(at NodeID, state any) any
}

// imagine returns the images of a view, in which nothing is read yet.
func (s *sight) imagine(v *snapshot) *images {
	m := &images{is: &snapshot{nodes: make([]any, len(v.nodes)), disk: v.disk, reading: v.reading}}
	if s.steps {
		m.was = &snapshot{nodes: make([]any, len(v.nodes)), disk: func(id NodeID) any {
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
		v.image, v.stale = m, spec.AllNodes(len(v.nodes))
	}
	is := m.is
	if m.was != nil && len(v.stale) > 0 { // else it is asked of the same step again
		for _, id := range m.changed {
			m.was.nodes[id] = is.nodes[id]
		}
		m.was.now, m.was.announced, m.changed = is.now, is.announced, append(m.changed[:0], v.stale...)
		m.was.reading = v.reading // no time passes in a step
	}
	is.announced, is.now, is.unstable = v.announced, v.now, v.unstable
	is.changed, is.returned = v.changed, v.returned
	for _, id := range v.stale {
		is.nodes[id] = nil
		if state := v.nodes[id]; state != nil {
			is.nodes[id] = s.local(id, state)
		}
	}
	v.stale = v.stale[:0]
	return m
}

// complete sets the fields of an engine that depend on the specification.
func (s GhostSpec[State, L, G]) complete(e *verify.Engine, i *instance) {
	e.Module, e.Unspecified, e.Actions = s.Module, s.Unspecified, s.actions(i)
}

// ofStates returns the names of the properties that judge refined runs and are not among judges.
func (s GhostSpec[State, L, G]) ofStates(judges []string) (names []string) {
	for _, p := range s.properties() {
		if p.InRuns() && !slices.Contains(judges, p.Name) {
			names = append(names, p.Name)
		}
	}
	return names
}

// actions are the names of all that may happen. Where the module cannot be read there are none:
// whatever prepares its cases says why.
func (s GhostSpec[State, L, G]) actions(i *instance) spec.SetOf[string] {
	if s.Actions != nil || i.TLA == nil {
		return spec.NewSet(s.Actions...)
	}
	p := verify.Protocol{Name: i.Name}.WithModules(i.modules())
	names, err := verify.ActionsOf(p.TLA(), i.Name+"/"+s.Module+".tla")
	if err != nil {
		return nil
	}
	return names
}

// subject returns the specification and the implementation under a budget, ready to be explored.
func (s GhostSpec[State, L, G]) subject(i *instance, b spec.Budget) verify.Subject {
	c := i.cluster()
	timed := c
	if b.Lines == nil { // runs have clocks and delays of their own
		timed.Discrete = nil
	}
	fairness := s.Fairness
	if fairness == nil {
		fairness = i.fairness(b)
	}
	of := verify.Columns[L, G]{
		Model: s.model(&timed), Cluster: c, Budget: b,
		Actions: func() spec.SetOf[string] { return s.actions(i) }, Cannot: s.Cannot,
		Local: func(at NodeID, state any) L {
			if up, ok := state.(*State); ok {
				return s.Abstraction(at, up)
			}
			return s.Handlers.Fresh(at)
		},
		Ghost: s.Ghost, Properties: s.properties(), Fairness: fairness, Excuses: s.Excuses, Cfg: s.Constants,
		Variety: s.Variety, Within: s.Within,
	}
	return of.Subject()
}

// model is the specification of the processes of a cluster.
func (s GhostSpec[State, L, G]) model(c *network.Cluster) spec.Model[spec.State[L]] {
	if s.Unspecified {
		return nil
	}
	return spec.Of(spec.Cluster{
		Nodes: c.Nodes, Failures: c.Failures, Boots: c.Boots, Ordered: c.Ordered, Clocks: c.Clocks,
		Discrete: c.Discrete,
	}, s.Handlers)
}

// guarded returns the specification with an Abstraction that is called by call.
func (s GhostSpec[State, L, G]) guarded(call func(at NodeID, state any, abstraction func())) specification {
	if read := s.Abstraction; read != nil {
		s.Abstraction = func(at NodeID, state *State) (local L) {
			call(at, state, func() { local = read(at, state) })
			return local
		}
	}
	return s
}

// unexplored names what is asked of the specification's steps and of what is in flight, which a
// protocol's own properties do not see.
func (s GhostSpec[State, L, G]) unexplored() []string {
	names := slices.Sorted(maps.Keys(s.Steps))
	for _, p := range s.Properties {
		if !p.Witness {
			names = append(names, p.Name)
		}
	}
	return names
}

// properties are those that are judged of the specification.
func (s GhostSpec[State, L, G]) properties() []spec.Property[verify.Judged[L, G]] {
	type judged = verify.Judged[L, G]
	all := slices.Clip(s.Properties)
	var views views
	for _, name := range sortedNames(s.Always) {
		all = append(all, spec.Property[judged]{
			Name: name, Check: func(j judged) error { return ask(&views, &j.State.State, s.Always[name]) },
		})
	}
	for _, name := range sortedNames(s.Eventually) {
		all = append(all, spec.Property[judged]{
			Name: name, Kind: spec.Stable,
			Check: func(j judged) error { return ask(&views, &j.State.State, s.Eventually[name]) },
		})
	}
	for _, name := range sortedNames(s.Sometimes) {
		all = append(all, spec.Property[judged]{Name: "Never" + name, Witness: true, Check: func(j judged) error {
			if ask(&views, &j.State.State, s.Sometimes[name]) == nil {
				return fmt.Errorf("%s is seen", name)
			}
			return nil
		}})
	}
	for _, name := range slices.Sorted(maps.Keys(s.Steps)) {
		all = append(all, spec.Property[judged]{
			Name: name, Kind: spec.Stepwise,
			Step: func(was judged, a spec.Action, is judged) error {
				if a.Class().IsTime() {
					return nil // readings are older then, and no process has taken a step
				}
				return ask(&views, &was.State.State, func(before View[L]) error {
					return ask(&views, &is.State.State, func(after View[L]) error {
						return s.Steps[name](before, after)
					})
				})
			},
		})
	}
	return all
}
