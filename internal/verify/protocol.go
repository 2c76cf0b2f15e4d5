package verify

import (
	"io/fs"
	"strings"

	"github.com/scrutineer-go/scrutineer/checker"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/cases"
	"github.com/scrutineer-go/scrutineer/internal/claims"
	"github.com/scrutineer-go/scrutineer/internal/compare"
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	"github.com/scrutineer-go/scrutineer/internal/tlc"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Protocol is all that is known of a protocol: the one value by which it is registered.
// Every command, and the tests that protocols share, work from it.
type Protocol struct {
	// Name is the protocol's name in every output, and that of its folder of modules.
	Name string
	// Models are the models that its cases speak of, each with its own MC module; the first is
	// that of cases which name none. A protocol without models has no cases either.
	Models []Model
	// Runs says how it runs in simulated worlds, as its first model does; Open is nil where it
	// does not. Its Name is that of the protocol, see Campaigns.
	Runs campaign.Harness
	// Claims is what papers claim of the protocol and what decides each claim, a paper after
	// the other; claims of different papers have different names.
	Claims []claims.Paper
	// Experiments are what its paper measured, measured anew by the command reproduce.
	Experiments []reproduce.Experiment
	// Contenders are its elections, as they are compared with those of other protocols; none
	// where it does not elect.
	Contenders []compare.Contender
	// Among are further experiments, in which its elections are measured beside those of all
	// protocols that the program knows: which these are it is told. Nil where there are none.
	Among func([]compare.Contender) []reproduce.Experiment
	// Engine, if set, opens the bound of the protocol's table, whose edges campaigns count. bound finds it, once.
	Engine *Engine
	bound  func() *bounds
	// modules are the TLA+ modules of the protocol, with its table of cases under its name; nil for none. table reads
	// the table, once. See WithModules.
	modules fs.FS
	table   func() (cases.Table, error)
}

// Registration is what can be registered as a protocol. The root's Protocol is one, whatever its State.
type Registration interface {
	// Registered returns the protocol as the commands know it.
	Registered() Protocol
}

// Registered returns protocols as the commands know them.
func Registered[R Registration](all []R) []Protocol {
	var list []Protocol
	for _, r := range all {
		list = append(list, r.Registered())
	}
	return list
}

// Model is one model of a protocol: a specification, an implementation and an MC module,
// which are held against each other.
type Model struct {
	// Module is the MC module, without .tla.
	Module string
	// Actions are the names of all its actions; the module must have exactly these.
	Actions spec.SetOf[string]
	// Open reads the configuration and the budget of a case. Errors in them are
	// input errors that name the field.
	Open func(cases.Case) (Subject, error)
}

// model returns the model that a case speaks of.
func (p Protocol) model(c cases.Case) (Model, error) {
	var modules []string
	for _, m := range p.Models {
		if c.Module == "" || c.Module == m.Module {
			return m, nil
		}
		modules = append(modules, m.Module)
	}
	return Model{}, input.Errorf("module", "%s is no module of a model of %s, it must be one of %s",
		c.Module, p.Name, strings.Join(modules, ", "))
}

// Contenders are those of all protocols, in their order.
func Contenders(list []Protocol) []compare.Contender {
	var all []compare.Contender
	for _, p := range list {
		all = append(all, p.Contenders...)
	}
	return all
}

// Campaigns is the protocol as campaigns run it.
func (p Protocol) Campaigns() campaign.Harness {
	runs := p.Runs
	runs.Name = p.Name
	if p.bound != nil {
		runs = p.bound().counted(runs)
	}
	return runs
}

// Open reads the configuration and the budget of a case. Errors in them are input errors
// that name the field.
func (p Protocol) Open(c cases.Case) (Subject, error) {
	m, err := p.model(c)
	if err != nil {
		return nil, err
	}
	return m.Open(c)
}

// Subject returns a configuration of the protocol, ready to run in simulated worlds. One that the protocol refuses is
// a panic.
func (p Protocol) Subject(cfg any) campaign.Subject {
	subject, err := p.Runs.Open(campaign.JSON(cfg))
	if err != nil {
		panic(err)
	}
	return subject
}

// Group returns the processes of a configuration as they are compared with those of other elections: sees reads the
// state of one. If the protocol refuses the configuration that is an error.
func (p Protocol) Group(cfg any, sees func(at spec.NodeID, state any) compare.Standing) (compare.Group, error) {
	subject, err := p.Runs.Open(campaign.JSON(cfg))
	return compare.Group{Cluster: subject.Cluster, Sees: sees}, err
}

// Under returns a configuration of the protocol under a budget, ready to be explored. What the protocol refuses is a
// panic.
func (p Protocol) Under(cfg any, b spec.Budget) Subject {
	c := cases.Case{Config: campaign.JSON(cfg), Budget: map[string]int{}}
	for _, line := range b.Lines {
		c.Budget[line.Name] = line.Most
	}
	for _, id := range b.MayCrash {
		c.MayCrash = append(c.MayCrash, int(id))
	}
	subject, err := p.Open(c)
	if err != nil {
		panic(err)
	}
	return subject
}

// Column is one of the two statements that Go runs.
type Column string

// The columns.
const (
	Spec Column = "spec"
	Impl Column = "impl"
)

// Subject is one configuration of one protocol, ready to be explored.
type Subject interface {
	// Constants are the values that TLC gives to the module's constants.
	Constants() (map[string]tlc.Value, error)
	// Met says what runs, and which faults the budget has room for.
	Met() Met
	// Property returns the property of that name, if the protocol states one in Go.
	Property(name string) (Stated, bool)
	// Forbidden are the actions that the budget or the configuration leaves no room for.
	Forbidden() spec.SetOf[string]
	// Explore explores the specification, judges the named properties, and holds
	// the implementation against it, step by step.
	Explore(names []string) (Explored, error)
	// Search looks in one column for a shortest violation of one property.
	Search(column Column, name string) (Found, error)
	// Follow takes the steps of TLC's counterexample in the specification and returns
	// where they part, nil if nowhere.
	Follow(trace []tlc.TraceState, lasso tlc.Lasso) *checker.Difference
	// Live judges temporal properties in one column, under a specification's fairness.
	Live(column Column, names []string, specification string) (Lived, error)
	// Reach explores the implementation alone and judges the named properties, the
	// temporal ones under a specification's fairness.
	Reach(names []string, specification string, o ReachOptions) (Reach, error)
	// Stated lists the properties, Specifications those whose fairness is stated.
	Stated() []Stated
	Specifications() []string
	// Refined returns a judge that holds every step of a run against the specification,
	// with the protocol's monitor beside it, which judges by the properties of those names.
	Refined(monitor campaign.Judge, judges []string) campaign.Judge
	// Coverage returns the coverage of the specification within the budget. Traced returns
	// a judge that does what that of Refined does, and tells which edges of a coverage the
	// run visits.
	Coverage() *Coverage
	Traced(c *Coverage, monitor campaign.Judge, judges []string) campaign.Judge
}

// Stated is a property by its name.
type Stated struct {
	Name string
	Kind spec.PropertyKind
	// Witness reports whether the property must fail somewhere, GoOnly whether no TLA+ module
	// states it, InRuns whether runs that are held against the specification judge it.
	Witness, GoOnly, InRuns bool
}

// Counts are the sizes of a graph. NamedEdges are distinct (source, name,
// target), as TLC's dump has them; Edges take the arguments as well.
type Counts struct {
	States     int `json:"states"`
	NamedEdges int `json:"namedEdges"`
	Edges      int `json:"edges"`
	Depth      int `json:"depth,omitempty"`
}

// Explored is what Subject.Explore saw.
type Explored struct {
	Spec, Impl Counts
	// Images counts the specification's states that implementation states stand
	// for; it is less than Impl.States where the abstraction forgets.
	Images int
	// Violations names the properties that did not hold, with the way there.
	Violations []string
	// Difference is where implementation and specification part, nil if nowhere.
	Difference *checker.Difference
	// Actions are the names of the actions that happened.
	Actions spec.SetOf[string]
	// Graph returns the specification's graph in the words of the TLA+ module.
	Graph func() checker.NamedGraph
}

// Found is what was found out about one property.
type Found struct {
	Name    string
	Verdict spec.Verdict
	// Length is the number of states on the path, the initial one included.
	Length int
	// Why says what is wrong in the last state, Path how to get there.
	Why, Path string
	// Actions are the steps of the path, and for a temporal property Cycle those that go
	// round for ever after it; none where the run just stops there.
	Actions, Cycle []spec.Action
	Temporal       bool
	byTimers       bool // the property holds only because timers do not stay set for ever
	// KeptTimers are the timers that stay set in all that the implementation's run repeats for ever: see checker.Lasso.
	KeptTimers []string
	// Excused counts, for a temporal property, the states that count as good ones because
	// only the budget forbids there what must happen.
	Excused int
}
