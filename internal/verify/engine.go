package verify

import (
	"encoding/json"
	"iter"
	"reflect"
	"time"

	"github.com/scrutineer-go/scrutineer/checker"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/cases"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/internal/explore"
	"github.com/scrutineer-go/scrutineer/internal/halves"
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Engine opens the configurations of a protocol for the commands. The root package makes one for each protocol.
type Engine struct {
	// Module is the MC module, without .tla; "" where there is none.
	Module string
	// Unspecified reports whether the protocol has no specification. Then its judge alone judges runs.
	Unspecified bool
	// Actions are the names of all actions, Lines the lines that a budget may have.
	Actions spec.SetOf[string]
	Lines   []spec.Line
	// Instance reads a configuration; errors name the field.
	Instance func(config []byte) (Instance, error)
	// Reading names fields of the configuration, as its JSON does, that say how the paper is
	// read and what the environment may do. Evidence for a claim is printed with them.
	Reading []string
	// Judges are the properties that the judge of a run judges by.
	Judges []string
}

// Instance is a protocol in one configuration. As JSON it is the configuration, with all of its fields.
type Instance interface {
	// Subject returns the instance under a budget, ready to be explored. For a run the budget has no lines.
	Subject(b spec.Budget) Subject
	// Judge returns a new judge for one run.
	Judge() campaign.Judge
	// Configuration returns the configuration, whose numbers campaigns print.
	Configuration() any
}

// Composed is an Instance whose processes may hold several machines, each with a specification.
type Composed interface {
	// Halved returns the halves of each process, those that tell something before those that are told; none if the
	// process is one machine.
	Halved() []halves.Any
}

// Model returns the model that cases open.
func (e Engine) Model() Model { return Model{Module: e.Module, Actions: e.Actions, Open: e.open} }

// Runs completes a Harness with what opens configurations and what judges their runs.
func (e Engine) Runs(p campaign.Harness) campaign.Harness {
	p.Open, p.Reading, p.Properties = e.openRuns, e.readingOf, e.Judges
	p.Unspecified = e.Unspecified
	p.MustHit = faultCoverage(e.Actions, p.FaultKinds)
	return p
}

// open reads the configuration and the budget of a case.
func (e Engine) open(c cases.Case) (Subject, error) {
	i, err := e.Instance(c.Config)
	if err != nil {
		return nil, input.In("", "config", err)
	}
	budget, err := budgetOf(c, e.Lines)
	if err != nil {
		return nil, err
	}
	s := i.Subject(budget).(*system)
	if err := s.explored(c.Kind); err != nil {
		return nil, err
	}
	if err := checkMayCrash(c, s.cluster.Nodes); err != nil {
		return nil, err
	}
	s.reading, s.most = e.reading(i), maxStates
	if c.Kind == cases.Graph && c.States > 0 {
		s.most = enoughStates + 4*c.States
	}
	return s, nil
}

// explored returns an error if the configuration cannot be explored, or not by a case of that kind. An exploration
// that is no case has no kind.
func (s *system) explored(kind cases.Kind) error {
	switch {
	case !s.cluster.Explorable():
		return input.Errorf("config",
			"its processes read their clocks, and an exploration knows no time; only campaigns run it")
	case kind == cases.Liveness && s.timeEnds() != "":
		return input.Errorf("config", "%s; leave the horizon out to judge properties of runs", s.timeEnds())
	case s.premature() != "":
		return input.Errorf("budget."+s.premature(), "in discrete time no timer fires early, leave it out")
	case s.drift() != "":
		return input.Errorf("budget."+s.drift(),
			"it must be less than the span, %d, so that no clock falls behind all readings",
			s.cluster.Discrete.Span)
	case s.model == nil && kind != "" && kind.ForTLC():
		return input.Errorf("config", "there is no specification; only cases of kind exploration can speak of it")
	}
	return nil
}

// openRuns reads the configuration of a run.
func (e Engine) openRuns(config json.RawMessage) (campaign.Subject, error) {
	i, err := e.Instance(config)
	if err != nil {
		return campaign.Subject{}, input.In("", "config", err)
	}
	s := i.Subject(spec.Budget{}).(*system)
	var all []halves.Any
	if of, composed := i.(Composed); composed {
		all = of.Halved()
	}
	if e.Unspecified != (s.model == nil && len(all) == 0) {
		panic(spec.Breach{
			Contract: "Specification",
			Why:      "an Engine is Unspecified if its Columns have no Model and its Instance no halves, and only then",
		})
	}
	return campaign.Subject{
		Cluster: s.cluster, Config: i.Configuration(),
		NewJudge: func(refine bool) campaign.Judge {
			switch {
			case !refine || e.Unspecified:
				return i.Judge()
			case len(all) > 0:
				return halves.Judge(i.Judge(), s.cluster, all)
			}
			return s.Refined(i.Judge(), e.Judges)
		},
	}, nil
}

// readingOf returns the reading of a configuration that is given as JSON.
func (e Engine) readingOf(config json.RawMessage) ([]string, error) {
	i, err := e.Instance(config)
	if err != nil {
		return nil, input.In("", "config", err)
	}
	return e.reading(i), nil
}

// What has a protocol's types is compiled again for each protocol, and whenever a line of it changes. So it stands in
// the rest of this file, small, and everything else has states without their types. A package that compiles Columns
// also compiles the generic types in the signatures of the methods of system. So functions have these types, not
// methods.

// Judged is what properties are judged on: a specification state with local
// states L, the ghost G beside it, and what is spent of the budget.
type Judged[L, G any] = spec.Spent[spec.Watched[spec.State[L], G]]

// Columns are the two columns in Go of a protocol in one configuration, whose specification has local states
// L and whose properties need the ghost G (struct{} for none).
type Columns[L, G any] struct {
	// Variety says which protocol of a family runs; "" where there is no family.
	Variety string
	// Model is the executable specification; nil where there is none.
	Model spec.Model[spec.State[L]]
	// Cluster are the implementation's processes.
	Cluster network.Cluster
	// Local reads one process of the implementation as the specification sees
	// it; state is what its State method returns, nil while it is down. The network
	// needs no reading: it is the same for every protocol.
	Local func(at spec.NodeID, state any) L
	// Ghost is the history that the properties need.
	Ghost spec.Ghost[G]
	// Shows is what the ghost sees of a process of the implementation that is up, where it has
	// See; state as for Local. It must return a value of a registered type, or nil.
	Shows func(at spec.NodeID, state any) any
	// Budget bounds the faults.
	Budget spec.Budget
	// Excuses, where set, is asked of states in which something that must happen is beyond the
	// budget, nil excusing them: the property of runs that fails there counts as holding. Where Excuses
	// is not set the budget excuses all of them.
	Excuses func(Judged[L, G]) error
	// Within says in a few words what is searched, where processes and budget do not: a model of
	// which the whole is one process, and the configuration the bound.
	Within string
	// Properties are all that the protocol has, by their names in TLA+.
	Properties []spec.Property[Judged[L, G]]
	// Fairness says what is fair under each specification of the module that has any,
	// by its name there.
	Fairness map[string][]spec.Fairness
	// Actions, if set, returns the names of all actions of the protocol. It is called when cases are checked, never
	// in a run. Cannot are those of them that the configuration rules out.
	Actions func() spec.SetOf[string]
	Cannot  spec.SetOf[string]
	// Cfg are the values of the module's constants that are the protocol's own, as
	// tlc.Show reads them.
	Cfg map[string]any
}

// state is a Judged[L, G] without its types: the specification's is a spec.State[L], or a
// pointer to one that is valid for a while, and the ghost is a G.
type state = spec.Spent[spec.Watched[spec.Living, any]]

// typed returns the state with its types.
func typed[L, G any](s state) Judged[L, G] {
	t := Judged[L, G]{Spent: s.Spent}
	t.State.State, t.State.Ghost = specState[L](s.State.State), s.State.Ghost.(G)
	return t
}

func specState[L any](s spec.Living) spec.State[L] {
	if p, ok := s.(*spec.State[L]); ok {
		return *p
	}
	return s.(spec.State[L])
}

// system holds Columns without their types. It is a Subject.
type system struct {
	variety, within string
	reading         []string // of a case's configuration
	most            int      // states of a specification are enough to see that there are more than are pinned
	cluster         network.Cluster
	budget          spec.Budget
	fairness        map[string][]spec.Fairness
	actions         func() spec.SetOf[string]
	cannot          spec.SetOf[string]
	cfg             map[string]any
	model           spec.Model[spec.Living] // nil where there is no specification
	ghost           spec.Ghost[any]
	ghostly         bool // whether there is anything to the ghost
	properties      []spec.Property[state]
	excuses         func(state) error // nil where the budget excuses all that is beyond it
	// shows is what the ghost sees of a process, nil where it sees nothing.
	shows func(at spec.NodeID, p explore.Process) any
	// read reads what a process's State method returns, nil while it is down, as the specification sees it.
	read func(at spec.NodeID, state any) any
	// value returns a state with its types, which tells it apart from others.
	value func(state) any
	split func(spec.Living) spec.State[any]
	// joined returns something to put states together in.
	joined func() joined
	// image returns the specification's view of a world in which nothing has happened. A plain one takes
	// no shortcut: it compares the whole state after each step.
	image func(plain bool) image
}

// local reads a local state as the specification sees it.
func (s *system) local(at spec.NodeID, p explore.Process) any {
	return s.read(at, load(s.cluster, at, p))
}

// timeEnds says why properties of runs cannot be judged, "" if they can.
func (s *system) timeEnds() string {
	if d := s.cluster.Discrete; d == nil || d.Relative() {
		return ""
	}
	return "time ends at the horizon, and every run with it"
}

// Subject returns the columns ready to be explored.
func (s Columns[L, G]) Subject() Subject { return s.system() }

// system returns the columns without their types.
func (s Columns[L, G]) system() *system {
	u := &system{
		variety: s.Variety, within: s.Within, cluster: s.Cluster, budget: s.Budget, fairness: s.Fairness,
		actions: s.Actions, cannot: s.Cannot, cfg: s.Cfg,
		model: &untypedModel[L]{s.Model},
		ghost: spec.Ghost[any]{Init: s.Ghost.Init, Step: func(g any, a spec.Action, up spec.Set) any {
			return s.Ghost.After(g.(G), a, up)
		}},
		ghostly: s.Ghost.Allows != nil ||
			reflect.TypeFor[G]().Size() > 0 && (s.Ghost.Step != nil || s.Ghost.See != nil),
		read:   func(at spec.NodeID, state any) any { return s.Local(at, state) },
		value:  func(st state) any { return typed[L, G](st) },
		split:  func(st spec.Living) spec.State[any] { return split(specState[L](st)) },
		joined: func() joined { return &joinedOf[L, G]{properties: s.Properties} },
		image: func(plain bool) image {
			if plain {
				return newImage(unfollowed[L]{s.Model}, s.Cluster, s.Local)
			}
			return newImage(s.Model, s.Cluster, s.Local)
		},
	}
	if s.Ghost.Allows != nil {
		u.ghost.Allows = func(g any, input spec.Action, up spec.Set) bool {
			return s.Ghost.Allows(g.(G), input, up)
		}
	}
	if s.Excuses != nil {
		u.excuses = func(st state) error { return s.Excuses(typed[L, G](st)) }
	}
	if s.Model == nil {
		u.model = nil
	}
	if s.Shows != nil {
		u.ghost.See = func(g any, a spec.Action, up spec.Set, shown any) any {
			return s.Ghost.AfterShown(g.(G), a, up, shown)
		}
		u.shows = func(at spec.NodeID, p explore.Process) any { return s.Shows(at, load(s.Cluster, at, p)) }
	}
	for _, p := range s.Properties {
		u.properties = append(u.properties, untypedProperty(p))
	}
	return u
}

// untypedProperty is a property of states without their types. One that is misstated is a panic.
func untypedProperty[L, G any](p spec.Property[Judged[L, G]]) spec.Property[state] {
	if err := p.Misstated(); err != nil {
		panic(err)
	}
	u := spec.Property[state]{
		Name: p.Name, Kind: p.Kind, GoOnly: p.GoOnly, Witness: p.Witness,
		WithinBudget: p.WithinBudget,
	}
	if p.Each != nil {
		u.Each = func(st state, at spec.NodeID) error { return p.Each(typed[L, G](st), at) }
	}
	if p.Kind != spec.Stepwise {
		u.Check = func(st state) error { return p.Check(typed[L, G](st)) }
		return u
	}
	u.Step = func(before state, a spec.Action, after state) error {
		was, is := typed[L, G](before), typed[L, G](after)
		err := p.Step(was, a, is)
		if err != nil && codec.Same(was.State, is.State) { // asked last: it takes longest
			return nil // but for what is spent nothing has changed
		}
		return err
	}
	return u
}

// untypedModel is a specification without its types.
type untypedModel[L any] struct{ model spec.Model[spec.State[L]] }

// Init yields the initial states.
func (m *untypedModel[L]) Init() iter.Seq[spec.Living] {
	return func(yield func(spec.Living) bool) {
		for s := range m.model.Init() {
			if !yield(s) {
				return
			}
		}
	}
}

// Actions yields the actions that are enabled in a state.
func (m *untypedModel[L]) Actions(s spec.Living) iter.Seq[spec.Action] {
	return m.model.Actions(s.(spec.State[L]))
}

// Do returns the state after an action.
func (m *untypedModel[L]) Do(s spec.Living, a spec.Action) (spec.Living, bool) {
	next, ok := m.model.Do(s.(spec.State[L]), a)
	return next, ok
}

// split returns a state whose local states are values of any type.
func split[L any](s spec.State[L]) spec.State[any] {
	parts := spec.State[any]{
		Alive: s.Alive, Unbooted: s.Unbooted, Disk: s.Disk, Flight: s.Flight, Timers: s.Timers,
		Readings: s.Readings, Left: s.Left, Steady: s.Steady,
	}
	for _, node := range s.Nodes {
		parts.Nodes = append(parts.Nodes, node)
	}
	return parts
}

// joined is one state after the other, put together from parts.
type joined interface {
	// join puts a state together, which is valid until the next.
	join(parts *spec.State[any], ghost any, spent []int) state
	// check judges the state by a property, the number of which is its place among the system's. step judges the
	// step to a later state, which changes something.
	check(property int) error
	step(property int, a spec.Action, after joined) error
}

type joinedOf[L, G any] struct {
	properties []spec.Property[Judged[L, G]]
	state      Judged[L, G]
}

func (j *joinedOf[L, G]) join(parts *spec.State[any], ghost any, spent []int) state {
	s := &j.state.State.State
	s.Alive, s.Unbooted = parts.Alive, parts.Unbooted
	s.Disk, s.Flight, s.Timers = parts.Disk, parts.Flight, parts.Timers
	s.Readings, s.Left, s.Steady = parts.Readings, parts.Left, parts.Steady
	s.Nodes = s.Nodes[:0]
	for _, node := range parts.Nodes {
		s.Nodes = append(s.Nodes, node.(L))
	}
	j.state.State.Ghost, j.state.Spent = ghost.(G), spent
	return state{State: spec.Watched[spec.Living, any]{State: s, Ghost: ghost}, Spent: spent}
}

func (j *joinedOf[L, G]) check(property int) error { return j.properties[property].Check(j.state) }

func (j *joinedOf[L, G]) step(property int, a spec.Action, after joined) error {
	return j.properties[property].Step(j.state, a, after.(*joinedOf[L, G]).state)
}

// imageOf is an image with the types of a specification's states.
type imageOf[L any] struct {
	refiner *checker.Refiner[L]
	read    func(spec.NodeID, any) L
	seeing  seeing
	seen    checker.SeenStep[L] // used again at each step
	single  spec.State[L]       // has what is one process's own
	shown   spec.NodeID         // whose
}

// unfollowed is a model that nobody follows by what its steps change.
type unfollowed[L any] struct{ spec.Model[spec.State[L]] }

func newImage[L any](
	m spec.Model[spec.State[L]], c network.Cluster, local func(spec.NodeID, any) L,
) *imageOf[L] {
	state := spec.State[L]{
		Alive: spec.AllNodes(c.Nodes), Nodes: make([]L, c.Nodes), Disk: make([]any, c.Nodes),
		Timers: make([]spec.SetOf[spec.Timer], c.Nodes),
	}
	if c.Boots {
		state.Unbooted = state.Alive
	}
	for n := range state.Nodes {
		state.Nodes[n] = local(spec.NodeID(n), c.New(spec.NodeID(n)).State())
	}
	if c.Reads {
		state.Readings = make([]time.Duration, c.Nodes)
	}
	single := spec.State[L]{
		Nodes: make([]L, c.Nodes), Disk: make([]any, c.Nodes), Timers: make([]spec.SetOf[spec.Timer], c.Nodes),
	}
	return &imageOf[L]{
		single:  single,
		refiner: checker.NewRefiner(m, state), read: local, seeing: seeing{failures: c.Failures},
	}
}

func (i *imageOf[L]) resumes(w *world.World) {
	_, is := i.refiner.States()
	state := spec.State[L]{Alive: w.Living(), Unbooted: w.Unbooted(), Flight: w.Flight(), Readings: is.Readings}
	for n := range is.Nodes {
		id := spec.NodeID(n)
		state.Nodes, state.Disk = append(state.Nodes, i.read(id, w.StateCopy(id))), append(state.Disk, w.Disk(id))
		state.Timers = append(state.Timers, spec.NewSet(w.Armed(nil, id)...))
	}
	i.refiner.Jump(state)
}

func (i *imageOf[L]) step(w *world.World, e *world.Event) (before, after spec.Living, refusal *checker.Refusal) {
	at := e.Action.At
	i.seen = checker.SeenStep[L]{
		Alive: w.Living(), Local: i.read(at, w.State(at)), Disk: w.Disk(at), Changed: i.seeing.look(w, e),
		Timers: i.seeing.timers, Network: &i.seeing,
	}
	i.reread(w)
	refusal = i.refiner.Step(e.Action, &i.seen)
	was, is := i.refiner.States()
	return was, is, refusal
}

// reread has the specification's processes read their clocks.
func (i *imageOf[L]) reread(w *world.World) spec.Living {
	_, is := i.refiner.States()
	for n := range is.Readings {
		i.refiner.Reads(spec.NodeID(n), time.Duration(w.Reading(spec.NodeID(n))))
	}
	return is
}

func (i *imageOf[L]) copies() int {
	_, is := i.refiner.States()
	return len(is.Flight)
}

// alone shows of the state after the last step what is one process's own.
func (i *imageOf[L]) alone(at spec.NodeID) spec.Living {
	one, shown := &i.single, i.shown
	one.Nodes[shown], one.Disk[shown], one.Timers[shown] = *new(L), nil, nil
	_, is := i.refiner.States()
	one.Nodes[at], one.Disk[at], one.Timers[at] = is.Nodes[at], is.Disk[at], is.Timers[at]
	one.Alive, one.Unbooted = only(is.Alive, at), only(is.Unbooted, at)
	i.shown = at
	return one
}

// local reports whether the last step, as all others, has changed nothing of any process but its own. All clocks go on
// before each step.
func (i *imageOf[L]) local() bool {
	_, is := i.refiner.States()
	return len(is.Readings) == 0 && i.refiner.IsLocal()
}
